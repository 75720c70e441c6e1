#include "slots.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

namespace pram {

namespace {

using Slot = TorusExchange::Slot;
using StepCounts = std::vector<std::uint32_t>;  // by dimension

std::uint64_t parity_length(const StepCounts& counts) {
  const auto all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  return counts.empty() ? 0 : std::max(all, 2 * std::uint64_t{*std::ranges::max_element(counts)});
}

/// The steps of one parity, the longest dimension first, each dimension without a break: a block that has begun to
/// circle among groups goes on in its direction only while no other dimension changes its node's class. The other
/// parity does the same, but is so many steps further. So no dimension meets itself.
std::vector<std::optional<std::uint32_t>> sequence_of(const StepCounts& counts, std::uint32_t longest) {
  std::vector<std::optional<std::uint32_t>> dimensions(counts[longest], longest);
  for (std::uint32_t dimension = 0; dimension < counts.size(); ++dimension) {
    if (dimension != longest) dimensions.insert(dimensions.end(), counts[dimension], dimension);
  }
  dimensions.resize(parity_length(counts));
  return dimensions;
}

/// Appends slots in which each parity does so many steps in each dimension.
/// @param begun  steps done already in each dimension
void add_parity_slots(const StepCounts& counts, const StepCounts& begun, std::span<const LineExchange> lines,
                      std::vector<Slot>& slots) {
  if (parity_length(counts) == 0) return;
  const auto longest = static_cast<std::uint32_t>(std::ranges::max_element(counts) - counts.begin());
  const std::vector<std::optional<std::uint32_t>> sequence = sequence_of(counts, longest);
  const std::size_t length = sequence.size();
  StepCounts even = begun;
  StepCounts odd = begun;
  const auto work = [](const std::optional<std::uint32_t>& dimension, StepCounts& done) -> std::optional<Slot::Work> {
    if (!dimension) return std::nullopt;
    return Slot::Work{*dimension, done[*dimension]++};
  };
  for (std::size_t k = 0; k < length; ++k) {
    Slot slot;
    slot.even = work(sequence[k], even);
    slot.odd = work(sequence[(k + counts[longest]) % length], odd);
    const auto between_groups = [&](const std::optional<Slot::Work>& one) {
      return one && one->step < lines[one->dimension].group_steps();
    };
    slot.stage = between_groups(slot.even) || between_groups(slot.odd) ? TorusExchange::Stage::groups
                                                                       : TorusExchange::Stage::halves;
    slots.push_back(slot);
  }
}

}  // namespace

std::vector<LineExchange> torus_lines(const TorusExchange& schedule) {
  std::vector<LineExchange> lines;
  const std::uint32_t dimensions = schedule.dimensions();
  for (std::uint32_t dimension = 0; dimension < dimensions; ++dimension) {
    const TopologyFactor& factor = schedule.factors()[dimensions - 1 - dimension];
    lines.emplace_back(factor.size >> schedule.splits(), factor.kind == TopologyFactor::Kind::ring, dimensions == 1);
  }
  return lines;
}

std::vector<Slot> torus_slots(std::span<const LineExchange> lines) {
  std::vector<Slot> slots;
  StepCounts groups;
  StepCounts halves;
  StepCounts both;
  for (const LineExchange& line : lines) {
    groups.push_back(line.group_steps());
    halves.push_back(line.half_steps());
    both.push_back(line.parity_steps());
  }
  const StepCounts none(lines.size());
  if (parity_length(groups) + parity_length(halves) == parity_length(both)) {
    add_parity_slots(groups, none, lines, slots);
    add_parity_slots(halves, groups, lines, slots);
  } else {
    add_parity_slots(both, none, lines, slots);
  }
  for (std::uint32_t dimension = 0; dimension < lines.size(); ++dimension) {
    for (std::uint32_t step = 0; step < lines[dimension].common_steps(); ++step) {
      const Slot::Work work{dimension, step};
      slots.push_back({TorusExchange::Stage::neighbours, work, work, true});
    }
  }
  return slots;
}

}  // namespace pram
