#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <pram/ledger.hpp>

#include "../request/call_sites.hpp"
#include "../request/facts.hpp"
#include "../request/line_loads.hpp"
#include "mixed_lines.hpp"
#include "open_regions.hpp"

namespace pram {

/// Enters steps, supersteps and collectives into a ledger. It is the only writer of the ledger.
class LedgerWriter {
 public:
  LedgerWriter(LedgerDetail detail, std::size_t most_records) : detail_(detail), most_records_(most_records) {}

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
  };

  /// Enters a step. If it throws std::bad_alloc, nothing is entered.
  void enter(StepEntry&& step, const detail::CallSites& sites);

  /// Call sites get new numbers from now on; the lines of the ledger stay.
  void forget_sites() { line_of_site_.clear(); }

  /// Makes room for a collective before it is executed.
  /// @throws std::bad_alloc
  void expect_collective();
  /// Enters the collective for which expect_collective() made room. It is added to those of its line, array, operation
  /// and algorithm.
  void enter(CollectiveTotal&& collective) noexcept;

  /// Enters a superstep. If it throws std::bad_alloc, nothing is entered.
  void enter(SuperstepRecord&& superstep, std::vector<TransferTotal>&& transfers);
  /// The same with what its processes asked of shared arrays.
  void enter(SuperstepRecord&& superstep, std::vector<TransferTotal>&& transfers, StepEntry&& asked,
             const detail::CallSites& sites);

  /// Gives the phases names. They then stand for routines, which do not follow one another.
  void name_phases(std::vector<std::string> names) { ledger_.phase_names_ = std::move(names); }

  /// From now on what is entered is charged to this region too, until the result turns false.
  std::shared_ptr<std::atomic<bool>> open_region(std::string name) {
    return open_regions_.open(ledger_.regions_, std::move(name));
  }

  const Ledger& ledger() const { return ledger_; }

 private:
  using CellNode = std::map<Cell, std::size_t>::node_type;

  /// What a step adds, worked out before anything that the ledger shows changes.
  struct Draft {
    std::vector<std::uint32_t> number;                 ///< per line of the step: the ledger's
    std::vector<double> share;                         ///< per line of the step: of the step's charge
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
    return detail_ == LedgerDetail::steps && ledger_.step_records_.size() < most_records_;
  }
  bool keeps_record_of_superstep() const {
    return detail_ == LedgerDetail::steps && ledger_.superstep_records_.size() < most_records_;
  }
  /// Finds room for a superstep, and its tag's total, which may have none yet. @throws std::bad_alloc
  void expect_superstep(const std::string& tag, const std::vector<TransferTotal>& transfers);
  /// Adds the superstep for which expect_superstep() made room.
  void add_superstep(SuperstepRecord&& superstep, std::vector<TransferTotal>&& transfers) noexcept;
  std::uint32_t line_of(std::uint32_t site, const detail::CallSites& sites);
  void enter_mixed_lines(const Draft& draft, std::uint64_t step);
  void charge_lines(Draft& draft, std::uint64_t step, std::uint64_t charge) noexcept;
  void enter_cell(const Cell& cell, Draft& draft, std::uint64_t degree, std::uint64_t step) noexcept;

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
};

}  // namespace pram
