#include "closing_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <pram/error.hpp>
#include <pram/machines.hpp>
#include "collectives/items.hpp"

namespace pram::perf {

namespace {

/// The first of the nodes that are farthest from node 0.
std::uint32_t farthest_node(const CollectiveModel& model) {
  std::uint32_t farthest = model.nodes - 1;
  if (!model.links()) return farthest;
  std::uint32_t hops = 0;
  for (std::uint32_t node = 1; node < model.nodes; ++node) {
    const std::uint32_t there = model.topology->distance(0, node);
    if (there <= hops) continue;
    farthest = node;
    hops = there;
  }
  return farthest;
}

CollectiveTask closing_task(const CollectiveModel& model, CollectiveOperation operation, std::uint64_t words) {
  CollectiveTask task;
  task.operation = operation;
  task.words = words;
  if (operation == Collective::one_to_one) task.target = farthest_node(model);
  if (operation.combines()) task.words = task.vector_words(model.nodes) * model.nodes;
  return task;
}

ClosingCell executed_cell(const ListedNetwork& network, CollectiveOperation operation, const ClosingRequest& request) {
  CollectiveRequest run;
  run.model = network.model;
  run.task = closing_task(network.model, operation, request.words);
  run.algorithms = algorithms_for(run.model, run.task);
  run.parts = request.parts;
  run.name = fmt::format("{} on {}, {} words: ", to_string(operation), network.name, run.task.words);
  ClosingCell cell{network.name, network.exchange_alone, run_collectives(run)};
  if (cell.executed.interrupted) throw Interrupted(0);
  for (const CollectiveRun& one : cell.executed.runs) {
    if (!one.verified) throw Error(run.name + one.algorithm + " delivered wrong data");
  }
  return cell;
}

}  // namespace

std::string paper_of(const std::string& source) {
  // What pram adds to a paper names the paper, and says what it adds.
  for (const char* const added : {"omitted there", "left open there", "least-cost flow", "on other shapes"}) {
    if (source.find(added) != std::string::npos) return "";
  }
  for (const char* const paper :
       {"Saad and Schultz", "Dimakopoulos and Dimopoulos", "complete exchange on the wormhole torus"}) {
    if (source.starts_with(paper)) return paper;
  }
  return "";
}

const CollectiveRun* ClosingCell::fastest() const {
  const auto& runs = executed.runs;
  const auto place = std::ranges::min_element(runs, {}, &CollectiveRun::time);
  return place == runs.end() ? nullptr : &*place;
}

const CollectiveRun* ClosingCell::of_papers() const {
  const CollectiveRun* best = nullptr;
  for (const CollectiveRun& run : executed.runs) {
    if (!paper_of(run.source).empty() && (best == nullptr || run.time < best->time)) best = &run;
  }
  return best;
}

std::optional<double> ClosingCell::to_bound() const {
  const CollectiveRun* const best = fastest();
  if (best == nullptr || !(executed.lower_bound > 0)) return std::nullopt;
  return best->time / executed.lower_bound;
}

std::optional<double> ClosingCell::gain() const {
  const CollectiveRun* const papers = of_papers();
  if (papers == nullptr) return std::nullopt;
  return papers->time > 0 ? papers->time / fastest()->time : 1;
}

std::vector<LaterGain> later_gains(const ClosingTable& table) {
  std::vector<LaterGain> gains;
  for (const CollectiveAlgorithm& algorithm : collective_algorithms().entries()) {
    if (!paper_of(algorithm.source).empty()) continue;
    std::optional<LaterGain> most;
    for (const ClosingCell& cell : table.cells) {
      const CollectiveRun* const papers = cell.of_papers();
      const auto run = std::ranges::find(cell.executed.runs, algorithm.name, &CollectiveRun::algorithm);
      if (papers == nullptr || run == cell.executed.runs.end()) continue;
      const LaterGain here{*run, algorithm.operation, cell.network, *papers};
      if (!most || here.gain() > most->gain()) most = here;
    }
    if (most) gains.push_back(*std::move(most));
  }
  std::ranges::stable_sort(gains, {}, [](const LaterGain& one) { return one.operation.kind(); });
  return gains;
}

ClosingTable closing_table(const ClosingRequest& request) {
  register_machines();
  ClosingTable table{request, {}, {}};
  const std::vector<ListedNetwork> networks = listed_networks(request, table.without);
  std::uint64_t of = 0;
  for (const ListedNetwork& network : networks) of += network.exchange_alone ? 1 : all_operations().size();
  const auto go_on = [&] {
    if (request.progress && !request.progress(table.cells.size(), of)) throw Interrupted(table.cells.size());
  };
  try {
    for (const ListedNetwork& network : networks) {
      for (const CollectiveOperation operation : all_operations()) {
        if (network.exchange_alone && operation != Collective::all_to_all) continue;
        go_on();
        table.cells.push_back(executed_cell(network, operation, request));
      }
    }
    go_on();
  } catch (const Interrupted&) {  // what is done stands in the table
  }
  return table;
}

}  // namespace pram::perf
