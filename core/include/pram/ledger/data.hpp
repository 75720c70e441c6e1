#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pram/ledger/records.hpp>

namespace pram {

/// Steps in which something happened that a model does not allow.
struct ModelBreaches {
  std::uint64_t concurrent_reads = 0;
  std::uint64_t concurrent_writes = 0;
  std::uint64_t read_with_write = 0;  ///< some cell was read and written by different processors
  std::uint64_t unequal_writes = 0;   ///< concurrent plain writes of different values
  std::uint64_t combined_writes = 0;  ///< concurrent writes or updates under an arithmetic operator
};

/// All that a ledger knows, as the functions of Ledger of the same names say it. Whoever reads a ledger that was
/// written down fills this in: what is not given is 0 or empty.
struct LedgerData {
  std::uint64_t machine = 0;  ///< its number in the process, from 1; 0: of no machine, but put together
  std::uint64_t steps = 0;
  std::uint64_t last_step = 0;  ///< its number
  std::uint64_t work = 0;
  std::uint64_t processors = 0;
  StepTotal step_total;
  RequestCounts requests;
  std::uint64_t charge = 0;
  std::uint64_t charge_back = 0;
  std::uint64_t collective_charge = 0;
  std::uint64_t supersteps = 0;
  std::uint64_t superstep_charge = 0;
  std::uint64_t processes = 0;
  std::uint64_t largest_read_degree = 0;
  std::uint64_t largest_write_degree = 0;
  double distinct_charge = 0;
  ModelBreaches breaches;
  std::vector<PhaseTotal> phases;
  std::vector<std::string> phase_names;  ///< empty: phases have numbers
  std::vector<LineTotal> lines;
  std::vector<CollectiveTotal> collectives;
  std::vector<CellTotal> cells;
  std::vector<RegionTotal> regions;
  std::uint64_t mixed_steps = 0;
  std::vector<MixedLines> mixed_lines;
  std::vector<StepRecord> step_records;
  bool has_profile = false;
  std::vector<PardoTotal> pardos;
  std::vector<ComponentTotal> components;
  std::optional<NetworkLoad> network_load;
  LoadsOverTime loads_over_time;
  std::vector<SuperstepTotal> superstep_totals;
  std::vector<SuperstepRecord> superstep_records;
  std::vector<TransferTotal> transfers;
  std::vector<UnreadMessages> unread_messages;

  /// Says which models the run satisfied, as Ledger::models() names them: the ledger then names the same ones. Which
  /// steps breached the others is not known.
  /// @param weakest  the first of them; "CRCW" for any other text
  void satisfied(const std::string& weakest);
};

}  // namespace pram
