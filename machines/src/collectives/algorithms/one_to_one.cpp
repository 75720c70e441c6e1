#include <algorithm>
#include <numeric>

#include "algorithm.hpp"
#include "collectives/algorithm_families.hpp"
#include "collectives/execution/flows.hpp"
#include "collectives/model/pipeline.hpp"
#include "paths.hpp"

namespace pram {

namespace {

using Kind = Architecture::Kind;

constexpr auto forgets = CollectiveExecutor::Sender::forgets;

/// The most nodes for which disjoint paths are searched.
constexpr std::uint32_t search_limit = 4096;

bool apart(const CollectiveTask& task) { return task.source != task.target; }

std::uint64_t hops(const CollectiveModel& model, const CollectiveTask& task) {
  return links_of(route(*model.topology, task.source, task.target));
}

PipelineBound path_of(std::uint64_t links) { return {1, static_cast<double>(links) - 1}; }

void all_at_once(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                 CollectiveData& out) {
  const Piece piece = executor.add(task.source, in[task.source]);
  executor.begin_step();
  executor.send(task.source, task.target, piece);
  executor.end_step();
  out[task.target] = executor.collect(task.target, std::span(&piece, 1));
}

void write_and_read(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                    CollectiveData& out) {
  const Piece piece = executor.add(task.source, in[task.source]);
  const std::uint32_t path[] = {task.source, executor.memory(), task.target};
  run_flows(executor, std::vector<Flow>{{.links = along(path), .packets = {{piece}}, .sender = forgets}});
  out[task.target] = executor.collect(task.target, std::span(&piece, 1));
}

/// Sends the words along the topology's own route, in one packet or in as many as are best.
void along_route(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                 CollectiveData& out, bool pipelined) {
  const Path path = route(*executor.model().topology, task.source, task.target);
  const PipelineBound bound = path_of(links_of(path));
  const std::uint64_t packets = pipelined ? best_packets(bound, task.words, executor.model()).packets : 1;
  const std::vector<Piece> pieces = executor.add_shares(task.source, in[task.source], packets);
  run_flows(executor, std::vector<Flow>{{.links = along(path), .packets = packets_of(pieces), .sender = forgets}});
  out[task.target] = executor.collect(task.target, pieces);
}

/// Sends equal shares over all paths, each in the same number of packets.
void over_equally(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                  CollectiveData& out, const std::vector<Path>& paths) {
  const PipelineBound bound = path_of(lengths_of(paths).back());
  const std::uint64_t largest = share_of(task.words, paths.size(), 0);
  const std::uint64_t packets = best_packets(bound, largest, executor.model()).packets;
  const std::vector<Piece> pieces = executor.add_shares(task.source, in[task.source], paths.size() * packets);
  std::vector<Flow> flows;
  for (std::size_t j = 0; j < paths.size(); ++j) {
    Flow flow{.links = along(paths[j]), .packets = {}, .sender = forgets};
    for (std::uint64_t p = 0; p < packets; ++p) flow.packets.push_back({pieces[p * paths.size() + j]});
    flows.push_back(std::move(flow));
  }
  run_flows(executor, flows);
  out[task.target] = executor.collect(task.target, pieces);
}

/// Sends packets of one size over the paths of a plan, more packets over the shorter paths.
void over_split(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in, CollectiveData& out,
                std::vector<Path> paths, const SplitPlan& plan) {
  std::ranges::stable_sort(paths, {}, links_of);
  const std::vector<Piece> pieces = executor.add_shares(task.source, in[task.source], plan.packets);
  std::vector<Flow> flows;
  std::size_t next = 0;
  for (std::size_t j = 0; j < plan.paths; ++j) {
    Flow flow{.links = along(paths[j]), .packets = {}, .sender = forgets};
    for (std::uint64_t p = links_of(paths[j]); p <= plan.steps; ++p) flow.packets.push_back({pieces[next++]});
    flows.push_back(std::move(flow));
  }
  run_flows(executor, flows);
  out[task.target] = executor.collect(task.target, pieces);
}

using PathsOf = std::vector<Path> (*)(const CollectiveModel&, const CollectiveTask&);

std::vector<Path> both_ways(const CollectiveModel& model, const CollectiveTask& task) {
  const std::uint32_t nodes = model.nodes;
  const std::uint32_t up = (task.target + nodes - task.source) % nodes;
  Path ahead;
  Path back;
  for (std::uint32_t i = 0; i <= up; ++i) ahead.push_back((task.source + i) % nodes);
  for (std::uint32_t i = 0; i <= nodes - up; ++i) back.push_back((task.source + nodes - i) % nodes);
  return ahead.size() <= back.size() ? std::vector<Path>{ahead, back} : std::vector<Path>{back, ahead};
}

std::vector<Path> four_on_torus(const CollectiveModel& model, const CollectiveTask& task) {
  return torus_paths(*model.topology, Mesh(model.architecture), task.source, task.target);
}

std::vector<Path> all_on_hypercube(const CollectiveModel& model, const CollectiveTask& task) {
  return hypercube_paths(model.architecture.dimensions(), task.source, task.target);
}

/// Whether the architecture has the paths, and a target may read from all of them at once.
bool has_paths(const CollectiveModel& model, const CollectiveTask& task, Kind kind) {
  if (model.architecture.kind != kind || !model.all_ports() || !apart(task)) return false;
  if (kind == Kind::ring) return model.nodes > 2;
  if (kind != Kind::torus) return true;
  // A side of two nodes has one link where a longer ring has two.
  return model.architecture.sizes.size() == 2 && std::ranges::min(model.architecture.sizes) > 2;
}

/// How the words are shared out over the paths.
enum class Shares { equal, by_length };

CollectiveAlgorithm over_paths(Shares shares, std::string name, std::string summary, std::string source, Kind kind,
                               PathsOf paths_of) {
  return collective_algorithm(
      std::move(name), Collective::one_to_one, std::move(summary), std::move(source),
      [kind](const auto& model, const auto& task) { return has_paths(model, task, kind); },
      [=](const auto& model, const auto& task) {
        const auto lengths = lengths_of(paths_of(model, task));
        const auto words = static_cast<double>(task.words);
        if (shares == Shares::by_length) return estimated(ideal_split_time(lengths, words, model));
        return estimated(ideal_time(path_of(lengths.back()), words / static_cast<double>(lengths.size()), model));
      },
      [=](CollectiveExecutor& executor, const auto& task, const auto& in, auto& out) {
        const auto paths = paths_of(executor.model(), task);
        if (shares == Shares::equal) return over_equally(executor, task, in, out, paths);
        over_split(executor, task, in, out, paths, best_split(lengths_of(paths), task.words, executor.model()));
      });
}

std::vector<std::vector<Path>> searched(const Topology& topology, const CollectiveTask& task) {
  return shortest_disjoint_paths(topology, task.source, task.target, topology.ports());
}

CollectiveAlgorithm searched_paths() {
  return collective_algorithm(
      "one-to-one-disjoint-paths", Collective::one_to_one,
      "packets over edge-disjoint paths of least total length, as many as pay; any topology with all ports",
      "Saad and Schultz, Section 3.1 (d); paths by least-cost flow, split as the lengths require",
      [](const auto& model, const auto& task) {
        return model.links() && model.all_ports() && apart(task) && model.topology->nodes() <= search_limit;
      },
      [](const auto& model, const auto& task) {
        double best = 0;
        for (const auto& paths : searched(*model.topology, task)) {
          const double time = ideal_split_time_on_all(lengths_of(paths), static_cast<double>(task.words), model);
          if (paths.size() == 1 || time < best) best = time;
        }
        return estimated(best);
      },
      [](CollectiveExecutor& executor, const auto& task, const auto& in, auto& out) {
        SplitPlan best;
        std::vector<Path> chosen;
        for (const auto& paths : searched(*executor.model().topology, task)) {
          const SplitPlan plan = best_split_on_all(lengths_of(paths), task.words, executor.model());
          if (!chosen.empty() && plan.time >= best.time) continue;
          best = plan;
          chosen = paths;
        }
        over_split(executor, task, in, out, chosen, best);
      });
}

CollectiveFormula one_step(const CollectiveModel& model, const CollectiveTask& task) {
  return counted(model, true, 1, static_cast<double>(task.words));
}

bool on_links(const CollectiveModel& model, const CollectiveTask&) { return model.links(); }

}  // namespace

std::vector<CollectiveAlgorithm> one_to_one_algorithms() {
  constexpr auto operation = Collective::one_to_one;
  return {
      collective_algorithm("one-to-one-bus", operation, "one message", "Saad and Schultz, Section 3.1 (a), (3.1)",
                           only(Kind::bus), one_step, all_at_once),
      collective_algorithm(
          "one-to-one-shared-memory", operation, "written, then read", "Saad and Schultz, Section 3.1 (b), (3.2)",
          only(Kind::shared_memory),
          [](const auto& model, const auto& task) {
            return counted(model, true, 2, 2 * static_cast<double>(task.words));
          },
          write_and_read),
      collective_algorithm("one-to-one-switch", operation, "one setting of the switch",
                           "Saad and Schultz, Section 3.1 (f)", only(Kind::switched), one_step, all_at_once),
      collective_algorithm(
          "one-to-one-store-and-forward", operation, "all words hop by hop along the topology's route",
          "Saad and Schultz, Section 3.1 (c), (3.3)", on_links,
          [](const auto& model, const auto& task) {
            const std::uint64_t links = hops(model, task);
            return counted(model, true, links, static_cast<double>(links * task.words));
          },
          [](auto& executor, const auto& task, const auto& in, auto& out) {
            along_route(executor, task, in, out, false);
          }),
      collective_algorithm(
          "one-to-one-pipelined", operation, "packets of the best size along the topology's route",
          "Saad and Schultz, Section 3.1 (c) to (e), (3.5), (3.8), (3.14)", on_links,
          [](const auto& model, const auto& task) {
            const PipelineBound bound = path_of(hops(model, task));
            return estimated(ideal_time(bound, static_cast<double>(task.words), model));
          },
          [](auto& executor, const auto& task, const auto& in, auto& out) {
            along_route(executor, task, in, out, true);
          }),
      over_paths(Shares::equal, "one-to-one-ring-halves",
                 "one half each way; the target reads from both neighbours (ports=all)",
                 "Saad and Schultz, Section 3.1 (c), (3.6)", Kind::ring, both_ways),
      over_paths(Shares::by_length, "one-to-one-ring-split", "both ways if it pays, more the shorter way (ports=all)",
                 "Saad and Schultz, Section 3.1 (c), the details omitted there", Kind::ring, both_ways),
      over_paths(Shares::equal, "one-to-one-torus-four-paths", "a quarter over each of four edge-disjoint paths",
                 "Saad and Schultz, Section 3.1 (d), Proposition 3.2, (3.11)", Kind::torus, four_on_torus),
      over_paths(Shares::by_length, "one-to-one-torus-split",
                 "those of four edge-disjoint paths that pay, more over the shorter ones",
                 "Saad and Schultz, Section 3.1 (d), Proposition 3.2, the details omitted there", Kind::torus,
                 four_on_torus),
      over_paths(Shares::equal, "one-to-one-hypercube-paths", "an equal share over each of n node-disjoint paths",
                 "Saad and Schultz, Section 3.1 (e), Proposition 3.3", Kind::hypercube, all_on_hypercube),
      over_paths(Shares::by_length, "one-to-one-hypercube-split",
                 "those of n node-disjoint paths that pay, more over the shorter ones",
                 "Saad and Schultz, Section 3.1 (e), Proposition 3.3, the details omitted there", Kind::hypercube,
                 all_on_hypercube),
      searched_paths(),
  };
}

}  // namespace pram
