#include "touched_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include <pram/error.hpp>

namespace pram::detail {

void TouchedCells::check(std::size_t entries) {
  if (entries <= most) [[likely]]
    return;
  throw LimitError(
      "updated cells", entries, most,
      fmt::format("a step's requests for one worker's modules are {}: at most {} are allowed", entries, most));
}

void TouchedCells::reserve(std::size_t requests) {
  check(met_count_ + requests);
  met_.grow(met_count_ + requests, met_count_);
}

TouchedCells::SoleUpdates TouchedCells::reserve_sole(std::uint32_t species, std::uint32_t count) {
  check(std::size_t{sole_count_} + count);
  sole_.grow(std::size_t{sole_count_} + count, sole_count_);
  const bool combine = sites_.species(species).operation.combines();
  if (combine) sole_operands_.grow(std::size_t{sole_count_} + count, sole_count_);
  if (sole_runs_.empty() || sole_runs_.back().species != species) sole_runs_.push_back({sole_count_, species});
  return {sole_.data() + sole_count_, combine ? sole_operands_.data() + sole_count_ : nullptr, sole_count_};
}

std::uint32_t TouchedCells::species_of_sole(std::uint32_t number) const {
  const auto after = std::ranges::upper_bound(sole_runs_, number, {}, &SoleRun::first);
  return std::prev(after)->species;
}

template <class Stored>
void TouchedCells::enter(MemoryCell<Stored>& cell, Address address) {
  reserve(1);
  const WordType type = sites_.species(species_of(address)).operation.type;
  TouchedCell entry{address, word_of(cell, type), 0, 0, 0, 0, no_component};
  const Stamps::Mark mark = stamps_.mark(cell);
  switch (mark.kind) {
    case read:
    case read_in_place:
      entry.readers = mark.kind == read ? mark.number : read_marks_.readers(mark.number);
      if (counts_degrees_) --read_degrees_[degree_bin(entry.readers)];
      break;
    default: {
      const SoleUpdate& update = sole_[mark.number];
      const std::uint32_t species = species_of_sole(mark.number);
      // A lone writer's operand is what the cell has now.
      const bool combine = sites_.species(species).operation.combines();
      entry = {make_address(species, update.position),
               word_of(MemoryCell<Stored>{static_cast<Stored>(update.before), 0}, type),
               combine ? sole_operands_[mark.number] : word_of(cell, type),
               update.processor,
               1,
               0,
               no_component};
    }
  }
  add(cell) = entry;
}

void TouchedCells::count_degrees(DegreeBins& bins) const {
  for (std::uint32_t k = 0; k < met_count_; ++k)
    count_degree(bins, std::uint64_t{met_[k].readers} + std::uint64_t{met_[k].writers});
  add_degrees(bins, read_degrees_);
}

void TouchedCells::undo() noexcept {
  for (std::size_t run = 0; run < sole_runs_.size(); ++run) {
    const std::uint32_t end = run + 1 < sole_runs_.size() ? sole_runs_[run + 1].first : sole_count_;
    memory_.array(sites_.species(sole_runs_[run].species).array).with_cells([&](auto* cells) {
      for (std::uint32_t k = sole_runs_[run].first; k < end; ++k) set_word(cells[sole_[k].position], sole_[k].before);
    });
  }
  for (std::uint32_t k = 0; k < met_count_; ++k) {
    const TouchedCell& one = met_[k];
    memory_.array(sites_.species(species_of(one.address)).array).with_cells([&one](auto* cells) {
      set_word(cells[position_of(one.address)], one.before);
    });
  }
  met_count_ = sole_count_ = 0;
  sole_runs_.clear();
}

template void TouchedCells::enter(NarrowCell&, Address);
template void TouchedCells::enter(WideCell&, Address);

}  // namespace pram::detail
