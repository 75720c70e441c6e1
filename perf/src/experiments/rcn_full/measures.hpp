#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "rcn_full.hpp"

/// The measurements of the RCN-FULL tables, one by one.
namespace pram::perf::rcn_measures {

/// Counts nodes' links, searches and walks all routes: from all nodes up to 1024, else from a random few.
RcnProperties properties(const RcnShape& shape);

/// The formulas alone; atoms are a power of two.
RcnCosts costs_by_formula(const RcnShape& shape);

/// Routines of at most so many steps times nodes, by formula.
std::uint64_t executions(const RcnCosts& costs, std::uint64_t most_work);

/// Executes these with random data and checks what comes out.
/// @param before  is called before each
/// @param parts   those that are done; null: none
/// @throws Error if an outcome is wrong
void execute(RcnCosts& costs, std::uint64_t most_work, const std::function<void()>& before,
             FinishedParts* parts = nullptr);

/// Numbers of chips: powers of two from 2 to `most`.
/// @param nodes  16^(2^L): 256, 65536
std::vector<RcnPins> pins(std::uint64_t nodes, std::uint64_t most);

}  // namespace pram::perf::rcn_measures
