#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pram/error.hpp>
#include <pram/machines/detail/schedule.hpp>

namespace pram::detail {

/// The charge of a network for a batch of messages between different terminals, `words` each.
class BatchCost {
 public:
  struct Cost {
    std::uint64_t steps = 0;
    std::uint64_t hops = 0;
  };

  virtual ~BatchCost() = default;
  virtual Cost carry(std::span<const std::uint32_t> source, std::span<const std::uint32_t> destination,
                     std::uint32_t words) = 0;
};

/// Any network as a machine for ascend, descend and bitonic routines. An exchange between terminals that are not
/// neighbours is a permutation, which travels like any batch.
class RoutedMachine {
 public:
  RoutedMachine(std::unique_ptr<BatchCost> cost, std::string network, std::uint32_t terminals)
      : cost_(std::move(cost)), network_(std::move(network)), terminals_(terminals) {}

  std::uint32_t nodes() const { return terminals_; }
  const std::string& network() const { return network_; }
  ScheduleLedger& ledger() { return ledger_; }

  /// Charges an exchange of every terminal x with partner(x). A terminal that is its own partner takes no part.
  /// @param name  of the exchange. Exchanges of one name are equal; a network does the same to the same batch, so each
  /// name is carried once
  template <class Partner>
  void charge_exchange(std::uint64_t name, std::uint64_t words, Partner&& partner) {
    auto known = carried_.find({name, words});
    if (known == carried_.end()) {
      source_.clear();
      destination_.clear();
      for (std::uint32_t x = 0; x < terminals_; ++x) {
        const std::uint32_t p = partner(x);
        if (p == x) continue;
        source_.push_back(x);
        destination_.push_back(p);
      }
      const auto cost = cost_->carry(source_, destination_, static_cast<std::uint32_t>(words));
      known = carried_.emplace(std::pair(name, words), cost).first;
    }
    ledger_.charge(known->second.steps, known->second.hops);
  }

  /// For each bit of the terminal's number, lowest first: exchange(bit, x, partner, x, partner) for all pairs.
  template <class Exchange, class Swap>
  void ascend_nodes(std::uint64_t words, Exchange&& exchange, Swap&&) {
    for (std::uint32_t bit = 0; 1u << bit < terminals_; ++bit) along(bit, words, exchange);
  }

  /// Does the same for the `bits` lowest bits, highest first.
  template <class Exchange, class Swap>
  void descend_nodes(std::uint32_t bits, std::uint64_t words, Exchange&& exchange, Swap&&) {
    for (std::uint32_t bit = bits; bit-- > 0;) along(bit, words, exchange);
  }

 private:
  template <class Exchange>
  void along(std::uint32_t bit, std::uint64_t words, Exchange& exchange) {
    const std::uint32_t stride = 1u << bit;
    charge_exchange(stride, words, [stride](std::uint32_t x) { return x ^ stride; });
    for (std::uint32_t base = 0; base < terminals_; base += 2 * stride) {
      for (std::uint32_t x = base; x < base + stride; ++x) exchange(bit, x, x + stride, x, x + stride);
    }
  }

  std::unique_ptr<BatchCost> cost_;
  std::string network_;
  std::uint32_t terminals_;
  ScheduleLedger ledger_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, BatchCost::Cost> carried_;
  std::vector<std::uint32_t> source_;
  std::vector<std::uint32_t> destination_;
};

}  // namespace pram::detail
