#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pram/ledger/data.hpp>
#include <pram/machine/copy.hpp>

/// The record of every step, phase and charge, with the source lines that made the requests. Charges are in units of
/// the network's time.
namespace pram {

enum class LedgerDetail {
  steps,   ///< totals, and a record for each step up to MachineOptions::ledger_steps
  totals,  ///< totals alone: memory does not grow with the run
  /// As steps, and besides pardos, every step's lines, degrees by line, and loads of components and links: what a
  /// picture of the run needs. Their memory counts against the machine's limit.
  profile,
};

class LedgerWriter;

/// What a run did and what it cost. Read it between pardos. Requests of BSP processes for arrays in shared memory count
/// like requests of steps: requests(), charge(), charge_back(), the degrees, distinct_charge(), phases(), lines(),
/// cells(), regions() and models() have both. A copy is a value like any other: a ledger that was moved from has no
/// lists until another is assigned to it.
///
/// The difference of two copies, `after - before`, is what the machine did between them.
///
///     const pram::Ledger before = machine.ledger();
///     …
///     const pram::Ledger sorting = machine.ledger() - before;
///
/// Counts and sums are exact: steps, work, requests, charges, the totals of phases, lines, collectives, regions,
/// pardos, components, links, their frames, cells and mixed lines, and models(). The records of the steps in between
/// keep their numbers. Means and shares of supersteps and the forward charges of lines are subtracted, and have a
/// rounding error. Entries that did not change in between are left out; components and links all stay.
///
/// A largest value cannot be subtracted. If every step and superstep in between has a record, processors(),
/// processes(), largest_read_degree(), largest_write_degree() and the largest values of phases are found from the
/// records. Otherwise these values are those of the later ledger. The largest values of lines and cells always are:
/// exact if the value grew in between, else an upper bound; so are the largest queues of links and the processors of
/// pardos. The first step of a pardo that ran before is that of its first record in between, if there is one.
/// distinct_charge() is summed from the records; if some are missing it is subtracted, with a rounding error.
class Ledger {
 public:
  Ledger() = default;
  /// A ledger of what was written down: in the JSON of a report, or by another process.
  /// @throws Error if there are more records than steps or supersteps, or a record names a line or a pardo that there
  ///         is not
  explicit Ledger(LedgerData data);

  std::uint64_t steps() const { return data_.steps; }            ///< T
  std::uint64_t work() const { return data_.work; }              ///< W: processor-steps, idle ones included
  std::uint64_t processors() const { return data_.processors; }  ///< most processors live in one step
  const StepTotal& step_total() const { return data_.step_total; }
  const RequestCounts& requests() const { return data_.requests; }
  std::uint64_t charge() const { return data_.charge; }                        ///< of requests, forward
  std::uint64_t charge_back() const { return data_.charge_back; }              ///< of requests, replies
  std::uint64_t collective_charge() const { return data_.collective_charge; }  ///< of collectives
  std::uint64_t supersteps() const { return data_.supersteps; }                ///< of BSP processes
  /// Charge of supersteps for puts, gets and messages.
  std::uint64_t superstep_charge() const { return data_.superstep_charge; }
  std::uint64_t processes() const { return data_.processes; }  ///< most processes in one superstep
  std::uint64_t total_charge() const {
    return data_.charge + data_.charge_back + data_.collective_charge + data_.superstep_charge;
  }
  std::uint64_t largest_read_degree() const { return data_.largest_read_degree; }
  std::uint64_t largest_write_degree() const { return data_.largest_write_degree; }
  /// Forward charge of the same requests with all addresses distinct.
  double distinct_charge() const { return data_.distinct_charge; }
  /// charge() / distinct_charge(): the measure of what combining costs (TR-24-92). 0 before the first request.
  double performance_factor() const {
    return data_.distinct_charge > 0 ? static_cast<double>(data_.charge) / data_.distinct_charge : 0;
  }
  /// The share of one phase in performance_factor(). The shares of all phases add up to it.
  /// @param phase  an index into phases()
  /// @throws Error for any other number, after the first request
  double performance_factor(std::size_t phase) const;

  const std::vector<PhaseTotal>& phases() const { return data_.phases; }
  bool phases_have_names() const { return !data_.phase_names.empty(); }
  /// The name of a phase: its number from 1, or the name of its routine under access protocol sorting.
  std::string phase_name(std::size_t phase) const {
    return phase < data_.phase_names.size() ? data_.phase_names[phase] : std::to_string(phase + 1);
  }
  const std::vector<LineTotal>& lines() const { return data_.lines; }                    ///< in order of first use
  const std::vector<CollectiveTotal>& collectives() const { return data_.collectives; }  ///< in order of first use
  const std::vector<SuperstepTotal>& superstep_totals() const {
    return data_.superstep_totals;
  }  ///< in order of first use
  /// The first ledger_steps supersteps one by one; empty with LedgerDetail::totals.
  const std::vector<SuperstepRecord>& superstep_records() const { return data_.superstep_records; }
  /// Supersteps that have no record of their own because the ledger was full or kept totals alone.
  std::uint64_t supersteps_without_record() const { return data_.supersteps - data_.superstep_records.size(); }
  /// In order of first use; those of one superstep by file and line.
  const std::vector<TransferTotal>& transfers() const { return data_.transfers; }
  /// An entry for each queue, in the order in which queues first had some; those of one superstep by name.
  const std::vector<UnreadMessages>& unread_messages() const { return data_.unread_messages; }
  /// In order of first use, each followed by those inside it.
  const std::vector<RegionTotal>& regions() const { return data_.regions; }
  /// Steps with requests from more than one source line. One line with several arrays or operations counts once.
  std::uint64_t mixed_steps() const { return data_.mixed_steps; }
  /// The sets of lines that shared steps, most steps first; ties by first step. Only the first 64 sets of the run are
  /// kept.
  Copy<MixedLines> mixed_lines() const;
  /// Most contended first, at most 64; ties by array, then index. Only cells of degree 2 or more.
  Copy<CellTotal> cells() const;

  /// The first ledger_steps steps one by one; empty with LedgerDetail::totals.
  const std::vector<StepRecord>& step_records() const { return data_.step_records; }
  /// Steps that have no record of their own because the ledger was full or kept totals alone.
  std::uint64_t steps_without_record() const { return data_.steps - data_.step_records.size(); }

  /// Whether the ledger is kept as LedgerDetail::profile, which fills the next four.
  bool has_profile() const { return data_.has_profile; }
  const std::vector<PardoTotal>& pardos() const { return data_.pardos; }  ///< in order of first use
  /// By component; empty without a profile.
  const std::vector<ComponentTotal>& components() const { return data_.components; }
  /// None without a profile, and where the network has no links.
  const std::optional<NetworkLoad>& network_load() const { return data_.network_load; }
  /// What components received and how busy links were, in at most 256 frames of the run. A frame of a large machine has
  /// more steps, so that all frames together stay within 2^19 numbers. Without entries where there is no profile.
  const LoadsOverTime& loads_over_time() const { return data_.loads_over_time; }

  /// The models that the run satisfied, weakest first, from "EREW", "CREW", "CRCW common", "CRCW".
  /// A run that satisfied EREW satisfied all.
  Copy<std::string> models() const;

  /// The difference of two copies of one machine's ledger: see Ledger.
  /// @throws Error if `before` is not an earlier copy, or of another machine
  friend Ledger operator-(const Ledger& after, const Ledger& before);

 private:
  friend class LedgerWriter;  // of a machine

  LedgerData data_;
};

}  // namespace pram
