#include "cell_table.hpp"

#include <algorithm>
#include <bit>

#include "../../serving/fold.hpp"

namespace pram::detail {

void CellTable::begin(const CellMap& map, std::uint32_t cells, Word value) {
  cells_ = cells;
  rows_.reserve(cells);
  std::uint32_t index[StepPlan::block];
  std::uint32_t home[StepPlan::block];
  for (std::uint32_t first = 0; first < cells; first += StepPlan::block) {
    const std::uint32_t count = std::min(StepPlan::block, cells - first);
    for (std::uint32_t k = 0; k < count; ++k) index[k] = first + k;
    map.locate({index, count}, home);
    for (std::uint32_t k = 0; k < count; ++k) rows_[first + k] = {value, 0, nobody, 0, home[k]};
  }
  words_ = words_of(team_.components);
  for (Pages<std::uint64_t>* const bits : {&records_, &arrived_}) {
    bits->reserve(cells * words_);
    std::fill_n(bits->data(), cells * words_, std::uint64_t{0});
  }
}

void CellTable::take(const AskedLine& line, const StepPlan& plan, CountedStep& counted) {
  with_fold(line.operation, [&](auto fold) {
    if constexpr (!fold.fetches) take(line, plan, fold, counted);
  });
}

template <class Fold>
void CellTable::take(const AskedLine& line, const StepPlan& plan, const Fold& fold, CountedStep& counted) {
  Worker& mine = worker();
  StoredArray& array = mine.memory.array(line.array);
  Word nothing = 0;
  if constexpr (Fold::writes && !Fold::chooses) nothing = fold.identity();
  begin(array.map, static_cast<std::uint32_t>(array.size), nothing);
  counted.phases.begin(plan, team_.components);
  const auto take_from = [&](const auto* cells) {
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
  };
  if constexpr (Fold::writes) {
    take_from(static_cast<const void*>(nullptr));
  } else {
    array.with_cells(take_from);
  }
  counted.links += leaving_;
  route(plan, 0, counted);
}

template <bool all_ask, class Fold, class Cell>
std::uint32_t CellTable::take_component(const Fold& fold, const Cell* cells, const StepPlan& plan, CountedStep& counted,
                                        std::uint32_t component, std::uint32_t first, std::uint32_t last) {
  const std::uint32_t* const index = worker().index;
  Word* const value = worker().value;
  Row* const rows = rows_.data();
  std::uint32_t requests = last - first;
  std::uint32_t leaving = leaving_;  // in a register
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
      join(fold, row, {fold.masked(value[at]), 1, component, processor, 0}, counted);
    } else {
      value[at] = cells[cell].word;  // of which the program takes its type's bits
      ++row.degree;
    }
    // Without a branch: whether its component has asked for the cell before is what the program draws.
    index_[leaving] = cell;
    source_[leaving] = component;
    leaving += row.source != component ? 1 : 0;
    row.source = component;
    if (leaving == StepPlan::block) {
      leaving_ = leaving;
      counted.links += leaving;
      route(plan, 0, counted);
      leaving = 0;
    }
  }
  leaving_ = leaving;
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

void CellTable::route(const StepPlan& plan, std::uint32_t phase, CountedStep& counted) {
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

void CellTable::join_others(const AskedLine& line, const std::vector<CellTable>& all, CountedStep& counted) {
  with_fold(line.operation, [&](auto fold) {
    if constexpr (!fold.fetches) join_others(fold, all, counted);
  });
}

template <class Fold>
void CellTable::join_others(const Fold& fold, const std::vector<CellTable>& all, CountedStep& counted) {
  const auto [first, last] = share();
  for (const CellTable& other : all) {
    if (&other == this) continue;
    for (std::uint32_t cell = first; cell < last; ++cell) {
      if (other.rows_[cell].degree > 0) join(fold, rows_[cell], other.rows_[cell], counted);
    }
    for (std::size_t k = first * words_; k < last * words_; ++k) arrived_[k] |= other.arrived_[k];
  }
}

void CellTable::settle(const AskedLine& line, const StepPlan& plan, CountedStep& counted) {
  line.operation.action == Action::read ? settle_cells<false>(line, counted) : settle_cells<true>(line, counted);
  count_phases(plan, counted);
  counted.degrees.tell(worker(), line, counted.context.unequal_writes);
}

template <bool writes>
void CellTable::settle_cells(const AskedLine& line, CountedStep& counted) {
  StoredArray& array = worker().memory.array(line.array);
  const auto [first, last] = share();
  if constexpr (writes) {
    before_.reserve(cells_);
    first_written_ = first;
    last_written_ = last;
  }
  const Word marker = worker().modules.collision_marker();
  const Word mask = mask_of(line.operation);
  array.with_cells([&, first = first, last = last](auto* stored) {
    for (std::uint32_t cell = first; cell < last; ++cell) {
      const Row& row = rows_[cell];
      if constexpr (writes) {
        before_[cell] = word_of(stored[cell], line.operation.type);
        if (row.degree > 0)
          set_word(stored[cell], updated(line.operation, before_[cell], row.value ^ mask, row.degree, marker));
      }
      if (row.degree == 0) continue;
      counted.degrees.add_cells(1);
      counted.degrees.note(row.degree, cell, line.array);
    }
  });
}

void CellTable::count_phases(const StepPlan& plan, CountedStep& counted) {
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
