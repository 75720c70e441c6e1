#include <pram/machines/detail/collective_schedule.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <pram/machines/detail/named_switching.hpp>
#include "machines/collectives/delivered.hpp"
#include "support.hpp"

using namespace pram;
using pram::testing::model_of;
using pram::testing::same;

namespace {

/// What a schedule costs, by its blocks alone. Steps in which nothing moves have no block.
CollectiveCost cost_of(const CollectiveSchedule& schedule) {
  std::map<std::uint64_t, std::uint64_t> largest;
  for (const ScheduledBlock& block : schedule.blocks) largest[block.step] = std::max(largest[block.step], block.words);
  CollectiveCost cost;
  for (const auto& [step, words] : largest) {
    ++cost.steps;
    cost.words += static_cast<double>(words);
  }
  return cost;
}

/// Nodes send only what they had at the beginning or got in an earlier step, and one node alone had each piece.
void check_pieces(const CollectiveSchedule& schedule) {
  std::map<std::uint32_t, std::uint32_t> origin;
  std::set<std::pair<std::uint32_t, std::uint32_t>> has;  // node and piece
  std::vector<std::pair<std::uint32_t, std::uint32_t>> arriving;
  std::uint64_t step = 0;
  for (std::size_t k = 0; k < schedule.blocks.size(); ++k) {
    const ScheduledBlock& block = schedule.blocks[k];
    if (block.step != step) {
      has.insert(arriving.begin(), arriving.end());
      arriving.clear();
      step = block.step;
    }
    REQUIRE_FALSE(schedule.pieces_of(k).empty());
    for (const std::uint32_t piece : schedule.pieces_of(k)) {
      if (block.hop == 0 && !has.contains({block.from, piece}))
        CHECK(origin.emplace(piece, block.from).first->second == block.from);
      arriving.emplace_back(block.to, piece);
    }
  }
}

std::uint64_t replayed(const CollectiveModel& model, const CollectiveSchedule& schedule, StepStart start) {
  const OperationTrace trace = operation_trace(model, schedule, start);
  CHECK(trace.ranks() == model.nodes);
  NamedSwitching network = make_named_switching(replay_network(model), model.nodes, true);
  const std::shared_ptr<const Switching> switching = std::move(network.switching);
  const std::shared_ptr<const Topology> topology(switching, &switching->topology());
  return replay(trace, topology, network.options).makespan;
}

CollectiveTask task_of(CollectiveOperation operation, std::uint64_t words, std::uint32_t nodes) {
  CollectiveTask task;
  task.operation = operation;
  task.words = operation.combines() ? words / nodes * nodes : words;
  task.target = operation.has_source() ? nodes - 1 : 0;
  return task;
}

constexpr const char* scheduled_networks[] = {"switch:8",
                                              "switch:11",
                                              "ring:7",
                                              "ring:6,duplex=full",
                                              "torus:4x4",
                                              "torus:3x4,ports=one,duplex=full",
                                              "grid:3x3",
                                              "hypercube:3",
                                              "hypercube:4,duplex=full",
                                              "complete:5",
                                              "star:6",
                                              "product:ring:4,complete:3,duplex=full",
                                              "torus:4x4,switching=cut-through"};

}  // namespace

TEST_CASE("schedules: what is recorded costs what the execution cost, and replayed takes its time") {
  std::mt19937_64 random(testing::seed());
  std::size_t executed = 0;
  for (const char* const network : scheduled_networks) {
    const CollectiveModel model = model_of(network, static_cast<double>(random() % 30), 1);
    for (const CollectiveOperation operation : all_operations()) {
      const CollectiveTask task = task_of(operation, 1 + random() % 600, model.nodes);
      for (const CollectiveAlgorithm* const algorithm : algorithms_for(model, task)) {
        CAPTURE(network);
        CAPTURE(algorithm->name);
        CAPTURE(task.words);
        CAPTURE(model.startup);
        const CollectiveSchedule schedule = record_schedule(model, task, *algorithm);
        const CollectiveCost cost = testing::delivered(*algorithm, model, task);
        CHECK(cost_of(schedule).steps <= cost.steps);
        // With a word for every pair of nodes something moves in every step.
        if (task.words >= std::uint64_t{model.nodes} * model.nodes) CHECK(cost_of(schedule).steps == cost.steps);
        CHECK(same(cost_of(schedule).words, cost.words));
        if (!operation.combines()) check_pieces(schedule);
        CHECK(replayed(model, schedule, StepStart::at_its_time) == static_cast<std::uint64_t>(cost.time(model)));
        ++executed;
      }
    }
  }
  CHECK(executed > 150);
}

TEST_CASE("schedules: whoever goes on when its part is done is done earlier, where others' blocks are larger") {
  // By hand: node 0 sends 9 words to node 1, and 1 to node 2, which has one for node 3 already.
  const CollectiveModel model = model_of("switch:5", 10, 1);
  const CollectiveSchedule schedule{
      "any", {{0, 0, 1, 0, 9}, {0, 4, 2, 0, 1}, {1, 2, 3, 0, 1}, {2, 3, 4, 0, 1}}, {0, 1, 2, 3, 4}, {0, 1, 1, 1}};
  CHECK(replayed(model, schedule, StepStart::at_its_time) == 19 + 11 + 11);
  CHECK(replayed(model, schedule, StepStart::when_ready) == 3 * 11);
}

TEST_CASE("schedules: start-up and bandwidth that are not whole are rounded up once") {
  CollectiveModel model = model_of("switch:2", 0.5, 2);
  const CollectiveSchedule schedule{
      "any", {{0, 0, 1, 0, 3}, {1, 1, 0, 0, 3}, {2, 0, 1, 0, 3}}, {0, 1, 2, 3}, {0, 0, 0}};
  CHECK(replay_network(model).empty());
  const OperationTrace trace = operation_trace(model, schedule, StepStart::at_its_time);
  // The clock of node 0: its second part begins after 2, and its third after 4.
  std::vector<std::uint64_t> waits;
  for (std::uint32_t one = trace.first[0]; one < trace.first[1]; ++one) {
    if (trace.operations[one].cpu == 1) waits.push_back(trace.operations[one].amount);
  }
  CHECK(waits == std::vector<std::uint64_t>{2, 2});
}

TEST_CASE("schedules: a worm is one message, over all of its links in one step") {
  const CollectiveModel model = model_of("torus:8x8,ports=one,duplex=full,switching=wormhole", 10, 1);
  CollectiveTask task;
  task.operation = Collective::all_to_all;
  task.words = 64 * 64;
  const CollectiveAlgorithm& suh = collective_algorithms().find("all-to-all-torus-suh");
  REQUIRE(suh.fits(model, task));
  const CollectiveSchedule schedule = record_schedule(model, task, suh);
  check_pieces(schedule);
  const OperationTrace trace = operation_trace(model, schedule, StepStart::at_its_time);
  std::uint64_t first_links = 0;
  std::uint64_t all_words = 0;
  for (const ScheduledBlock& block : schedule.blocks) {
    first_links += block.hop == 0;
    all_words += block.hop == 0 ? block.words : 0;
    CHECK(model.topology->neighbour(block.from, model.topology->next_leg(block.from, block.to).port) == block.to);
  }
  const ReplayResult result = replay(trace, LogGops{});
  CHECK(result.messages == first_links);
  CHECK(result.bytes == all_words);
  CHECK(schedule.blocks.size() > first_links);
  CHECK(replay_network(model).empty());
}

TEST_CASE("schedules: buses, shared memories and switches of a topology have no messages from node to node") {
  for (const char* const network : {"bus:4", "shared-memory:4", "fat-tree:2,2"}) {
    const CollectiveModel model = model_of(network, 1, 1);
    CHECK_THROWS_AS(operation_trace(model, {}, StepStart::at_its_time), ConfigError);
    CHECK(replay_network(model).empty());
  }
}

TEST_CASE("schedules: a recorder stops at its limits") {
  ScheduleRecorder recorder("any", 2, 3);
  const std::vector<std::uint32_t> pieces = {4, 5};
  recorder.note({0, 0, 1, 7, pieces});
  CHECK(recorder.has_all_pieces());
  recorder.note({1, 1, 0, 7, pieces});
  CHECK(recorder.has_all_blocks());
  CHECK_FALSE(recorder.has_all_pieces());
  recorder.note({2, 0, 1, 7, pieces});
  CHECK_FALSE(recorder.has_all_blocks());
  const CollectiveSchedule schedule = recorder.take();
  CHECK(schedule.blocks.size() == 2);
  CHECK(schedule.pieces.empty());
  CHECK(schedule.pieces_of(1).empty());
}
