#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <pram/machines/detail/total_exchange.hpp>

namespace pram::testing {

using Ports = SwitchingOptions::Ports;

/// A network's graph, and the schedules of its dimensions.
struct ProductCase {
  std::shared_ptr<const Topology> graph;
  std::vector<TotalExchangePtr> factors;
  TotalExchangeBounds bounds;
};

inline TotalExchangePtr factor_schedule(const std::string& kind, std::uint32_t size, Ports ports, bool plain) {
  if (kind == "path") return total_exchange_on_path(size, ports, plain);
  if (kind == "ring") return total_exchange_on_ring(size, ports);
  return total_exchange_on_complete(size, ports);
}

/// A product of "path", "ring" and "complete" of these sizes.
inline ProductCase product_case(const std::vector<std::pair<std::string, std::uint32_t>>& factors, Ports ports,
                                bool plain = false) {
  ProductCase made;
  std::string name = "product:";
  std::vector<TotalExchangeBounds> bounds;
  for (const auto& [kind, size] : factors) {
    const std::string factor = kind + ":" + std::to_string(size);
    name += (made.factors.empty() ? "" : ",") + factor;
    made.factors.push_back(factor_schedule(kind, size, ports, plain));
    bounds.push_back(total_exchange_bounds(*make_topology(factor)));
  }
  made.graph = make_topology(name);
  made.bounds = total_exchange_bounds(bounds);
  return made;
}

inline ProductCase equal_factors(const std::string& kind, std::uint32_t size, std::size_t dimensions, Ports ports,
                                 bool plain = false) {
  return product_case(std::vector<std::pair<std::string, std::uint32_t>>(dimensions, {kind, size}), ports, plain);
}

/// Executes a schedule with a block for every message, and compares what every node holds with the oracle.
/// @returns the steps
inline std::uint64_t steps_checked(const TotalExchange& schedule, const Topology& graph, Ports ports,
                                   std::uint64_t words_each = 1) {
  const std::uint64_t nodes = graph.nodes();
  const CollectiveTask task{.operation = Collective::all_to_all, .words = words_each * nodes * nodes};
  const CollectiveData in = collective_input(task, graph.nodes());
  CollectiveData out;
  const TotalExchangeRun run = execute_total_exchange(schedule, graph, ports, task, in, out);
  CAPTURE(graph.name());
  CHECK(run.steps == schedule.steps());
  CHECK(run.words == run.steps * words_each);
  CHECK(out == collective_expected(task, in));
  return run.steps;
}

}  // namespace pram::testing
