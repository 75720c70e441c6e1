#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <pram/ledger.hpp>

#include <pram/detail/memory_account.hpp>

#include "../request/call_sites.hpp"
#include "../request/facts.hpp"
#include "../request/line_loads.hpp"
#include "mixed_lines.hpp"
#include "open_regions.hpp"
#include "profile/component_loads.hpp"

namespace pram {

namespace detail {
class RankGroup;
}

/// Enters steps, supersteps and collectives into a ledger, as its only writer.
class LedgerWriter {
 public:
  /// @param account  that the memory of a profile counts against
  LedgerWriter(LedgerDetail detail, std::size_t most_records, std::uint32_t components,
               std::shared_ptr<detail::MemoryAccount> account);
  ~LedgerWriter();
  LedgerWriter(const LedgerWriter&) = delete;
  LedgerWriter& operator=(const LedgerWriter&) = delete;

  bool profiles() const { return detail_ == LedgerDetail::profile; }

  /// One line's part in a step, in the order of first requests.
  struct LineEntry {
    std::uint32_t site = 0;
    detail::CallSiteFacts facts;
  };

  using Cell = std::pair<std::string, std::uint64_t>;  ///< array and index

  /// What the requests of a step did, or of a superstep.
  struct StepEntry {
    StepRecord record;  ///< requests, distinct and line are filled in when it is entered
    std::vector<LineEntry> lines;
    /// The load of each phase by lines, where it is known; otherwise a line's part goes by its requests.
    std::vector<detail::PhaseLoads> loads;
    detail::AccessFacts facts;
    Cell contended;            ///< the most contended cell
    std::uint64_t degree = 0;  ///< of that cell; 0: there is none
    // Of a profile alone:
    std::vector<DegreeBins> degrees = {};          ///< per line
    detail::ComponentLoads* components = nullptr;  ///< of the step
    const NetworkLoad* load = nullptr;             ///< of the step; null: the network has no links
  };

  /// A pardo, data-parallel pardo or run of processes, once a profile knows it.
  struct Pardo {
    std::uint32_t index = 0;   ///< of its total
    std::uint64_t number = 0;  ///< among the machine's, from 1; 0: nobody keeps a profile
  };
  /// Adds a pardo to the total of its place and name. The steps to come are in no pardo until go_on().
  /// @param one  form, place, name and processors
  Pardo begin_pardo(PardoTotal&& one);
  /// The steps and supersteps to come are in this pardo.
  void go_on(Pardo pardo) { pardo_ = pardo; }

  /// Enters a step. If it throws std::bad_alloc or LimitError, nothing is entered.
  /// @param ranks  which enter the step all, or none of them; null: there is one
  void enter(StepEntry&& step, const detail::CallSites& sites, detail::RankGroup* ranks = nullptr);

  /// Forgets the numbers of call sites, which get new ones; the lines of the ledger stay.
  void forget_sites() { line_of_site_.clear(); }

  /// Makes room for a collective before it is executed.
  /// @throws std::bad_alloc
  void expect_collective();
  /// Enters the collective for which expect_collective() made room: adds it to those of its line, array, operation and
  /// algorithm.
  void enter(CollectiveTotal&& collective) noexcept;

  /// What a superstep adds to the totals of lines and queues.
  struct Exchanged {
    std::vector<TransferTotal> transfers;
    std::vector<UnreadMessages> unread;
  };
  /// Enters a superstep. If it throws std::bad_alloc or LimitError, nothing is entered.
  /// @param components  and load: as in StepEntry
  void enter(SuperstepRecord&& superstep, Exchanged&& exchanged, detail::ComponentLoads* components,
             const NetworkLoad* load);
  /// The same with what its processes asked of shared arrays.
  void enter(SuperstepRecord&& superstep, Exchanged&& exchanged, StepEntry&& asked, const detail::CallSites& sites);
  /// Enters what processes have left unread at their end. If it throws std::bad_alloc, nothing is entered.
  void enter(std::vector<UnreadMessages>&& unread);

  /// Gives the phases names: phases then stand for routines, which do not follow one another.
  void name_phases(std::vector<std::string> names) { data().phase_names = std::move(names); }

  /// Charges all that is entered to this region too, until the result turns false.
  std::shared_ptr<std::atomic<bool>> open_region(std::string name) {
    return open_regions_.open(data().regions, std::move(name));
  }

  /// The names of the regions that are open, outermost first.
  std::vector<std::string> open_regions() const { return open_regions_.names(data().regions); }

  const Ledger& ledger() const { return ledger_; }

 private:
  using CellNode = std::map<Cell, std::size_t>::node_type;

  /// What a step adds, worked out before anything that the ledger shows changes.
  struct Draft {
    std::vector<std::uint32_t> number;                 ///< per line of the step: the ledger's
    std::vector<double> share;                         ///< per line of the step: of the step's charge
    std::vector<double> forward;                       ///< the same of its charge forward, for a profile
    std::vector<std::pair<double, std::size_t>> owed;  ///< room for the step's lines: what each is owed, and its place
    CellNode cell_number;                              ///< of the step's contended cell, if the ledger has it not
    CellTotal cell;                                    ///< the same
  };

  /// Takes the ledger's last lines back unless their step is entered.
  class NewLines;

  Draft draft(const StepEntry& step, const detail::CallSites& sites);
  /// Adds what the requests did to the totals. Fills in their record, but for the superstep's own.
  void add_requests(StepEntry& step, Draft& draft, const detail::CallSites& sites) noexcept;
  /// Adds the step and its record, which has what its requests did.
  void add_step(StepRecord&& record) noexcept;
  bool keeps_record_of_step() const {
    return detail_ != LedgerDetail::totals && data().step_records.size() < most_records_;
  }
  bool keeps_record_of_superstep() const {
    return detail_ != LedgerDetail::totals && data().superstep_records.size() < most_records_;
  }
  /// Finds room for a superstep, and its tag's total, which may have none yet. @throws std::bad_alloc
  void expect_superstep(const std::string& tag, const Exchanged& exchanged);
  /// Adds the superstep for which expect_superstep() made room.
  void add_superstep(SuperstepRecord&& superstep, Exchanged&& exchanged) noexcept;
  /// Adds messages for whose queues there is room.
  void add_unread(std::vector<UnreadMessages>&& unread) noexcept;
  std::uint32_t line_of(std::uint32_t site, const detail::CallSites& sites);
  void enter_mixed_lines(const Draft& draft, std::uint64_t step);
  void charge_lines(Draft& draft, std::uint64_t step, std::uint64_t charge) noexcept;
  /// The bytes that a profile counts for the record of a step, or of a superstep.
  std::uint64_t bytes_of(const StepEntry& step, bool keeps_record, std::size_t record_bytes) const;
  /// Makes room for what profile() adds.
  /// @param number  of the step or superstep, here and below
  /// @throws std::bad_alloc, LimitError
  void expect_profile(StepEntry& step, bool keeps_record, std::uint64_t number);
  /// Adds what a profile knows besides of the step's requests.
  void profile(StepEntry& step, const Draft& draft, bool keeps_record, std::uint64_t number) noexcept;
  /// Makes room for the loads of components and of a network. @throws std::bad_alloc, LimitError
  void expect_loads(const NetworkLoad* load, std::uint64_t number);
  /// Makes room for these loads of the step. @throws std::bad_alloc, LimitError
  void expect_frame(LoadFrames& frames, std::size_t entries, std::uint64_t number);
  /// Adds a network's load to the totals and to the frames.
  void add(const NetworkLoad* load, std::uint64_t number) noexcept;
  /// Adds a step or superstep to its pardo, and says in its record which that is. Does nothing without a profile.
  void add_to_pardo(StepRecord& record) noexcept;
  void add_to_pardo(SuperstepRecord& record) noexcept;
  /// @returns the total of the pardo under way; null without a profile
  template <class Record>
  PardoTotal* number_pardo(Record& record, std::uint64_t number) noexcept;
  void enter_cell(const Cell& cell, Draft& draft, std::uint64_t degree, std::uint64_t step) noexcept;

  LedgerData& data() noexcept { return ledger_.data_; }
  const LedgerData& data() const noexcept { return ledger_.data_; }

  LedgerDetail detail_;
  std::size_t most_records_;
  Ledger ledger_;
  std::vector<std::uint32_t> line_of_site_;  // ledger line + 1; 0: none yet
  std::map<std::tuple<std::string, std::uint32_t, std::string, std::string>, std::uint32_t>
      line_numbers_;                    // by file, line, array and operation
  std::vector<double> owed_;            // per ledger line: what rounding has kept from it so far
  std::vector<std::uint64_t> in_heap_;  // per ledger line: the step in which it was last among those owed
  std::map<Cell, std::size_t> cell_numbers_;
  std::map<std::string, std::size_t> tag_numbers_;  // by tag: place among the ledger's totals
  std::size_t last_tag_ = 0;                        // place of the total that is added to
  detail::OpenRegions open_regions_;
  detail::MixedLinesIndex mixed_lines_;

  // Of a profile:
  std::shared_ptr<detail::MemoryAccount> account_;
  std::uint64_t counted_bytes_ = 0;             // of records
  std::vector<std::uint32_t> place_in_record_;  // per ledger line: its place in the step's record, from 1; else 0
  Pardo pardo_;                                 // under way
  std::uint64_t pardos_ = 0;
  std::map<std::tuple<PardoTotal::Form, std::string, std::uint32_t, std::string>, std::uint32_t>
      pardo_numbers_;  // by form, file, line and name
};

}  // namespace pram
