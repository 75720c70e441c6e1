#include "allotment.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace pram::detail {

namespace {

/// A part of more than so many loads gets more than its records.
constexpr std::uint64_t many_loads = 3;

/// So many standard deviations of what chance brings to one component.
constexpr double deviations = 1.5;

/// What a part of many components gets beyond its records.
std::uint64_t by_chance(std::uint64_t records, std::uint64_t load) {
  return static_cast<std::uint64_t>(deviations * static_cast<double>(records) / std::sqrt(static_cast<double>(load)));
}

std::uint64_t components_at(std::uint64_t records, std::uint64_t load) { return (records + load - 1) / load; }

std::uint64_t records_of(std::span<const Portion> parts) {
  return std::accumulate(parts.begin(), parts.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const Portion& part) { return sum + part.records; });
}

/// The least load from `low` on that fits, as every load above it does.
template <class Fits>
std::uint64_t least_load(std::uint64_t low, const Fits& fits) {
  std::uint64_t high = low;
  for (std::uint64_t stride = 1 + low / 8; !fits(high); stride *= 2) {
    low = high + 1;
    high += stride;
  }
  while (low < high) {
    const std::uint64_t middle = (low + high) / 2;
    if (fits(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return high;
}

/// Lays parts out one after the other over components that take a load each.
class Layout {
 public:
  /// @param spare  room that may stay empty
  Layout(std::uint64_t load, std::uint64_t spare) : load_(load), spare_(spare), room_(load) {}

  std::uint64_t room() const { return room_; }
  bool is_fresh() const { return room_ == load_; }

  void place(Portion& part) {
    part.first = component_;
    part.offset = load_ - room_;
    const std::uint64_t end = part.offset + part.share;
    part.components = static_cast<std::uint32_t>(components_at(end, load_));
    component_ += static_cast<std::uint32_t>(end / load_);
    room_ = load_ - end % load_;
  }

  /// Leaves the rest of a component empty. @returns false if too little is spare
  bool leave() {
    if (room_ > spare_) return false;
    spare_ -= room_;
    ++component_;
    room_ = load_;
    return true;
  }

 private:
  std::uint64_t load_;
  std::uint64_t spare_;
  std::uint64_t room_;  ///< left in the present component
  std::uint32_t component_ = 0;
};

}  // namespace

std::uint64_t share_out(std::span<Portion> parts, std::uint32_t components) {
  const std::uint64_t records = records_of(parts);
  const auto wanted = [&](std::uint64_t load) {
    return std::accumulate(
        parts.begin(), parts.end(), std::uint64_t{0},
        [load](std::uint64_t sum, const Portion& part) { return sum + components_at(part.records, load); });
  };
  const std::uint64_t load = least_load(std::max<std::uint64_t>(components_at(records, components), 1),
                                        [&](std::uint64_t tried) { return wanted(tried) <= components; });
  for (Portion& part : parts) part.components = static_cast<std::uint32_t>(components_at(part.records, load));
  for (std::uint64_t spare = records > 0 ? components - wanted(load) : 0; spare > 0; --spare) {
    Portion& fullest = *std::ranges::max_element(
        parts, [](const Portion& a, const Portion& b) { return a.records * b.components < b.records * a.components; });
    ++fullest.components;
  }
  std::uint32_t next = 0;
  for (Portion& part : parts) {
    part.first = next;
    next += part.components;
  }
  return load;
}

std::uint64_t lay_out(std::span<Portion> parts, std::uint32_t components, std::uint64_t least) {
  std::uint64_t load = std::max<std::uint64_t>({least, components_at(records_of(parts), components), 1});
  std::map<std::uint64_t, std::vector<std::uint32_t>, std::greater<>> by_share;
  std::uint64_t total = 0;
  for (std::uint32_t k = 0; k < parts.size(); ++k) {
    Portion& part = parts[k];
    part.components = 0;
    if (part.records == 0) continue;
    part.share = part.records + (part.records > many_loads * load ? by_chance(part.records, load) : 0);
    total += part.share;
    by_share[part.share].push_back(k);
  }
  load = std::max(load, components_at(total, components));
  Layout layout(load, components * load - total);
  while (!by_share.empty()) {
    auto next = by_share.begin();
    if (!layout.is_fresh() || next->first <= load) {
      const auto fits = by_share.lower_bound(layout.room());
      if (fits == by_share.end() && layout.leave()) continue;
      if (fits != by_share.end()) next = fits;
    }
    layout.place(parts[next->second.back()]);
    next->second.pop_back();
    if (next->second.empty()) by_share.erase(next);
  }
  return load;
}

std::uint32_t component_of(const Portion& part, std::uint64_t load, std::uint64_t source, std::uint64_t sources) {
  return part.first + static_cast<std::uint32_t>((part.offset + source * part.share / sources) / load);
}

}  // namespace pram::detail
