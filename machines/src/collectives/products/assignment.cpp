#include <algorithm>
#include <numeric>

#include <pram/detail/random/seeded_hash.hpp>

#include "mixed.hpp"
#include "product_factors.hpp"

namespace pram {

namespace {

constexpr std::uint32_t attempts = 200;

std::uint32_t product_of(const std::vector<MixedDimension>& dimensions) {
  std::uint32_t nodes = 1;
  for (const MixedDimension& dimension : dimensions) nodes = product_nodes(nodes, dimension.nodes);
  return nodes;
}

/// The dimensions in order of slack, the least first.
std::vector<std::size_t> tightest_first(const std::vector<MixedDimension>& dimensions) {
  std::vector<std::size_t> order(dimensions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return dimensions[a].steps * dimensions[b].nodes > dimensions[b].steps * dimensions[a].nodes;
  });
  return order;
}

/// The number of exchanges of `steps` steps that can run at some time during one exchange of `other` steps; all start
/// at 0.
std::uint64_t overlapping(std::uint64_t steps, std::uint64_t other) {
  if (other % steps == 0) return other / steps;
  return steps % other == 0 ? 1 : (other + steps - 2) / steps + 1;
}

}  // namespace

std::uint64_t least_mixed_steps(const std::vector<MixedDimension>& dimensions) {
  std::uint64_t most = 0;
  for (const MixedDimension& dimension : dimensions)
    most = std::max(most, product_of(dimensions) / dimension.nodes * dimension.steps);
  return most;
}

bool mixed_matchings_exist(const std::vector<MixedDimension>& dimensions) {
  const std::uint64_t steps = least_mixed_steps(dimensions);
  const std::vector<std::size_t> order = tightest_first(dimensions);
  for (std::size_t k = 1; k < order.size(); ++k) {
    const MixedDimension& here = dimensions[order[k]];
    if (here.steps == 0) continue;
    // By Hall: the number of exchanges with which a vector clashes, and of vectors of one offset with which an exchange
    // clashes.
    std::uint64_t clashes = 0;
    for (std::size_t j = 0; j < k; ++j) {
      const MixedDimension& before = dimensions[order[j]];
      if (before.steps == 0) continue;
      clashes += overlapping(here.steps, before.steps);
      clashes += (before.nodes - 1) * overlapping(before.steps, here.steps);
    }
    if (steps / here.steps < clashes) return false;
  }
  return true;
}

MixedAssignment::MixedAssignment(std::vector<MixedDimension> dimensions)
    : dimensions_(std::move(dimensions)), nodes_(product_of(dimensions_)), steps_(least_mixed_steps(dimensions_)) {
  std::uint32_t stride = nodes_;
  std::uint64_t longest = 1;
  for (const MixedDimension& dimension : dimensions_) {
    strides_.push_back(stride /= dimension.nodes);
    longest = std::max(longest, dimension.steps);
  }
  for (std::uint32_t attempt = 0; !assign(attempt % attempts); ++attempt) {
    if (attempt % attempts == attempts - 1) steps_ += (longest + 1) / 2;
  }
}

bool MixedAssignment::assign(std::uint32_t attempt) {
  exchanges_.clear();
  for (const MixedDimension& dimension : dimensions_)
    exchanges_.push_back(dimension.steps == 0 ? 0 : steps_ / dimension.steps);
  served_.assign(dimensions_.size(), {});
  when_.assign(dimensions_.size(), std::vector<std::uint32_t>(nodes_, none));
  std::vector<std::size_t> before;
  for (const std::size_t dimension : tightest_first(dimensions_)) {
    const std::uint32_t offsets = dimensions_[dimension].nodes - 1;
    served_[dimension].assign(offsets * exchanges_[dimension], none);
    for (std::uint32_t offset = 1; offset <= offsets; ++offset) {
      if (!match(dimension, offset, before, attempt)) return false;
    }
    before.push_back(dimension);
  }
  return true;
}

bool MixedAssignment::clash(std::size_t dimension, std::uint32_t exchange, std::uint32_t vector,
                            const std::vector<std::size_t>& before) const {
  const std::uint64_t begin = exchange * dimensions_[dimension].steps;
  const std::uint64_t end = begin + dimensions_[dimension].steps;
  return std::ranges::any_of(before, [&](std::size_t other) {
    const std::uint32_t when = when_[other][vector];
    return when != none && when * dimensions_[other].steps < end && begin < (when + 1) * dimensions_[other].steps;
  });
}

bool MixedAssignment::match(std::size_t dimension, std::uint32_t offset, const std::vector<std::size_t>& before,
                            std::uint32_t attempt) {
  const auto exchanges = static_cast<std::uint32_t>(exchanges_[dimension]);
  std::uint32_t* const served = served_[dimension].data() + std::size_t{offset - 1} * exchanges;
  std::vector<std::uint32_t>& when = when_[dimension];
  std::vector<std::uint32_t> seen(exchanges, none);

  // Augmenting paths are searched breadth first; `by` is the vector that asked for an exchange.
  std::vector<std::uint32_t> by(exchanges, none);
  std::vector<std::uint32_t> waiting;
  const auto place = [&](std::uint32_t first, std::uint32_t start) {
    waiting.assign(1, first);
    for (std::size_t k = 0; k < waiting.size(); ++k) {
      const std::uint32_t vector = waiting[k];
      for (std::uint32_t step = 0; step < exchanges; ++step) {
        const std::uint32_t exchange = start + step < exchanges ? start + step : start + step - exchanges;
        if (seen[exchange] == first || clash(dimension, exchange, vector, before)) continue;
        seen[exchange] = first;
        by[exchange] = vector;
        if (served[exchange] != none) {
          waiting.push_back(served[exchange]);
          continue;
        }
        for (std::uint32_t free = exchange; free != none;) {
          const std::uint32_t moved = by[free];
          const std::uint32_t left = when[moved];
          served[free] = moved;
          when[moved] = free;
          free = moved == first ? none : left;
        }
        return true;
      }
    }
    return false;
  };
  std::uint32_t index = 0;
  for (std::uint32_t vector = 0; vector < nodes_; ++vector) {
    if (digit(dimension, vector) != offset) continue;
    const std::uint64_t start =
        attempt == 0 ? index++ : seeded_choice(vector * dimensions_.size() + dimension, attempt, exchanges);
    if (!place(vector, static_cast<std::uint32_t>(start % exchanges))) return false;
  }
  return true;
}

}  // namespace pram
