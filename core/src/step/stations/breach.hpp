#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <pram/error.hpp>
#include <pram/rule.hpp>

#include "../../processors/worker_team.hpp"
#include "../../request/facts.hpp"

namespace pram::detail {

/// Whether the step broke the machine's rule, decided from the facts that the modules collected.
bool is_breach(Rule rule, const AccessFacts& facts, bool unequal_writes);

/// A breach among the requests that a team has served.
struct FoundBreach {
  std::uint64_t serial = 0;  ///< of the array
  std::uint32_t index = 0;
  ConflictError error;
};

/// The breach of the first cell by array and index, as explain_breach() names it; none: the requests keep the rule.
std::optional<FoundBreach> find_breach(Rule rule, std::uint64_t step, const std::string& tag, const WorkerTeam& team);

/// The error for a step that broke the rule, with the first such cell by array and index, and the two lowest processors
/// whose requests conflict there. A process of a superstep may conflict with itself. All requests are looked at once
/// more in order, so that the error is the same on every network, protocol and host.
/// @param tag  of a superstep
ConflictError explain_breach(Rule rule, std::uint64_t step, const std::string& tag, const WorkerTeam& team);

}  // namespace pram::detail
