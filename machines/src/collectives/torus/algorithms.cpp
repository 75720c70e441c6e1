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

constexpr std::uint32_t largest_side = 64;
constexpr std::uint32_t most_splits = 5;

/// The side of the torus; none if the algorithms are not for this model.
std::optional<std::uint32_t> side_of(const CollectiveModel& model) {
  if (model.switching != SwitchingOptions::Technique::wormhole || model.ports != SwitchingOptions::Ports::one ||
      model.duplex != SwitchingOptions::Duplex::full)
    return std::nullopt;
  const std::optional<std::vector<TopologyFactor>> factors = product_factors(model);
  if (!factors || factors->size() != 2) return std::nullopt;
  const TopologyFactor& one = factors->front();
  if (one.kind != TopologyFactor::Kind::ring || factors->back() != one || one.size % 4 != 0 || one.size < 4 ||
      one.size > largest_side)
    return std::nullopt;
  return one.size;
}

std::uint32_t known_side(const CollectiveModel& model) {
  const std::optional<std::uint32_t> side = side_of(model);
  if (side) return *side;
  throw ConfigError("network", model.network,
                    "a square torus of a side from 4 to 64 that 4 divides, switching=wormhole,ports=one,duplex=full");
}

std::uint64_t pairs_of(std::uint32_t side) { return std::uint64_t{side} * side * side * side; }

/// The words of the longest block.
std::uint64_t longest_block(const CollectiveTask& task, std::uint32_t side) {
  return (task.words + pairs_of(side) - 1) / pairs_of(side);
}

using Splits = std::function<std::uint32_t(const CollectiveModel&, const CollectiveTask&, std::uint32_t side)>;

/// @param least_splits  the algorithm is not for tori that can be divided fewer times
CollectiveAlgorithm algorithm(std::string name, std::string summary, std::string source, std::uint32_t least_splits,
                              const Splits& splits) {
  CollectiveAlgorithm made;
  made.name = std::move(name);
  made.operation = Collective::all_to_all;
  made.summary = std::move(summary);
  made.source = std::move(source);
  made.fits = [least_splits](const CollectiveModel& model, const CollectiveTask&) {
    const std::optional<std::uint32_t> side = side_of(model);
    return side && most_torus_splits(*side) >= least_splits;
  };
  made.formula = [splits](const CollectiveModel& model, const CollectiveTask& task) {
    const std::uint32_t side = known_side(model);
    const TorusCost known = torus_exchange_cost(side, splits(model, task, side));
    const CollectiveCost cost{known.startups, static_cast<double>(known.transmissions * longest_block(task, side))};
    return CollectiveFormula{cost.time(model), task.words % pairs_of(side) == 0, cost};
  };
  made.run = [splits](const CollectiveModel& model, const CollectiveTask& task, const CollectiveData& in,
                      CollectiveData& out) {
    const std::uint32_t side = known_side(model);
    const TorusRun run =
        execute_torus_exchange(TorusExchange(side, splits(model, task, side)), task, in, out, model.watch);
    return CollectiveCost{run.startups, static_cast<double>(run.words)};
  };
  return made;
}

}  // namespace

std::vector<CollectiveAlgorithm> torus_exchange_algorithms() {
  const auto always = [](std::uint32_t splits) -> Splits {
    return [splits](const CollectiveModel&, const CollectiveTask&, std::uint32_t) { return splits; };
  };
  const std::string paper = "complete exchange on the wormhole torus, ";
  std::vector<CollectiveAlgorithm> family;
  family.push_back(algorithm("all-to-all-torus-suh", "undivided: fewest words, N / 2 + 2 start-ups",
                             paper + "Section 3, algorithm of Suh", 0, always(0)));
  family.push_back(
      algorithm("all-to-all-torus-a1", "divided once: N / 4 + 5 start-ups", paper + "Section 2.3, A1", 1, always(1)));
  for (std::uint32_t splits = 2; splits <= most_splits; ++splits) {
    const std::string number = std::to_string(splits);
    family.push_back(algorithm("all-to-all-torus-split-" + number, "divided " + number + " times",
                               fmt::format("{}Section 2.2, A_k of k = {}", paper, number), splits, always(splits)));
  }
  family.push_back(algorithm(
      "all-to-all-torus-best-split", "divided as often as takes the least time by formula", paper + "Section 2.2", 0,
      [](const auto& model, const auto& task, std::uint32_t side) {
        return best_torus_splits(side, model.startup, static_cast<double>(longest_block(task, side)) / model.bandwidth);
      }));
  return family;
}

}  // namespace pram
