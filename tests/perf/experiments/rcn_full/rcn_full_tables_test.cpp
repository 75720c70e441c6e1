#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/report/detail/value/text.hpp>
#include "experiments/rcn_full/rcn_full.hpp"

#include "../../parts/finished_json.hpp"
#include "experiments/rcn_full/formulas.hpp"
#include "experiments/rcn_full/measures.hpp"

namespace pram::perf {

namespace {

/// Transpositions that a merge over the s lowest bits takes, by the recursion of the paper's ascend.
std::uint64_t merge_transpositions(std::uint64_t log_atom, std::uint32_t levels, std::uint64_t s) {
  if (levels == 0 || s == 0) return 0;
  const std::uint64_t half = log_atom << (levels - 1);
  if (s <= half) return merge_transpositions(log_atom, levels - 1, s);
  return 2 + merge_transpositions(log_atom, levels - 1, s - half) + merge_transpositions(log_atom, levels - 1, half);
}

/// Hops of Algorithms 1 and 2 by nothing but the paper's steps: N_A^(2^L) nodes, x = i n + j.
struct ByTheSteps {
  std::uint64_t atom;

  std::uint64_t rows(std::uint32_t levels) const {
    std::uint64_t n = atom;
    for (std::uint32_t level = 1; level < levels; ++level) n *= n;
    return n;
  }
  std::uint64_t first(std::uint32_t levels, std::uint64_t from, std::uint64_t to) const {
    if (from == to) return 0;
    if (levels == 0) return 1;
    const std::uint64_t n = rows(levels);
    if (from / n == to / n) return first(levels - 1, from % n, to % n);
    return first(levels - 1, from % n, to / n) + 1 + first(levels - 1, from / n, to % n);
  }
  std::uint64_t second(std::uint32_t levels, std::uint64_t from, std::uint64_t to) const {
    const std::uint64_t n = rows(levels);
    const std::uint64_t i1 = from / n, j1 = from % n, i2 = to / n, j2 = to % n;
    if (i1 == i2) return first(levels - 1, j1, j2);
    return (i1 != j1 ? 1 : 0) + first(levels - 1, i1, i2) + (j1 != i2 ? 1 : 0) + first(levels - 1, j1, j2);
  }
  /// The first step of Algorithm 2, then Algorithm 1.
  std::uint64_t cut_short(std::uint32_t levels, std::uint64_t from, std::uint64_t to) const {
    const std::uint64_t n = rows(levels);
    const std::uint64_t i1 = from / n, j1 = from % n;
    if (i1 == to / n || i1 == j1) return first(levels, from, to);
    return 1 + first(levels, j1 * n + i1, to);
  }
};

/// Small enough for a test: no routine of 65536 nodes but direct bitonic sort and the ascends.
RcnFullTables quick_tables() { return rcn_full_tables({.most_work = std::uint64_t{1} << 25, .progress = {}}); }

}  // namespace

TEST_CASE("RCN-FULL properties and routes are measured as tabled") {
  struct Row {
    RcnShape shape;
    std::uint32_t nodes, diameter, degree;
    std::uint64_t links;
    double mean, algorithm_1;
    double algorithm_2;  // 0: only as enumerated below
    std::uint32_t longest_2;
  };
  const Row rows[] = {{{2, 1}, 4, 3, 2, 3, 1.25, 1.25, 0, 3},
                      {{4, 1}, 16, 3, 4, 30, 2.0625, 2.0625, 0, 4},
                      {{16, 1}, 256, 3, 16, 2040, 2.7539, 2.7539, 3.6328, 4},
                      {{2, 2}, 16, 7, 3, 18, 2.8125, 2.9375, 0, 7},
                      {{3, 2}, 81, 7, 4, 144, 4.0128, 4.2469, 0, 8},
                      {{4, 2}, 256, 7, 5, 600, 4.6791, 4.934, 5.8828, 8},
                      {{2, 3}, 256, 15, 4, 408, 5.8961, 6.629, 7.6328, 15}};
  for (const Row& row : rows) {
    CAPTURE(row.shape.network());
    const RcnProperties found = rcn_measures::properties(row.shape);
    CHECK(found.nodes == row.nodes);
    CHECK(found.sources == row.nodes);
    CHECK(found.distance.longest == row.diameter);
    CHECK(found.diameter_formula == row.diameter);
    CHECK(found.largest_degree == row.degree);
    CHECK(found.degree_formula == row.degree);
    CHECK(found.links == row.links);
    CHECK(found.links_formula == row.links);
    CHECK(found.distance.mean == doctest::Approx(row.mean).epsilon(1e-4));
    CHECK(found.algorithm_1.mean == doctest::Approx(row.algorithm_1).epsilon(1e-4));
    CHECK(found.algorithm_1.longest == row.diameter);
    CHECK(found.algorithm_2.longest == row.longest_2);
    const ByTheSteps steps{row.shape.atom};
    std::uint64_t second = 0;
    std::uint64_t cut_short = 0;
    for (std::uint64_t from = 0; from < row.nodes; ++from) {
      for (std::uint64_t to = 0; to < row.nodes; ++to) {
        second += steps.second(row.shape.levels, from, to);
        cut_short += steps.cut_short(row.shape.levels, from, to);
      }
    }
    CHECK(found.algorithm_2.mean == static_cast<double>(second) / row.nodes / row.nodes);
    if (row.algorithm_2 > 0) CHECK(std::abs(found.algorithm_2.mean - row.algorithm_2) < 5e-5);
    CHECK(found.cut_short.mean == static_cast<double>(cut_short) / row.nodes / row.nodes);
    CHECK(found.cut_short.longest <= row.longest_2);
    CHECK(found.mean_formula.has_value() == (row.shape.levels == 1));
    if (found.mean_formula) CHECK(*found.mean_formula == doctest::Approx(found.distance.mean));
  }
}

TEST_CASE("RCN-FULL costs by formula and as printed are those of the table") {
  struct Row {
    RcnShape shape;
    std::uint64_t nodes, ascend, printed, sort, rotatesort_16, read, write, bitonic;
  };
  const Row rows[] = {{{4, 1}, 16, 6, 10, 59, 64, 148, 77, 14},
                      {{16, 1}, 256, 10, 18, 164, 176, 378, 194, 44},
                      {{4, 2}, 256, 14, 38, 899, 1040, 1868, 941, 60},
                      {{2, 3}, 256, 22, 78, 6749, 8464, 13608, 6815, 92},
                      {{64, 1}, 4096, 14, 26, 329, 352, 728, 371, 90},
                      {{256, 1}, 65536, 18, 34, 554, 592, 1198, 608, 152},
                      {{16, 2}, 65536, 22, 70, 2474, 2832, 5058, 2540, 184},
                      {{4, 3}, 65536, 30, 142, 13499, 16656, 27148, 13589, 248},
                      {{2, 4}, 65536, 46, 286, 101249, 135440, 202728, 101387, 376}};
  for (const Row& row : rows) {
    CAPTURE(row.shape.network());
    const RcnCosts costs = rcn_measures::costs_by_formula(row.shape);
    CHECK(costs.nodes == row.nodes);
    CHECK(costs.ascend.formula == row.ascend);
    CHECK(costs.ascend.paper == row.printed);
    CHECK(costs.sort.formula == row.sort);
    CHECK(costs.rotatesort_16 == row.rotatesort_16);
    CHECK(costs.read.formula == row.read);
    CHECK(costs.write.formula == row.write);
    CHECK(costs.bitonic.formula == row.bitonic);
    CHECK_FALSE(costs.sort.executed);
  }
  CHECK(rcn_measures::costs_by_formula({4, 2}).rotatesort.formula == 1104);
  CHECK(rcn_measures::costs_by_formula({16, 2}).rotatesort.formula == 3008);
  // K3 log N with K3 = 3/2 of a bitonic atom of four: 15 * 3/2 * 4 + 14.
  CHECK(rcn_measures::costs_by_formula({4, 1}).sort.paper == 104);
}

TEST_CASE("the transpositions of direct bitonic sort sum up as claimed") {
  for (std::uint32_t levels = 0; levels <= 4; ++levels) {
    for (std::uint64_t log_atom = 1; log_atom <= 9; ++log_atom) {
      const std::uint64_t bits = log_atom << levels;
      std::uint64_t steps = bits * (bits + 1) / 2;
      for (std::uint64_t s = 1; s <= bits; ++s) steps += merge_transpositions(log_atom, levels, s);
      CHECK(rcn_formulas::direct_bitonic(log_atom, levels) == steps);
    }
  }
}

TEST_CASE("a crossover is the first atom for which SORT takes fewer steps") {
  for (const std::uint32_t constant : {1u, 3u, 10u}) {
    for (std::uint32_t levels = 1; levels <= 3; ++levels) {
      const std::uint64_t first = rcn_formulas::crossover(levels, constant);
      for (std::uint64_t log_atom = 1; log_atom <= 2 * first; ++log_atom) {
        const bool fewer =
            rcn_formulas::sort(constant * log_atom, levels) < rcn_formulas::direct_bitonic(log_atom, levels);
        CHECK(fewer == (log_atom >= first));
      }
    }
  }
  // 15 * 7 + 14 = 2 * 49 + 3 * 7 = 119: equal at 2^14 nodes.
  CHECK(rcn_formulas::crossover(1, 1) == 8);
}

TEST_CASE("pins are counted as tabled") {
  struct Row {
    std::uint64_t chips, flat, deep, cube;
  };
  const auto check = [](std::uint64_t nodes, const std::vector<Row>& rows) {
    const std::vector<RcnPins> counted = rcn_measures::pins(nodes, rows.back().chips);
    for (const Row& row : rows) {
      CAPTURE(row.chips);
      const auto found = std::ranges::find(counted, row.chips, &RcnPins::chips);
      REQUIRE(found != counted.end());
      CHECK(found->nodes == nodes);
      CHECK(found->flat.most == row.flat);
      CHECK(found->flat.formula == row.flat);
      CHECK(found->deep.most == row.deep);
      CHECK(found->deep.formula == row.deep);
      CHECK(found->hypercube.least == row.cube);
      CHECK(found->hypercube.most == row.cube);
      CHECK(found->hypercube.paper == static_cast<double>(row.cube));
      // Theorem 3's printed minus one is the least.
      CHECK(found->flat.paper == static_cast<double>(found->flat.least));
      CHECK(found->flat.most - found->flat.least == (row.chips * row.chips > nodes ? 1 : 0));
    }
    return counted;
  };
  const auto small = check(256, {{2, 64, 64, 128},
                                 {4, 48, 48, 128},
                                 {8, 28, 28, 96},
                                 {16, 15, 15, 64},
                                 {32, 72, 12, 40},
                                 {64, 52, 7, 24},
                                 {128, 30, 8, 14}});
  CHECK(small.back().deep.paper == 2.75);
  check(65536, {{2, 16384, 16384, 32768},
                {4, 12288, 12288, 32768},
                {8, 7168, 7168, 24576},
                {16, 3840, 3840, 16384},
                {32, 1984, 1984, 10240},
                {64, 1008, 1008, 6144},
                {128, 508, 508, 3584},
                {256, 255, 255, 2048},
                {512, 16512, 192, 1152},
                {1024, 12352, 112, 640},
                {4096, 3856, 31, 192}});
}

TEST_CASE("the RCN-FULL tables execute what they may and stop when told") {
  const RcnFullTables tables = quick_tables();
  std::uint64_t formula_only = 0;
  for (const RcnCosts& costs : tables.costs) {
    CAPTURE(costs.shape.network());
    for (const RcnSteps* steps :
         {&costs.ascend, &costs.sort, &costs.rotatesort, &costs.bitonic, &costs.read, &costs.write}) {
      CHECK(steps->executed.has_value() == (costs.nodes * steps->formula <= 1u << 25));
      if (steps->executed) CHECK(*steps->executed == steps->formula);
      formula_only += !steps->executed;
    }
  }
  CHECK(formula_only == 16);
  std::uint64_t calls = 0;
  const auto stop = [&](std::uint64_t done, std::uint64_t of) {
    CHECK(done == calls);
    CHECK(of > 16);
    return ++calls < 3;
  };
  CHECK(rcn_full_tables({.progress = stop}).properties.size() == 2);
  CHECK(calls == 3);
}

TEST_CASE("the RCN-FULL tables as text and as JSON") {
  const RcnFullTables tables = quick_tables();
  const std::string text = text_of(rcn_full_report(tables));
  CAPTURE(text);
  std::string words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) words += word + ' ';
  const auto has = [&](const std::string& part) { return words.find(part) != std::string::npos; };
  CHECK(has(" (4,2) 256 all 7 7 5 5 600 600 "));
  CHECK(has(" (4,2) 4.6791 - 4.9336 7 5.8828 8 8 5.7539 "));
  CHECK(has(" (4,2) 256 14 14 38 899 899 2,924 "));
  CHECK(has(" (4,2) 256 1,868 1,868 6,038 941 941 3,038 "));
  CHECK(has(" (4,2) 256 60 60 1,104 1,104 1,040 "));
  CHECK(has(" (2,4) 65536 46 46 286 * 101,249 "));
  CHECK(has(" 2^16 152 554 134< 374 184 2,474 1,124 2,924 "));
  CHECK(has(" 1 2^8 2^16 2^28 2^112 "));
  CHECK(has(" 32 71-72 72 71§ 11-12 12 11§ 40 40 "));
  CHECK(has(" 128 29-30 30 29§ 6-8 8 2.75§ 14 14 "));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) CHECK(columns(line) <= line_width);

  using nlohmann::json;
  const json document = json::parse(finished_json(rcn_full_report(tables), 1.5));
  CHECK(document.at("version") == 2);
  CHECK(document.at("wall_seconds") == 1.5);
  CHECK(document.at("properties").size() == tables.properties.size());
  CHECK(document.at("costs").at(0) ==
        json({{"network", "rcn-full:4,1"},
              {"atom", 4},
              {"levels", 1},
              {"nodes", 16},
              {"ascend", {{"executed", 6}, {"formula", 6}, {"paper", 10}}},
              {"sort", {{"executed", 59}, {"formula", 59}, {"paper", 104}}},
              {"read", {{"executed", 148}, {"formula", 148}, {"paper", 258}}},
              {"write", {{"executed", 77}, {"formula", 77}, {"paper", 134}}},
              {"bitonic", {{"executed", 14}, {"formula", 14}, {"paper", nullptr}}},
              {"rotatesort", {{"executed", 64}, {"formula", 64}, {"paper", nullptr}, {"formula_16", 64}}}}));
  CHECK(document.at("costs").back().at("sort").at("executed").is_null());
  CHECK(document.at("sorts").size() == tables.sorts.size());
  CHECK(document.at("crossovers").at(0) ==
        json({{"levels", 1}, {"cole_constant", 1}, {"log2_atom", 8}, {"log2_nodes", 16}}));
  CHECK(document.at("pins").at(4).at("flat") ==
        json({{"network", "rcn-full:16,1"}, {"least", 71}, {"most", 72}, {"formula", 72}, {"paper", 71.0}}));
}

}  // namespace pram::perf
