#include "open_regions.hpp"

#include <bit>
#include <utility>

namespace pram::detail {

std::shared_ptr<std::atomic<bool>> OpenRegions::open(std::vector<RegionTotal>& all, std::string name) {
  forget_closed();
  auto opened = std::make_shared<std::atomic<bool>>(true);
  open_.reserve(open_.size() +
                1);  // before the list changes: below, only its insertion can fail, and has no effect then
  const bool inside = !open_.empty();
  const std::size_t depth = inside ? all[open_.back().number].depth + 1 : 0;
  // The regions beside it, and those inside them.
  std::size_t number = inside ? open_.back().number + 1 : 0;
  while (number < all.size() && all[number].depth >= depth && !(all[number].depth == depth && all[number].name == name))
    ++number;
  if (number == all.size() || all[number].depth < depth) {
    RegionTotal made;
    made.name = std::move(name);
    made.depth = depth;
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(number), std::move(made));
    for (Open& other : open_) other.number += other.number >= number ? 1 : 0;
  }
  ++all[number].times;
  open_.push_back({number, opened});
  return opened;
}

std::vector<std::string> OpenRegions::names(const std::vector<RegionTotal>& all) const {
  std::vector<std::string> found;
  for (const Open& one : open_) {
    if (*one.open) found.push_back(all[one.number].name);
  }
  return found;
}

void OpenRegions::expect(std::vector<RegionTotal>& all) {
  for (const Open& one : open_) {
    std::vector<RegionTotal::Stretch>& stretches = all[one.number].stretches;
    stretches.reserve(std::bit_ceil(stretches.size() + 1));
  }
}

void OpenRegions::note_open(std::vector<RegionTotal>& all, std::uint64_t number) noexcept {
  forget_closed();
  for (const Open& one : open_) {
    std::vector<RegionTotal::Stretch>& stretches = all[one.number].stretches;
    if (!stretches.empty() && stretches.back().last + 1 == number) {
      stretches.back().last = number;
    } else {
      stretches.push_back({number, number});
    }
  }
}

void OpenRegions::charge_open(std::vector<RegionTotal>& all, const StepRecord& step) {
  forget_closed();
  for (const Open& one : open_) {
    RegionTotal& region = all[one.number];
    ++region.steps;
    region.work += step.processors;
  }
  charge_requests(all, step);
}

void OpenRegions::charge_requests(std::vector<RegionTotal>& all, const StepRecord& asked) {
  forget_closed();
  for (const Open& one : open_) {
    RegionTotal& region = all[one.number];
    region.requests += asked.requests;
    region.charge += asked.charge;
    region.charge_back += asked.charge_back;
    region.distinct_charge += asked.distinct_charge;
  }
}

void OpenRegions::charge_open(std::vector<RegionTotal>& all, const SuperstepRecord& superstep) {
  forget_closed();
  for (const Open& one : open_) {
    ++all[one.number].supersteps;
    all[one.number].superstep_charge += superstep.charge + superstep.charge_back;
  }
}

void OpenRegions::charge(std::vector<RegionTotal>& all, const CollectiveTotal& collective) {
  forget_closed();
  for (const Open& one : open_) all[one.number].collective_charge += collective.charge;
}

void OpenRegions::forget_closed() {
  std::erase_if(open_, [](const Open& one) { return !*one.open; });
}

}  // namespace pram::detail
