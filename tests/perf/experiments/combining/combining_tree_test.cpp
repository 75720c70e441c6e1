#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <pram/perf/experiment.hpp>
#include <pram/pram.hpp>
#include "../../parts/finished_json.hpp"

namespace pram::perf {

namespace {

const Experiment& tree_experiment() {
  const auto place =
      std::ranges::find(experiments(), "combining-tree", [](const Experiment* one) { return one->name; });
  REQUIRE(place != experiments().end());
  return **place;
}

nlohmann::json tree_table(std::uint64_t components, std::uint64_t cells, std::uint64_t runs, std::uint64_t seed) {
  ExperimentRequest request = tree_experiment().usual_request();
  request.options["--components"] = components;
  request.options["--cells"] = cells;
  request.options["--runs"] = runs;
  request.options["--seed"] = seed;
  return nlohmann::json::parse(finished_json(tree_experiment().run(request), 0));
}

/// The levels of a tree by dealing what the level below sends, k to a node: the fullest node of each.
std::vector<std::uint64_t> fullest_nodes(std::uint64_t k, std::uint64_t senders) {
  std::vector<std::uint64_t> fullest;
  while (senders > 1) {
    std::vector<std::uint64_t> got;
    for (std::uint64_t sender = 0; sender < senders; ++sender) {
      if (sender % k == 0) got.push_back(0);
      ++got.back();
    }
    fullest.push_back(std::ranges::max(got));
    senders = got.size();
  }
  return fullest;
}

std::uint64_t sum_of(const std::vector<std::uint64_t>& numbers) {
  std::uint64_t sum = 0;
  for (const std::uint64_t number : numbers) sum += number;
  return sum;
}

/// A tree whose nodes are listed: of each level their places behind the home, which the levels above take first.
class ListedTree : public AccessPlan {
 public:
  ListedTree(std::uint32_t k, std::uint32_t p) : k_(k), p_(p) {
    std::uint32_t nodes = p;
    do {
      nodes = (nodes + k - 1) / k;
      levels_.emplace_back(nodes);
    } while (nodes > 1);
    std::uint32_t place = 0;
    for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
      for (std::uint32_t& one : *level) one = place++;
    }
  }

  std::uint32_t phases() const override { return static_cast<std::uint32_t>(levels_.size()); }

  void route(const Moves& moves, std::span<std::uint32_t> destination) const override {
    for (std::size_t i = 0; i < destination.size(); ++i) {
      std::uint32_t node = moves.source[i];
      if (moves.phase > 0) {
        const std::vector<std::uint32_t>& level = levels_[moves.phase - 1];
        node = 0;
        while ((moves.home[i] + level[node]) % p_ != moves.source[i]) ++node;
      }
      destination[i] = (moves.home[i] + levels_[moves.phase][node / k_]) % p_;
    }
  }

 private:
  std::uint32_t k_;
  std::uint32_t p_;
  std::vector<std::vector<std::uint32_t>> levels_;
};

/// What a step is charged in which every component reads each of the cells: by a tree, or, for k = 0, by the protocol.
StepRecord read_all(const std::string& access, std::uint32_t k, std::uint32_t p, std::uint64_t cells,
                    std::uint64_t seed) {
  Machine machine({.components = p, .access = access, .seed = seed});
  auto hot = machine.array<std::uint64_t>(cells, 0, "hot");
  if (k > 0) hot.send_by(std::make_shared<ListedTree>(k, p));
  machine.pardo(p * cells, [&](Processor self) -> Task<> { co_await hot[self.id() % cells]; });
  return machine.ledger().step_records().front();
}

}  // namespace

TEST_CASE("the table of combining trees has one cell's charges, k a level, beside combining in as many phases") {
  for (const std::uint64_t p : {4096U, 60U, 2U}) {
    CAPTURE(p);
    const nlohmann::json json = tree_table(p, 1, 1, 3);
    constexpr std::uint64_t drawn = 3 * 1'000'003;
    CHECK(json["components"] == p);
    REQUIRE(json["degrees"].size() == 6);
    for (const auto& row : json["degrees"]) {
      CAPTURE(row.dump());
      const std::vector<std::uint64_t> fullest = fullest_nodes(row["degree"], p);
      CHECK(row["levels"] == fullest.size());
      CHECK(row["formula"] == sum_of(fullest));
      CHECK(row["forward"] == sum_of(fullest));
      CHECK(row["back"] == sum_of(fullest));
      CHECK(row["combining"] == read_all(row["access"], 0, static_cast<std::uint32_t>(p), 1, drawn).charge);
      const std::string access = row["access"];
      CHECK(static_cast<std::size_t>(std::ranges::count(access, ',')) == fullest.size());
      CHECK(access.ends_with(",spread=ordered"));
    }
    REQUIRE(json["others"].size() == 3);
    CHECK(json["others"][2]["access"] == "direct");
    CHECK(json["others"][2]["forward"] == p);
    for (const auto& row : json["others"]) {
      CHECK(row["forward"] == read_all(row["access"], 0, static_cast<std::uint32_t>(p), 1, drawn).charge);
      CHECK(row["back"] == row["forward"]);
    }
  }
  // The specification's: trees and combining in order cost the same where p is a power of k.
  const nlohmann::json json = tree_table(4096, 1, 1, 1);
  const std::uint64_t degrees[] = {2, 3, 4, 8, 16, 64};
  const std::uint64_t charges[] = {24, 23, 24, 32, 48, 128};
  for (std::size_t row = 0; row < 6; ++row) {
    CHECK(json["degrees"][row]["degree"] == degrees[row]);
    CHECK(json["degrees"][row]["forward"] == charges[row]);
    if (degrees[row] != 3) CHECK(json["degrees"][row]["combining"] == charges[row]);
  }
}

TEST_CASE("the table of combining trees has what several cells cost together, at most k G a level") {
  constexpr std::uint32_t p = 60;
  constexpr std::uint64_t runs = 2;
  constexpr std::uint64_t seed = 5;
  const nlohmann::json json = tree_table(p, 20, runs, seed);
  REQUIRE(json["cells"].size() == 18);
  for (std::size_t at = 0; at < 18; ++at) {
    const auto& row = json["cells"][at];
    CAPTURE(row.dump());
    const std::uint64_t cells = at < 6 ? 1 : at < 12 ? 4 : 16;
    const auto k = row["degree"].get<std::uint32_t>();
    CHECK(row["cells"] == cells);
    CHECK(row["bound"] == k * cells);
    std::uint64_t largest = 0;
    double sums[3] = {};
    for (std::uint64_t run = 0; run < runs; ++run) {
      const std::uint64_t drawn = seed * 1'000'003 + run;
      const StepRecord tree = read_all("direct", k, p, cells, drawn);
      CHECK(row["levels"] == tree.phases.size());
      for (const PhaseRecord& phase : tree.phases) largest = std::max(largest, phase.charge);
      sums[0] += static_cast<double>(tree.charge);
      sums[1] += static_cast<double>(read_all("combining", 0, p, cells, drawn).charge);
      sums[2] += static_cast<double>(read_all("direct", 0, p, cells, drawn).charge);
    }
    CHECK(row["largest"] == largest);
    CHECK(row["largest"] <= row["bound"]);
    const char* const names[] = {"forward", "combining", "direct"};
    for (std::size_t of = 0; of < 3; ++of)
      CHECK(row[names[of]]["mean"].get<double>() == doctest::Approx(sums[of] / runs));
  }
}

TEST_CASE("the table of combining trees: what is stopped has the rows that are done") {
  ExperimentRequest request = tree_experiment().usual_request();
  request.options["--components"] = 16;
  request.options["--cells"] = 4;
  request.options["--runs"] = 1;
  std::uint64_t asked = 0;
  request.progress = [&](std::uint64_t done, std::uint64_t of) {
    CHECK(done == asked);
    CHECK(of == 2 * 6 + 3 + 2 * 8);
    return ++asked < 26;
  };
  const auto json = nlohmann::json::parse(finished_json(tree_experiment().run(request), 0));
  CHECK(json["degrees"].size() == 6);
  CHECK(json["others"].size() == 3);
  CHECK(json["cells"].size() == 6);
}

}  // namespace pram::perf
