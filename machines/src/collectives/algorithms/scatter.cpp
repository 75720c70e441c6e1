#include "scatter.hpp"

#include <algorithm>
#include <utility>

#include "collectives/algorithm_families.hpp"
#include "collectives/model/mesh.hpp"

namespace pram {

namespace {

using Kind = Architecture::Kind;

void add_for_each(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in) {
  executor.add_shares(task.source, in[task.source], executor.nodes());
}

void collect_own(const CollectiveExecutor& executor, CollectiveData& out) {
  for (Piece i = 0; i < executor.nodes(); ++i) out[i] = executor.collect(i, std::span(&i, 1));
}

void collect_at(const CollectiveExecutor& executor, const CollectiveTask& task, CollectiveData& out) {
  out[task.target] = executor.collect(task.target, first_pieces(executor.nodes()));
}

/// Bundles for all nodes beyond a place, along one dimension of a mesh.
class MeshBundles {
 public:
  MeshBundles(const Mesh& mesh, std::uint32_t root, std::size_t d) : mesh_(mesh), d_(d), reach_(mesh.reach(root, d)) {
    for (std::uint32_t goal = 0; goal < mesh.nodes(); ++goal) {
      const std::int64_t offset = mesh.offset(root, goal, d);
      bool in_line = offset != 0;
      for (std::size_t e = 0; e < d; ++e) in_line = in_line && mesh.digit(goal, e) == mesh.digit(root, e);
      if (!in_line) continue;
      goals_.push_back({goal, offset});
      for (std::uint32_t i = goal % mesh.block(d); i < mesh.nodes(); i += mesh.block(d)) shares_.push_back(i);
    }
  }

  std::size_t steps() const { return static_cast<std::size_t>(reach_); }

  /// Sends in both directions, the bundle for the farthest nodes first.
  void send_in(std::size_t step, const Send& send) const {
    const std::size_t each = goals_.empty() ? 0 : shares_.size() / goals_.size();
    const Piece* shares = shares_.data();
    for (const auto& [goal, offset] : goals_) {
      const std::int64_t sign = offset > 0 ? 1 : -1;
      const std::int64_t links = std::abs(offset);
      const std::int64_t link = static_cast<std::int64_t>(step) - (reach_ - links);
      if (link >= 0) {
        const std::uint32_t from = mesh_.moved(goal, d_, sign * (link - links));
        send(from, mesh_.moved(from, d_, sign), std::span(shares, each));
      }
      shares += each;
    }
  }

 private:
  struct Goal {
    std::uint32_t node = 0;
    std::int64_t offset = 0;  // of the node from the root
  };

  Mesh mesh_;
  std::size_t d_;
  std::int64_t reach_;
  std::vector<Goal> goals_;
  std::vector<Piece> shares_;  // the same number for each goal
};

/// Goes along one dimension after the other, the last one first.
Schedule along_dimensions(const CollectiveModel& model, std::uint32_t root) {
  const Mesh mesh(model.architecture);
  std::vector<MeshBundles> stages;
  Schedule schedule;
  for (std::size_t d = mesh.dimensions(); d-- > 0;) {
    stages.emplace_back(mesh, root, d);
    schedule.steps += stages.back().steps();
  }
  schedule.blocks = [stages = std::move(stages)](std::size_t step, const Send& send) {
    auto stage = stages.begin();
    for (; step >= stage->steps(); ++stage) step -= stage->steps();
    stage->send_in(step, send);
  };
  return schedule;
}

CollectiveFormula along_dimensions_formula(const CollectiveModel& model, const CollectiveTask& task) {
  const Mesh mesh(model.architecture);
  const std::uint32_t root = task.operation == Collective::gather ? task.target : task.source;
  std::uint64_t steps = 0;
  double words = 0;
  double bundle = static_cast<double>(task.words);
  for (std::size_t d = mesh.dimensions(); d-- > 0;) {
    bundle /= mesh.size(d);
    steps += mesh.reach(root, d);
    words += bundle * mesh.reach(root, d);
  }
  return counted(model, divides(model.nodes, task.words), steps, words);
}

/// Every node that has a bundle gives half of it to one of the nodes in it. In step j node a < 2^(j-1), counted from
/// the root, gives node a + 2^(j-1) the shares of all nodes that equal it in the lowest j bits.
template <class Place>
Schedule halving(std::uint32_t nodes, Place place) {
  return {levels(nodes), [nodes, place](std::size_t step, const Send& send) {
            const std::uint32_t reached = 1U << step;
            std::vector<Piece> bundle;
            for (std::uint32_t a = 0; a < reached && a + reached < nodes; ++a) {
              bundle.clear();
              for (std::uint64_t i = a + reached; i < nodes; i += 2 * std::uint64_t{reached})
                bundle.push_back(place(static_cast<std::uint32_t>(i)));
              send(place(a), place(a + reached), bundle);
            }
          }};
}

Schedule halving_on_cube(const CollectiveModel& model, std::uint32_t root) {
  return halving(model.nodes, [root](std::uint32_t i) { return root ^ i; });
}

Schedule halving_by_shifts(const CollectiveModel& model, std::uint32_t root) {
  return halving(model.nodes, [root, nodes = model.nodes](std::uint32_t i) { return (root + i) % nodes; });
}

CollectiveFormula halving_formula(const CollectiveModel& model, const CollectiveTask& task) {
  std::uint64_t shares = 0;
  for (std::uint32_t reached = 1; reached < model.nodes; reached *= 2)
    shares += (model.nodes + reached - 1) / (2 * std::uint64_t{reached});
  return counted(model, divides(model.nodes, task.words), levels(model.nodes),
                 static_cast<double>(shares) * static_cast<double>(task.words) / model.nodes);
}

/// The mirror of a gather in which no node reads from both neighbours: all nodes pass on towards the target.
Schedule from_one_side(const CollectiveModel& model, std::uint32_t root) {
  return {model.nodes - 1, [nodes = model.nodes, root](std::size_t step, const Send& send) {
            const auto at = [&](std::uint32_t distance) { return (root + distance) % nodes; };
            const auto first = nodes - 1 - static_cast<std::uint32_t>(step);
            for (std::uint32_t goal = first; goal < nodes; ++goal) {
              const Piece share = at(goal);
              send(at(goal - first), at(goal - first + 1), std::span(&share, 1));
            }
          }};
}

double other_words(const CollectiveModel& model, const CollectiveTask& task) {
  return static_cast<double>(task.words) * (model.nodes - 1) / model.nodes;
}

CollectiveFormula singly_formula(const CollectiveModel& model, const CollectiveTask& task) {
  return counted(model, divides(model.nodes, task.words), model.nodes - 1, other_words(model, task));
}

/// On the bus: one message for each node.
Schedule one_by_one(const CollectiveModel& model, std::uint32_t root) {
  return {model.nodes - 1, [nodes = model.nodes, root](std::size_t step, const Send& send) {
            const Piece other = (root + static_cast<std::uint32_t>(step) + 1) % nodes;
            send(root, other, std::span(&other, 1));
          }};
}

void gather_by_bus(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                   CollectiveData& out) {
  add_one_each(executor, in);
  in_rounds(executor, 1, [&](std::uint32_t i) {
    const Piece other = (task.target + i) % executor.nodes();
    executor.send(other, task.target, other);
  });
  collect_at(executor, task, out);
}

void scatter_at_once(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                     CollectiveData& out) {
  add_for_each(executor, task, in);
  std::vector<Piece> others = first_pieces(executor.nodes());
  others.erase(others.begin() + task.source);
  executor.begin_step();
  executor.send_to_all(task.source, others, [](Piece piece, auto&& hears) { hears(piece); });
  executor.end_step();
  collect_own(executor, out);
}

void scatter_by_memory(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                       CollectiveData& out) {
  add_for_each(executor, task, in);
  executor.begin_step();
  executor.send(task.source, executor.memory(), first_pieces(executor.nodes()));
  executor.end_step();
  in_rounds(executor, 1, [&](std::uint32_t i) {
    const Piece reader = (task.source + i) % executor.nodes();
    executor.send(executor.memory(), reader, reader);
  });
  collect_own(executor, out);
}

void gather_by_memory(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                      CollectiveData& out) {
  add_one_each(executor, in);
  in_rounds(executor, 1, [&](std::uint32_t i) {
    const Piece writer = (task.target + i) % executor.nodes();
    executor.send(writer, executor.memory(), writer);
  });
  std::vector<Piece> others = first_pieces(executor.nodes());
  others.erase(others.begin() + task.target);
  executor.begin_step();
  executor.send(executor.memory(), task.target, others);
  executor.end_step();
  collect_at(executor, task, out);
}

/// The algorithms that exist both as a scatter and as the gather that mirrors it.
void add_both_ways(std::vector<CollectiveAlgorithm>& algorithms, Collective operation) {
  const std::string name = to_string(operation);
  const bool scatter = operation == Collective::scatter;
  const std::string mirrored = scatter ? "" : ", backwards";
  const auto source = [&](const char* where) {
    return std::string("Saad and Schultz, Section 3.4 ") + where + mirrored;
  };
  algorithms.push_back(collective_algorithm(
      name + "-ring", operation,
      scatter ? "both ways, the farthest first" : "both ways; the target reads from both neighbours (ports=all)",
      source("(c), (3.38)"),
      [scatter](const auto& model, const auto&) {
        // With one port a node may write to both neighbours if links are half duplex, but never read from both.
        return model.is(Kind::ring) && (model.all_ports() || model.nodes < 3 || (scatter && model.half_duplex()));
      },
      along_dimensions_formula, follow(operation, along_dimensions)));
  algorithms.push_back(collective_algorithm(
      name + "-torus", operation, "bundles along the row, then along all columns; any dimensions",
      source("(d), (3.39)"), on_mesh, along_dimensions_formula, follow(operation, along_dimensions)));
  algorithms.push_back(collective_algorithm(
      name + "-hypercube", operation, "half of what is held over one dimension after the other", source("(e), (3.40)"),
      only(Kind::hypercube), halving_formula, follow(operation, halving_on_cube)));
  algorithms.push_back(collective_algorithm(name + "-switch", operation,
                                            "half of what is held by shifts of powers of two",
                                            source("(f), (3.41), for any number of nodes"), only(Kind::switched),
                                            halving_formula, follow(operation, halving_by_shifts)));
}

}  // namespace

CollectiveBody follow(Collective operation, ScheduleOf schedule_of) {
  constexpr auto sender = CollectiveExecutor::Sender::forgets;
  if (operation == Collective::scatter) {
    return [schedule_of](CollectiveExecutor& executor, const auto& task, const auto& in, auto& out) {
      add_for_each(executor, task, in);
      const Schedule schedule = schedule_of(executor.model(), task.source);
      const Send send = [&](auto from, auto to, auto shares) { executor.send(from, to, shares, sender); };
      for (std::size_t step = 0; step < schedule.steps; ++step) {
        executor.begin_step();
        schedule.blocks(step, send);
        executor.end_step();
      }
      collect_own(executor, out);
    };
  }
  return [schedule_of](CollectiveExecutor& executor, const auto& task, const auto& in, auto& out) {
    add_one_each(executor, in);
    const Schedule schedule = schedule_of(executor.model(), task.target);
    const Send send = [&](auto from, auto to, auto shares) { executor.send(to, from, shares, sender); };
    for (std::size_t step = schedule.steps; step-- > 0;) {
      executor.begin_step();
      schedule.blocks(step, send);
      executor.end_step();
    }
    collect_at(executor, task, out);
  };
}

std::vector<CollectiveAlgorithm> scatter_algorithms() {
  constexpr auto scatter = Collective::scatter;
  constexpr auto gather = Collective::gather;
  std::vector<CollectiveAlgorithm> algorithms = {
      collective_algorithm("scatter-bus", scatter, "one message a node", "Saad and Schultz, Section 3.4 (a), (3.36)",
                           only(Kind::bus), singly_formula, follow(scatter, one_by_one)),
      collective_algorithm(
          "scatter-bus-at-once", scatter, "one message, of which every node keeps its share",
          "Saad and Schultz, Section 3.2 (a), used for Section 3.4", only(Kind::bus),
          [](const auto& model, const auto& task) {
            return counted(model, divides(model.nodes, task.words), 1, other_words(model, task));
          },
          scatter_at_once),
      collective_algorithm(
          "scatter-shared-memory", scatter, "all written, then every share read, k* nodes at a time",
          "Saad and Schultz, Section 3.4 (b), (3.37) with reads of N / k", only(Kind::shared_memory),
          [](const auto& model, const auto& task) {
            const std::uint64_t reads = model.rounds(model.nodes - 1);
            const auto words = static_cast<double>(task.words);
            return counted(model, divides(model.nodes, task.words), 1 + reads,
                           words + static_cast<double>(reads) * words / model.nodes);
          },
          scatter_by_memory),
  };
  add_both_ways(algorithms, scatter);
  algorithms.push_back(collective_algorithm(
      "gather-bus", gather, "one message a node", "Saad and Schultz, Section 3.4 (a), (3.36), backwards",
      only(Kind::bus),
      [](const auto& model, const auto& task) {
        const std::uint64_t steps = model.rounds(model.nodes - 1);
        return counted(model, divides(model.nodes, task.words), steps,
                       static_cast<double>(steps * task.words) / model.nodes);
      },
      gather_by_bus));
  algorithms.push_back(collective_algorithm(
      "gather-shared-memory", gather, "the others' shares written, k* nodes at a time, then all read",
      "Saad and Schultz, Section 3.4 (b), (3.37), backwards", only(Kind::shared_memory),
      [](const auto& model, const auto& task) {
        const std::uint64_t writes = model.rounds(model.nodes - 1);
        return counted(model, divides(model.nodes, task.words), writes + 1,
                       static_cast<double>((writes + model.nodes - 1) * task.words) / model.nodes);
      },
      gather_by_memory));
  algorithms.push_back(
      collective_algorithm("gather-ring-one-way", gather, "all pass on towards the target, one way round",
                           "Saad and Schultz, Section 3.4 (c), for nodes that read from one neighbour at a time",
                           only(Kind::ring), singly_formula, follow(gather, from_one_side)));
  add_both_ways(algorithms, gather);
  return algorithms;
}

}  // namespace pram
