#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "../scripts/script.hpp"

namespace pram::conformance {

/// What a machine answered: per processor the words of its replies, in order.
using Replies = std::vector<std::vector<std::uint64_t>>;

using Memory = std::array<std::vector<std::uint64_t>, array_count>;

/// One request of one step.
struct Request {
  std::uint64_t processor = 0;
  std::size_t count = 0;  ///< requests that the processor has made, this one included: gives the source line
  const Instruction* what = nullptr;
  std::uint64_t index = 0;
  std::uint64_t operand = 0;
  std::uint64_t reply = 0;

  bool writes() const { return what->kind != Kind::read; }
};

/// The requests of one step for one cell, by processor.
using Group = std::vector<Request>;

struct Step {
  std::uint64_t live = 0;  ///< processors with a request or idle
  std::vector<Group> groups;
};

/// The error that must end a script.
struct Failure {
  enum Kind { conflict, address, program } kind = conflict;
  std::uint64_t step = 0;
  Request first;   ///< the lower processor's
  Request second;  ///< conflict: the higher one's
};

/// A machine did what no PRAM would.
struct Mismatch : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A sequential PRAM, step by step and request by request. Where the semantics leave a choice (arbitrary winners, the
/// order of fetch-and-op) it follows the machine under test, after checking that the choice was allowed: of each cell
/// it keeps the set of values that it may have, and every reply narrows it. Updates may meet fetches of their operator
/// only where all updates add the same and all fetches something positive.
class ReferencePram {
 public:
  ReferencePram(Rule rule, const Memory& memory);

  /// Runs one script to its end, or to the error that must end it. @throws Mismatch if no PRAM gives these replies
  std::optional<Failure> run(const Script& script, const Replies& seen);

  /// Compares the machine's memory, and takes over what was left to its choice. @throws Mismatch
  void settle(const Memory& seen);

  /// The completed steps since the beginning; the instructions that they point to are the scripts'.
  const std::vector<Step>& history() const { return history_; }

 private:
  using Candidates = std::vector<std::uint64_t>;

  std::optional<std::pair<Request, Request>> breach_of(const Group& group) const;
  Candidates written(std::uint64_t old, const Group& writers) const;
  Candidates serve(const Candidates& before, const Group& group) const;

  Rule rule_;
  std::array<std::vector<Candidates>, array_count> memory_;
  std::vector<Step> history_;
};

}  // namespace pram::conformance
