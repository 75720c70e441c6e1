#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/machines/switching.hpp>

#include "support.hpp"
#include "trace_check.hpp"

namespace pram {

namespace {

struct Keyed {
  std::vector<std::uint32_t> source;
  std::vector<std::uint32_t> destination;
  std::vector<std::uint64_t> key;

  Messages messages() const { return {source, destination, {}, key}; }
};

/// Requests from every terminal, `load` each, to `cells` addresses.
Keyed random_requests(std::uint32_t terminals, std::uint32_t load, std::uint32_t cells, std::uint64_t seed) {
  Keyed batch;
  for (std::uint32_t node = 0; node < terminals; ++node) {
    for (std::uint32_t k = 0; k < load; ++k) {
      const std::uint32_t cell = seeded_choice(node * load + k, seed, cells);
      batch.source.push_back(node);
      batch.destination.push_back(seeded_choice(cell, seed + 1, terminals));
      batch.key.push_back(cell);
    }
  }
  return batch;
}

/// Adds numbers up in the switches, as the trace says that they merged, and serves what arrives.
struct FetchAndAdd {
  FetchAndAdd(const Keyed& batch, const DeliveryStatistics& statistics, const Trace& trace)
      : operand(batch.source.size()), reply(operand) {
    for (std::size_t k = 0; k < operand.size(); ++k) operand[k] = seeded_hash(k, 7) % 1000;
    std::vector<std::uint64_t> combined = operand;
    std::vector<std::uint64_t> before(operand.size());  // what the switch's wait buffer holds
    for (const Merge& merge : trace.merges) {
      before[merge.from] = combined[merge.into];
      combined[merge.into] += combined[merge.from];
    }
    cell.assign(1 + *std::max_element(batch.key.begin(), batch.key.end()), 0);
    for (const std::uint32_t message : statistics.order) {
      reply[message] = cell[batch.key[message]];
      cell[batch.key[message]] += combined[message];
    }
    for (auto merge = trace.merges.rbegin(); merge != trace.merges.rend(); ++merge)
      reply[merge->from] = reply[merge->into] + before[merge->from];
  }

  std::vector<std::uint64_t> operand;
  std::vector<std::uint64_t> reply;
  std::vector<std::uint64_t> cell;
};

/// Replies to a cell's requests are the sums before each in some order.
bool serial(const Keyed& batch, const FetchAndAdd& run, std::uint64_t key) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> served;
  for (std::size_t k = 0; k < batch.key.size(); ++k) {
    if (batch.key[k] == key) served.emplace_back(run.reply[k], run.operand[k]);
  }
  std::ranges::sort(served);
  std::uint64_t sum = 0;
  for (const auto& [reply, operand] : served) {
    if (reply != sum) return false;
    sum += operand;
  }
  return sum == run.cell[key];
}

SwitchingOptions combining(SwitchingOptions::Combining how, std::uint32_t wait = 0) {
  SwitchingOptions options;
  options.combining = how;
  options.wait = wait;
  return options;
}

using How = SwitchingOptions::Combining;

}  // namespace

TEST_CASE("sums made in the switches are right and replies are a serial order on every topology") {
  for (const char* const name : {"omega:64", "butterfly:32", "inverse-omega:16", "hypercube:6", "torus:8x8", "grid:5x7",
                                 "rcn-full:8,1", "rcn-full:3,2", "star:20", "ring:17", "complete:9"}) {
    for (const SwitchingOptions& options : {combining(How::pairwise), combining(How::unlimited),
                                            combining(How::pairwise, 1), combining(How::unlimited, 3)}) {
      for (const std::uint32_t cells : {1U, 5U, 200U}) {
        CAPTURE(name);
        CAPTURE(cells);
        const auto switching = make_switching(make_topology(name), options);
        const Keyed batch = random_requests(switching->topology().terminals(), 3, cells, testing::seed());
        Trace trace;
        const DeliveryStatistics statistics = switching->carry(batch.messages(), &trace);
        CHECK(test::faults(switching->topology(), batch.messages(), options, statistics, trace) == "");
        const FetchAndAdd run(batch, statistics, trace);
        for (std::uint64_t key = 0; key < cells; ++key) {
          if (key < run.cell.size()) CHECK(serial(batch, run, key));
        }
        if (options.wait > 0) {
          std::vector<std::uint32_t> remembered(switching->topology().nodes());
          for (const Merge& merge : trace.merges) CHECK(++remembered[merge.node] <= options.wait);
        }
        if (options.combining == How::pairwise) {
          std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> met;
          for (const Merge& merge : trace.merges) CHECK(met.insert({merge.into, merge.node, merge.port}).second);
        }
        // Back: everybody gets a reply, over the same links, each once for every time that it was crossed.
        Trace back;
        const DeliveryStatistics returned = switching->carry_back({}, &back);
        CHECK(returned.order.size() == batch.source.size());
        CHECK(returned.hops == statistics.hops);
        std::multiset<std::pair<std::uint32_t, std::uint32_t>> there;
        std::multiset<std::pair<std::uint32_t, std::uint32_t>> again;
        for (const Crossing& one : trace.crossings) there.emplace(one.node, one.port);
        for (const Crossing& one : back.crossings) again.emplace(one.node, one.port);
        CHECK(there == again);
        std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> once;
        for (const Crossing& one : back.crossings) CHECK(once.insert({one.node, one.port, one.begin}).second);
      }
    }
  }
}

TEST_CASE("one cell read by all passes a combining Omega network like one message") {
  for (const std::uint32_t terminals : {16U, 1024U}) {
    const std::string name = "omega:" + std::to_string(terminals);
    const Keyed batch = random_requests(terminals, 1, 1, testing::seed());
    for (const How how : {How::pairwise, How::unlimited}) {
      const auto switching = make_switching(make_topology(name), combining(how));
      const DeliveryStatistics statistics = switching->carry(batch.messages());
      const std::uint32_t wires = terminals == 16 ? 5 : 11;
      CHECK(statistics.steps == wires);
      CHECK(statistics.order.size() == 2);  // the requests of all others as one, and the owner's own
      CHECK(switching->carry_back({}).steps == wires);
    }
    const auto plain = make_switching(name);
    CHECK(plain->carry(batch.messages()).steps >= terminals - 1);
  }
}

TEST_CASE("replies that nobody awaits are not sent") {
  const auto switching = make_switching("omega:16,combining=unlimited");
  const Keyed batch = random_requests(16, 2, 1, testing::seed());
  switching->carry(batch.messages());
  std::vector<std::uint8_t> awaited(32, 0);
  CHECK(switching->carry_back(awaited).steps == 0);
  switching->carry(batch.messages());
  awaited[9] = 1;
  Trace trace;
  const DeliveryStatistics statistics = switching->carry_back(awaited, &trace);
  CHECK(statistics.order == std::vector<std::uint32_t>{9});
  CHECK(statistics.hops == (batch.source[9] == batch.destination[9] ? 0 : 5));
  CHECK_THROWS_AS(switching->carry_back(std::vector<std::uint8_t>(3, 1)), ConfigError);
}

TEST_CASE("replies go back the way only where switches combine") {
  const Keyed batch = random_requests(16, 2, 40, testing::seed());
  const auto switching = make_switching("omega:16,combining=unlimited");
  const DeliveryStatistics there =
      switching->carry({batch.source, batch.destination, {}, {}});  // no keys: nothing may merge
  const DeliveryStatistics back = switching->carry_back({});
  CHECK(there.merged == 0);
  CHECK(back.hops == there.hops);
  CHECK(back.order.size() == batch.source.size());
  // The links are as empty as they were: the next batch finds nothing of the replies.
  const DeliveryStatistics again = switching->carry({batch.source, batch.destination, {}, {}});
  CHECK(again.steps == there.steps);
  CHECK(again.busiest_link == there.busiest_link);
  for (const char* const plain : {"omega:16", "torus:4x4", "torus:4x4,ports=one", "omega:16,routing=valiant"}) {
    CAPTURE(plain);
    const auto other = make_switching(plain);
    other->carry(batch.messages());
    CHECK_THROWS_AS(other->carry_back({}), ConfigError);
  }
}

TEST_CASE("keys that differ and destinations that differ never merge") {
  const auto switching = make_switching("omega:32,combining=unlimited");
  Keyed batch;
  for (std::uint32_t node = 0; node < 32; ++node) {
    batch.source.push_back(node);
    batch.destination.push_back(node % 2);  // one key at two places
    batch.key.push_back(5);
    batch.source.push_back(node);
    batch.destination.push_back(3);
    batch.key.push_back(100 + node);
  }
  Trace trace;
  const DeliveryStatistics statistics = switching->carry(batch.messages(), &trace);
  for (const Merge& merge : trace.merges) {
    CHECK(batch.key[merge.into] == 5);
    CHECK(batch.destination[merge.into] == batch.destination[merge.from]);
  }
  CHECK(statistics.merged > 20);
}

}  // namespace pram
