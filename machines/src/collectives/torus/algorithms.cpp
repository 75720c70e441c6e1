#include <fmt/format.h>

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include <pram/machines/detail/torus_exchange.hpp>

#include "collectives/algorithm_families.hpp"
#include "collectives/products/product_factors.hpp"

namespace pram {

namespace {

constexpr std::uint32_t most_splits_of_a_row = 5;
constexpr std::uint64_t most_exchange_nodes = 4096;
constexpr std::uint64_t most_looks_at_messages = std::uint64_t{1} << 30;  // at a message in a step

/// The dimensions, each of at least two nodes; none if the algorithms are not for this model.
std::optional<std::vector<TopologyFactor>> dimensions_of(const CollectiveModel& model) {
  if (model.switching != SwitchingOptions::Technique::wormhole || model.ports != SwitchingOptions::Ports::one ||
      model.duplex != SwitchingOptions::Duplex::full || model.nodes > most_exchange_nodes)
    return std::nullopt;
  std::optional<std::vector<TopologyFactor>> factors = product_factors(model);
  if (!factors || factors->empty()) return std::nullopt;
  for (const TopologyFactor& one : *factors) {
    if (one.kind != TopologyFactor::Kind::ring && one.kind != TopologyFactor::Kind::path) return std::nullopt;
  }
  const std::uint64_t steps = TorusExchange(*factors, 0).steps();
  if (std::uint64_t{model.nodes} * model.nodes * steps > most_looks_at_messages) return std::nullopt;
  return factors;
}

std::vector<TopologyFactor> known_dimensions(const CollectiveModel& model) {
  std::optional<std::vector<TopologyFactor>> factors = dimensions_of(model);
  if (factors) return *std::move(factors);
  throw ConfigError("network", model.network,
                    "a torus or grid of at most 4096 nodes, switching=wormhole,ports=one,duplex=full");
}

std::uint64_t pairs_of(const CollectiveModel& model) { return std::uint64_t{model.nodes} * model.nodes; }

/// The words of the longest block.
std::uint64_t longest_block(const CollectiveModel& model, const CollectiveTask& task) {
  return (task.words + pairs_of(model) - 1) / pairs_of(model);
}

using Splits =
    std::function<std::uint32_t(const CollectiveModel&, const CollectiveTask&, const std::vector<TopologyFactor>&)>;

/// @param least_splits  the algorithm is not for tori that can be divided fewer times
CollectiveAlgorithm algorithm(std::string name, std::string summary, std::string source, std::uint32_t least_splits,
                              const Splits& splits) {
  CollectiveAlgorithm made;
  made.name = std::move(name);
  made.operation = Collective::all_to_all;
  made.summary = std::move(summary);
  made.source = std::move(source);
  made.fits = [least_splits](const CollectiveModel& model, const CollectiveTask&) {
    const std::optional<std::vector<TopologyFactor>> factors = dimensions_of(model);
    return factors && TorusExchange::most_splits(*factors) >= least_splits;
  };
  made.formula = [splits](const CollectiveModel& model, const CollectiveTask& task) {
    const std::vector<TopologyFactor> factors = known_dimensions(model);
    const TorusCost known = torus_exchange_cost(TorusExchange(factors, splits(model, task, factors)));
    const CollectiveCost cost{known.startups, static_cast<double>(known.transmissions * longest_block(model, task))};
    return CollectiveFormula{cost.time(model), task.words % pairs_of(model) == 0, cost};
  };
  made.run = [splits](const CollectiveModel& model, const CollectiveTask& task, const CollectiveData& in,
                      CollectiveData& out) {
    const std::vector<TopologyFactor> factors = known_dimensions(model);
    const TorusRun run =
        execute_torus_exchange(TorusExchange(factors, splits(model, task, factors)), task, in, out, model.watch);
    return CollectiveCost{run.startups, static_cast<double>(run.words)};
  };
  return made;
}

}  // namespace

std::vector<CollectiveAlgorithm> torus_exchange_algorithms() {
  const auto always = [](std::uint32_t splits) -> Splits {
    return [splits](const auto&, const auto&, const auto&) { return splits; };
  };
  const std::string paper = "complete exchange on the wormhole torus, ";
  std::vector<CollectiveAlgorithm> family;
  family.push_back(algorithm("all-to-all-torus-suh", "undivided: fewest words; N / 2 + 2 start-ups on N x N",
                             paper + "Section 3, algorithm of Suh; Suh and Shin, IEEE TPDS 12(1), 2001", 0, always(0)));
  family.push_back(algorithm("all-to-all-torus-a1", "divided once: N / 4 + 5 start-ups on N x N",
                             paper + "Section 2.3, A1", 1, always(1)));
  for (std::uint32_t splits = 2; splits <= most_splits_of_a_row; ++splits) {
    const std::string number = std::to_string(splits);
    family.push_back(algorithm("all-to-all-torus-split-" + number, "divided " + number + " times",
                               fmt::format("{}Section 2.2, A_k of k = {}", paper, number), splits, always(splits)));
  }
  family.push_back(algorithm(
      "all-to-all-torus-best-split", "divided as often as takes the least time by formula", paper + "Section 2.2", 0,
      [](const CollectiveModel& model, const CollectiveTask& task, const std::vector<TopologyFactor>& factors) {
        return best_torus_splits(factors, model.startup,
                                 static_cast<double>(longest_block(model, task)) / model.bandwidth);
      }));
  return family;
}

}  // namespace pram
