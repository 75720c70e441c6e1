#include "links/link_use.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <pram/machines/collectives.hpp>
#include <pram/machines/detail/named_switching.hpp>
#include <pram/machines/switching.hpp>

using namespace pram;
using namespace pram::perf;

namespace {

/// Three messages on a ring of five: two of node 0, to 1 and on to 2, and one of node 4 through 0 to 1. By hand: the
/// link 0→1 carries them in steps 0, 1 and 2, since the last one comes to node 0 at the end of step 0.
struct RingDelivery {
  NamedSwitching network = make_named_switching("ring:5", 5, true);
  std::vector<std::uint32_t> source = {0, 0, 4};
  std::vector<std::uint32_t> destination = {1, 2, 1};
  Trace trace;
  DeliveryStatistics statistics = network.switching->carry({source, destination, {}, {}}, &trace);
  LinkUse use = link_use(topology(), network.options, {source, destination, {}, {}}, trace, statistics.steps);

  const Topology& topology() const { return network.switching->topology(); }
};

/// The number of the link between neighbours.
std::size_t link_between(const Topology& topology, std::uint32_t from, std::uint32_t to) {
  std::uint32_t port = 0;
  while (topology.neighbour(from, port) != to) ++port;
  return std::size_t{from} * topology.ports() + port;
}

/// The cells of a row, step by step.
std::vector<double> row_of_grid(const report::HeatGrid& grid, std::size_t row) {
  std::vector<double> cells;
  for (std::size_t column = 0; column < grid.columns(); ++column) cells.push_back(grid.at(column, row));
  return cells;
}

}  // namespace

TEST_CASE("link use: on a small ring each link is busy as a count by hand has it") {
  const RingDelivery ring;
  const LinkUse& use = ring.use;
  REQUIRE(use.steps == 3);
  const std::size_t shared = link_between(ring.topology(), 0, 1);
  const std::size_t onward = link_between(ring.topology(), 1, 2);
  const std::size_t around = link_between(ring.topology(), 4, 0);
  std::vector<std::uint64_t> expected(std::size_t{5} * ring.topology().ports());
  expected[shared] = 3;
  expected[onward] = 1;
  expected[around] = 1;
  CHECK(use.busy == expected);
  REQUIRE(use.links == 3);
  REQUIRE(use.waiting.has_value());
  // Rows are the busy links by their numbers, which go by nodes: 0→1, 1→2, 4→0.
  using Cells = std::vector<double>;
  CHECK(row_of_grid(use.over_time, 0) == Cells{1, 1, 1});
  CHECK(row_of_grid(use.over_time, 1) == Cells{0, 0, 1});
  CHECK(row_of_grid(use.over_time, 2) == Cells{1, 0, 0});
  CHECK(row_of_grid(*use.waiting, 0) == Cells{1, 1, 0});
  CHECK(use.waiting->largest() == 1);
  CHECK(row_of_grid(*use.waiting, 1) == Cells{0, 0, 0});
  REQUIRE(use.messages.has_value());
  CHECK(use.messages->destination == ring.destination);
  CHECK(use.messages->visits.size() == 5);
}

TEST_CASE("link use: of a delivery in which nothing leaves its node no link has a row") {
  const NamedSwitching network = make_named_switching("ring:5", 5, true);
  const LinkUse use = link_use(network.switching->topology(), network.options, {}, Trace(), 0);
  CHECK(use.links == 0);
  CHECK(use.busy == std::vector<std::uint64_t>(std::size_t{5} * network.switching->topology().ports()));
  CHECK(use.messages->visits.empty());
}

TEST_CASE("link use: blocks of a collective count steps for links, and words over time") {
  const CollectiveModel ring = collective_model("ring:4");
  const CollectiveSchedule sent{"any", {{0, 0, 1, 0, 10}, {1, 1, 2, 0, 4}, {2, 0, 1, 0, 5}}, {0, 2, 2, 2}, {7, 3}};
  const LinkUse use = link_use(ring, sent, 3);
  CHECK(use.busy[link_between(*ring.topology, 0, 1)] == 2);
  CHECK(use.busy[link_between(*ring.topology, 1, 2)] == 1);
  REQUIRE(use.links == 2);
  CHECK(row_of_grid(use.over_time, 0) == std::vector<double>{10, 0, 5});
  CHECK(row_of_grid(use.over_time, 1) == std::vector<double>{0, 4, 0});
  REQUIRE(use.pieces.has_value());
  CHECK(use.pieces->pieces == 2);
  CHECK(use.pieces->visits == std::vector<PieceWays::Visit>{{0, 0, 0}, {1, 0, 0}});
  // Without links every sender counts as one, and the shared memory, too.
  const CollectiveModel memory = collective_model("shared-memory:4");
  const CollectiveSchedule shared{"any", {{0, 3, 4, 0, 6}, {1, 4, 2, 0, 6}}, {0, 0, 0}, {}};
  CHECK(link_use(memory, shared, 2).busy == std::vector<std::uint64_t>{0, 0, 0, 1, 1});
}

TEST_CASE("link use: blocks through switches, and over wires of one direction, are on links that there are") {
  for (const char* const network : {"fat-tree:2,2", "omega:8", "de-bruijn:3", "dragonfly:2,1,2"}) {
    const CollectiveModel model = collective_model(network);
    const Topology& topology = *model.topology;
    CollectiveTask task;
    task.words = 64;
    for (const Collective operation : {Collective::broadcast, Collective::all_gather, Collective::gather}) {
      task.operation = operation;
      for (const CollectiveAlgorithm* const algorithm : algorithms_for(model, task)) {
        CAPTURE(network);
        CAPTURE(algorithm->name);
        const CollectiveSchedule sent = record_schedule(model, task, *algorithm);
        const LinkUse use = link_use(model, sent, sent.blocks.back().step + 1);
        REQUIRE(use.busy.size() == std::size_t{topology.nodes()} * topology.ports());
        std::vector<std::uint64_t> busy(use.busy.size());
        for (const ScheduledBlock& block : sent.blocks) ++busy[link_between(topology, block.from, block.to)];
        CHECK(use.busy == busy);
      }
    }
  }
}
