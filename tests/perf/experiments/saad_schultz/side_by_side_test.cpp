#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include <pram/error.hpp>
#include <pram/perf/experiment.hpp>
#include <pram/report/detail/value/text.hpp>
#include "experiments/saad_schultz/side_by_side.hpp"

#include "../../parts/finished_json.hpp"
#include "text_checks.hpp"

namespace pram::perf {

namespace {

using testing::contains;
using testing::widest_line;

const Experiment& exchange() {
  return **std::ranges::find(experiments(), "exchange", [](const Experiment* one) { return one->name; });
}

std::string json_with(const char* flag, std::uint64_t value) {
  ExperimentRequest request = exchange().usual_request();
  request.options[flag] = value;
  return finished_json(exchange().run(request), 1);
}

/// The time of the paper's text where it is exact, for words that nodes divide; else -1.
double exact_time(const ArchitectureTime& one, const SideBySideRequest& request) {
  const double k = one.nodes;
  const double bits = std::log2(k);
  const auto words = static_cast<double>(one.words);
  const double tau = request.startup;
  const double b = request.bandwidth;
  const double rounds = std::ceil(k / std::min<double>(k, request.modules));
  const std::string& on = one.architecture;
  switch (one.operation) {
    case Collective::one_to_one:
      if (on == "bus" || on == "switch") return words / b + tau;  // (3.1)
      if (on == "shared memory") return 2 * (words / b + tau);    // (3.2)
      break;
    case Collective::broadcast:
      if (on == "bus") return words / b + tau;
      break;
    case Collective::all_gather:
      if (on == "bus") return words / b + k * tau;                                     // (3.26)
      if (on == "shared memory" && rounds > 1) return rounds * (words / b + 2 * tau);  // (3.27)
      if (on == "ring") return (k - 1) * (words / (k * b) + tau);                      // (3.28)
      if (on == "switch") return bits * tau + words * (k - 1) / (k * b);               // (3.35)
      break;
    case Collective::scatter:
      if (on == "ring") return std::floor(k / 2) * (tau + words / (k * b));  // (3.38)
      break;
    case Collective::all_to_all:
      if (on == "shared memory") return 2 * rounds * (words / (k * b) + tau);  // (3.42)
      break;
    default: break;
  }
  return -1;
}

void check_times(const std::vector<ArchitectureTime>& times, const SideBySideRequest& request) {
  std::size_t known = 0;
  for (std::size_t first = 0; first < times.size(); first += 6) {
    double least = times[first].formula.time;
    for (std::size_t k = first; k < first + 6; ++k) least = std::min(least, times[k].formula.time);
    for (std::size_t k = first; k < first + 6; ++k) {
      const ArchitectureTime& one = times[k];
      CAPTURE(to_string(one.operation));
      CAPTURE(one.network);
      CAPTURE(one.words);
      CHECK(one.formula.cheapest == (one.formula.time <= least * (1 + 1e-9)));
      CHECK(one.operation == times[first].operation);
      const std::uint64_t square = std::uint64_t{one.nodes} * one.nodes;
      const double exact = one.words % square == 0 ? exact_time(one, request) : -1;
      if (exact < 0) continue;
      ++known;
      CHECK(one.formula.time == doctest::Approx(exact));
    }
  }
  CHECK(known >= 12);
}

}  // namespace

TEST_CASE("six architectures side by side have the times of the paper's exact formulas") {
  SideBySideRequest request;
  request.words = 1 << 20;
  request.nodes = 256;
  request.most_nodes = 16;
  request.startup = 7.5;
  request.bandwidth = 0.25;
  request.modules = 16;
  const SideBySide result = side_by_side(request);
  CHECK(result.over_words.size() == 5 * 6 * 8);  // 2^0 to 2^28 by fours, and 2^20 is among them
  CHECK(result.over_nodes.size() == 5 * 6 * 2);
  check_times(result.over_words, request);
  check_times(result.over_nodes, request);
}

TEST_CASE("six architectures side by side: where the cheapest changes fits the times beside") {
  SideBySideRequest asked;
  asked.most_nodes = 16;
  asked.nodes = 16;
  const SideBySide result = side_by_side(asked);
  REQUIRE(result.crossovers.size() == 5);
  for (const auto* const times : {&result.over_words, &result.over_nodes}) {
    for (std::size_t first = 0; first < times->size(); first += 6) {
      const ArchitectureTime& point = (*times)[first];
      const auto crossover = std::ranges::find_if(
          result.crossovers, [&](const NetworkCrossover& one) { return one.operation == point.operation; });
      REQUIRE(crossover != result.crossovers.end());
      const auto row = std::ranges::find(crossover->rows, point.nodes, &NetworkCrossoverRow::nodes);
      REQUIRE(row != crossover->rows.end());
      const auto range = std::ranges::find_if(
          row->ranges, [&](const auto& one) { return one.first <= point.words && one.last >= point.words; });
      REQUIRE(range != row->ranges.end());
      const auto begin = times->begin() + static_cast<std::ptrdiff_t>(first);
      const auto winner = std::find_if(begin, begin + 6, [](const auto& one) { return one.formula.cheapest; });
      REQUIRE(winner != begin + 6);
      CHECK(winner->architecture == range->network);
    }
  }
  Report report;
  add_side_by_side(report, result);
  const std::string text = text_of(report);
  CHECK(widest_line(text) <= line_width);
  CHECK(contains(text, "Side by side over N, k = 16: τ = 100, b = 1, k* = 8"));
  CHECK(contains(text, "Side by side over k, N = 4,096: τ = 100, b = 1, k* = 8"));
  const auto json = nlohmann::json::parse(finished_json(report, 1));
  CHECK(json["over_words"].size() == result.over_words.size());
  CHECK(json["side_by_side"]["modules"] == 8);
  for (const auto& row : json["crossovers"]) CHECK(row["first"] <= row["last"]);
}

TEST_CASE("tables of exchange take words, nodes, prices and modules") {
  ExperimentRequest request = exchange().usual_request();
  request.options["--words"] = 256;
  request.options["--nodes"] = 16;
  request.options["--modules"] = 4;
  request.reals["--tau"] = 3;
  request.reals["--bandwidth"] = 0.5;
  // The tables have 30 cells. Of what stands side by side a part will do: all of it takes many seconds.
  request.progress = [](std::uint64_t done, std::uint64_t of) { return of == 30 || done < 7; };
  const auto json = nlohmann::json::parse(finished_json(exchange().run(request), 1));
  REQUIRE(json["tables"].size() == 1);
  const auto priced = json["tables"][0];
  CHECK(priced["words"] == 256);
  CHECK(priced["nodes"] == 16);
  CHECK(priced["modules"] == 4);
  CHECK(priced["startup"] == 3);
  CHECK(priced["bandwidth"] == 0.5);
  CHECK(priced["cells"][0]["printed"] == 515);  // N / b + τ of the bus
  CHECK(json["over_nodes"][0]["words"] == 256);
  CHECK(json["over_words"][0]["nodes"] == 16);
  for (const auto& cell : priced["cells"]) {
    CHECK(cell["algorithms"].size() > 0);
    for (const auto& run : cell["algorithms"]) CHECK(run["verified"] == true);
  }
  CHECK_THROWS_WITH_AS(json_with("--nodes", 32), doctest::Contains("a power of four from 4 to 1024"), ConfigError);
  CHECK_THROWS_WITH_AS(json_with("--modules", 65), doctest::Contains("a whole number from 1 to 64"), ConfigError);
}

TEST_CASE("six architectures side by side stop when they are told to") {
  SideBySideRequest request;
  request.most_nodes = 16;
  request.progress = [](std::uint64_t done, std::uint64_t of) { return of == 10 && done < 3; };
  const SideBySide result = side_by_side(request);
  REQUIRE(result.crossovers.size() == 2);
  CHECK(result.crossovers[0].rows.size() == 2);
  CHECK(result.crossovers[1].rows.size() == 1);
  Report report;
  add_side_by_side(report, result);
  CHECK(contains(text_of(report), "Side by side over k"));
}

}  // namespace pram::perf
