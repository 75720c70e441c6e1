#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include <pram/perf/collectives.hpp>
#include <pram/report/detail/value/text.hpp>

#include "counted_memory.hpp"
#include "text_checks.hpp"

namespace pram::perf {

namespace {

using testing::contains;
using testing::widest_line;

CollectiveRequest request_of(const std::string& network, CollectiveOperation operation, std::uint64_t words) {
  CollectiveRequest request;
  request.model = collective_model(network);
  request.task = {operation, words, 0, 0};
  if (operation == Collective::one_to_one) request.task.target = request.model.nodes - 1;
  request.algorithms = algorithms_for(request.model, request.task);
  return request;
}

/// An algorithm that delivers nothing.
CollectiveAlgorithm idle() {
  CollectiveAlgorithm algorithm;
  algorithm.name = "idle";
  algorithm.operation = Collective::broadcast;
  algorithm.fits = [](const CollectiveModel&, const CollectiveTask&) { return true; };
  algorithm.formula = [](const CollectiveModel&, const CollectiveTask&) { return CollectiveFormula{1, true}; };
  algorithm.run = [](const CollectiveModel& model, const CollectiveTask&, const CollectiveData&, CollectiveData& out) {
    out.assign(model.nodes, {});
    return CollectiveCost{1, 0};
  };
  return algorithm;
}

}  // namespace

TEST_CASE("every algorithm delivers, takes its formula where that is exact, and never beats the bound") {
  for (const char* const network : {"bus:8", "shared-memory:8,modules=2", "switch:8", "ring:7", "ring:8", "torus:4x4",
                                    "torus:5x5", "hypercube:4", "torus:4x4,ports=one,duplex=full",
                                    "hypercube:3,ports=one", "product:ring:4,complete:3,ports=one,duplex=full"}) {
    for (const CollectiveOperation operation : all_operations()) {
      for (const std::uint64_t words : {1U, 37U, 2048U}) {
        CAPTURE(network);
        CAPTURE(to_string(operation));
        CAPTURE(words);
        CollectiveRequest request = request_of(network, operation, words);
        request.model.startup = 10;
        const CollectiveResult result = run_collectives(request);
        CHECK(result.runs.size() == request.algorithms.size());
        CHECK(result.sound());
        CHECK_FALSE(result.interrupted);
        for (const CollectiveRun& run : result.runs) {
          CAPTURE(run.algorithm);
          CHECK(run.verified);
          CHECK(run.time >= result.lower_bound - 1e-9 * result.lower_bound);
          CHECK(run.time == doctest::Approx(run.cost.time(result.model)));
          if (run.formula.exact) CHECK(run.time == doctest::Approx(run.formula.time));
        }
        if (result.runs.empty()) continue;
        CHECK(std::ranges::count(result.runs, result.best, &CollectiveRun::algorithm) == 1);
        const std::string text = text_of(collective_report(result));
        CHECK(widest_line(text) <= line_width);
        CHECK(contains(text, to_string(operation) + " on "));
        const auto json = nlohmann::json::parse(json_of(collective_report(result)));
        CHECK(json["algorithms"].size() == result.runs.size());
        CHECK(json["words"] == words);
        CHECK(json["best"] == result.best);
      }
    }
  }
}

TEST_CASE("wrong data are noticed, and an interrupted comparison says so") {
  CollectiveRequest request = request_of("ring:8", Collective::broadcast, 64);
  const CollectiveAlgorithm broken = idle();
  request.algorithms = {&broken};
  const CollectiveResult wrong = run_collectives(request);
  CHECK_FALSE(wrong.sound());
  CHECK(contains(text_of(collective_report(wrong)), "WRONG"));
  CHECK_FALSE(nlohmann::json::parse(json_of(collective_report(wrong)))["algorithms"][0]["verified"].get<bool>());

  request.algorithms = {&broken, &broken, &broken};
  request.progress = [](std::uint64_t done, std::uint64_t of) {
    CHECK(of == 3);
    return done < 1;
  };
  const CollectiveResult stopped = run_collectives(request);
  CHECK(stopped.interrupted);
  CHECK(stopped.runs.size() == 1);
  CHECK(stopped.asked == 3);
}

TEST_CASE("the memory of an exchange is estimated before it is taken") {
  const CollectiveModel model = collective_model("ring:1024");
  CollectiveTask task{Collective::scatter, std::uint64_t{1} << 30, 0, 0};
  CHECK(collective_bytes(model, task) > 8e9);
  CHECK(collective_bytes(model, task) < 80e9);
  task.operation = Collective::broadcast;
  CHECK(collective_bytes(model, task) > 8e12);
  task.words = 1;
  CHECK(collective_bytes(model, task) < 1e6);
}

TEST_CASE("an exchange takes as much memory as was estimated, and a sixth of it at the least") {
  for (const char* const network :
       {"bus:200", "shared-memory:128,modules=4", "switch:256", "ring:256", "ring:100,ports=all", "torus:16x16",
        "torus:16x8,ports=one", "torus:4x4x8", "grid:9x20", "path:150", "hypercube:7", "hypercube:7,ports=one",
        "complete:40", "star:100"}) {
    for (const CollectiveOperation operation : all_operations()) {
      for (const std::uint64_t words : {7U, 3000U, 40000U}) {
        CAPTURE(network);
        CAPTURE(to_string(operation));
        CAPTURE(words);
        const CollectiveRequest request = request_of(network, operation, words);
        if (request.algorithms.empty() || words * request.model.nodes > 4000000) continue;
        const testing::CountedMemory memory;
        CHECK(run_collectives(request).sound());
        const auto taken = static_cast<double>(memory.peak());
        CHECK(taken <= collective_bytes(request.model, request.task));
        // In a scan by plan a node may get the vectors of all others, and hardly any does.
        const double times = operation == CollectiveOperation::scan ? 20 : 6;
        CHECK(taken >= collective_bytes(request.model, request.task) / times);
      }
    }
  }
}

TEST_CASE("an all-gather of vectors of different lengths takes no more memory than was estimated") {
  for (const char* const network : {"bus:200", "shared-memory:128,modules=4", "switch:100", "switch:256", "ring:256",
                                    "torus:16x16", "torus:8x8", "hypercube:6", "complete:40,duplex=full", "star:100"}) {
    for (const std::uint64_t words : {7U, 3000U, 20000U}) {
      for (const bool alone : {false, true}) {
        CAPTURE(network);
        CAPTURE(words);
        CAPTURE(alone);
        CollectiveRequest request;
        request.model = collective_model(network);
        request.task = {.operation = Collective::all_gather, .words = words};
        request.task.counts.assign(request.model.nodes, 0);
        std::uint64_t rest = words;
        for (std::uint64_t& count : request.task.counts) {
          count = alone ? rest : (rest + 9) / 10;
          rest -= count;
        }
        request.task.counts.back() += rest;
        request.algorithms = algorithms_for(request.model, request.task);
        const testing::CountedMemory memory;
        CHECK(run_collectives(request).sound());
        CHECK(static_cast<double>(memory.peak()) <= collective_bytes(request.model, request.task));
      }
    }
  }
}

TEST_CASE("on many nodes few words take memory for the nodes and the words, not for pairs of nodes") {
  constexpr std::uint64_t bytes_a_node = 1500;
  for (const char* const network : {"ring:8192", "path:8192", "torus:64x128", "hypercube:13", "switch:8192"}) {
    for (const Collective operation :
         {Collective::one_to_one, Collective::broadcast, Collective::scatter, Collective::gather}) {
      CAPTURE(network);
      CAPTURE(to_string(operation));
      const CollectiveRequest request = request_of(network, operation, 7);
      const testing::CountedMemory memory;
      CHECK(run_collectives(request).sound());
      CHECK(memory.peak() < bytes_a_node * request.model.nodes);
      CHECK(collective_bytes(request.model, request.task) < 2 * bytes_a_node * request.model.nodes);
    }
  }
  // A packet on its way along a path is held by its ends alone.
  const CollectiveRequest request = request_of("path:512", Collective::one_to_one, 100000);
  const testing::CountedMemory memory;
  CHECK(run_collectives(request).sound());
  CHECK(memory.peak() < 200 * request.task.words);
}

TEST_CASE("a crossover has for every size the algorithm that is best there") {
  CrossoverRequest request;
  for (const char* const network : {"ring:16", "ring:64"}) {
    request.models.push_back(collective_model(network));
    request.models.back().startup = 100;
  }
  request.task.operation = Collective::broadcast;
  request.most_doublings = 16;
  const Crossover found = collective_crossover(request);
  REQUIRE(found.rows.size() == 2);
  for (std::size_t k = 0; k < 2; ++k) {
    const CrossoverRow& row = found.rows[k];
    REQUIRE_FALSE(row.ranges.empty());
    CHECK(row.ranges.front().first == 1);
    CHECK(row.ranges.back().last == 65536);
    std::uint64_t next = 1;
    for (const CrossoverRange& range : row.ranges) {
      CHECK(range.first == next);
      next = range.last + 1;
      for (const std::uint64_t words : {range.first, range.last}) {
        CollectiveTask task = request.task;
        task.words = words;
        CHECK(best_algorithm(request.models[k], task)->name == range.algorithm);
      }
    }
  }
  const std::string text = text_of(crossover_report(found));
  CHECK(widest_line(text) <= line_width);
  CHECK(contains(text, "k = 16  k = 64"));
  CHECK(nlohmann::json::parse(json_of(crossover_report(found)))["networks"].size() == 2);
}

TEST_CASE("a crossover goes up to 2^63 words, and not to numbers of more than 64 bits") {
  CrossoverRequest request;
  request.models.push_back(collective_model("ring:16"));
  request.task.operation = Collective::broadcast;
  request.most_doublings = 63;
  CHECK(collective_crossover(request).rows.front().ranges.back().last == std::uint64_t{1} << 63);
  request.most_doublings = 64;
  CHECK_THROWS_WITH_AS(collective_crossover(request), doctest::Contains("most_doublings = '64'"), ConfigError);
}

}  // namespace pram::perf
