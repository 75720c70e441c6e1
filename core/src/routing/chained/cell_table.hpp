#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "../../processors/worker_team.hpp"
#include "../component_slots.hpp"
#include "counted_step.hpp"

namespace pram::detail {

/// One worker's part of a step in which many requests are for the cells of a small array. Chains would be long, and
/// their links lie far apart. So each worker has a row for every cell of the array instead, in which it combines what
/// its processors ask, and a bit for each cell and component: has the component a record of the cell?
///
/// What must hold for a step, besides what chains demand: no request fetches (the order in which records meet would be
/// needed), and the table is small beside the requests.
class CellTable {
 public:
  CellTable(const WorkerTeam& team, std::uint32_t number) : team_(team), number_(number) {}

  /// Whether the table of an array of so many cells is small beside so many requests.
  static bool fits(const WorkerTeam& team, std::uint64_t cells, std::uint64_t requests) {
    return cells * team.count() * requests_a_cell <= requests &&
           cells * words_of(team.components) * requests_a_word <= requests;
  }

  /// Combines the requests of its processors, and sends what leaves their components through the first phase. Reads
  /// have their replies then.
  void take(const AskedLine& line, const StepPlan& plan, CountedStep& counted);

  /// Takes over what the other workers' processors ask of its share of the cells.
  /// @param all  the workers' tables, whose take() has ended
  void join_others(const AskedLine& line, const std::vector<CellTable>& all, CountedStep& counted);

  /// Counts the phases of its share of the cells, and writes them. The others' join_others() has ended.
  void settle(const AskedLine& line, const StepPlan& plan, CountedStep& counted);

  /// Puts back what its cells had before the step.
  void undo(StoredArray& array) const noexcept {
    array.with_cells([this](auto* cells) {
      for (std::uint32_t cell = first_written_; cell < last_written_; ++cell) {
        if (rows_[cell].degree > 0) set_word(cells[cell], before_[cell]);
      }
    });
  }
  void forget() noexcept { first_written_ = last_written_ = 0; }

 private:
  // Below so many requests a row, or a word of the bits, to begin and end a table takes longer than it saves.
  static constexpr std::uint64_t requests_a_cell = 16;
  static constexpr std::uint64_t requests_a_word = 4;

  /// What the worker's processors ask of a cell.
  struct Row {
    Word value;               ///< combined so far, under the fold's mask
    std::uint32_t degree;     ///< requests
    std::uint32_t source;     ///< the component that has asked last
    std::uint32_t processor;  ///< of plain writes: the winner so far
    std::uint32_t home;
  };
  static constexpr std::uint32_t nobody = 0xFFFFFFFF;

  static std::uint64_t words_of(std::uint32_t components) { return (components + 63) / 64; }
  Worker& worker() const { return *team_.workers[number_]; }

  /// The cells that it counts and writes: from the first to before the last.
  std::pair<std::uint32_t, std::uint32_t> share() const {
    const auto of = [this](std::uint64_t number) {
      return static_cast<std::uint32_t>(cells_ * number / team_.count());
    };
    return {of(number_), of(number_ + std::uint64_t{1})};
  }

  void begin(const CellMap& map, std::uint32_t cells, Word value);

  template <class Fold>
  void take(const AskedLine& line, const StepPlan& plan, const Fold& fold, CountedStep& counted);
  /// @param cells  that reads have their replies from; of no type for others
  /// @returns how many requests the slots have
  template <bool all_ask, class Fold, class Cell>
  std::uint32_t take_component(const Fold& fold, const Cell* cells, const StepPlan& plan, CountedStep& counted,
                               std::uint32_t component, std::uint32_t first, std::uint32_t last);
  template <class Fold>
  void join_others(const Fold& fold, const std::vector<CellTable>& all, CountedStep& counted);
  template <class Fold>
  void join(const Fold& fold, Row& row, const Row& other, CountedStep& counted);
  template <bool writes>
  void settle_cells(const AskedLine& line, CountedStep& counted);

  /// Takes a record of a cell out of a component. route() sends it on.
  void leave(std::uint32_t cell, std::uint32_t component) {
    index_[leaving_] = cell;
    source_[leaving_++] = component;
  }
  void route(const StepPlan& plan, std::uint32_t phase, CountedStep& counted);
  void count_phases(const StepPlan& plan, CountedStep& counted);

  const WorkerTeam& team_;
  std::uint32_t number_;
  std::uint64_t cells_ = 0;       // of the array
  Pages<Row> rows_;               // per cell
  Pages<Word> before_;            // per cell that it has written
  std::uint64_t words_ = 0;       // of bits, per cell
  Pages<std::uint64_t> records_;  // a bit for each cell and component that has a record of it after a phase
  Pages<std::uint64_t> arrived_;  // the same after the next one
  std::uint32_t first_written_ = 0;
  std::uint32_t last_written_ = 0;
  std::uint32_t leaving_ = 0;
  std::uint32_t index_[StepPlan::block] = {};
  std::uint32_t source_[StepPlan::block] = {};
};

}  // namespace pram::detail
