#include "scatter.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace pram::detail {

namespace {

// Slots are light if the variance of all but the largest is at most so many times their mean (it is the mean of sizes
// that distinct addresses make), and the largest have at most this share of the records.
constexpr double most_light_scatter = 3.3;
constexpr double most_above = 0.3;

/// Sizes, their number and what they add up to.
struct Moments {
  double count = 0;
  double sum = 0;
  double squares = 0;

  void add(double size, double times = 1) {
    count += times;
    sum += times * size;
    squares += times * size * size;
  }
  double mean() const { return sum / count; }
  /// Variance over mean.
  double scatter() const { return sum == 0 || count < 2 ? 0 : (squares - sum * mean()) / mean() / (count - 1); }
};

}  // namespace

double scatter_of(std::span<const Portion> bins, bool without_largest) {
  Moments all;
  double largest = 0;
  for (const Portion& bin : bins) {
    all.add(static_cast<double>(bin.records));
    largest = std::max(largest, static_cast<double>(bin.records));
  }
  if (without_largest) all.add(largest, -1);
  return all.scatter();
}

LightSlots light_slots(std::span<const Portion> slots) {
  std::vector<double> sizes;
  for (const Portion& slot : slots) sizes.push_back(static_cast<double>(slot.records));
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::ranges::nth_element(sizes, middle);
  const double most = 2 * *middle + 3 * std::sqrt(*middle);
  Moments below;
  double above = 0;
  for (const double size : sizes) size <= most ? below.add(size) : static_cast<void>(above += size);
  if (below.sum == 0) return {};
  const double mean = below.mean();
  return {below.scatter() < most_light_scatter && above < most_above * (below.sum + above),
          mean + 5 * std::sqrt(mean) + 4};
}

}  // namespace pram::detail
