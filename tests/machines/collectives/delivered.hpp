#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <string_view>

#include <pram/machines/collectives.hpp>

namespace pram::testing {

/// Executes one algorithm and checks every node's data against the oracle.
inline CollectiveCost delivered(const CollectiveAlgorithm& algorithm, const CollectiveModel& model,
                                const CollectiveTask& task) {
  const CollectiveData in = collective_input(task, model.nodes);
  CollectiveData out;
  const CollectiveCost cost = algorithm.run(model, task, in, out);
  CHECK(out == collective_expected(task, in));
  return cost;
}

inline CollectiveModel model_of(std::string_view network, double startup, double bandwidth) {
  CollectiveModel model = collective_model(network);
  model.startup = startup;
  model.bandwidth = bandwidth;
  return model;
}

/// Equal but for rounding.
inline bool same(double one, double other) { return std::abs(one - other) <= 1e-9 * (1 + std::abs(other)); }

}  // namespace pram::testing
