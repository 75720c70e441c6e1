#include "broadcast.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "collectives/algorithm_families.hpp"
#include "collectives/model/mesh.hpp"
#include "paths.hpp"

namespace pram {

namespace {

using Kind = Architecture::Kind;

/// Fits a ring whose nodes may write to both neighbours in a step.
bool writes_both_ways(const CollectiveModel& model, const CollectiveTask&) {
  return model.is(Kind::ring) && (model.all_ports() || model.half_duplex() || model.nodes < 3);
}

void heard_by_all(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                  CollectiveData& out) {
  const Piece piece = executor.add(task.source, in[task.source]);
  executor.begin_step();
  executor.send_to_all(task.source, std::span(&piece, 1), [&](Piece, auto&& hears) {
    for (std::uint32_t i = 0; i < executor.nodes(); ++i) hears(i);
  });
  executor.end_step();
  collect_everywhere(executor, std::span(&piece, 1), out);
}

void written_and_read(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                      CollectiveData& out) {
  const Piece piece = executor.add(task.source, in[task.source]);
  executor.begin_step();
  executor.send(task.source, executor.memory(), piece);
  executor.end_step();
  in_rounds(executor, 1,
            [&](std::uint32_t i) { executor.send(executor.memory(), (task.source + i) % executor.nodes(), piece); });
  collect_everywhere(executor, std::span(&piece, 1), out);
}

/// In every step each node that has the words sends them to one more node. Any pair of nodes must be connected.
void doubling(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in, CollectiveData& out) {
  const std::uint32_t nodes = executor.nodes();
  const Piece piece = executor.add(task.source, in[task.source]);
  for (std::uint32_t known = 1; known < nodes; known *= 2) {
    executor.begin_step();
    for (std::uint32_t i = 0; i < known && i + known < nodes; ++i)
      executor.send((task.source + i) % nodes, (task.source + i + known) % nodes, piece);
    executor.end_step();
  }
  collect_everywhere(executor, std::span(&piece, 1), out);
}

BroadcastPlan around(const CollectiveModel& model, const CollectiveTask& task) {
  BroadcastPlan plan;
  for (std::uint32_t i = 0; i + 1 < model.nodes; ++i)
    plan.links.push_back({(task.source + i) % model.nodes, (task.source + i + 1) % model.nodes, i});
  return plan;
}

/// Left children are served in odd steps, right children in even ones.
BroadcastPlan binary_tree(const CollectiveModel& model, const CollectiveTask& task) {
  std::vector<std::uint64_t> known(model.nodes, 0);  // per node: the step after which it has the first packet
  BroadcastPlan plan{.links = {}, .rate = 2};
  for (std::uint32_t i = 1; i < model.nodes; ++i) {
    const std::uint32_t parent = (i - 1) / 2;
    const std::uint64_t parity = i % 2 == 1 ? 0 : 1;
    const std::uint64_t start = known[parent] + (known[parent] + parity) % 2;
    known[i] = start + 1;
    plan.links.push_back({(task.source + parent) % model.nodes, (task.source + i) % model.nodes, start});
  }
  return plan;
}

BroadcastPlan binomial_tree(const CollectiveModel& model, const CollectiveTask& task) {
  BroadcastPlan plan;
  for (std::uint32_t i = 1; i < model.nodes; ++i) {
    const std::uint32_t parent = i ^ std::bit_floor(i);
    plan.links.push_back({task.source ^ parent, task.source ^ i, static_cast<std::uint64_t>(std::popcount(parent))});
  }
  return plan;
}

/// A tree of the topology's own routes to the source, backwards, with the switches on them.
BroadcastPlan route_tree(const CollectiveModel& model, const CollectiveTask& task) {
  BroadcastPlan plan;
  std::vector<bool> reached(model.topology->nodes(), false);
  for (std::uint32_t i = 0; i < model.nodes; ++i) {
    if (i == task.source) continue;
    const Path path = route(*model.topology, i, task.source);
    for (std::size_t k = 0; k + 1 < path.size() && !reached[path[k]]; ++k) {
      reached[path[k]] = true;
      plan.links.push_back({path[k + 1], path[k], path.size() - 2 - k});
    }
  }
  return plan;
}

BroadcastPlan dimension_tree(const CollectiveModel& model, const CollectiveTask& task) {
  return {.links = dimension_order_tree(model, task.source)};
}

}  // namespace

PipelineBound BroadcastPlan::bound() const {
  std::uint64_t last = 0;
  for (const Flow::Link& link : links) last = std::max(last, link.start);
  return {static_cast<double>(rate), static_cast<double>(last + 1) - static_cast<double>(rate)};
}

void run_broadcast(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                   CollectiveData& out, const BroadcastPlan& plan) {
  const PipelineBound bound = plan.bound();
  const std::uint64_t packets = best_packets(bound, task.words, executor.model()).packets;
  const std::vector<Piece> pieces = executor.add_shares(task.source, in[task.source], packets);
  run_flows(executor, std::vector<Flow>{{.links = plan.links, .packets = packets_of(pieces), .rate = plan.rate}});
  collect_everywhere(executor, pieces, out);
}

CollectiveAlgorithm pipelined_broadcast(
    std::string name, std::string summary, std::string source, CollectiveFits fits,
    std::function<PipelineBound(const CollectiveModel&, const CollectiveTask&)> bound,
    std::function<BroadcastPlan(const CollectiveModel&, const CollectiveTask&)> plan) {
  return collective_algorithm(
      std::move(name), Collective::broadcast, std::move(summary), std::move(source), std::move(fits),
      [bound = std::move(bound)](const auto& model, const auto& task) {
        const PipelineBound one = bound(model, task);
        return estimated(ideal_time(one, static_cast<double>(task.words), model));
      },
      [plan = std::move(plan)](auto& executor, const auto& task, const auto& in, auto& out) {
        run_broadcast(executor, task, in, out, plan(executor.model(), task));
      });
}

std::vector<Flow::Link> dimension_order_tree(const CollectiveModel& model, std::uint32_t source) {
  const Mesh mesh(model.architecture);
  std::vector<Flow::Link> links;
  for (std::uint32_t i = 0; i < model.nodes; ++i) {
    std::uint64_t depth = 0;
    std::uint32_t parent = i;
    for (std::size_t d = 0; d < mesh.dimensions(); ++d) {
      const std::int64_t offset = mesh.offset(source, i, d);
      depth += static_cast<std::uint64_t>(std::abs(offset));
      if (offset != 0) parent = mesh.moved(i, d, offset > 0 ? -1 : 1);
    }
    if (depth > 0) links.push_back({parent, i, depth - 1});
  }
  return links;
}

std::vector<CollectiveAlgorithm> broadcast_algorithms() {
  constexpr auto operation = Collective::broadcast;
  const auto latency = [](std::uint64_t depth) { return PipelineBound{1, static_cast<double>(depth) - 1}; };
  std::vector<CollectiveAlgorithm> algorithms = {
      collective_algorithm(
          "broadcast-bus", operation, "one message, heard by all", "Saad and Schultz, Section 3.2 (a)", only(Kind::bus),
          [](const auto& model, const auto& task) { return counted(model, true, 1, static_cast<double>(task.words)); },
          heard_by_all),
      collective_algorithm(
          "broadcast-shared-memory", operation, "written once, then read by k* at a time",
          "Saad and Schultz, Section 3.2 (b), (3.15)", only(Kind::shared_memory),
          [](const auto& model, const auto& task) {
            const std::uint64_t steps = 1 + model.rounds(model.nodes - 1);
            return counted(model, true, steps, static_cast<double>(steps * task.words));
          },
          written_and_read),
      pipelined_broadcast(
          "broadcast-ring-one-way", "packets once around", "Saad and Schultz, Section 3.2 (c), (3.16)",
          only(Kind::ring), [=](const auto& model, const auto&) { return latency(model.nodes - 1); }, around),
      pipelined_broadcast(
          "broadcast-ring-two-way", "packets both ways", "Saad and Schultz, Section 3.2 (c), (3.17)", writes_both_ways,
          [=](const auto& model, const auto&) { return latency(model.nodes / 2); }, dimension_tree),
      pipelined_broadcast(
          "broadcast-torus-tree", "packets along the source's column, from there along the rows; any dimensions",
          "Saad and Schultz, Section 3.2 (d), (3.18)", on_mesh,
          [=](const auto& model, const auto& task) { return latency(Mesh(model.architecture).reach(task.source)); },
          dimension_tree),
      pipelined_broadcast(
          "broadcast-hypercube-tree", "packets along the binomial tree", "Saad and Schultz, Section 3.2 (e), (3.21)",
          on_hypercube, [=](const auto& model, const auto&) { return latency(model.architecture.dimensions()); },
          binomial_tree),
      pipelined_broadcast(
          "broadcast-switch-ring", "packets once around a ring", "Saad and Schultz, Section 3.2 (f), (3.22)",
          only(Kind::switched), [=](const auto& model, const auto&) { return latency(model.nodes - 1); }, around),
      collective_algorithm(
          "broadcast-switch-doubling", operation, "whoever knows tells another",
          "Saad and Schultz, Section 3.2 (f), (3.23)", only(Kind::switched),
          [](const auto& model, const auto& task) {
            const std::uint64_t steps = levels(model.nodes);
            return counted(model, true, steps, static_cast<double>(steps * task.words));
          },
          doubling),
      pipelined_broadcast(
          "broadcast-switch-binary-tree", "packets along a binary tree, left and right in turn",
          "Saad and Schultz, Section 3.2 (f), (3.25), counted for any number of nodes", only(Kind::switched),
          [](const auto& model, const auto& task) { return binary_tree(model, task).bound(); }, binary_tree),
      pipelined_broadcast(
          "broadcast-tree", "packets along the topology's routes; any topology with all ports",
          "Saad and Schultz, Section 3.2 (d), on other shapes",
          [](const auto& model, const auto&) {
            return model.is(Kind::other) && model.plain_links() && model.all_ports();
          },
          [](const auto& model, const auto& task) { return route_tree(model, task).bound(); }, route_tree),
      pipelined_broadcast(
          "broadcast-tree-through-switches", "packets along the topology's routes and through its switches, all ports",
          "pram: Saad and Schultz, Section 3.2 (d), with switches",
          [](const auto& model, const auto&) {
            return model.switches() && model.topology->two_way() && model.all_ports();
          },
          [](const auto& model, const auto& task) { return route_tree(model, task).bound(); }, route_tree),
  };
  algorithms.back().planned = true;
  for (CollectiveAlgorithm& one : torus_broadcast_algorithms()) algorithms.push_back(std::move(one));
  return algorithms;
}

}  // namespace pram
