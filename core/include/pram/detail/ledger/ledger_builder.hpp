#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pram/ledger.hpp>

namespace pram::detail {

/// Makes a ledger of facts that were written down: in the JSON of a report, or by another process. What is not given
/// is 0 or empty.
class LedgerBuilder {
 private:
  Ledger ledger_;

 public:
  LedgerBuilder() = default;
  LedgerBuilder(const LedgerBuilder&) = delete;
  LedgerBuilder& operator=(const LedgerBuilder&) = delete;

  // As the functions of Ledger that have their names.
  std::uint64_t& steps = ledger_.steps_;
  std::uint64_t& work = ledger_.work_;
  std::uint64_t& processors = ledger_.processors_;
  StepTotal& step_total = ledger_.step_total_;
  RequestCounts& requests = ledger_.requests_;
  std::uint64_t& charge = ledger_.charge_;
  std::uint64_t& charge_back = ledger_.charge_back_;
  std::uint64_t& collective_charge = ledger_.collective_charge_;
  std::uint64_t& supersteps = ledger_.supersteps_;
  std::uint64_t& superstep_charge = ledger_.superstep_charge_;
  std::uint64_t& processes = ledger_.processes_;
  std::uint64_t& largest_read_degree = ledger_.largest_read_degree_;
  std::uint64_t& largest_write_degree = ledger_.largest_write_degree_;
  double& distinct_charge = ledger_.distinct_charge_;
  std::vector<PhaseTotal>& phases = ledger_.phases_;
  std::vector<std::string>& phase_names = ledger_.phase_names_;  ///< empty: phases have numbers
  std::vector<LineTotal>& lines = ledger_.lines_;
  std::vector<CollectiveTotal>& collectives = ledger_.collectives_;
  std::vector<CellTotal>& cells = ledger_.cells_;
  std::vector<RegionTotal>& regions = ledger_.regions_;
  std::uint64_t& mixed_steps = ledger_.mixed_steps_;
  std::vector<MixedLines>& mixed_lines = ledger_.mixed_lines_;
  std::vector<StepRecord>& step_records = ledger_.step_records_;
  std::vector<SuperstepTotal>& superstep_totals = ledger_.superstep_totals_;
  std::vector<SuperstepRecord>& superstep_records = ledger_.superstep_records_;
  std::vector<TransferTotal>& transfers = ledger_.transfers_;
  std::vector<UnreadMessages>& unread_messages = ledger_.unread_messages_;
  bool& has_profile = ledger_.has_profile_;
  std::vector<PardoTotal>& pardos = ledger_.pardos_;
  std::vector<ComponentTotal>& components = ledger_.components_;
  std::optional<NetworkLoad>& network_load = ledger_.network_load_;
  LoadsOverTime& loads_over_time = ledger_.loads_over_time_;

  /// Says which models the run satisfied, as Ledger::models() names them: the ledger then names the same ones. Which
  /// steps breached the others is not known.
  /// @param weakest  the first of them; "CRCW" for any other text
  void satisfied(const std::string& weakest);

  /// The ledger; the builder is then empty.
  /// @throws Error if there are more records than steps or supersteps, or a record names a line or a pardo that there
  ///         is not
  Ledger take();
};

}  // namespace pram::detail
