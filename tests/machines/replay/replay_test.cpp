#include <pram/machines/replay.hpp>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <pram/machines/switching.hpp>
#include <pram/spec.hpp>

#include "../../support.hpp"
#include "machines/switching/random_batch.hpp"
#include "naive_replay.hpp"
#include "random_goal.hpp"

using namespace pram;
using pram::test::NaiveReplay;
using pram::test::random_goal;

namespace {

std::uint64_t makespan(const std::string& goal, const LogGops& prices = {}) {
  return replay(read_goal(goal, "trace"), prices).makespan;
}

ReplayResult on_network(const std::string& goal, const std::string& network, std::uint64_t overhead = 0) {
  return replay(read_goal(goal, "trace"), make_topology(Spec(network.substr(0, network.find(',')))),
                network.find(',') == std::string::npos ? SwitchingOptions{}
                                                       : SwitchingOptions{.ports = SwitchingOptions::Ports::one},
                overhead);
}

/// Pieces without a gap from 0 to the makespan, whose sums are those of the parts.
void check_path(const OperationTrace& trace, const ReplayResult& result) {
  std::uint64_t at = 0;
  std::uint64_t sums[path_parts] = {};
  for (const PathPiece& piece : result.critical_path) {
    CHECK(piece.begin == at);
    CHECK(piece.begin < piece.end);
    at = piece.end;
    sums[static_cast<std::size_t>(piece.part)] += piece.end - piece.begin;
    const TraceOperation::Kind kind = trace.operations[piece.operation].kind;
    if (piece.part == PathPart::calc) CHECK(kind == TraceOperation::Kind::calc);
    if (piece.part == PathPart::calc) CHECK(piece.end - piece.begin == trace.operations[piece.operation].amount);
    if (piece.part == PathPart::overhead) CHECK(kind != TraceOperation::Kind::calc);
    if (piece.part == PathPart::network) CHECK(kind == TraceOperation::Kind::send);
  }
  CHECK(at == result.makespan);
  for (std::size_t k = 0; k < path_parts; ++k) CHECK(sums[k] == result.of_path[k]);
}

/// Every rank tells ranks 2^k further on, and hears of those 2^k before it.
std::string dissemination(std::uint32_t ranks) {
  std::string text = fmt::format("num_ranks {}\n", ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    text += fmt::format("rank {} {{\n", rank);
    for (std::uint32_t k = 0, hop = 1; hop < ranks; ++k, hop *= 2) {
      text += fmt::format("s{}: send 1b to {} tag {}\n", k, (rank + hop) % ranks, k);
      text += fmt::format("r{}: recv 1b from {} tag {}\n", k, (rank + ranks - hop) % ranks, k);
      if (k > 0) text += fmt::format("s{} requires r{}\nr{} requires s{}\n", k, k - 1, k, k - 1);
    }
    text += "}\n";
  }
  return text;
}

/// Rank 0 tells the other half, and both halves go on.
std::string binomial_broadcast(std::uint32_t ranks) {
  std::vector<std::string> lines(ranks);
  std::vector<std::string> before(ranks);
  for (std::uint32_t hop = ranks / 2; hop > 0; hop /= 2) {
    for (std::uint32_t from = 0; from < ranks; from += 2 * hop) {
      const std::uint32_t to = from + hop;
      lines[from] += fmt::format("s{}: send 1b to {}\n", hop, to);
      if (!before[from].empty()) lines[from] += fmt::format("s{} requires {}\n", hop, before[from]);
      before[from] = fmt::format("s{}", hop);
      lines[to] += fmt::format("r: recv 1b from {}\n", from);
      before[to] = "r";
    }
  }
  std::string text = fmt::format("num_ranks {}\n", ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) text += fmt::format("rank {} {{\n{}}}\n", rank, lines[rank]);
  return text;
}

}  // namespace

TEST_CASE("replay: dissemination among 16 ranks takes 22 microseconds, as LogGOPSim says") {
  CHECK(makespan(dissemination(16)) == 22'000);
  const ReplayResult result = replay(read_goal(dissemination(16), "trace"), LogGops{});
  CHECK(result.ends == std::vector<std::uint64_t>(16, 22'000));
  CHECK(result.messages == 64);
  CHECK(result.bytes == 64);
  CHECK(result.of_path[static_cast<std::size_t>(PathPart::overhead)] == 8 * 1500);
  CHECK(result.of_path[static_cast<std::size_t>(PathPart::network)] == 4 * 2500);
}

TEST_CASE("replay: the last leaf of a binomial broadcast has its message after a path of log p hops") {
  const LogGops prices{.latency = 3000, .overhead = 700, .gap = 500};
  CHECK(makespan(binomial_broadcast(16), prices) == 4 * (2 * 700 + 3000));
}

TEST_CASE("replay: each price is charged where it belongs") {
  const std::string one = "num_ranks 2\nrank 0 {\nsend 100b to 1\n}\nrank 1 {\nrecv 100b from 0\n}\n";
  CHECK(makespan(one,
                 {.latency = 10, .overhead = 3, .gap = 0, .byte_gap = 2, .byte_overhead = 1, .longest_eager = 1000}) ==
        2 * (3 + 99) + 10 + 99 * 2);
  // A long message waits until both are ready, and they have told each other.
  CHECK(
      makespan(one, {.latency = 10, .overhead = 3, .gap = 0, .byte_gap = 2, .byte_overhead = 1, .longest_eager = 99}) ==
      10 + 2 * 3 + 2 * (3 + 99) + 10 + 99 * 2);
  const std::string late =
      "num_ranks 2\nrank 0 {\nsend 100b to 1\n}\nrank 1 {\na: calc 500\nb: recv 100b from 0\n"
      "b requires a\n}\n";
  CHECK(makespan(late,
                 {.latency = 10, .overhead = 3, .gap = 0, .byte_gap = 0, .byte_overhead = 0, .longest_eager = 99}) ==
        500 + 10 + 2 * 3 + 3 + 10 + 3);
  CHECK(makespan(late,
                 {.latency = 10, .overhead = 3, .gap = 0, .byte_gap = 0, .byte_overhead = 0, .longest_eager = 100}) ==
        500 + 3);
  // The gap keeps messages apart that one interface sends, and that one receives.
  const auto of = [&](const char* attribute) {
    return "num_ranks 3\nrank 0 {\nsend 1b to 1\nsend 1b to 2" + std::string(attribute) +
           "\n}\nrank 1 {\nrecv 1b from 0\n}\nrank 2 {\nrecv 1b from 0\n}\n";
  };
  const LogGops slow{.latency = 10, .overhead = 3, .gap = 100, .byte_gap = 0, .byte_overhead = 0, .longest_eager = 9};
  CHECK(makespan(of(""), slow) == 100 + 3 + 10 + 3);
  CHECK(makespan(of(" nic 1"), slow) == 3 + 3 + 10 + 3);
  CHECK(makespan(of(" cpu 1"), slow) == 100 + 3 + 10 + 3);
  CHECK(makespan(of(" cpu 1 nic 1"), slow) == 3 + 10 + 3);
}

TEST_CASE("replay: irequires waits for a beginning, requires for an end") {
  const LogGops free{.latency = 0, .overhead = 0, .gap = 0, .byte_gap = 0, .byte_overhead = 0, .longest_eager = 100};
  CHECK(makespan("num_ranks 1\nrank 0 {\na: calc 10\nb: calc 7 cpu 1\nb requires a\n}\n", free) == 17);
  CHECK(makespan("num_ranks 1\nrank 0 {\na: calc 10\nb: calc 7 cpu 1\nb irequires a\n}\n", free) == 10);
  CHECK(makespan("num_ranks 1\nrank 0 {\na: calc 10\nb: calc 7\nb irequires a\n}\n", free) == 17);
  CHECK(makespan("num_ranks 1\nrank 0 {\nz: calc 0\na: calc 0\na requires z\nb: calc 3\nb requires a\n}\n", free) == 3);
  CHECK(makespan("num_ranks 3\n") == 0);
}

TEST_CASE("replay: random traces take the times of a simulation without events") {
  std::mt19937_64 random(pram::testing::seed());
  int ended = 0;
  for (int k = 0; k < 20 * pram::testing::random_cases(100); ++k) {
    const std::string goal = random_goal(random, 6, 3000, random() % 4);
    const auto price = [&](std::uint64_t most) { return 1 + random() % most; };
    const LogGops prices{.latency = price(5000),
                         .overhead = price(2000),
                         .gap = price(3000),
                         .byte_gap = random() % 5,
                         .byte_overhead = random() % 3,
                         .longest_eager = random() % 3 == 0 ? 1000 + random() % 2000 : 65'535};
    CAPTURE(goal);
    CAPTURE(prices.name());
    const OperationTrace trace = read_goal(goal, "trace");
    NaiveReplay naive(trace, prices);
    if (!naive.run()) {
      CHECK_THROWS_AS(replay(trace, prices), TraceError);
      continue;
    }
    ++ended;
    const ReplayResult result = replay(trace, prices);
    std::vector<std::uint64_t> ends(trace.ranks(), 0);
    for (std::uint32_t one = 0; one < trace.operations.size(); ++one)
      ends[trace.rank_of(one)] = std::max(ends[trace.rank_of(one)], *naive.end[one]);
    CHECK(result.ends == ends);
    CHECK(result.makespan == *std::ranges::max_element(ends));
    check_path(trace, result);
  }
  CHECK(ended > 0);
}

TEST_CASE("replay: what all ranks send at once takes the steps of a batch") {
  const std::uint64_t seed = pram::testing::seed();
  for (const char* const network : {"torus:4x4", "hypercube:4", "ring:16", "omega:16"}) {
    for (const bool one_port : {false, true}) {
      CAPTURE(network);
      const SwitchingOptions options = {.ports = one_port ? SwitchingOptions::Ports::one : SwitchingOptions::Ports::all,
                                        .startup = 3};
      const test::Batch batch = test::random_batch(16, 5, 9, seed);
      std::vector<std::string> lines(16);
      for (std::uint32_t k = 0; k < batch.source.size(); ++k) {
        lines[batch.source[k]] += fmt::format("send {}b to {} tag {}\n", batch.words[k], batch.destination[k], k);
        lines[batch.destination[k]] += fmt::format("recv {}b from {} tag {}\n", batch.words[k], batch.source[k], k);
      }
      std::string goal = "num_ranks 16\n";
      for (std::uint32_t rank = 0; rank < 16; ++rank) goal += fmt::format("rank {} {{\n{}}}\n", rank, lines[rank]);
      const std::shared_ptr<const Topology> topology = make_topology(Spec(network));
      const DeliveryStatistics expected = make_switching(topology, options)->carry(batch.messages());
      LinkLoad load;
      const ReplayResult result = replay(read_goal(goal, "trace"), topology, options, 0, load);
      CHECK(result.makespan == expected.steps);
      CHECK(result.network.hops == expected.hops);
      CHECK(result.network.busy == expected.busy);
      CHECK(result.network.busiest_link == expected.busiest_link);
      CHECK(std::accumulate(load.busy.begin(), load.busy.end(), std::uint64_t{0}) == expected.busy);
    }
  }
}

TEST_CASE("replay: on a network a message takes its hops, and what waits for it goes on then") {
  const std::string ping =
      "num_ranks 3\nrank 0 {\na: calc 50\nb: send 10b to 2\nb requires a\nc: recv 4b from 2\n}\n"
      "rank 2 {\nx: recv 10b from 0\ny: send 4b to 0\ny requires x\n}\n";
  // Two hops of ten words, then two of four, as each is stored before it goes on.
  CHECK(on_network(ping, "path:3").makespan == 50 + 2 * 10 + 2 * 4);
  const ReplayResult result = on_network(ping, "path:3", 7);
  CHECK(result.makespan == 50 + 2 * 10 + 2 * 4 + 4 * 7);
  check_path(read_goal(ping, "trace"), result);
  CHECK(result.of_path[static_cast<std::size_t>(PathPart::network)] == 28);
  CHECK(result.of_path[static_cast<std::size_t>(PathPart::overhead)] == 28);
  CHECK(result.of_path[static_cast<std::size_t>(PathPart::calc)] == 50);
  // To itself a rank sends without the network.
  CHECK(on_network("num_ranks 1\nrank 0 {\nsend 5b to 0\nrecv 5b from 0\n}\n", "path:3", 2).makespan == 4);
}

TEST_CASE("replay: random traces on networks end, and their critical paths add up") {
  std::mt19937_64 random(pram::testing::seed());
  for (int k = 0; k < pram::testing::random_cases(200); ++k) {
    const std::string goal = random_goal(random, 8, 300, 0);
    CAPTURE(goal);
    const OperationTrace trace = read_goal(goal, "trace");
    for (const char* const network : {"torus:3x3", "ring:8", "omega:8", "hypercube:3,ports=one"}) {
      const ReplayResult result = on_network(goal, network, random() % 20);
      check_path(trace, result);
      CHECK(result.makespan == *std::ranges::max_element(result.ends));
    }
  }
}

TEST_CASE("replay: what waits across ranks for ever is named") {
  const std::string circle =
      "num_ranks 2\nrank 0 {\na: recv 1b from 1\nb: send 1b to 1\nb requires a\n}\n"
      "rank 1 {\nc: recv 1b from 0\nd: send 1b to 0\nd requires c\n}\n";
  CHECK_THROWS_WITH_AS(
      makespan(circle),
      "trace:3: rank 0, 'a' waits for ever for rank 1, which waits itself: 0 of 4 operations have ended", TraceError);
  const std::string shorter = "num_ranks 2\nrank 0 {\nsend 9b to 1\n}\nrank 1 {\nx: recv 8b from 0\n}\n";
  CHECK_THROWS_WITH_AS(makespan(shorter),
                       "trace:6: rank 1, 'x': 9 bytes come from rank 0, and 8 are to be received: see line 3",
                       TraceError);
}

TEST_CASE("replay: networks that cannot carry a trace are refused") {
  const OperationTrace trace =
      read_goal("num_ranks 5\nrank 0 {\nsend 1b to 4\n}\nrank 4 {\nrecv 1b from 0\n}\n", "trace");
  const auto on = [&](const char* topology, const SwitchingOptions& options) {
    return replay(trace, make_topology(Spec(topology)), options);
  };
  CHECK_THROWS_WITH_AS(
      on("ring:4", {}),
      "network = 'ring:4' is not allowed: a network of at least 5 terminals: the trace has so many ranks", ConfigError);
  CHECK_THROWS_AS(on("ring:8", {.switching = SwitchingOptions::Technique::wormhole}), ConfigError);
  CHECK_THROWS_AS(on("ring:8", {.combining = SwitchingOptions::Combining::pairwise}), ConfigError);
  CHECK_THROWS_AS(on("ring:8", {.bandwidth = 0}), ConfigError);
  const OperationTrace large =
      read_goal("num_ranks 1\nrank 0 {\nsend 5000000000b to 0\nrecv 5000000000b from 0\n}\n", "trace");
  CHECK_THROWS_WITH_AS(replay(large, make_topology(Spec("ring:4")), {}),
                       "trace:3: rank 0: a message of 5000000000 bytes: a network carries at most 4294967295",
                       TraceError);
}

TEST_CASE("replay: traces made by hand that do not fit together are refused") {
  const OperationTrace good = read_goal(
      "num_ranks 2\nrank 0 {\na: calc 1\nb: send 1b to 1\nb requires a\n}\n"
      "rank 1 {\nrecv 1b from 0\n}\n",
      "trace");
  const auto refused = [&](const auto& spoil) {
    OperationTrace bad = good;
    spoil(bad);
    CHECK_THROWS_AS(replay(bad, LogGops{}), TraceError);
  };
  refused([](OperationTrace& bad) { bad.first.pop_back(); });
  refused([](OperationTrace& bad) { bad.first.back() = 9; });
  refused([](OperationTrace& bad) { bad.first = {}; });
  refused([](OperationTrace& bad) { bad.first_dependent.clear(); });
  refused([](OperationTrace& bad) { bad.dependents[0].operation = 2; });
  refused([](OperationTrace& bad) { bad.dependents[0].operation = 99; });
  refused([](OperationTrace& bad) { bad.dependents[0].operation = 0; });
  refused([](OperationTrace& bad) { bad.operations[1].peer = 7; });
  refused([](OperationTrace& bad) { bad.operations.pop_back(); });
  refused([](OperationTrace& bad) { bad.label_text += "x"; });
}

TEST_CASE("replay: prices by name") {
  CHECK(LogGops::of(Spec("loggops")) == LogGops{});
  CHECK(LogGops::of(Spec(LogGops{}.name())) == LogGops{});
  const LogGops other{.latency = 1, .overhead = 2, .gap = 3, .byte_gap = 4, .byte_overhead = 5, .longest_eager = 6};
  CHECK(LogGops::of(Spec(other.name())) == other);
  CHECK(LogGops::of(Spec("loggops:o=7")).overhead == 7);
  CHECK(LogGops::of(Spec("loggops:o=7")).byte_overhead == 0);
  for (const char* const bad : {"loggops:5", "loggops:l=5", "loggops:o=1,o=2", "loggops:L=-1",
                                "loggops:L=", "loggops:L=x", "loggops:S=1.5", "loggops:L=99999999999999"})
    CHECK_THROWS_AS(LogGops::of(Spec(bad)), ConfigError);
}
