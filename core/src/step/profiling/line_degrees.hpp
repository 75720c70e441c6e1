#pragma once

#include <cstdint>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/ledger.hpp>

#include "../../ledger/ledger_writer.hpp"
#include "../../processors/worker_team.hpp"
#include "../../request/facts.hpp"

namespace pram::detail {

/// The degrees of each line of a step that several lines share, for LedgerDetail::profile, from the step's slots: what
/// counts the accesses of a cell does not distinguish lines. Memory is kept from step to step.
class LineDegrees {
 public:
  /// @param team   whose slots have the requests; of several ranks that of the cells
  /// @param facts  of the whole step
  /// @returns bins for each line
  std::vector<DegreeBins> of(const WorkerTeam& team, const std::vector<LedgerWriter::LineEntry>& lines,
                             const AccessFacts& facts);

 private:
  using Indexes = CountedVector<std::uint32_t>;

  void sort(Indexes& indexes);
  DegreeBins count(Indexes& indexes);

  std::vector<std::uint32_t> place_;  // per site: its line in this step, if that must be looked at
  std::vector<Indexes> indexes_;      // per line: the cells that it asks for, as often as it does
  Indexes sorted_;
};

}  // namespace pram::detail
