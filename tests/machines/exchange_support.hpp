#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <string_view>

#include <pram/exchange.hpp>
#include <pram/machines.hpp>

namespace pram::testing {

/// Executes one algorithm and checks every node's data against the oracle.
inline ExchangeCost delivered(const ExchangeAlgorithm& algorithm, const ExchangeModel& model,
                              const ExchangeTask& task) {
  const ExchangeData in = exchange_input(task, model.nodes);
  ExchangeData out;
  const ExchangeCost cost = algorithm.run(model, task, in, out);
  CHECK(out == exchange_expected(task, in));
  return cost;
}

inline ExchangeModel model_of(std::string_view network, double startup, double bandwidth) {
  register_machines();
  ExchangeModel model = exchange_model(network);
  model.startup = startup;
  model.bandwidth = bandwidth;
  return model;
}

/// Equal but for rounding.
inline bool same(double one, double other) { return std::abs(one - other) <= 1e-9 * (1 + std::abs(other)); }

}  // namespace pram::testing
