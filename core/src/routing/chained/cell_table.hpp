#pragma once

#include <algorithm>
#include <bit>
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
  template <class Fold>
  void take(const AskedLine& line, const StepPlan& plan, Fold fold, CountedStep& counted);

  /// Takes over what the other workers' processors ask of its share of the cells.
  /// @param all  the workers' tables, whose take() has ended
  template <class Fold>
  void join_others(Fold fold, const std::vector<CellTable>& all, CountedStep& counted);

  /// Counts the phases of its share of the cells, and writes them. The others' join_others() has ended.
  template <class Fold>
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
    Word value;               ///< combined so far
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

  void begin(const CellMap& map, std::uint32_t cells, Word identity);

  /// @returns how many requests the slots have
  template <bool all_ask, class Fold, class Stored>
  std::uint32_t take_component(const Fold& fold, const MemoryCell<Stored>* cells, const StepPlan& plan,
                               CountedStep& counted, std::uint32_t component, std::uint32_t first, std::uint32_t last);

  template <class Fold>
  void join(const Fold& fold, Row& row, const Row& other, CountedStep& counted);

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

inline void CellTable::begin(const CellMap& map, std::uint32_t cells, Word identity) {
  cells_ = cells;
  rows_.reserve(cells);
  std::uint32_t index[StepPlan::block];
  std::uint32_t home[StepPlan::block];
  for (std::uint32_t first = 0; first < cells; first += StepPlan::block) {
    const std::uint32_t count = std::min(StepPlan::block, cells - first);
    for (std::uint32_t k = 0; k < count; ++k) index[k] = first + k;
    map.locate({index, count}, home);
    for (std::uint32_t k = 0; k < count; ++k) rows_[first + k] = {identity, 0, nobody, 0, home[k]};
  }
  words_ = words_of(team_.components);
  for (Pages<std::uint64_t>* const bits : {&records_, &arrived_}) {
    bits->reserve(cells * words_);
    std::fill_n(bits->data(), cells * words_, std::uint64_t{0});
  }
}

template <class Fold>
void CellTable::take(const AskedLine& line, const StepPlan& plan, Fold fold, CountedStep& counted) {
  Worker& mine = worker();
  StoredArray& array = mine.memory.array(line.array);
  Word identity = 0;
  if constexpr (Fold::writes && !Fold::chooses) identity = Fold::identity();
  begin(array.map, static_cast<std::uint32_t>(array.size), identity);
  counted.phases.begin(plan, team_.components);
  array.with_cells([&](const auto* cells) {
    for (const Chunk& chunk : mine.chunks) {
      if (chunk.requests == 0) continue;
      const bool all_ask = chunk.requests == chunk.last - chunk.first;
      visit_components(mine, chunk, [&](std::uint32_t component, std::uint32_t first, std::uint32_t last) {
        const std::uint32_t before = counted.links + leaving_;
        const std::uint32_t requests = all_ask
                                           ? take_component<true>(fold, cells, plan, counted, component, first, last)
                                           : take_component<false>(fold, cells, plan, counted, component, first, last);
        counted.sent[component] += counted.links + leaving_ - before;
        counted.largest_requests = std::max(counted.largest_requests, requests);
      });
    }
  });
  counted.links += leaving_;
  route(plan, 0, counted);
}

template <bool all_ask, class Fold, class Stored>
std::uint32_t CellTable::take_component(const Fold& fold, const MemoryCell<Stored>* cells, const StepPlan& plan,
                                        CountedStep& counted, std::uint32_t component, std::uint32_t first,
                                        std::uint32_t last) {
  const std::uint32_t* const index = worker().index;
  Word* const value = worker().value;
  Row* const rows = rows_.data();
  std::uint32_t requests = last - first;
  for (std::uint32_t at = first; at < last; ++at) {
    const std::uint32_t cell = index[at];
    if (!all_ask && cell >= finished_processor) {
      --requests;
      continue;
    }
    Row& row = rows[cell];
    if constexpr (Fold::writes) {
      std::uint32_t processor = 0;
      if constexpr (Fold::chooses) processor = static_cast<std::uint32_t>(worker().processor_of(at));
      join(fold, row, {value[at], 1, component, processor, 0}, counted);
    } else {
      value[at] = cells[cell].word;  // of which the program takes its type's bits
      ++row.degree;
    }
    // Without a branch: whether its component has asked for the cell before is what the program draws.
    index_[leaving_] = cell;
    source_[leaving_] = component;
    leaving_ += row.source != component ? 1 : 0;
    row.source = component;
    if (leaving_ == StepPlan::block) {
      counted.links += leaving_;
      route(plan, 0, counted);
    }
  }
  return requests;
}

template <class Fold>
void CellTable::join(const Fold& fold, Row& row, const Row& other, CountedStep& counted) {
  if constexpr (Fold::chooses) {
    if (row.degree == 0) {
      row.value = other.value;
      row.processor = other.processor;
    } else {
      fold.join(counted.context, row.value, row.processor, other.value, other.processor);
    }
  } else if constexpr (Fold::writes) {
    fold.join(counted.context, row.value, row.processor, other.value, other.processor);
  }
  row.degree += other.degree;
}

inline void CellTable::route(const StepPlan& plan, std::uint32_t phase, CountedStep& counted) {
  std::uint32_t home[StepPlan::block];
  std::uint32_t destination[StepPlan::block];
  for (std::uint32_t k = 0; k < leaving_; ++k) home[k] = rows_[index_[k]].home;
  plan.route(phase, index_, home, source_, leaving_, destination);
  if (counted.phases.check(phase, destination, home, leaving_)) {
    for (std::uint32_t k = 0; k < leaving_; ++k) {
      const std::uint32_t to = destination[k];
      counted.phases.count_message(phase, to);
      arrived_[index_[k] * words_ + to / 64] |= std::uint64_t{1} << to % 64;
    }
  }
  leaving_ = 0;
}

template <class Fold>
void CellTable::join_others(Fold fold, const std::vector<CellTable>& all, CountedStep& counted) {
  const auto [first, last] = share();
  for (const CellTable& other : all) {
    if (&other == this) continue;
    for (std::uint32_t cell = first; cell < last; ++cell) {
      if (other.rows_[cell].degree > 0) join(fold, rows_[cell], other.rows_[cell], counted);
    }
    for (std::size_t k = first * words_; k < last * words_; ++k) arrived_[k] |= other.arrived_[k];
  }
}

template <class Fold>
void CellTable::settle(const AskedLine& line, const StepPlan& plan, CountedStep& counted) {
  StoredArray& array = worker().memory.array(line.array);
  const auto [first, last] = share();
  if constexpr (Fold::writes) {
    before_.reserve(cells_);
    first_written_ = first;
    last_written_ = last;
  }
  const Word marker = worker().modules.collision_marker();
  array.with_cells([&, first = first, last = last](auto* stored) {
    for (std::uint32_t cell = first; cell < last; ++cell) {
      const Row& row = rows_[cell];
      if constexpr (Fold::writes) {
        before_[cell] = word_of(stored[cell], line.operation.type);
        if (row.degree > 0)
          set_word(stored[cell], updated(line.operation, before_[cell], row.value, row.degree, marker));
      }
      if (row.degree == 0) continue;
      counted.degrees.add_cells(1);
      counted.degrees.note(row.degree, cell, line.array);
    }
  });
  count_phases(plan, counted);
  counted.degrees.tell(worker(), line, counted.context.unequal_writes);
}

inline void CellTable::count_phases(const StepPlan& plan, CountedStep& counted) {
  const auto [first, last] = share();
  for (std::uint32_t phase = 0; phase < plan.phases(); ++phase) {
    const std::uint32_t next = phase + 1;
    std::swap(records_, arrived_);  // which has no bits of its cells then
    for (std::uint32_t cell = first; cell < last; ++cell) {
      for (std::uint64_t k = 0; k < words_; ++k) {
        for (std::uint64_t bits = std::exchange(records_[cell * words_ + k], 0); bits != 0; bits &= bits - 1) {
          const auto component =
              static_cast<std::uint32_t>(k * 64) + static_cast<std::uint32_t>(std::countr_zero(bits));
          counted.phases.count_record(phase, component);
          if (next == plan.phases()) continue;
          leave(cell, component);
          if (leaving_ == StepPlan::block) route(plan, next, counted);
        }
      }
    }
    if (next < plan.phases()) route(plan, next, counted);
  }
}

}  // namespace pram::detail
