#pragma once

#include <string>

#include <pram/error.hpp>
#include <pram/rule.hpp>

#include "../processors/worker_team.hpp"
#include "../request/facts.hpp"

namespace pram::detail {

/// Did the step break the machine's rule? Decided from what the modules saw.
bool is_breach(Rule rule, const AccessFacts& facts, bool unequal_writes);

/// The error for a step that did: of all cells in breach the first by array and index, and its two lowest processors in
/// breach of each other; or processes, of which one may be in breach of itself. Looks at every request once more, one
/// after the other: the same on every network, protocol and host.
/// @param tag  of a superstep
ConflictError explain_breach(Rule rule, std::uint64_t step, const std::string& tag, const WorkerTeam& team);

}  // namespace pram::detail
