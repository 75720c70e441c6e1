#include "phase_counts.hpp"

#include <algorithm>
#include <limits>

namespace pram::detail {

void PhaseCounts::begin(const StepPlan& plan, std::uint32_t components) {
  plan_ = &plan;
  phases_ = plan.phases();
  misrouted_ = false;
  batched_ = cells_ = 0;
  components_ = components;
  const std::size_t counters = std::size_t{phases_} * components;
  counts_.reserve(counters);
  std::fill_n(counts_.data(), counters, std::uint64_t{0});
  // A cell has one record a component, and a batch ends with a whole cell, or with a block of count_cells().
  for (Pages<std::uint32_t>* const list : {&index_, &source_, &cell_, &home_})
    list->reserve(batch + StepPlan::block + components);
  if (last_cell_.size() < components) {
    last_cell_.reset(components);
    cells_before_ = 0;
  }
}

void PhaseCounts::count_alone(const std::uint32_t* index, std::uint32_t* source, std::uint32_t count) {
  std::uint32_t home[StepPlan::block];
  std::uint32_t other[StepPlan::block];
  std::uint32_t* destination = other;
  plan_->locate({index, count}, home);
  for (std::uint32_t phase = 0; phase < phases_; ++phase) {
    plan_->route(phase, index, home, source, count, destination);
    if (!check(phase, destination, home, count)) return;
    std::uint64_t* const counts = counts_.data() + std::size_t{phase} * components_;
    for (std::uint32_t k = 0; k < count; ++k) counts[destination[k]] += (std::uint64_t{1} << 32) + 1;
    std::swap(source, destination);
  }
}

void PhaseCounts::count_cells(std::span<const std::uint32_t> index, std::span<const std::uint32_t> source) {
  std::uint32_t lone_index[StepPlan::block];
  std::uint32_t lone_source[StepPlan::block];
  bool began = false;  // did the cell of the next link begin in the block before?
  for (std::size_t first = 0; first < index.size();) {
    std::size_t last = std::min(index.size(), first + StepPlan::block);
    // A block ends with a whole cell, unless the cell fills it.
    bool goes_on = last < index.size() && index[last] == index[last - 1];
    if (goes_on) {
      std::size_t end = last;
      while (end > first && index[end - 1] == index[last]) --end;
      goes_on = end == first;
      if (!goes_on) last = end;
    }
    if (!began && batched_ >= batch) count_batch();
    std::uint32_t lone = 0;
    std::uint32_t batched = batched_;
    std::uint32_t cell = cells_;
    for (std::size_t k = first; k < last; ++k) {  // without a branch
      const bool begins = k == first ? !began : index[k] != index[k - 1];
      const bool ends = k + 1 == last ? !goes_on : index[k] != index[k + 1];
      const std::uint32_t is_lone = begins && ends ? 1 : 0;
      lone_index[lone] = index[k];
      lone_source[lone] = source[k];
      lone += is_lone;
      cell += begins && !ends ? 1 : 0;
      index_[batched] = index[k];
      source_[batched] = source[k];
      cell_[batched] = cell;
      batched += 1 - is_lone;
    }
    batched_ = batched;
    cells_ = cell;
    if (lone > 0) count_alone(lone_index, lone_source, lone);
    began = goes_on;
    first = last;
  }
}

void PhaseCounts::count_batch() {
  const std::uint32_t cells = cells_ + 1;
  std::uint32_t count = batched_;
  batched_ = cells_ = 0;
  if (count == 0) return;
  if (std::numeric_limits<std::uint32_t>::max() - cells_before_ < std::uint64_t{cells} * phases_) {
    std::fill_n(last_cell_.data(), components_, 0U);
    cells_before_ = 0;
  }
  std::uint32_t destination[StepPlan::block];
  std::uint32_t* const index = index_.data();
  std::uint32_t* const source = source_.data();
  std::uint32_t* const cell = cell_.data();
  std::uint32_t* const home = home_.data();
  std::uint32_t* const last_cell = last_cell_.data();
  for (std::uint32_t first = 0; first < count; first += StepPlan::block)
    plan_->locate({index + first, std::min(StepPlan::block, count - first)}, home + first);
  for (std::uint32_t phase = 0; phase < phases_; ++phase) {
    std::uint64_t* const counts = counts_.data() + std::size_t{phase} * components_;
    std::uint32_t made = 0;  // written over those that have left already
    for (std::uint32_t first = 0; first < count; first += StepPlan::block) {
      const std::uint32_t here = std::min(StepPlan::block, count - first);
      plan_->route(phase, index + first, home + first, source + first, here, destination);
      if (!check(phase, destination, home + first, here)) {
        cells_before_ += cells;  // which components have noted in part
        return;
      }
      for (std::uint32_t k = 0; k < here; ++k) {
        const std::uint32_t to = destination[k];
        const std::uint32_t of = cell[first + k];
        const std::uint64_t fresh = last_cell[to] != cells_before_ + of ? 1 : 0;
        last_cell[to] = cells_before_ + of;
        counts[to] += (fresh << 32) + 1;
        // Without a branch: whether a record meets another is what the draw decides.
        index[made] = index[first + k];
        home[made] = home[first + k];
        cell[made] = of;
        source[made] = to;
        made += static_cast<std::uint32_t>(fresh);
      }
    }
    cells_before_ += cells;
    count = made;
  }
}

bool PhaseCounts::check(std::uint32_t phase, const std::uint32_t* destination, const std::uint32_t* home,
                        std::uint32_t count) {
  std::uint32_t wrong = 0;
  if (phase + 1 == phases_) {
    for (std::uint32_t k = 0; k < count; ++k) wrong |= destination[k] ^ home[k];
  } else {
    std::uint32_t highest = 0;
    for (std::uint32_t k = 0; k < count; ++k) highest = std::max(highest, destination[k]);
    wrong = highest >= components_ ? 1 : 0;
  }
  misrouted_ |= wrong != 0;
  return wrong == 0;
}

}  // namespace pram::detail
