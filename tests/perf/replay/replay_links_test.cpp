#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <pram/machines/replay.hpp>
#include <pram/machines/topology.hpp>
#include <pram/perf/replay.hpp>
#include <pram/spec.hpp>

#include "../../support.hpp"
#include "machines/replay/random_goal.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::perf;
using pram::testing::contains;

namespace {

constexpr std::uint32_t startup = 3;
constexpr std::uint32_t bandwidth = 2;

Replayed watched_replay(const OperationTrace& trace, const std::string& network) {
  const ReplayNetwork on = {.name = fmt::format("{},startup={},bandwidth={}", network, startup, bandwidth),
                            .topology = make_topology(Spec(network)),
                            .options = {.startup = startup, .bandwidth = bandwidth}};
  return replay_trace(trace, on, true);
}

std::uint64_t steps_of_hop(std::uint64_t bytes) {
  return startup + (std::max<std::uint64_t>(bytes, 1) + bandwidth - 1) / bandwidth;
}

/// The links from one node to another, by number.
std::vector<std::size_t> way(const Topology& topology, std::uint32_t from, std::uint32_t to) {
  std::vector<std::size_t> links;
  while (from != to) {
    const Leg leg = topology.next_leg(from, to);
    for (std::uint32_t hop = 0; hop < leg.hops; ++hop) {
      links.push_back(std::size_t{from} * topology.ports() + leg.port);
      from = topology.neighbour(from, leg.port);
    }
  }
  return links;
}

/// A message that goes from rank to rank, and what it leaves of each link in each step.
struct Relay {
  std::string goal;
  std::vector<std::vector<bool>> busy;  // by link and step
  std::uint64_t time = 0;
};

Relay random_relay(std::mt19937_64& random, const Topology& topology, int messages) {
  Relay relay;
  relay.busy.resize(std::size_t{topology.nodes()} * topology.ports());
  const std::uint32_t ranks = topology.terminals();
  std::vector<std::string> lines(ranks);
  std::uint32_t at = 0;
  std::string before;  // which the next operation of the rank that has the message waits for
  for (int k = 0; k < messages; ++k) {
    const auto to = static_cast<std::uint32_t>((at + 1 + random() % (ranks - 1)) % ranks);
    const std::uint64_t bytes = random() % 9;
    const std::uint64_t work = random() % 5;
    lines[at] += fmt::format("c{0}: calc {1}\ns{0}: send {2}b to {3}\ns{0} requires c{0}\n", k, work, bytes, to);
    if (!before.empty()) lines[at] += fmt::format("c{} requires {}\n", k, before);
    before = fmt::format("r{}", k);
    lines[to] += fmt::format("{}: recv {}b from {}\n", before, bytes, at);
    relay.time += work;
    for (const std::size_t link : way(topology, at, to)) {
      const std::uint64_t end = relay.time + steps_of_hop(bytes);
      relay.busy[link].resize(relay.time, false);
      relay.busy[link].resize(end, true);
      relay.time = end;
    }
    at = to;
  }
  relay.goal = fmt::format("num_ranks {}\n", ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    if (!lines[rank].empty()) relay.goal += fmt::format("rank {} {{\n{}}}\n", rank, lines[rank]);
  }
  return relay;
}

}  // namespace

TEST_CASE("replay: links are busy for what the routes of the messages take") {
  std::mt19937_64 random(pram::testing::seed());
  for (int k = 0; k < pram::testing::random_cases(60); ++k) {
    const OperationTrace trace = read_goal(test::random_goal(random, 8, 300, 0), "trace");
    for (const char* const network : {"torus:3x3", "ring:8", "hypercube:3"}) {
      CAPTURE(network);
      const auto topology = make_topology(Spec(network));
      std::vector<std::uint64_t> busy(std::size_t{topology->nodes()} * topology->ports(), 0);
      for (std::uint32_t one = 0; one < trace.operations.size(); ++one) {
        const TraceOperation& operation = trace.operations[one];
        if (operation.kind != TraceOperation::Kind::send) continue;
        for (const std::size_t link : way(*topology, trace.rank_of(one), operation.peer))
          busy[link] += steps_of_hop(operation.amount);
      }
      const Replayed result = watched_replay(trace, network);
      REQUIRE(result.links);
      REQUIRE(result.links->over_time);
      const LinkUse& use = *result.links->over_time;
      CHECK(use.steps == result.makespan);
      CHECK(use.busy == busy);
      std::vector<std::uint64_t> most = busy;
      std::erase(most, 0);
      CHECK(use.links == most.size());
      std::ranges::sort(most, std::greater());
      most.resize(std::min(most.size(), most_loaded_links));
      std::vector<std::uint64_t> told;
      for (const Replayed::LoadedLink& link : result.links->most_loaded) {
        told.push_back(link.busy);
        CHECK(std::ranges::count(busy, link.busy) > 0);
        const auto ends = [&](std::uint64_t port) {
          return topology->neighbour(static_cast<std::uint32_t>(link.from), static_cast<std::uint32_t>(port)) ==
                     link.to &&
                 busy[link.from * topology->ports() + port] == link.busy;
        };
        bool found = false;
        for (std::uint64_t port = 0; port < topology->ports(); ++port) found = found || ends(port);
        CHECK(found);
      }
      CHECK(told == most);
    }
  }
}

TEST_CASE("replay: links are busy when the one message on its way crosses them") {
  std::mt19937_64 random(pram::testing::seed());
  for (const int messages : {1, 20, 400}) {
    for (const char* const network : {"torus:3x3", "path:6", "hypercube:3", "omega:8"}) {
      CAPTURE(network);
      CAPTURE(messages);
      const auto topology = make_topology(Spec(network));
      const Relay relay = random_relay(random, *topology, messages);
      CAPTURE(relay.goal);
      const Replayed result = watched_replay(read_goal(relay.goal, "trace"), network);
      CHECK(result.makespan == relay.time);
      REQUIRE(result.links->over_time);
      const report::HeatGrid& grid = result.links->over_time->over_time;
      REQUIRE(grid.columns() == std::min<std::uint64_t>(relay.time, most_time_columns));
      std::size_t row = 0;
      for (const std::vector<bool>& of_link : relay.busy) {
        if (of_link.empty()) continue;
        std::vector<double> cells(grid.columns(), 0);
        for (std::size_t step = 0; step < of_link.size(); ++step) {
          if (of_link[step]) ++cells[step * grid.columns() / relay.time];
        }
        for (std::size_t column = 0; column < grid.columns(); ++column) CHECK(grid.at(column, row) == cells[column]);
        ++row;
      }
      CHECK(row == grid.rows());
    }
  }
}

TEST_CASE("replay: what links did is on the page, and in CSV its table") {
  const OperationTrace trace = read_goal(
      "num_ranks 3\nrank 0 {\nsend 10b to 2\nsend 4b to 1\n}\nrank 1 {\nrecv 4b from 0\n}\n"
      "rank 2 {\nrecv 10b from 0\n}\n",
      "trace");
  const Replayed result = watched_replay(trace, "path:3");
  const std::string page = html_of(replay_page(result));
  CHECK(contains(page, "Links over time"));
  CHECK(contains(page, "2 links carried something."));
  const ReplayNetwork unwatched = {.name = "path:3", .topology = make_topology(Spec("path:3")), .options = {}};
  const Replayed other = replay_trace(trace, unwatched);
  CHECK_FALSE(other.links->over_time);
  CHECK(other.links->most_loaded.size() == 2);
  CHECK(contains(html_of(replay_page(other)), "There are no pictures of links"));
}
