#include "schedules.hpp"

#include <span>
#include <utility>

#include <pram/detail/circulant.hpp>
#include <pram/detail/partners.hpp>

namespace pram {

namespace {

using Arrival = ReductionExecutor::Arrival;

/// Each node sends on the block of the node so many places behind it, or before it.
void pass_around(ReductionExecutor& executor, const Path& circle, std::size_t first, Arrival arrival) {
  const std::size_t nodes = circle.size();
  const std::uint64_t parts = circle_turns(executor.model());
  for (std::size_t step = 0; step + 1 < nodes; ++step) {
    for (std::uint64_t part = 0; part < parts; ++part) {
      executor.begin_step();
      for (std::size_t i = part; i < nodes; i += parts) {
        const std::size_t behind = first + step;
        const std::uint32_t block = circle[i >= behind ? i - behind : i + nodes - behind];
        executor.send(circle[i], circle[i + 1 < nodes ? i + 1 : 0], Blocks{block}, arrival);
      }
      executor.end_step();
    }
  }
}

/// The blocks at so many positions, as ranges.
void blocks_at(const Butterfly& butterfly, std::uint32_t first, std::uint32_t count, std::vector<Blocks>& ranges) {
  ranges.clear();
  for (std::uint32_t place = first; place < first + count; ++place) {
    const std::uint32_t block = butterfly.block_at[place];
    if (!ranges.empty() && ranges.back().first + ranges.back().count == block) {
      ++ranges.back().count;
    } else {
      ranges.push_back({block});
    }
  }
}

/// Blocks that follow each other around the circle of all blocks, as one range or two.
void blocks_from(std::uint32_t first, std::uint32_t count, std::uint32_t blocks, std::vector<Blocks>& ranges) {
  ranges.clear();
  first %= blocks;
  const std::uint32_t low = std::min(count, blocks - first);
  ranges.push_back({first, low});
  if (low < count) ranges.push_back({0, count - low});
}

}  // namespace

void reduce_around(ReductionExecutor& executor, const Path& circle) {
  pass_around(executor, circle, 1, Arrival::merges);
}

void gather_around(ReductionExecutor& executor, const Path& circle) {
  pass_around(executor, circle, 0, Arrival::replaces);
}

bool around_is_exact(const CollectiveModel& model, const CollectiveTask& task) {
  return circle_turns(model) == 1 || divides(model.nodes, vector_of(model, task));
}

CollectiveCost around_cost(const CollectiveModel& model, const CollectiveTask& task) {
  const std::uint64_t steps = (model.nodes - 1) * circle_turns(model);
  return {steps, static_cast<double>(steps * first_words(model, task, model.nodes, 1))};
}

Butterfly halving_butterfly(std::uint32_t nodes) {
  const std::uint32_t steps = levels(nodes);
  return {steps, [steps](std::uint32_t node, std::uint32_t step) { return node ^ 1U << (steps - 1 - step); },
          first_pieces(nodes), first_pieces(nodes)};
}

Butterfly swing_butterfly(std::uint32_t nodes) {
  return swing_butterfly(nodes,
                         [nodes](std::uint32_t node, std::uint32_t step) { return swing_partner(nodes, node, step); });
}

Butterfly swing_butterfly(std::uint32_t nodes,
                          std::function<std::uint32_t(std::uint32_t node, std::uint32_t step)> partner) {
  Butterfly made;
  made.steps = levels(nodes);
  made.partner = std::move(partner);
  // The node that ends with the block at a position: from node 0, the partner of each step whose half the position is
  // in.
  made.block_at.resize(nodes);
  made.position.resize(nodes);
  for (std::uint32_t place = 0; place < nodes; ++place) {
    std::uint32_t node = 0;
    for (std::uint32_t step = 0; step < made.steps; ++step) {
      if ((place >> (made.steps - 1 - step) & 1) != 0) node = made.partner(node, step);
    }
    made.block_at[place] = node;
    made.position[node] = place;
  }
  return made;
}

void reduce_by_butterfly(ReductionExecutor& executor, const Butterfly& butterfly) {
  std::vector<Blocks> ranges;
  for (std::uint32_t step = 0; step < butterfly.steps; ++step) {
    const std::uint32_t half = 1U << (butterfly.steps - 1 - step);
    const auto partner = [&](std::uint32_t i) { return butterfly.partner(i, step); };
    exchange(executor, executor.nodes(), partner, [&](std::uint32_t i, std::uint32_t other, int) {
      blocks_at(butterfly, (butterfly.position[i] & ~(half - 1)) ^ half, half, ranges);
      executor.send(i, other, ranges);
    });
  }
}

void gather_by_butterfly(ReductionExecutor& executor, const Butterfly& butterfly) {
  std::vector<Blocks> ranges;
  for (std::uint32_t step = butterfly.steps; step-- > 0;) {
    const std::uint32_t half = 1U << (butterfly.steps - 1 - step);
    const auto partner = [&](std::uint32_t i) { return butterfly.partner(i, step); };
    exchange(executor, executor.nodes(), partner, [&](std::uint32_t i, std::uint32_t other, int) {
      blocks_at(butterfly, butterfly.position[i] & ~(half - 1), half, ranges);
      executor.send(i, other, ranges, Arrival::replaces);
    });
  }
}

CollectiveCost butterfly_cost(const CollectiveModel& model, const CollectiveTask& task) {
  const std::uint64_t parts = in_turns(model) ? 2 : 1;
  CollectiveCost cost;
  for (std::uint32_t half = model.nodes / 2; half > 0; half /= 2) {
    cost.steps += parts;
    cost.words += static_cast<double>(parts * first_words(model, task, model.nodes, half));
  }
  return cost;
}

void reduce_by_skips(ReductionExecutor& executor) {
  const std::uint32_t nodes = executor.nodes();
  const std::vector<std::uint32_t> skips = circulant_skips(nodes);
  std::vector<Blocks> ranges;
  for (std::size_t k = skips.size() - 1; k-- > 0;) {
    executor.begin_step();
    for (std::uint32_t i = 0; i < nodes; ++i) {
      const std::uint32_t to = (i + skips[k]) % nodes;
      blocks_from(to, skips[k + 1] - skips[k], nodes, ranges);
      executor.send(i, to, ranges);
    }
    executor.end_step();
  }
}

void gather_by_skips(ReductionExecutor& executor) {
  const std::uint32_t nodes = executor.nodes();
  const std::vector<std::uint32_t> skips = circulant_skips(nodes);
  std::vector<Blocks> ranges;
  for (std::size_t k = 0; k + 1 < skips.size(); ++k) {
    executor.begin_step();
    for (std::uint32_t i = 0; i < nodes; ++i) {
      blocks_from(i, skips[k + 1] - skips[k], nodes, ranges);
      executor.send(i, (i + nodes - skips[k]) % nodes, ranges, Arrival::replaces);
    }
    executor.end_step();
  }
}

CollectiveCost skips_cost(const CollectiveModel& model, const CollectiveTask& task) {
  const std::vector<std::uint32_t> skips = circulant_skips(model.nodes);
  CollectiveCost cost{skips.size() - 1, 0};
  for (std::size_t k = 0; k + 1 < skips.size(); ++k)
    cost.words += static_cast<double>(first_words(model, task, model.nodes, skips[k + 1] - skips[k]));
  return cost;
}

}  // namespace pram
