#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pram/machines/switching.hpp>
#include <pram/pram.hpp>

#include "../../contains.hpp"
#include "../../support/forced.hpp"

/// Programs on networks of which links and nodes have failed.
namespace pram::failed_networks {

namespace {

/// What a machine leaves in memory, and what its steps were charged.
struct Outcome {
  std::vector<std::int64_t> cells;
  std::vector<std::int64_t> replies;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> charges;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// Reads anywhere, and sums that many send to few cells.
Outcome outcome(MachineOptions options) {
  constexpr std::uint64_t n = 300;
  options.ledger = LedgerDetail::profile;
  Machine machine(options);
  std::vector<std::int64_t> values(n);
  for (std::uint64_t k = 0; k < n; ++k) values[k] = static_cast<std::int64_t>(k * k % 101);
  const auto cells = machine.array(values, "cells");
  const auto replies = machine.array<std::int64_t>(n, 0, "replies");
  machine.pardo(n, [&](Processor self) -> Task<> {
    const std::uint64_t id = self.id();
    const std::int64_t far = co_await cells[(id * 37 + 11) % n];
    const std::int64_t hot = co_await cells[id % 3];
    co_await cells[id % 7].add(far);
    co_await (replies[(id * 91 + 5) % n] = far - hot);
  });
  Outcome made;
  const auto kept = cells.host();
  const auto got = replies.host();
  made.cells.assign(kept.begin(), kept.end());
  made.replies.assign(got.begin(), got.end());
  for (const StepRecord& step : machine.ledger().step_records())
    made.charges.emplace_back(step.charge, step.charge_back);
  return made;
}

}  // namespace

TEST_CASE("programs do on networks with failures what they do on the router, on any number of host threads") {
  const testing::ForcedWorkers forced;
  for (const auto& [network, components] : std::vector<std::pair<const char*, std::uint32_t>>{
           {"torus:4x4,failed-links=6,failure-seed=3", 16},
           {"torus:8x8,failed-links=5,failed-nodes=3,failure-seed=3", 61},
           {"torus:4x4,failed-links=6,failure-seed=3,switching=wormhole", 16},
           {"torus:4x4,failed-links=6,failure-seed=3,combining=unlimited", 16},
           {"hypercube:4,failed-nodes=2,ports=one", 14},
           {"dragonfly:4,2,2,failed-links=2,failure-seed=1,routing=spread", 72},
           {"fat-tree:2,3,failed-links=1,failure-seed=1", 8},
           {"ring:9,failed-links=1,switching=wormhole", 9}}) {
    for (const char* const access : {"direct", "combining", "adaptive"}) {
      CAPTURE(network);
      CAPTURE(access);
      MachineOptions options{.components = components, .network = "router", .access = access, .threads = 1};
      const Outcome plain = outcome(options);
      options.network = network;
      const Outcome one = outcome(options);
      CHECK(one.cells == plain.cells);
      CHECK(one.replies == plain.replies);
      for (const unsigned threads : {2U, 3U, 8U}) {
        options.threads = threads;
        CHECK(outcome(options) == one);
      }
    }
  }
}

TEST_CASE("a machine whose components do not reach each other is refused, and messages among those that do go") {
  for (const char* const name :
       {"path:6,failed-links=1", "torus:4x4,failed-links=32", "omega:8,failed-nodes=4", "star:5,failed-links=2"}) {
    CAPTURE(name);
    try {
      (void)networks().make(name, 0U);
      FAIL("it was made");
    } catch (const ConfigError& error) {
      CHECK(error.option == "network");
      CHECK(testing::contains(error.what(), "every component reaches every other; failures cut off"));
    }
  }
  // 0 - 1   2 - 3, or cut elsewhere.
  const auto switching = make_switching(Spec("path:4,failed-links=1"));
  const Topology& topology = switching->topology();
  for (std::uint32_t from = 0; from < 4; ++from) {
    for (std::uint32_t to = 0; to < 4; ++to) {
      const std::vector<std::uint32_t> source{from};
      const std::vector<std::uint32_t> destination{to};
      if (topology.reaches(from, to)) {
        CHECK(switching->carry({source, destination, {}, {}}).hops == topology.distance(from, to));
      } else {
        CHECK_THROWS_AS(switching->carry({source, destination, {}, {}}), UnreachableError);
      }
    }
  }
}

}  // namespace pram::failed_networks
