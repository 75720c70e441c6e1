#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <pram/ledger.hpp>

/// What LedgerDetail::profile adds to the difference of two ledgers.
namespace pram::detail {

/// Finds the first steps of pardos that ran before, from the first of their records in between.
/// @param steps  and supersteps: name their pardos among `pardos`
void find_first_steps(std::vector<PardoTotal>& pardos, const std::vector<PardoTotal>& before,
                      const std::vector<StepRecord>& steps, const std::vector<SuperstepRecord>& supersteps);

/// @throws Error if `before` is not an earlier copy, here and below
std::vector<ComponentTotal> components_between(const std::vector<ComponentTotal>& after,
                                               const std::vector<ComponentTotal>& before);

std::optional<NetworkLoad> load_between(const std::optional<NetworkLoad>& after,
                                        const std::optional<NetworkLoad>& before);

LoadsOverTime loads_between(const LoadsOverTime& after, const LoadsOverTime& before);

}  // namespace pram::detail
