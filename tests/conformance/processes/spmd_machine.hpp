#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <pram/machine.hpp>

#include "program.hpp"

namespace pram::conformance::spmd {

/// What a run left.
struct SpmdSeen {
  /// Per process and stretch that it came through: replies of shared arrays, what gets brought, messages, its blocks,
  /// what a split or collective gave.
  std::vector<std::vector<std::vector<std::uint64_t>>> logs;
  std::array<std::vector<std::uint64_t>, 2> memory;
  std::string error_type;  ///< "" if there was none
  std::string error;

  bool operator==(const SpmdSeen&) const = default;
};

/// The machine under test, which interprets programs.
class SpmdMachine {
 public:
  SpmdMachine(const SpmdCase& one, const MachineOptions& options);

  SpmdSeen run(const SpmdProgram& program);
  const Ledger& ledger() const { return machine_.ledger(); }

 private:
  const SpmdCase& case_;
  Machine machine_;
  std::vector<Array<std::uint64_t>> arrays_;
};

}  // namespace pram::conformance::spmd
