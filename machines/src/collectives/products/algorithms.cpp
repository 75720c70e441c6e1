#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <pram/machines/detail/total_exchange.hpp>

#include "collectives/algorithm_families.hpp"
#include "mixed.hpp"
#include "product_factors.hpp"
#include "topology/product/product.hpp"

namespace pram {

namespace {

using Ports = SwitchingOptions::Ports;
using Factors = std::vector<Factor>;

/// The most link crossings of all messages together; execution then takes minutes.
constexpr std::uint64_t most_transfers = std::uint64_t{1} << 33;

std::uint64_t nodes_of(const Factors& factors) {
  std::uint64_t nodes = 1;
  for (const Factor& factor : factors) nodes *= factor.size;
  return nodes;
}

/// T, the steps of one dimension.
std::uint64_t steps_in(const Factor& factor, Ports ports) {
  const std::uint64_t n = factor.size;
  const bool one = ports == Ports::one;
  switch (factor.kind) {
    case FactorKind::ring: return one ? n * n / 4 : n % 2 == 1 ? (n * n - 1) / 8 : (n * n + 7) / 8;
    case FactorKind::path: return !one || n == 2 ? n * n / 4 : n % 2 == 1 ? (n * n - 1) / 2 : n * n / 2 - 1;
    default: return one ? n - 1 : 1;
  }
}

/// The sum of the distances of one dimension over all ordered pairs.
std::uint64_t status_in(const Factor& factor) {
  const std::uint64_t n = factor.size;
  switch (factor.kind) {
    case FactorKind::ring: return n * (n * n / 4);
    case FactorKind::path: return n * (n * n - 1) / 3;
    default: return n * (n - 1);
  }
}

TotalExchangePtr schedule_of(const Factor& factor, Ports ports) {
  switch (factor.kind) {
    case FactorKind::ring: return total_exchange_on_ring(factor.size, ports);
    case FactorKind::path: return total_exchange_on_path(factor.size, ports);
    default: return total_exchange_on_complete(factor.size, ports);
  }
}

std::vector<TotalExchangePtr> schedules_of(const Factors& factors, Ports ports) {
  std::vector<TotalExchangePtr> schedules;
  for (const Factor& factor : factors) schedules.push_back(schedule_of(factor, ports));
  return schedules;
}

/// A method: which products it is for, its steps by formula, and its schedule.
struct Method {
  Ports ports;
  bool (*fits)(const Factors& factors);
  std::uint64_t (*steps)(const Factors& factors);
  TotalExchangePtr (*schedule)(const Factors& factors);
};

bool any_product(const Factors&) { return true; }

/// The last dimension is the second factor, all before it are the first.
std::uint64_t a1_steps(const Factors& factors) {
  std::uint64_t steps = steps_in(factors[0], Ports::one);
  std::uint64_t nodes = factors[0].size;
  for (std::size_t k = 1; k < factors.size(); ++k) {
    const std::uint64_t n = factors[k].size;
    steps = n * (n - 1) * (nodes - 1) + status_in(factors[k]) + n * steps;
    nodes *= n;
  }
  return steps;
}

TotalExchangePtr a1_schedule(const Factors& factors) {
  TotalExchangePtr all = schedule_of(factors[0], Ports::one);
  for (std::size_t k = 1; k < factors.size(); ++k)
    all = total_exchange_a1(std::move(all), std::make_shared<ProductTopology>("factor", Factors{factors[k]}));
  return all;
}

std::uint64_t a2_steps(const Factors& factors) {
  std::uint64_t steps = 0;
  for (const Factor& factor : factors) steps += nodes_of(factors) / factor.size * steps_in(factor, Ports::one);
  return steps;
}

TotalExchangePtr a2_schedule(const Factors& factors) { return total_exchange_a2(schedules_of(factors, Ports::one)); }

bool a3_fits(const Factors& factors) {
  const auto other = [&](const Factor& one) { return one.kind != factors[0].kind || one.size != factors[0].size; };
  return std::has_single_bit(factors.size()) && std::ranges::none_of(factors, other);
}

std::uint64_t a3_steps(const Factors& factors) {
  return nodes_of(factors) / factors[0].size * steps_in(factors[0], Ports::all);
}

TotalExchangePtr a3_schedule(const Factors& factors) {
  return total_exchange_a3(schedule_of(factors[0], Ports::all),
                           static_cast<std::uint32_t>(std::countr_zero(factors.size())));
}

std::uint64_t mixed_steps(const Factors& factors) {
  std::vector<MixedDimension> dimensions;
  for (const Factor& factor : factors) dimensions.push_back({factor.size, steps_in(factor, Ports::all)});
  // Only in small products, where counting proves nothing, must the matchings be made to know the steps.
  return mixed_matchings_exist(dimensions) ? least_mixed_steps(dimensions)
                                           : MixedAssignment(std::move(dimensions)).steps();
}

TotalExchangePtr mixed_schedule(const Factors& factors) {
  return total_exchange_mixed(schedules_of(factors, Ports::all));
}

std::optional<Factors> fitting(const Method& method, const CollectiveModel& model) {
  if (model.ports != method.ports || model.duplex != SwitchingOptions::Duplex::full) return std::nullopt;
  std::optional<Factors> factors = product_factors(model);
  if (!factors || factors->empty()) return std::nullopt;
  const std::uint64_t nodes = nodes_of(*factors);
  if (nodes > most_exchange_nodes) return std::nullopt;
  std::uint64_t transfers = 0;
  for (const Factor& factor : *factors) {
    const std::uint64_t copies = nodes / factor.size;
    transfers += copies * copies * status_in(factor);
  }
  if (transfers > most_transfers || !method.fits(*factors)) return std::nullopt;
  return factors;
}

Factors known_factors(const Method& method, const CollectiveModel& model) {
  std::optional<Factors> factors = fitting(method, model);
  if (factors) return *std::move(factors);
  throw ConfigError("network", model.network,
                    std::string("a product of rings, paths and complete graphs of this kind, of at most ") +
                        std::to_string(most_exchange_nodes) +
                        " nodes, duplex=full,ports=" + (method.ports == Ports::one ? "one" : "all"));
}

CollectiveAlgorithm algorithm(std::string name, std::string summary, std::string source, const Method& method) {
  CollectiveAlgorithm made;
  made.name = std::move(name);
  made.operation = Collective::all_to_all;
  made.summary = std::move(summary);
  made.source = "Dimakopoulos and Dimopoulos, " + std::move(source);
  made.fits = [method](const CollectiveModel& model, const CollectiveTask&) {
    return fitting(method, model).has_value();
  };
  made.formula = [method](const CollectiveModel& model, const CollectiveTask& task) {
    const Factors factors = known_factors(method, model);
    const std::uint64_t pairs = nodes_of(factors) * nodes_of(factors);
    const std::uint64_t steps = method.steps(factors);
    const std::uint64_t block = (task.words + pairs - 1) / pairs;
    const CollectiveCost cost{steps, static_cast<double>(steps * block)};
    return CollectiveFormula{cost.time(model), task.words % pairs == 0, cost};
  };
  made.run = [method](const CollectiveModel& model, const CollectiveTask& task, const CollectiveData& in,
                      CollectiveData& out) {
    const TotalExchangePtr schedule = method.schedule(known_factors(method, model));
    const TotalExchangeRun run =
        execute_total_exchange(*schedule, *model.topology, method.ports, task, in, out, model.watch);
    return CollectiveCost{run.steps, static_cast<double>(run.words)};
  };
  return made;
}

}  // namespace

std::vector<CollectiveAlgorithm> total_exchange_algorithms() {
  return {
      algorithm("all-to-all-product-direct", "sets of messages to each copy of the last dimension, one after the other",
                "Algorithm A1", {Ports::one, any_product, a1_steps, a1_schedule}),
      algorithm("all-to-all-product-one-port", "exchanges in one dimension after the other; optimal for Cayley graphs",
                "Algorithm A2, Corollary 2", {Ports::one, any_product, a2_steps, a2_schedule}),
      algorithm("all-to-all-product-all-ports", "all dimensions at once, for 2^k equal ones",
                "Algorithm A3, Corollary 3", {Ports::all, a3_fits, a3_steps, a3_schedule}),
      algorithm("all-to-all-product-all-ports-any", "all dimensions at once, any of them, by matchings",
                "Section 6, left open there", {Ports::all, any_product, mixed_steps, mixed_schedule}),
  };
}

}  // namespace pram
