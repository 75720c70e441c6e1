#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "collectives/general/deliver.hpp"
#include "collectives/general/plan/known_costs.hpp"
#include "collectives/general/plan/plan_costs.hpp"
#include "collectives/general/plans.hpp"
#include "collectives/general/scans.hpp"
#include "collectives/general/spread.hpp"
#include "collectives/general/tree_routes.hpp"
#include "machines/collectives/delivered.hpp"
#include "support.hpp"

using namespace pram;

namespace {

std::uint32_t below(std::mt19937_64& random, std::uint32_t bound) {
  return static_cast<std::uint32_t>(random() % bound);
}

/// Messages of any pieces that have words, which nobody could send in these steps.
MovePlan any_plan(std::mt19937_64& random, const std::vector<std::uint32_t>& pieces) {
  MovePlan plan;
  for (std::uint32_t step = below(random, 6); step-- > 0;) {
    MovePlan::Step& moves = plan.steps().emplace_back();
    for (std::uint32_t move = 1 + below(random, 4); move-- > 0;) {
      std::vector<std::uint32_t> all = pieces;
      std::ranges::shuffle(all, random);
      all.resize(1 + below(random, static_cast<std::uint32_t>(all.size())));
      moves.push_back({0, 1, all});
    }
  }
  return plan;
}

void check_same(const CollectiveCost& one, const CollectiveCost& other) {
  CHECK(one.steps == other.steps);
  CHECK(one.words == other.words);
}

/// The least time of all plans that best_plan() promises to look at.
double least_time(const CollectiveModel& model, const CollectiveTask& task) {
  const Wires wires(model, false);
  const std::uint32_t k = model.nodes;
  const bool pairs = task.operation == CollectiveOperation::all_to_all;
  std::vector<std::uint64_t> words;
  std::vector<Parcel> parcels;
  for (std::uint32_t i = 0; i < k; ++i) {
    for (std::uint32_t j = 0; j < (pairs ? k : 1); ++j) {
      const std::uint32_t to = pairs ? j : task.target;
      words.push_back(pairs ? block_words(task, k, i, j) : share_of(task.words, k, i));
      const auto piece = static_cast<std::uint32_t>(words.size() - 1);
      if (i != to && words.back() > 0) parcels.push_back({piece, i, to});
    }
  }
  double least = parcels.empty() ? 0 : 1e300;
  std::vector<std::uint32_t> origins;
  for (std::uint32_t i = 0; i < std::min<std::uint64_t>(k, task.words); ++i) origins.push_back(i);
  for (std::uint32_t size = 1; size < 2 * parcels.size(); size *= 2) {
    least = std::min(least, plan_deliveries(wires, parcels, size).cost(words).time(model));
    if (!pairs || size >= 2 * origins.size()) continue;
    const MovePlan spread = plan_spread(wires, origins, size);
    least = std::min(least, blocks_of_spread(spread, wires.nodes(), k, words).cost(words).time(model));
  }
  return least;
}

}  // namespace

TEST_CASE("costs of a plan for other words are those that the plan has for them") {
  std::mt19937_64 random(testing::seed());
  for (int trial = 0; trial < 200; ++trial) {
    DealtWords dealt{.words = below(random, 40), .ranks = 1 + below(random, 12)};
    for (std::uint32_t piece = 0; piece < dealt.ranks; ++piece) dealt.rank_of.push_back(piece);
    std::ranges::shuffle(dealt.rank_of, random);
    // Pieces as long as each other.
    if (trial % 3 == 0) dealt.rank_of.insert(dealt.rank_of.end(), dealt.rank_of.begin(), dealt.rank_of.end());
    CAPTURE(dealt.words);
    CAPTURE(dealt.ranks);
    std::vector<std::uint32_t> filled;
    for (std::uint32_t piece = 0; piece < dealt.rank_of.size(); ++piece) {
      if (dealt.lengths()[piece] > 0) filled.push_back(piece);
    }
    if (filled.empty()) continue;
    const MovePlan plan = any_plan(random, filled);
    PlanCosts costs;
    costs.add(plan, dealt);
    check_same(costs.of(dealt), plan.cost(dealt.lengths()));
    std::uint64_t crossings = 0;
    std::size_t largest = 0;
    for (const MovePlan::Step& step : plan.steps()) {
      for (const MovePlan::Move& move : step) {
        crossings += move.pieces.size();
        largest = std::max(largest, move.pieces.size());
      }
    }
    CHECK(costs.crossings() == crossings);
    CHECK(costs.largest_message() == largest);
    if (dealt.few()) continue;
    for (const std::uint64_t words : {dealt.ranks, dealt.words + 1, dealt.ranks * 1000 + below(random, 12)}) {
      DealtWords other = dealt;
      other.words = words;
      check_same(costs.of(other), plan.cost(other.lengths()));
    }
  }
}

TEST_CASE("best plans of deliveries are those of a search over all sizes, and cost what is said") {
  std::mt19937_64 random(testing::seed());
  for (const char* const network : {"ring:9", "torus:4x4", "hypercube:3,ports=one", "path:7,duplex=full",
                                    "fat-tree:2,3", "omega:8", "de-bruijn:3", "complete:8,ports=one,duplex=full"}) {
    CollectiveModel model = collective_model(network);
    model.startup = std::vector<double>{0, 1, 10, 100}[below(random, 4)];
    const std::uint64_t pairs = std::uint64_t{model.nodes} * model.nodes;
    for (const CollectiveOperation operation : {CollectiveOperation::gather, CollectiveOperation::all_to_all}) {
      for (const std::uint64_t words : {std::uint64_t{1}, random() % model.nodes, random() % pairs, pairs,
                                        pairs + random() % pairs, 1000 * pairs + random() % pairs}) {
        if (words == 0) continue;
        CollectiveTask task{operation, words, 0, 0};
        if (operation == CollectiveOperation::gather) task.target = below(random, model.nodes);
        CAPTURE(network);
        CAPTURE(words);
        CAPTURE(model.startup);
        const CollectiveCost cost = best_plan_cost(model, task);
        CHECK(cost.time(model) == doctest::Approx(least_time(model, task)));
        const PlannedTask planned = best_plan(model, task);
        check_same(cost, planned.plan.cost(planned.words));
        check_same(cost, best_plan_cost(model, task));
      }
    }
  }
}

TEST_CASE("costs of scans are those of their plans, for few words and for many") {
  std::mt19937_64 random(testing::seed());
  for (const char* const network : {"ring:7", "torus:4x4", "fat-tree:2,3", "path:5,ports=one"}) {
    const CollectiveModel model = collective_model(network);
    for (const std::uint64_t vector : {std::uint64_t{1}, std::uint64_t{3}, 4 + random() % 60, 1000 + random() % 100}) {
      CAPTURE(network);
      CAPTURE(vector);
      const CollectiveTask task{CollectiveOperation::scan, vector * model.nodes, 0, 0};
      const auto sum = [](const std::vector<CollectiveCost>& all) {
        CollectiveCost made;
        for (const CollectiveCost& one : all) {
          made.steps += one.steps;
          made.words += one.words;
        }
        return made;
      };
      std::vector<std::uint64_t> blocks;
      for (std::uint32_t piece = 0; piece < model.nodes * model.nodes; ++piece)
        blocks.push_back(share_of(vector, model.nodes, piece % model.nodes));
      const ExchangedScan exchanged = best_exchanged_scan(model, task);
      check_same(best_exchanged_scan_cost(model, task),
                 sum({exchanged.there.cost(blocks), exchanged.back.cost(blocks)}));
      const ScanPlan scan = best_scan_plan(model, task);
      std::vector<std::uint64_t> packets;
      for (std::uint64_t piece = 0; piece < model.nodes * scan.packets; ++piece)
        packets.push_back(share_of(vector, scan.packets, piece % scan.packets));
      std::vector<CollectiveCost> levels;
      for (const ScanPlan::Level& level : scan.levels) levels.push_back(level.plan.cost(packets));
      check_same(best_scan_cost(model, task), sum(levels));
    }
  }
}

TEST_CASE("costs that are known: once for each network, ports and key, by any thread") {
  const CollectiveModel model = collective_model("ring:5");
  const CollectiveModel other = collective_model("ring:5");
  CollectiveModel all_ports = model;
  all_ports.ports = SwitchingOptions::Ports::all;
  int made = 0;
  const auto ask = [&made](const CollectiveModel& of, std::uint32_t root) {
    return known_costs(of, {.kind = PlanKey::Kind::packets, .root = root, .pieces = 99}, [&] {
      ++made;
      return PlanCosts();
    });
  };
  const auto first = ask(model, 0);
  CHECK(ask(model, 0) == first);
  CHECK(made == 1);
  CHECK(ask(model, 1) != first);
  CHECK(ask(other, 0) != first);
  CHECK(ask(all_ports, 0) != first);
  CHECK(made == 4);

  const CollectiveModel shared = collective_model("torus:4x4");
  const CollectiveTask task{CollectiveOperation::all_to_all, 5000, 0, 0};
  std::vector<CollectiveCost> costs(4);
  std::vector<std::thread> threads;
  for (CollectiveCost& cost : costs) threads.emplace_back([&] { cost = best_plan_cost(shared, task); });
  for (std::thread& thread : threads) thread.join();
  for (const CollectiveCost& cost : costs) check_same(cost, costs.front());
}
