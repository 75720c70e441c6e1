#include "side_by_side.hpp"

#include <algorithm>
#include <cstddef>

#include <pram/machines.hpp>
#include "architectures.hpp"
#include "printed_cells.hpp"

namespace pram::perf {

namespace {

constexpr std::uint32_t least_compared_nodes = 4;
constexpr unsigned compared_doublings = 28;  // words go up to 2^this
constexpr unsigned words_doublings = 4;      // rows over words: every fourth power of two

/// The operations of the tables.
std::vector<Collective> compared_operations() {
  std::vector<Collective> operations;
  for (const PrintedCell& cell : printed_cells()) {
    if (std::ranges::find(operations, cell.operation) == operations.end()) operations.push_back(cell.operation);
  }
  return operations;
}

std::vector<ComparedNetwork> networks_at(std::uint32_t nodes, Collective operation, const SideBySideRequest& request) {
  std::vector<ComparedNetwork> networks;
  for (const std::string& name : architectures()) {
    ComparedNetwork& one = networks.emplace_back(architecture(name, nodes, std::min(nodes, request.modules)));
    one.model.startup = request.startup;
    one.model.bandwidth = request.bandwidth;
    if (operation != Collective::one_to_one) one.target.reset();
  }
  return networks;
}

void add_times(std::vector<ArchitectureTime>& all, const std::vector<ComparedNetwork>& networks, Collective operation,
               std::uint64_t words) {
  const std::vector<NetworkTime> times = network_times(networks, {operation, words, 0, 0});
  for (std::size_t k = 0; k < networks.size(); ++k) {
    const CollectiveModel& model = networks[k].model;
    all.push_back({operation, model.nodes, words, networks[k].name, model.network, times[k]});
  }
}

std::vector<std::uint64_t> words_shown(std::uint64_t asked) {
  std::vector<std::uint64_t> all = {asked};
  for (unsigned doubling = 0; doubling <= compared_doublings; doubling += words_doublings)
    all.push_back(std::uint64_t{1} << doubling);
  std::ranges::sort(all);
  const auto again = std::ranges::unique(all);
  all.erase(again.begin(), again.end());
  return all;
}

}  // namespace

SideBySide side_by_side(const SideBySideRequest& request) {
  register_machines();
  SideBySide result{request, {}, {}, {}};
  const std::vector<Collective> operations = compared_operations();
  std::uint64_t of = 0;
  for (std::uint32_t nodes = least_compared_nodes; nodes <= request.most_nodes; nodes *= 4) of += operations.size();
  std::uint64_t done = 0;
  for (const Collective operation : operations) {
    NetworkCrossover& crossover = result.crossovers.emplace_back();
    crossover.operation = operation;
    crossover.most_doublings = compared_doublings;
    for (const std::uint64_t words : words_shown(request.words))
      add_times(result.over_words, networks_at(request.nodes, operation, request), operation, words);
    for (std::uint32_t nodes = least_compared_nodes; nodes <= request.most_nodes; nodes *= 4) {
      if (request.progress && !request.progress(done++, of)) return result;
      const std::vector<ComparedNetwork> networks = networks_at(nodes, operation, request);
      add_times(result.over_nodes, networks, operation, request.words);
      NetworkCrossover found = network_crossover({{networks}, {operation, 0, 0, 0}, compared_doublings});
      crossover.rows.push_back(std::move(found.rows.front()));
    }
  }
  return result;
}

}  // namespace pram::perf
