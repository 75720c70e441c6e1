#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>
#include "support.hpp"
#include "support/forced.hpp"

namespace pram::testing {

/// 0, 1, 2, 3, powers of two and their neighbours, and sizes from the run's seed.
inline std::vector<std::uint64_t> sizes() {
  const std::uint64_t largest = size() == Size::tiny     ? 8
                                : size() == Size::small  ? 64
                                : size() == Size::medium ? 1024
                                                         : 16384;
  std::vector<std::uint64_t> all = {0, 1, 2, 3};
  for (std::uint64_t power = 4; power <= largest; power *= 2) {
    for (const std::uint64_t n : {power - 1, power, power + 1}) {
      if (n > all.back()) all.push_back(n);
    }
  }
  for (const std::uint64_t k : {1U, 2U, 3U}) all.push_back((seed() ^ (seed() >> 7)) * k % (2 * largest));
  return all;
}

/// What a run gave, and what it cost.
template <class Value>
struct Ran {
  Value value;
  Ledger ledger;
};

/// Runs on every network, with every protocol, on one thread and on two, and checks that all give the same bits.
/// @param run  from a Machine& to something that can be compared
template <class Run>
auto on_all_machines(Rule rule, Run run, std::uint32_t components = 16, Placement placement = Placement::hashed) {
  const ForcedWorkers all_workers;
  std::vector<Ran<decltype(run(std::declval<Machine&>()))>> all;
  for (const char* const network : {"ideal", "router", "torus", "star,combining=pairwise"}) {
    for (const char* const access : {"direct", "combining"}) {
      for (const unsigned threads : {1U, 2U}) {
        CAPTURE(network);
        CAPTURE(access);
        CAPTURE(threads);
        Machine machine({.components = components,
                         .network = network,
                         .access = access,
                         .rule = rule,
                         .placement = placement,
                         .threads = threads});
        auto value = run(machine);
        all.push_back({std::move(value), machine.ledger()});
        const auto& now = all.back();
        CHECK(now.value == all.front().value);
        CHECK(now.ledger.steps() == all.front().ledger.steps());
        CHECK(now.ledger.work() == all.front().ledger.work());
        CHECK(now.ledger.models() == all.front().ledger.models());
        if (threads == 2) {
          const auto& alone = all[all.size() - 2];
          CHECK(now.ledger.charge() == alone.ledger.charge());
          CHECK(now.ledger.charge_back() == alone.ledger.charge_back());
          CHECK(now.ledger.collective_charge() == alone.ledger.collective_charge());
        }
      }
    }
  }
  return std::move(all.front());
}

/// What a run under EREW reports.
inline const std::vector<std::string> erew_models = {"EREW", "CREW", "CRCW common", "CRCW"};

/// floor(log2 n) for n >= 1.
inline std::uint64_t floor_log2(std::uint64_t n) { return 63 - static_cast<std::uint64_t>(__builtin_clzll(n)); }

/// ceil(log2 n) for n >= 1.
inline std::uint64_t ceil_log2(std::uint64_t n) { return n == 1 ? 0 : floor_log2(n - 1) + 1; }

}  // namespace pram::testing
