#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pram/machines/detail/lockstep.hpp>

#include "topology/hypercube.hpp"

namespace pram::detail {

/// The hypercube as a machine for ascend, descend and bitonic routines: an exchange along a bit is one step.
class HypercubeMachine {
 public:
  explicit HypercubeMachine(std::uint32_t dimension, const PortModel& model = {})
      : shape_(dimension), lockstep_(shape_, ledger_, model) {
    for (std::uint32_t bit = 0; bit < dimension; ++bit)
      along_.push_back(lockstep_.matching([bit](std::uint32_t x) { return x ^ (1u << bit); }));
  }

  HypercubeMachine(const HypercubeMachine&) = delete;
  HypercubeMachine& operator=(const HypercubeMachine&) = delete;

  std::uint32_t nodes() const { return shape_.nodes(); }
  const std::string& network() const { return lockstep_.name(); }
  ScheduleLedger& ledger() { return ledger_; }

  /// For each bit of the node's number, lowest first: exchange(bit, x, partner, x, partner) for all pairs.
  template <class Exchange, class Swap>
  void ascend_nodes(std::uint64_t words, Exchange&& exchange, Swap&&) {
    for (std::uint32_t bit = 0; bit < along_.size(); ++bit) along(bit, words, exchange);
  }

  /// Does the same for the `bits` lowest bits, highest first.
  template <class Exchange, class Swap>
  void descend_nodes(std::uint32_t bits, std::uint64_t words, Exchange&& exchange, Swap&&) {
    for (std::uint32_t bit = bits; bit-- > 0;) along(bit, words, exchange);
  }

 private:
  template <class Exchange>
  void along(std::uint32_t bit, std::uint64_t words, Exchange& exchange) {
    lockstep_.exchange(along_[bit], words, [&](std::uint32_t x, std::uint32_t p) { exchange(bit, x, p, x, p); });
  }

  Hypercube shape_;
  ScheduleLedger ledger_;
  Lockstep<Hypercube> lockstep_;
  std::vector<Matching> along_;
};

}  // namespace pram::detail
