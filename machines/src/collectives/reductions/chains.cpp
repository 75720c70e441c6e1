#include "chains.hpp"

#include <algorithm>
#include <cmath>

namespace pram {

namespace {

using Arrival = ReductionExecutor::Arrival;

}  // namespace

bool has_routes(const CollectiveModel& model, const CollectiveTask&) {
  return model.links() || model.is(Architecture::Kind::switched);
}

bool has_trees(const CollectiveModel& model, const CollectiveTask&) {
  return model.links() && model.topology->two_way() && model.all_ports();
}

Chain::Chain(const CollectiveModel& model) : model_(model), up_to_(1, 0), down_from_(1, 0) {
  const auto hops = [&](std::uint32_t from, std::uint32_t to) {
    return model.links() ? links_of(route(*model.topology, from, to)) : 1;
  };
  for (std::uint32_t i = 0; i + 1 < model.nodes; ++i) {
    up_to_.push_back(up_to_.back() + hops(i, i + 1));
    down_from_.push_back(down_from_.back() + hops(i + 1, i));
  }
}

std::uint64_t Chain::links(std::uint32_t from, std::uint32_t to) const {
  return from < to ? up_to_[to] - up_to_[from] : down_from_[from] - down_from_[to];
}

std::uint64_t Chain::packets(const CollectiveTask& task, std::uint64_t passes, std::uint64_t links) const {
  if (up_to_.back() + 1 > up_to_.size() || down_from_.back() + 1 > down_from_.size()) return 1;
  const PipelineBound bound{static_cast<double>(passes), static_cast<double>(links - passes)};
  return best_packets(bound, vector_of(model_, task), model_).packets;
}

CollectiveFormula Chain::formula(const CollectiveTask& task, std::uint64_t passes, std::uint64_t links) const {
  const std::uint64_t number = packets(task, passes, links);
  const std::uint64_t steps = links + passes * (number - 1);
  const std::uint64_t words = vector_of(model_, task);
  return counted(model_, divides(number, words), steps, static_cast<double>(steps * ((words + number - 1) / number)));
}

void Chain::hop(ReductionExecutor& executor, std::uint32_t from, std::uint32_t to, Blocks blocks, Arrival arrival) {
  const Path path = model_.links() ? route(*model_.topology, from, to) : Path{from, to};
  if (path.size() > 2 && relays_.empty()) {
    for (std::uint32_t node = 0; node < model_.topology->nodes(); ++node) relays_.push_back(executor.add_row(node));
  }
  VectorRow row = from;
  for (std::size_t k = 1; k < path.size(); ++k) {
    const bool there = k + 1 == path.size();
    const VectorRow next = there ? to : relays_[path[k]];
    executor.begin_step();
    executor.send(row, next, blocks, there ? arrival : Arrival::replaces);
    executor.end_step();
    row = next;
  }
}

void Chain::pass(ReductionExecutor& executor, std::uint32_t from, std::uint32_t to, Arrival arrival, bool whole) {
  const std::uint32_t nodes = std::max(from, to) - std::min(from, to);
  const auto node = [&](std::uint32_t k) { return from < to ? from + k : from - k; };
  if (whole || executor.blocks() == 1) {
    for (std::uint32_t k = 0; k < nodes; ++k) hop(executor, node(k), node(k + 1), executor.all(), arrival);
    return;
  }
  for (std::uint32_t step = 0; step + 1 < nodes + executor.blocks(); ++step) {
    executor.begin_step();
    for (std::uint32_t k = 0; k < nodes && k <= step; ++k) {
      if (step - k < executor.blocks()) executor.send(node(k), node(k + 1), Blocks{step - k}, arrival);
    }
    executor.end_step();
  }
}

void Chain::pass_back_blocks(ReductionExecutor& executor) {
  for (std::uint32_t i = executor.nodes() - 1; i > 0; --i) hop(executor, i, i - 1, {0, i}, Arrival::replaces);
}

RouteTree route_tree_of(const CollectiveModel& model, std::uint32_t root) {
  const Topology& topology = *model.topology;
  RouteTree tree;
  tree.parent.resize(topology.nodes(), root);
  tree.depth.resize(topology.nodes(), 0);
  for (std::uint32_t i = 0; i < model.nodes; ++i) {
    if (i == root) continue;
    const Path path = route(topology, i, root);
    for (std::size_t k = 0; k + 1 < path.size() && tree.depth[path[k]] == 0; ++k) {
      tree.parent[path[k]] = path[k + 1];
      tree.depth[path[k]] = static_cast<std::uint32_t>(path.size() - 1 - k);
    }
    tree.height = std::max(tree.height, tree.depth[i]);
  }
  return tree;
}

void combine_up(ReductionExecutor& executor, const RouteTree& tree, bool down) {
  const std::uint32_t rate = down && executor.model().half_duplex() ? 2 : 1;
  const std::uint32_t packets = executor.blocks();
  const std::uint32_t links = down ? 2 * tree.height : tree.height;
  const std::uint32_t nodes = executor.model().topology->nodes();
  for (std::uint32_t node = executor.nodes(); node < nodes; ++node) executor.add_row(node);  // what meets at switches
  for (std::uint32_t step = 0; step < links + rate * (packets - 1); ++step) {
    executor.begin_step();
    for (std::uint32_t i = 0; i < nodes; ++i) {
      if (tree.depth[i] == 0) continue;
      const auto packet_after = [&](std::uint32_t start) {
        return step >= start && (step - start) % rate == 0 ? (step - start) / rate : packets;
      };
      const std::uint32_t up = packet_after(tree.height - tree.depth[i]);
      const std::uint32_t back = down ? packet_after(tree.height + tree.depth[i] - 1) : packets;
      if (up < packets) executor.send(i, tree.parent[i], Blocks{up});
      if (back < packets) executor.send(tree.parent[i], i, Blocks{back}, Arrival::replaces);
    }
    executor.end_step();
  }
}

PipelineBound tree_bound_of(const CollectiveModel& model, const RouteTree& tree, bool down) {
  const double rate = down && model.half_duplex() ? 2 : 1;
  return {rate, (down ? 2.0 : 1.0) * tree.height - rate};
}

}  // namespace pram
