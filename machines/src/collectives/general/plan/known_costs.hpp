#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>

#include "plan_costs.hpp"

/// Costs of plans, which are kept: a formula for many numbers of words, the choice of an algorithm and its execution
/// plan once.
namespace pram {

/// Which plan it is of a network: plans of one key are the same.
struct PlanKey {
  enum class Kind {
    packets,
    shares,
    shares_by_way,
    one,
    pairs,
    pairs_together,
    to_one,
    shared,
    to_some,
    scan,
    exchange,
    tree_scan
  };

  Kind kind = Kind::packets;
  bool backwards = false;
  std::uint32_t root = 0;    ///< of a scan, its radix
  std::uint64_t pieces = 0;  ///< that have words
  std::uint64_t most = 1;    ///< pieces a message

  auto operator<=>(const PlanKey&) const = default;
};

/// The costs of a plan for the model's wires. Those of networks that are gone are forgotten; all are, where they take
/// too much memory. May be called by several threads at a time.
/// @param make  plans, if the costs are not known
std::shared_ptr<const PlanCosts> known_costs(const CollectiveModel& model, const PlanKey& key,
                                             const std::function<PlanCosts()>& make);

}  // namespace pram
