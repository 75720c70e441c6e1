#include <algorithm>
#include <bit>

#include "broadcast.hpp"
#include "bundled.hpp"
#include "lines.hpp"
#include "paths.hpp"
#include "rows.hpp"

namespace pram {

namespace {

using Kind = Architecture::Kind;

double share(const ExchangeModel& model, const ExchangeTask& task) {
  return static_cast<double>(task.words) / model.nodes;
}

bool even(const ExchangeModel& model, const ExchangeTask& task) { return divides(model.nodes, task.words); }

void collect_all(const ExchangeExecutor& executor, ExchangeData& out) {
  const std::vector<Piece> pieces = first_pieces(executor.nodes());
  for (std::uint32_t i = 0; i < executor.nodes(); ++i) out[i] = executor.collect(i, pieces);
}

/// Calls visit(first, last) for the nodes that a bus or memory serves in one step.
template <class Visit>
void served_together(const ExchangeExecutor& executor, Visit&& visit) {
  const std::uint32_t modules = executor.model().modules;
  for (std::uint32_t first = 0; first < executor.nodes(); first += modules)
    visit(first, std::min(executor.nodes(), first + modules));
}

void by_bus(ExchangeExecutor& executor, const ExchangeTask&, const ExchangeData& in, ExchangeData& out) {
  add_one_each(executor, in);
  served_together(executor, [&](std::uint32_t first, std::uint32_t last) {
    executor.begin_step();
    for (Piece i = first; i < last; ++i) {
      executor.send_to_all(i, std::span(&i, 1), [&](Piece, auto&& hears) {
        for (std::uint32_t j = 0; j < executor.nodes(); ++j) hears(j);
      });
    }
    executor.end_step();
  });
  collect_all(executor, out);
}

void by_memory(ExchangeExecutor& executor, const ExchangeTask&, const ExchangeData& in, ExchangeData& out) {
  add_one_each(executor, in);
  served_together(executor, [&](std::uint32_t first, std::uint32_t last) {
    executor.begin_step();
    for (Piece i = first; i < last; ++i) executor.send(i, executor.memory(), i);
    executor.end_step();
  });
  served_together(executor, [&](std::uint32_t first, std::uint32_t last) {
    executor.begin_step();
    for (std::uint32_t i = first; i < last; ++i) {
      std::vector<Piece> others = first_pieces(executor.nodes());
      others.erase(others.begin() + i);
      executor.send(executor.memory(), i, others);
    }
    executor.end_step();
  });
  collect_all(executor, out);
}

/// Each node passes on what it received last, around a circle of all nodes.
void daisy_chain(ExchangeExecutor& executor, const ExchangeData& in, ExchangeData& out, const Path& circle) {
  add_one_each(executor, in);
  const std::size_t nodes = circle.size();
  const std::uint64_t parts = executor.checker().architecture().links() ? turns(executor.model(), nodes) : 1;
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

void around(ExchangeExecutor& executor, const ExchangeTask&, const ExchangeData& in, ExchangeData& out) {
  daisy_chain(executor, in, out, first_pieces(executor.nodes()));
}

ExchangeFormula around_formula(const ExchangeModel& model, const Architecture& architecture, const ExchangeTask& task) {
  const std::uint64_t steps = (model.nodes - 1) * (architecture.links() ? turns(model, model.nodes) : 1);
  return counted(model, even(model, task), steps, static_cast<double>(steps) * share(model, task));
}

/// Daisy chains along one dimension after the other, each with all that the ones before have brought.
void by_dimensions(ExchangeExecutor& executor, const ExchangeTask&, const ExchangeData& in, ExchangeData& out) {
  const Lines lines(executor.checker().architecture());
  add_one_each(executor, in);
  std::vector<Piece> bundle;
  for (std::size_t d = 0; d < lines.dimensions(); ++d) {
    const std::uint64_t parts = turns(executor.model(), lines.size(d));
    for (std::uint32_t step = 0; step + 1 < lines.size(d); ++step) {
      for (std::uint64_t part = 0; part < parts; ++part) {
        executor.begin_step();
        for (std::uint32_t i = 0; i < executor.nodes(); ++i) {
          if (parts == 2 && lines.digit(i, d) != part) continue;
          bundle.clear();
          const std::uint32_t origin = lines.moved(i, d, -std::int64_t{step});
          for (std::uint32_t j = origin % lines.block(d); j < executor.nodes(); j += lines.block(d))
            bundle.push_back(j);
          executor.send(i, lines.moved(i, d, 1), bundle);
        }
        executor.end_step();
      }
    }
  }
  collect_all(executor, out);
}

ExchangeFormula by_dimensions_formula(const ExchangeModel& model, const Architecture& architecture,
                                      const ExchangeTask& task) {
  std::uint64_t steps = 0;
  double words = 0;
  std::uint64_t bundle = 1;
  for (const std::uint32_t size : architecture.sizes) {
    const std::uint64_t these = (size - 1) * turns(model, size);
    steps += these;
    words += static_cast<double>(these * bundle) * share(model, task);
    bundle *= size;
  }
  return counted(model, even(model, task), steps, words);
}

PipelineLine tree_line(const ExchangeModel& model, std::uint32_t source) {
  return {1, static_cast<double>(Lines(architecture_of(model.network)).reach(source)) - 1};
}

void broadcasts_in_turn(ExchangeExecutor& executor, const ExchangeTask&, const ExchangeData& in, ExchangeData& out) {
  std::vector<Piece> all;
  for (std::uint32_t i = 0; i < executor.nodes(); ++i) {
    const PipelineLine line = tree_line(executor.model(), i);
    const std::uint64_t packets = best_packets(std::span(&line, 1), in[i].size(), executor.model()).packets;
    const std::vector<Piece> pieces = executor.add_shares(i, in[i], packets);
    all.insert(all.end(), pieces.begin(), pieces.end());
    run_flows(executor, std::vector<Flow>{{.links = lines_tree(executor.model(), i), .packets = packets_of(pieces)}});
  }
  for (std::uint32_t i = 0; i < executor.nodes(); ++i) out[i] = executor.collect(i, all);
}

ExchangeFormula broadcasts_formula(const ExchangeModel& model, const Architecture&, const ExchangeTask& task) {
  double time = 0;
  for (std::uint32_t i = 0; i < model.nodes; ++i) {
    const std::uint64_t words = share_of(task.words, model.nodes, i);
    const PipelineLine line = tree_line(model, i);
    if (words > 0) time += ideal_time(std::span(&line, 1), static_cast<double>(words), model);
  }
  return estimated(time);
}

/// Every block in n pieces; in round t piece q crosses dimension q + t with all of its kind collected so far. Nodes of
/// even parity write first where links are half duplex.
void by_rotating_pieces(ExchangeExecutor& executor, const ExchangeTask&, const ExchangeData& in, ExchangeData& out) {
  const std::uint32_t n = executor.checker().architecture().dimensions();
  const std::uint32_t nodes = executor.nodes();
  const std::uint32_t parts = half_duplex(executor.model()) ? 2 : 1;
  for (std::uint32_t i = 0; i < nodes; ++i) executor.add_shares(i, in[i], n);
  std::vector<std::uint32_t> crossed(n, 0);  // by piece: bits of the dimensions
  std::vector<Piece> bundle;
  for (std::uint32_t round = 0; round < n; ++round) {
    for (std::uint32_t part = 0; part < parts; ++part) {
      executor.begin_step();
      for (std::uint32_t i = 0; i < nodes; ++i) {
        if (parts == 2 && std::popcount(i) % 2 != static_cast<int>(part)) continue;
        for (std::uint32_t q = 0; q < n; ++q) {
          bundle.clear();
          for_each_subset(crossed[q], [&](std::uint32_t bits) { bundle.push_back((i ^ bits) * n + q); });
          executor.send(i, i ^ 1U << (q + round) % n, bundle);
        }
      }
      executor.end_step();
    }
    for (std::uint32_t q = 0; q < n; ++q) crossed[q] |= 1U << (q + round) % n;
  }
  const std::vector<Piece> all = first_pieces(nodes * n);
  for (std::uint32_t i = 0; i < nodes; ++i) out[i] = executor.collect(i, all);
}

/// In round i every node reads all that the node 2^i further holds, but what it has.
void by_doubling(ExchangeExecutor& executor, const ExchangeTask&, const ExchangeData& in, ExchangeData& out) {
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

std::vector<ExchangeAlgorithm> all_gather_algorithms() {
  constexpr auto operation = ExchangeOperation::all_gather;
  return {
      exchange_row(
          "all-gather-bus", operation, "every node's words in turn, heard by all",
          "Saad and Schultz, Section 3.3 (a), (3.26)", only(Kind::bus),
          [](const auto& model, const auto&, const auto& task) {
            const std::uint64_t steps = rounds(model.nodes, model.modules);
            return counted(model, even(model, task), steps, static_cast<double>(steps) * share(model, task));
          },
          by_bus),
      exchange_row(
          "all-gather-shared-memory", operation, "all written, then the others' words read, k* nodes at a time",
          "Saad and Schultz, Section 3.3 (b), (3.27)", only(Kind::shared_memory),
          [](const auto& model, const auto&, const auto& task) {
            const std::uint64_t turns = rounds(model.nodes, model.modules);
            return counted(model, even(model, task), 2 * turns, static_cast<double>(turns * task.words));
          },
          by_memory),
      exchange_row("all-gather-ring", operation, "daisy chain: each node passes on what it received last",
                   "Saad and Schultz, Section 3.3 (c), (3.28)", only(Kind::ring), around_formula, around),
      exchange_row(
          "all-gather-torus-broadcasts", operation, "a pipelined tree broadcast from every node in turn",
          "Saad and Schultz, Section 3.3 (d), (3.29) times k",
          [](const auto& model, const auto& architecture, const auto&) {
            return (architecture.kind == Kind::torus || architecture.kind == Kind::grid) && all_ports(model);
          },
          broadcasts_formula, broadcasts_in_turn),
      exchange_row(
          "all-gather-embedded-ring", operation,
          "daisy chain along a Hamiltonian circle: tori, hypercubes, grids with an even side",
          "Saad and Schultz, Section 3.3 (d), (3.30)",
          [](const auto& model, const auto& architecture, const auto&) {
            const bool lines = architecture.kind == Kind::torus || architecture.kind == Kind::grid ||
                               architecture.kind == Kind::hypercube;
            return lines && (model.nodes == 1 || has_hamiltonian_circle(Lines(architecture)));
          },
          around_formula,
          [](auto& executor, const auto&, const auto& in, auto& out) {
            daisy_chain(executor, in, out, *hamiltonian_circle(Lines(executor.checker().architecture())));
          }),
      exchange_row("all-gather-torus-alternating", operation,
                   "daisy chains along the columns, then with all of them along the rows; any dimensions",
                   "Saad and Schultz, Section 3.3 (d), (3.31)", only(Kind::torus), by_dimensions_formula,
                   by_dimensions),
      exchange_row("all-gather-hypercube-alternating", operation, "exchanges over one dimension after the other",
                   "Saad and Schultz, Section 3.3 (d), (3.31) with sides of two", only(Kind::hypercube),
                   by_dimensions_formula, by_dimensions),
      exchange_row(
          "all-gather-hypercube-pieces", operation, "every block in n pieces, each over another dimension at a time",
          "Saad and Schultz, Section 3.3 (e), (3.33)",
          [](const auto& model, const auto& architecture, const auto&) {
            return architecture.kind == Kind::hypercube && all_ports(model);
          },
          [](const auto& model, const auto& architecture, const auto& task) {
            const std::uint64_t n = architecture.dimensions();
            const std::uint64_t parts = half_duplex(model) ? 2 : 1;
            return counted(
                model, divides(model.nodes * n, task.words), parts * n,
                static_cast<double>(parts * (model.nodes - 1)) * share(model, task) / static_cast<double>(n));
          },
          by_rotating_pieces),
      exchange_row("all-gather-switch-ring", operation, "daisy chain around a ring",
                   "Saad and Schultz, Section 3.3 (f), (3.34)", only(Kind::switched), around_formula, around),
      exchange_row(
          "all-gather-switch-doubling", operation, "every node reads all that the node 2^i further holds",
          "Saad and Schultz, Section 3.3 (f), (3.35), for any number of nodes", only(Kind::switched),
          [](const auto& model, const auto&, const auto& task) {
            return counted(model, even(model, task), levels(model.nodes),
                           static_cast<double>(model.nodes - 1) * share(model, task));
          },
          by_doubling),
  };
}

}  // namespace pram
