#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include <pram/pram.hpp>

#include "../support.hpp"
#include "configurations.hpp"

namespace pram::conformance {

namespace {

struct Result {
  std::vector<std::int64_t> rank;
  std::vector<double> sums;
  std::vector<std::uint64_t> tickets;
  std::string ledger;

  bool operator==(const Result&) const = default;
};

/// A random list of n nodes: successor[i], the last node's own number at the end.
std::vector<std::uint32_t> random_list(std::uint32_t n, std::uint64_t seed, std::vector<std::int64_t>& rank) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0U);
  std::shuffle(order.begin(), order.end(), std::mt19937_64(seed));
  std::vector<std::uint32_t> successor(n);
  rank.resize(n);
  for (std::uint32_t k = 0; k < n; ++k) {
    successor[order[k]] = order[std::min(k + 1, n - 1)];
    rank[order[k]] = n - 1 - k;
  }
  return successor;
}

/// Pointer jumping, all reading the tail's cells at the end; then everybody at hot cells: floating-point sums whose
/// result depends on their order, and tickets whose order is the machine's choice.
Result run(const std::vector<std::uint32_t>& list, const MachineOptions& options) {
  Machine machine(options);
  const auto n = static_cast<std::uint32_t>(list.size());
  const auto next = machine.array(list, "next");
  const auto rank = machine.array<std::int64_t>(n, 1, "rank");
  const auto sums = machine.array<double>(8, 0.1, "sums");
  const auto counter = machine.array<std::uint64_t>(3, 0, "counter");
  const auto tickets = machine.array<std::uint64_t>(n, 0, "tickets");
  machine.pardo(n, [&](Processor self) -> Task<> {
    const auto i = self.id();
    std::uint32_t j = co_await next[i];
    if (j == i)
      co_await (rank[i] = 0);
    else
      co_await self.idle();
    for (std::uint32_t reach = 1; reach < n; reach *= 2) {
      const std::int64_t ahead = co_await rank[j];
      if (j != i)
        co_await rank[i].add(ahead);
      else
        co_await self.idle();
      const std::uint32_t after = co_await next[j];
      co_await (next[i] = after);
      j = after;
    }
    co_await sums[i % 8].add(1.0 / static_cast<double>(i + 1));
    const std::uint64_t ticket = co_await counter[i % 3].fetch_add(1);
    co_await (tickets[i] = ticket);
    const std::uint64_t place = co_await counter[0].multiprefix_add(1);
    co_await tickets[i].add(place << 32);
  });
  return {rank.host(), sums.host(), tickets.host(), text_of(machine.ledger())};
}

}  // namespace

TEST_CASE("a list of 20000 nodes: results and ledger are the same to the bit with 1, 2, 3 and 8 threads, and twice") {
  const bool small = testing::size() <= testing::Size::small;
  std::vector<std::int64_t> expected;
  const std::vector<std::uint32_t> list = random_list(small ? 9000 : 20000, testing::seed(), expected);
  for (const std::string access : {"direct", "combining", "combining:4,8,2,5,spread=modular",
                                   "combining:32,10,spread=ordered", "combining:8,8,5,timing=asynchronous"}) {
    MachineOptions options;
    options.components = 320;
    options.access = access;
    options.ledger = LedgerDetail::profile;
    options.threads = 1;
    const Result alone = run(list, options);
    CHECK(alone.rank == expected);
    for (const unsigned threads : {2U, 3U, 8U, 8U}) {
      CAPTURE(access);
      CAPTURE(threads);
      options.threads = threads;
      const Result together = run(list, options);
      CHECK(together.rank == alone.rank);
      CHECK(together.sums == alone.sums);
      CHECK(together.tickets == alone.tickets);
      CHECK((together.ledger == alone.ledger));
    }
  }
}

TEST_CASE("networks that simulate on several threads charge the same with any number of them") {
  const std::uint32_t requests = testing::size() <= testing::Size::small ? 1 << 14 : 1 << 16;
  for (const char* const network : {"omega", "butterfly,combining=pairwise", "hypercube"}) {
    std::string first;
    for (const unsigned threads : all_threads) {
      Machine machine({.components = 4096, .network = network, .access = "direct", .threads = threads});
      const auto cells = machine.array<std::uint32_t>(requests, 0, "cells");
      machine.pardo(requests, [&](Processor self) -> Task<> {
        const std::uint64_t at = self.id() * 40503 % requests;
        const std::uint32_t seen = co_await cells[at / 7];
        co_await cells[(at + seen) % 5000].add(1);
      });
      const std::string text = text_of(machine.ledger());
      if (first.empty()) first = text;
      CAPTURE(network);
      CAPTURE(threads);
      CHECK(text == first);
    }
  }
}

TEST_CASE("the rank of a list does not depend on the network, the protocol or the placement") {
  std::vector<std::int64_t> expected;
  const std::vector<std::uint32_t> list =
      random_list(testing::size() <= testing::Size::small ? 100 : 700, testing::seed(), expected);
  std::size_t turn = testing::seed() % 24;  // placements alternate, and at tiny size one of eight machines
  for (const std::string& network : all_networks(64)) {
    for (const std::string& access : all_accesses(64, testing::seed())) {
      if (!fits(access, network)) continue;
      if (++turn; testing::size() == testing::Size::tiny && turn % 8 != 0) continue;
      MachineOptions options;
      options.components = 64;
      options.network = network;
      options.access = access;
      options.placement = static_cast<Placement>(turn % 3);
      options.hash = some_hash(options.placement, turn);
      CAPTURE(network);
      CAPTURE(access);
      CAPTURE(placement_text(options));
      CHECK(run(list, options).rank == expected);
    }
  }
}

}  // namespace pram::conformance
