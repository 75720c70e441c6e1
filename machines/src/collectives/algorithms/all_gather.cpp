#include <algorithm>

#include "broadcast.hpp"
#include "collectives/algorithm_families.hpp"
#include "collectives/unequal/costs.hpp"
#include "paths.hpp"
#include "rotations.hpp"

namespace pram {

namespace {

using Kind = Architecture::Kind;

double share(const CollectiveModel& model, const CollectiveTask& task) {
  return static_cast<double>(task.words) / model.nodes;
}

bool even(const CollectiveModel& model, const CollectiveTask& task) { return divides(model.nodes, task.words); }

void collect_all(const CollectiveExecutor& executor, CollectiveData& out) {
  collect_everywhere(executor, first_pieces(executor.nodes()), out);
}

void by_bus(CollectiveExecutor& executor, const CollectiveTask&, const CollectiveData& in, CollectiveData& out) {
  add_one_each(executor, in);
  in_rounds(executor, 0, [&](Piece i) {
    executor.send_to_all(i, std::span(&i, 1), [&](Piece, auto&& hears) {
      for (std::uint32_t j = 0; j < executor.nodes(); ++j) hears(j);
    });
  });
  collect_all(executor, out);
}

void by_memory(CollectiveExecutor& executor, const CollectiveTask&, const CollectiveData& in, CollectiveData& out) {
  add_one_each(executor, in);
  in_rounds(executor, 0, [&](Piece i) { executor.send(i, executor.memory(), i); });
  in_rounds(executor, 0, [&](std::uint32_t i) {
    std::vector<Piece> others = first_pieces(executor.nodes());
    others.erase(others.begin() + i);
    executor.send(executor.memory(), i, others);
  });
  collect_all(executor, out);
}

/// Around a circle of all nodes: each node passes on what it received last.
void daisy_chain(CollectiveExecutor& executor, const CollectiveData& in, CollectiveData& out, const Path& circle) {
  add_one_each(executor, in);
  const std::size_t nodes = circle.size();
  const std::uint64_t parts = executor.model().links() ? turns(executor.model(), nodes) : 1;
  for (std::size_t step = 0; step + 1 < nodes; ++step) {
    for (std::uint64_t part = 0; part < parts; ++part) {
      executor.begin_step();
      for (std::size_t i = part; i < nodes; i += parts)
        executor.send(circle[i], circle[(i + 1) % nodes], circle[(i + nodes - step) % nodes]);
      executor.end_step();
    }
  }
  collect_all(executor, out);
}

void around(CollectiveExecutor& executor, const CollectiveTask&, const CollectiveData& in, CollectiveData& out) {
  daisy_chain(executor, in, out, first_pieces(executor.nodes()));
}

CollectiveFormula around_formula(const CollectiveModel& model, const CollectiveTask& task) {
  const std::uint64_t parts = model.links() ? turns(model, model.nodes) : 1;
  if (!task.counts.empty()) return exactly(model, counts_around(task.counts, parts));
  const std::uint64_t steps = (model.nodes - 1) * parts;
  return counted(model, even(model, task), steps, static_cast<double>(steps) * share(model, task));
}

/// Daisy chains along one dimension after the other. Each chain carries everything that the dimensions before have
/// brought.
void by_dimensions(CollectiveExecutor& executor, const CollectiveTask&, const CollectiveData& in, CollectiveData& out) {
  const Mesh mesh(executor.model().architecture);
  add_one_each(executor, in);
  for (std::size_t d = 0; d < mesh.dimensions(); ++d) {
    rotate_rings(executor, mesh, d, CollectiveExecutor::Sender::keeps,
                 [&](std::uint32_t origin, std::uint32_t, std::vector<Piece>& bundle) {
                   for (Piece j = origin % mesh.block(d); j < executor.nodes(); j += mesh.block(d)) bundle.push_back(j);
                 });
  }
  collect_all(executor, out);
}

CollectiveFormula gather_by_dimensions_formula(const CollectiveModel& model, const CollectiveTask& task) {
  if (!task.counts.empty()) return exactly(model, counts_by_dimensions(model, task.counts));
  std::uint64_t steps = 0;
  double words = 0;
  std::uint64_t bundle = 1;
  for (const std::uint32_t size : model.architecture.sizes) {
    const std::uint64_t these = (size - 1) * turns(model, size);
    steps += these;
    words += static_cast<double>(these * bundle) * share(model, task);
    bundle *= size;
  }
  return counted(model, even(model, task), steps, words);
}

PipelineBound tree_bound(const CollectiveModel& model, std::uint32_t source) {
  return {1, static_cast<double>(Mesh(model.architecture).reach(source)) - 1};
}

void broadcasts_in_turn(CollectiveExecutor& executor, const CollectiveTask&, const CollectiveData& in,
                        CollectiveData& out) {
  std::vector<Piece> all;
  for (std::uint32_t i = 0; i < executor.nodes(); ++i) {
    const PipelineBound bound = tree_bound(executor.model(), i);
    const std::uint64_t packets = best_packets(bound, in[i].size(), executor.model()).packets;
    const std::vector<Piece> pieces = executor.add_shares(i, in[i], packets);
    all.insert(all.end(), pieces.begin(), pieces.end());
    run_flows(executor,
              std::vector<Flow>{{.links = dimension_order_tree(executor.model(), i), .packets = packets_of(pieces)}});
  }
  collect_everywhere(executor, all, out);
}

CollectiveFormula broadcasts_formula(const CollectiveModel& model, const CollectiveTask& task) {
  double time = 0;
  for (std::uint32_t i = 0; i < model.nodes; ++i) {
    const std::uint64_t words = task.words_of(i, model.nodes);
    const PipelineBound bound = tree_bound(model, i);
    if (words > 0) time += ideal_time(bound, static_cast<double>(words), model);
  }
  return estimated(time);
}

/// Every block is cut into n pieces. Each piece crosses a dimension together with all pieces of its number collected so
/// far.
void by_rotating_pieces(CollectiveExecutor& executor, const CollectiveTask&, const CollectiveData& in,
                        CollectiveData& out) {
  const std::uint32_t n = executor.model().architecture.dimensions();
  for (std::uint32_t i = 0; i < executor.nodes(); ++i) executor.add_shares(i, in[i], n);
  rotate_pieces(
      executor, CollectiveExecutor::Sender::keeps,
      [&](std::uint32_t i, std::uint32_t q, std::uint32_t crossed, std::uint32_t, std::vector<Piece>& bundle) {
        for_each_subset(crossed, [&](std::uint32_t bits) { bundle.push_back((i ^ bits) * n + q); });
      });
  collect_everywhere(executor, first_pieces(executor.nodes() * n), out);
}

/// In round i every node reads from the node 2^i further everything that it does not have yet.
void by_doubling(CollectiveExecutor& executor, const CollectiveTask&, const CollectiveData& in, CollectiveData& out) {
  const std::uint32_t nodes = executor.nodes();
  add_one_each(executor, in);
  std::vector<Piece> bundle;
  for (std::uint32_t known = 1; known < nodes; known *= 2) {
    executor.begin_step();
    for (std::uint32_t i = 0; i < nodes; ++i) {
      bundle.clear();
      for (std::uint32_t j = 0; j < std::min(known, nodes - known); ++j) bundle.push_back((i + known + j) % nodes);
      executor.send((i + known) % nodes, i, bundle);
    }
    executor.end_step();
  }
  collect_all(executor, out);
}

}  // namespace

std::vector<CollectiveAlgorithm> all_gather_algorithms() {
  constexpr auto operation = Collective::all_gather;
  return {
      collective_algorithm(
          "all-gather-bus", operation, "every node's words in turn, heard by all",
          "Saad and Schultz, Section 3.3 (a), (3.26)", only(Kind::bus),
          [](const auto& model, const auto& task) {
            if (!task.counts.empty()) return exactly(model, counts_on_bus(task.counts, model.modules));
            const std::uint64_t steps = model.rounds(model.nodes);
            return counted(model, even(model, task), steps, static_cast<double>(steps) * share(model, task));
          },
          by_bus, Parts::any),
      collective_algorithm(
          "all-gather-shared-memory", operation, "all written, then the others' words read, k* nodes at a time",
          "Saad and Schultz, Section 3.3 (b), (3.27)", only(Kind::shared_memory),
          [](const auto& model, const auto& task) {
            if (!task.counts.empty()) return exactly(model, counts_in_memory(task.counts, model.modules));
            const std::uint64_t turns = model.rounds(model.nodes);
            return counted(model, even(model, task), 2 * turns, static_cast<double>(turns * task.words));
          },
          by_memory, Parts::any),
      collective_algorithm("all-gather-ring", operation, "daisy chain: each node passes on what it received last",
                           "Saad and Schultz, Section 3.3 (c), (3.28)", only(Kind::ring), around_formula, around,
                           Parts::any),
      collective_algorithm("all-gather-torus-broadcasts", operation,
                           "a pipelined tree broadcast from every node in turn",
                           "Saad and Schultz, Section 3.3 (d), (3.29) times k", on_mesh, broadcasts_formula,
                           broadcasts_in_turn, Parts::any),
      collective_algorithm(
          "all-gather-embedded-ring", operation,
          "daisy chain along a Hamiltonian circle: tori, hypercubes, grids with an even side",
          "Saad and Schultz, Section 3.3 (d), (3.30)",
          [](const auto& model, const auto&) {
            const bool mesh = model.is(Kind::torus) || model.is(Kind::grid) || model.is(Kind::hypercube);
            return mesh && (model.nodes == 1 || has_hamiltonian_circle(Mesh(model.architecture)));
          },
          around_formula,
          [](auto& executor, const auto&, const auto& in, auto& out) {
            daisy_chain(executor, in, out, *hamiltonian_circle(Mesh(executor.model().architecture)));
          },
          Parts::any),
      collective_algorithm("all-gather-torus-alternating", operation,
                           "daisy chains along the columns, then with all of them along the rows; any dimensions",
                           "Saad and Schultz, Section 3.3 (d), (3.31)", only(Kind::torus), gather_by_dimensions_formula,
                           by_dimensions, Parts::any),
      collective_algorithm("all-gather-hypercube-alternating", operation,
                           "exchanges over one dimension after the other",
                           "Saad and Schultz, Section 3.3 (d), (3.31) with sides of two", only(Kind::hypercube),
                           gather_by_dimensions_formula, by_dimensions, Parts::any),
      collective_algorithm(
          "all-gather-hypercube-pieces", operation, "every block in n pieces, each over another dimension at a time",
          "Saad and Schultz, Section 3.3 (e), (3.33)", on_hypercube,
          [](const auto& model, const auto& task) {
            const std::uint64_t n = model.architecture.dimensions();
            const std::uint64_t parts = model.half_duplex() ? 2 : 1;
            return counted(
                model, divides(model.nodes * n, task.words), parts * n,
                static_cast<double>(parts * (model.nodes - 1)) * share(model, task) / static_cast<double>(n));
          },
          by_rotating_pieces),
      collective_algorithm("all-gather-switch-ring", operation, "daisy chain around a ring",
                           "Saad and Schultz, Section 3.3 (f), (3.34)", only(Kind::switched), around_formula, around,
                           Parts::any),
      collective_algorithm(
          "all-gather-switch-doubling", operation, "every node reads all that the node 2^i further holds",
          "Saad and Schultz, Section 3.3 (f), (3.35), for any number of nodes", only(Kind::switched),
          [](const auto& model, const auto& task) {
            if (!task.counts.empty()) return exactly(model, counts_by_doubling(task.counts));
            return counted(model, even(model, task), levels(model.nodes),
                           static_cast<double>(model.nodes - 1) * share(model, task));
          },
          by_doubling, Parts::any),
  };
}

}  // namespace pram
