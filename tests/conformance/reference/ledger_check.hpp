#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include <pram/machine.hpp>

#include "../script_machine.hpp"
#include "reference_pram.hpp"

namespace pram::conformance {

/// What a ledger must say of the steps that the reference PRAM completed.
class LedgerCheck {
 public:
  /// Takes in the steps that are new since the last call; the lines are those of the script that made them.
  void add(const std::vector<Step>& history, const Observation& seen);

  /// The first thing in which the ledger is wrong, or "".
  std::string complaint(const Ledger& ledger, const MachineOptions& options) const;

 private:
  struct LineFacts {
    std::uint64_t requests = 0;
    std::uint64_t steps = 0;
    std::uint64_t last_step = 0;
  };
  using LineName = std::tuple<std::uint32_t, std::string, std::string>;  // line, array, operation

  std::vector<StepRecord> steps_;  // without charges and phases
  std::map<LineName, LineFacts> lines_;
  bool read_with_write_ = false;
  bool unequal_writes_ = false;
  bool combined_updates_ = false;
  bool concurrent_writes_ = false;
};

}  // namespace pram::conformance
