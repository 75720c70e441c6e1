#include <bit>

#include "collectives/algorithm_families.hpp"
#include "piece_classes.hpp"
#include "rotations.hpp"

namespace pram {

namespace {

using Kind = Architecture::Kind;
using Sender = CollectiveExecutor::Sender;

/// Words of a block: N / k².
double block(const CollectiveModel& model, const CollectiveTask& task) {
  return static_cast<double>(task.words) / model.nodes / model.nodes;
}

bool even(const CollectiveModel& model, const CollectiveTask& task) {
  return divides(std::uint64_t{model.nodes} * model.nodes, task.words);
}

std::vector<Piece> blocks_from(std::uint32_t from, std::uint32_t nodes) {
  std::vector<Piece> blocks = first_pieces(nodes);
  for (Piece& piece : blocks) piece += from * nodes;
  return blocks;
}

void by_bus(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in, CollectiveData& out) {
  const std::uint32_t nodes = executor.nodes();
  add_blocks(executor, task, in);
  in_rounds(executor, 0, [&](std::uint32_t i) {
    executor.send_to_all(i, blocks_from(i, nodes), [&](Piece piece, auto&& hears) { hears(piece % nodes); });
  });
  collect_blocks(executor, out);
}

void by_memory(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
               CollectiveData& out) {
  const std::uint32_t nodes = executor.nodes();
  add_blocks(executor, task, in);
  in_rounds(executor, 0, [&](std::uint32_t i) { executor.send(i, executor.memory(), blocks_from(i, nodes)); });
  in_rounds(executor, 0, [&](std::uint32_t i) {
    std::vector<Piece> blocks;
    for (std::uint32_t from = 0; from < nodes; ++from) blocks.push_back(from * nodes + i);
    executor.send(executor.memory(), i, blocks);
  });
  collect_blocks(executor, out);
}

/// Rings along one dimension after the other, the last one first. Everything that a node has is passed on around the
/// ring, in bundles by the place of their targets in the ring. Each place keeps its own bundle.
void by_dimensions(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                   CollectiveData& out) {
  const std::uint32_t nodes = executor.nodes();
  const Mesh mesh(executor.model().architecture);
  add_blocks(executor, task, in);
  for (std::size_t d = mesh.dimensions(); d-- > 0;) {
    const std::uint32_t stride = mesh.stride(d);
    rotate_rings(executor, mesh, d, Sender::forgets,
                 [&](std::uint32_t place, std::uint32_t step, std::vector<Piece>& bundle) {
                   // The faster digits are already the targets'; the slower ones are still the origins'.
                   const std::uint32_t origin = place - place % stride;
                   for (std::uint32_t further = step; further < mesh.size(d); ++further) {
                     const std::uint32_t goal = mesh.moved(place, d, further) % mesh.block(d);
                     for (std::uint32_t from = origin; from < origin + stride; ++from) {
                       for (std::uint32_t to = goal; to < nodes; to += mesh.block(d))
                         bundle.push_back(from * nodes + to);
                     }
                   }
                 });
  }
  collect_blocks(executor, out);
}

CollectiveFormula exchange_by_dimensions_formula(const CollectiveModel& model, const CollectiveTask& task) {
  std::uint64_t steps = 0;
  double words = 0;
  for (const std::uint32_t size : model.architecture.sizes) {
    const std::uint64_t parts = turns(model, size);
    steps += (size - 1) * parts;
    words += static_cast<double>((size - 1) * parts) / 2 * static_cast<double>(task.words) / model.nodes;
  }
  return counted(model, even(model, task), steps, words);
}

/// The blocks that a node passes on over one dimension: of those that have crossed the dimensions before, the blocks
/// for the other half.
template <class Visit>
void for_the_other_half(std::uint32_t node, std::uint32_t nodes, std::uint32_t crossed, std::uint32_t bit,
                        Visit&& visit) {
  for_each_subset(crossed, [&](std::uint32_t behind) {
    for_each_subset((nodes - 1) & ~crossed & ~bit,
                    [&](std::uint32_t ahead) { visit(node ^ behind, node ^ bit ^ ahead); });
  });
}

/// Everything that a node has is cut into n pieces of whole words. Each piece crosses a dimension if it must.
void by_rotating_pieces(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                        CollectiveData& out) {
  const std::uint32_t nodes = executor.nodes();
  const std::uint32_t n = executor.model().architecture.dimensions();
  const std::vector<std::uint8_t> piece_of = piece_classes(n);
  for (std::uint32_t from = 0; from < nodes; ++from) {
    std::span<const Word> rest = in[from];
    for (std::uint32_t to = 0; to < nodes; ++to) {
      const std::uint64_t words = block_words(task, nodes, from, to);
      for (std::uint32_t q = 0; q < n; ++q) {
        const std::uint64_t share = share_of(words, n, (q + n - piece_of[from ^ to]) % n);
        executor.add(from, rest.first(share));
        rest = rest.subspan(share);
      }
    }
  }
  rotate_pieces(
      executor, Sender::forgets,
      [&](std::uint32_t i, std::uint32_t q, std::uint32_t crossed, std::uint32_t bit, std::vector<Piece>& bundle) {
        for_the_other_half(i, nodes, crossed, bit, [&](std::uint32_t from, std::uint32_t to) {
          bundle.push_back((from * nodes + to) * n + q);
        });
      });
  collect_blocks(executor, out, n);
}

/// The hypercube's exchanges; each is one setting of the switch.
void by_exchanges(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                  CollectiveData& out) {
  const std::uint32_t nodes = executor.nodes();
  add_blocks(executor, task, in);
  std::vector<Piece> bundle;
  for (std::uint32_t bit = nodes / 2, crossed = 0; bit > 0; crossed |= bit, bit /= 2) {
    executor.begin_step();
    for (std::uint32_t i = 0; i < nodes; ++i) {
      bundle.clear();
      for_the_other_half(i, nodes, crossed, bit,
                         [&](std::uint32_t from, std::uint32_t to) { bundle.push_back(from * nodes + to); });
      executor.send(i, i ^ bit, bundle, Sender::forgets);
    }
    executor.end_step();
  }
  collect_blocks(executor, out);
}

void by_shifts(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
               CollectiveData& out) {
  const std::uint32_t nodes = executor.nodes();
  add_blocks(executor, task, in);
  for (std::uint32_t shift = 1; shift < nodes; ++shift) {
    executor.begin_step();
    for (std::uint32_t i = 0; i < nodes; ++i) {
      const std::uint32_t to = (i + shift) % nodes;
      executor.send(i, to, i * nodes + to, Sender::forgets);
    }
    executor.end_step();
  }
  collect_blocks(executor, out);
}

}  // namespace

std::vector<CollectiveAlgorithm> all_to_all_algorithms() {
  constexpr auto operation = Collective::all_to_all;
  return {
      collective_algorithm(
          "all-to-all-bus", operation, "every node's words in turn, of which each keeps its block",
          "Saad and Schultz, Section 3.5 (a)", only(Kind::bus),
          [](const auto& model, const auto& task) {
            const std::uint64_t steps = model.rounds(model.nodes);
            return counted(model, divides(model.nodes, task.words), steps,
                           static_cast<double>(steps * task.words) / model.nodes);
          },
          by_bus),
      collective_algorithm(
          "all-to-all-shared-memory", operation, "all written, then all read, k* nodes at a time",
          "Saad and Schultz, Section 3.5 (b), (3.42)", only(Kind::shared_memory),
          [](const auto& model, const auto& task) {
            const std::uint64_t steps = 2 * model.rounds(model.nodes);
            return counted(model, even(model, task), steps, static_cast<double>(steps * task.words) / model.nodes);
          },
          by_memory),
      collective_algorithm(
          "all-to-all-ring", operation, "rotate and drop: all is passed on, every stop keeps its block",
          "Saad and Schultz, Section 3.5 (c), (3.43)", only(Kind::ring), exchange_by_dimensions_formula, by_dimensions),
      collective_algorithm("all-to-all-torus", operation,
                           "rotate and drop in the rows, bundled by target column, then in the columns; any dimensions",
                           "Saad and Schultz, Section 3.5 (d), (3.44) corrected", only(Kind::torus),
                           exchange_by_dimensions_formula, by_dimensions),
      collective_algorithm("all-to-all-hypercube", operation, "half of what is held over one dimension after the other",
                           "Saad and Schultz, Section 3.5 (e)", only(Kind::hypercube), exchange_by_dimensions_formula,
                           by_dimensions),
      collective_algorithm(
          "all-to-all-hypercube-pieces", operation, "all words in n pieces, each over another dimension at a time",
          "Saad and Schultz, Section 3.5 (e), the optimized algorithm", on_hypercube,
          [](const auto& model, const auto& task) {
            const std::uint64_t n = model.architecture.dimensions();
            const std::uint64_t parts = model.half_duplex() ? 2 : 1;
            return counted(model, even(model, task), parts * n,
                           static_cast<double>(parts * task.words) / (2.0 * model.nodes));
          },
          by_rotating_pieces),
      collective_algorithm(
          "all-to-all-switch", operation, "half of what is held to the node that differs in one bit",
          "Saad and Schultz, Section 3.5 (f)",
          [](const auto& model, const auto&) { return model.is(Kind::switched) && std::has_single_bit(model.nodes); },
          [](const auto& model, const auto& task) {
            const std::uint64_t n = levels(model.nodes);
            return counted(model, even(model, task), n, static_cast<double>(n * task.words) / (2.0 * model.nodes));
          },
          by_exchanges),
      collective_algorithm(
          "all-to-all-switch-direct", operation, "every block straight to its target, shift by shift",
          "Saad and Schultz, Section 2 (f): any permutation in one step", only(Kind::switched),
          [](const auto& model, const auto& task) {
            return counted(model, even(model, task), model.nodes - 1, (model.nodes - 1) * block(model, task));
          },
          by_shifts),
  };
}

}  // namespace pram
