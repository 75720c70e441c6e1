#include "costs.hpp"

#include <algorithm>

#include "collectives/model/mesh.hpp"

namespace pram {

namespace {

/// Counts a step, unless nothing is sent in it.
void add_step(CollectiveCost& cost, std::uint64_t largest) {
  cost.steps += largest > 0 ? 1 : 0;
  cost.words += static_cast<double>(largest);
}

}  // namespace

CountSums::CountSums(Counts counts) : before_(2 * counts.size() + 1, 0) {
  for (std::size_t i = 0; i + 1 < before_.size(); ++i) before_[i + 1] = before_[i] + counts[i % counts.size()];
}

std::uint64_t CountSums::of(std::uint64_t first, std::uint64_t length) const {
  first %= before_.size() / 2;
  return before_[first + length] - before_[first];
}

std::uint64_t CountSums::largest(std::uint64_t length) const {
  std::uint64_t most = 0;
  for (std::size_t first = 0; first < before_.size() / 2; ++first) most = std::max(most, of(first, length));
  return most;
}

CollectiveCost counts_on_bus(Counts counts, std::uint32_t modules) {
  CollectiveCost cost;
  for (std::size_t first = 0; first < counts.size(); first += modules)
    add_step(cost, std::ranges::max(counts.subspan(first, std::min<std::size_t>(modules, counts.size() - first))));
  return cost;
}

CollectiveCost counts_in_memory(Counts counts, std::uint32_t modules) {
  const std::uint64_t all = CountSums(counts).of(0, counts.size());
  CollectiveCost cost = counts_on_bus(counts, modules);
  for (std::size_t first = 0; first < counts.size(); first += modules) {
    const std::size_t served = std::min<std::size_t>(modules, counts.size() - first);
    add_step(cost, all - std::ranges::min(counts.subspan(first, served)));
  }
  return cost;
}

CollectiveCost counts_around(Counts counts, std::uint64_t turns) {
  CollectiveCost cost;
  if (turns == 2) {
    for (const std::uint64_t count : counts) add_step(cost, count);
    return cost;
  }
  // In every step each node's words are on their way.
  for (std::size_t step = 0; step + 1 < counts.size(); ++step) add_step(cost, std::ranges::max(counts));
  return cost;
}

CollectiveCost counts_by_dimensions(const CollectiveModel& model, Counts counts) {
  const Mesh mesh(model.architecture);
  CollectiveCost cost;
  for (std::size_t d = 0; d < mesh.dimensions(); ++d) {
    std::vector<std::uint64_t> bundles(mesh.block(d), 0);
    for (std::size_t i = 0; i < counts.size(); ++i) bundles[i % bundles.size()] += counts[i];
    const std::uint64_t parts = mesh.size(d) == 2 && model.half_duplex() ? 2 : 1;
    for (std::uint32_t step = 1; step < mesh.size(d); ++step) {
      for (std::uint32_t part = 0; part < parts; ++part) {
        std::uint64_t largest = 0;
        for (std::uint32_t i = 0; i < bundles.size(); ++i) {
          if (parts == 1 || mesh.digit(i, d) == part) largest = std::max(largest, bundles[i]);
        }
        add_step(cost, largest);
      }
    }
  }
  return cost;
}

CollectiveCost counts_by_doubling(Counts counts) {
  const CountSums sums(counts);
  CollectiveCost cost;
  for (std::size_t known = 1; known < counts.size(); known *= 2)
    add_step(cost, sums.largest(std::min(known, counts.size() - known)));
  return cost;
}

CollectiveCost counts_to_root(Counts counts, std::uint32_t root) {
  const CountSums sums(counts);
  CollectiveCost cost;
  for (std::size_t distance = 1; distance < counts.size(); distance *= 2) {
    std::uint64_t largest = 0;
    for (std::size_t place = distance; place < counts.size(); place += 2 * distance)
      largest = std::max(largest, sums.of(root + place, std::min(distance, counts.size() - place)));
    add_step(cost, largest);
  }
  return cost;
}

}  // namespace pram
