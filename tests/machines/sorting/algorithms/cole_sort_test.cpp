#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <pram/machines/detail/routines.hpp>

#include "sorting/algorithms/cole_sort.hpp"
#include "support.hpp"

namespace pram {

namespace {

using ColePorts = SwitchingOptions::Ports;
using ColeDuplex = SwitchingOptions::Duplex;

constexpr int key_patterns = 5;

std::vector<std::uint64_t> keys_of(int pattern, std::uint32_t count, std::mt19937_64& random) {
  std::vector<std::uint64_t> keys(count);
  for (std::uint32_t k = 0; k < count; ++k) {
    switch (pattern) {
      case 0: keys[k] = 7; break;
      case 1: keys[k] = k; break;
      case 2: keys[k] = count - k; break;
      case 3: keys[k] = random() % 4; break;
      default: keys[k] = random(); break;
    }
  }
  return keys;
}

std::uint64_t levels_of(std::uint32_t records) { return static_cast<std::uint64_t>(std::bit_width(records - 1)); }

std::uint64_t steps_of(const detail::ColePhaseLoads& loads) {
  std::uint64_t steps = 0;
  for (const auto& phase : loads.phases()) steps += phase.steps;
  return steps;
}

}  // namespace

TEST_CASE("phases of messages take the steps of the port model, and of the graph with the most to send") {
  struct Row {
    ColePorts ports;
    ColeDuplex duplex;
    std::uint64_t steps[3];
  };
  for (const Row& row :
       {Row{ColePorts::all, ColeDuplex::full, {2, 1, 0}}, Row{ColePorts::all, ColeDuplex::half, {3, 1, 0}},
        Row{ColePorts::one, ColeDuplex::full, {3, 2, 0}}, Row{ColePorts::one, ColeDuplex::half, {6, 4, 0}}}) {
    for (const std::uint64_t words : {1U, 3U}) {
      detail::ColePhaseLoads loads(4, words, {.ports = row.ports, .duplex = row.duplex});
      // Twice over one link, back over it, and once elsewhere; what a node sends itself crosses no link.
      for (const auto& [from, to] :
           {std::pair(0U, 1U), std::pair(0U, 1U), std::pair(1U, 0U), std::pair(0U, 2U), std::pair(3U, 3U)})
        loads.send(from, to);
      loads.end();
      loads.send(2, 3);
      loads.end();
      loads.end();
      // A second graph: it has less in the first phase and more in the second.
      loads.begin();
      loads.send(1, 3);
      loads.end();
      loads.send(0, 2);
      loads.send(1, 2);
      loads.end();
      loads.end();
      REQUIRE(loads.phases().size() == 3);
      for (std::size_t k = 0; k < 3; ++k) CHECK(loads.phases()[k].steps == words * row.steps[k]);
      CHECK(loads.phases()[0].transfers == 5);
      CHECK(loads.phases()[1].transfers == 3);
      CHECK(loads.phases()[2].transfers == 0);
    }
  }
}

TEST_CASE("parallel merge sort sorts in three stages a level, seven phases each") {
  std::mt19937_64 random(testing::seed());
  std::vector<std::uint32_t> atoms = {64, 100, 256};
  for (std::uint32_t atom = 1; atom <= 33; ++atom) atoms.push_back(atom);
  if (testing::size() > testing::Size::small) atoms.push_back(1024);
  for (const std::uint32_t atom : atoms) {
    CAPTURE(atom);
    for (const std::uint32_t each : {1U, 2U, 3U}) {
      CAPTURE(each);
      const std::uint32_t records = atom * each;
      if (each > 1 && atom > 100) continue;
      for (int pattern = 0; pattern < key_patterns; ++pattern) {
        CAPTURE(pattern);
        const std::vector<std::uint64_t> keys = keys_of(pattern, records, random);
        detail::ColePhaseLoads loads(atom, 1, {.ports = ColePorts::all});
        const auto before = [&](std::uint32_t a, std::uint32_t b) {
          return keys[a] < keys[b] || (keys[a] == keys[b] && a < b);
        };
        detail::ColeSort sort(records, atom, loads, before);
        std::vector<std::uint32_t> expected(records);
        std::iota(expected.begin(), expected.end(), 0U);
        std::ranges::stable_sort(expected, {}, [&](std::uint32_t k) { return keys[k]; });
        CHECK(sort.sort([&](std::uint32_t place) { return place / each; }) == expected);
        CHECK(sort.stages() == 3 * levels_of(records));
        CHECK(loads.phases().size() == 7 * sort.stages() + 1);
        // His lemma: samples lie three between two neighbours of what a vertex had.
        CHECK(sort.most_between() <= 3);
        // K3: where each node has a record, few links ever have two messages of a phase, and early phases have none. A
        // level is 21 phases. A node may hold an imaginary record beside its own.
        const std::uint64_t most = std::has_single_bit(atom) ? 21 : 42;
        if (each == 1) CHECK(steps_of(loads) <= most * levels_of(records));
        if (each == 1 && atom == 16) CHECK(steps_of(loads) <= 14 * levels_of(records));
        if (each == 1 && atom == 1024) CHECK(steps_of(loads) >= 17 * levels_of(records));
        if (each == 1 && atom >= 16) CHECK(steps_of(loads) >= 11 * levels_of(records));
        // Each record has to leave its node, unless it is there already.
        if (pattern == 2 && atom > 1) CHECK(steps_of(loads) > 0);
      }
    }
  }
}

TEST_CASE("RCN-FULL with atoms by parallel merge sort, executed") {
  struct Row {
    std::uint32_t atom, levels;
    const char* options = "";
  };
  for (const auto& [atom, levels, options] : {Row{4, 0}, Row{7, 0}, Row{4, 1}, Row{6, 1}, Row{16, 1}, Row{3, 2},
                                              Row{4, 1, ",ports=one"}, Row{5, 1, ",duplex=half"}}) {
    const std::string name = "rcn-full:" + std::to_string(atom) + "," + std::to_string(levels) + options;
    CAPTURE(name);
    for (const auto method : {SortOptions::Method::rcn_sort, SortOptions::Method::rotatesort}) {
      const auto routines = make_routines(name, {.method = method, .atoms = SortOptions::Atoms::cole_executed});
      std::mt19937_64 random(testing::seed());
      for (const std::uint32_t each : {1U, 3U}) {
        for (int pattern = 0; pattern < key_patterns; ++pattern) {
          std::vector<std::uint64_t> keys = keys_of(pattern, each * routines->nodes(), random);
          std::vector<std::uint64_t> expected = keys;
          std::ranges::sort(expected);
          const SortReport report = routines->sort(std::span(keys));
          CHECK(keys == expected);
          CHECK_FALSE(report.by_formula);
          if (each > 1 || *options != '\0' || method == SortOptions::Method::rotatesort) continue;
          // Between the transpositions alone and K3 steps a level of the tree in each row operation.
          std::uint64_t most = (std::has_single_bit(atom) ? 21 : 42) * levels_of(atom);
          std::uint64_t least = 0;
          for (std::uint32_t level = 0; level < levels; ++level) most = 15 * most + 14, least = 15 * least + 14;
          CHECK(report.steps <= most);
          CHECK(report.steps > least);
        }
      }
    }
  }
}

}  // namespace pram
