#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <pram/machines/detail/torus_exchange.hpp>

#include "machines/collectives/delivered.hpp"

using namespace pram;
using namespace pram::testing;

namespace {

/// What a watch gets, with the cost and the data of the execution.
struct Watched {
  std::vector<CollectiveTransfer> transfers;
  CollectiveCost cost;
  CollectiveData out;
};

Watched watched(const CollectiveAlgorithm& algorithm, CollectiveModel model, const CollectiveTask& task) {
  Watched made;
  model.watch = [&](const CollectiveTransfer& one) { made.transfers.push_back(one); };
  made.cost = algorithm.run(model, task, collective_input(task, model.nodes), made.out);
  return made;
}

bool are_neighbours(const Topology& topology, std::uint32_t from, std::uint32_t to) {
  for (std::uint32_t port = 0; port < topology.ports(); ++port) {
    if (topology.neighbour(from, port) == to) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a watch is told of every step's blocks: they add up to the words that the execution costs") {
  for (const char* const network :
       {"bus:8", "shared-memory:8,modules=2", "switch:8", "ring:8", "path:7", "torus:4x4", "hypercube:4",
        "torus:4x4,ports=one,duplex=full", "torus:8x8,switching=wormhole,ports=one,duplex=full", "complete:9",
        "product:ring:4,complete:3,ports=one,duplex=full", "hypercube:4,ports=all,duplex=full"}) {
    const CollectiveModel model = model_of(network, 10, 1);
    for (const CollectiveOperation operation : all_operations()) {
      for (const std::uint64_t words : {0U, 37U, 4096U}) {
        CollectiveTask task{operation, words, 0, 0};
        if (operation == Collective::one_to_one) task.target = model.nodes - 1;
        for (const CollectiveAlgorithm* const algorithm : algorithms_for(model, task)) {
          CAPTURE(network);
          CAPTURE(algorithm->name);
          CAPTURE(words);
          const Watched seen = watched(*algorithm, model, task);
          std::map<std::uint64_t, std::uint64_t> largest;  // block of each step
          for (const CollectiveTransfer& one : seen.transfers) {
            CHECK(one.words > 0);
            std::uint64_t& block = largest[one.step];
            block = std::max(block, one.words);
            if (model.links()) CHECK(are_neighbours(*model.topology, one.from, one.to));
          }
          double sum = 0;
          for (const auto& [step, block] : largest) sum += static_cast<double>(block);
          CHECK(sum == seen.cost.words);
          // Schedules of exchanges have steps in which all blocks are empty.
          CHECK(largest.size() <= seen.cost.steps);
          if (words == 4096) CHECK(largest.size() == seen.cost.steps);
          if (words == 0) CHECK(largest.empty());
          if (!largest.empty()) CHECK(largest.rbegin()->first < seen.cost.steps);
          // Nothing else differs.
          CHECK(seen.out == collective_expected(task, collective_input(task, model.nodes)));
          CHECK(seen.cost.words == delivered(*algorithm, model, task).words);
        }
      }
    }
  }
}

TEST_CASE("a worm is told of link by link, all in one step") {
  const CollectiveModel model = model_of("torus:8x8,switching=wormhole,ports=one,duplex=full", 10, 1);
  const CollectiveTask task{Collective::all_to_all, 4096, 0, 0};
  for (const CollectiveAlgorithm* const algorithm : algorithms_for(model, task)) {
    if (algorithm->name != "all-to-all-torus-suh") continue;
    std::map<std::uint64_t, std::uint64_t> links;
    for (const CollectiveTransfer& one : watched(*algorithm, model, task).transfers) ++links[one.step];
    const TorusExchange schedule(8, 0);
    REQUIRE(links.size() == schedule.steps());
    for (std::uint64_t step = 0; step < schedule.steps(); ++step) {
      std::vector<TorusSend> sends;
      schedule.step(step, sends);
      std::uint64_t hops = 0;
      for (const TorusSend& worm : sends) hops += worm.hops;
      CHECK(links[step] == hops);
    }
  }
}
