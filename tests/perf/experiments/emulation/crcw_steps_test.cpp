#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <pram/machines/topology.hpp>
#include <pram/pram.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../../parts/finished_json.hpp"
#include "experiments/emulation/crcw_steps.hpp"
#include "experiments/rcn_full/measures.hpp"

namespace pram::perf {

namespace {

/// The charge of the same two steps, processor by processor.
std::uint64_t by_coroutines(const std::string& network, std::uint32_t nodes, const char* access, bool one_cell) {
  std::mt19937_64 random(nodes);
  std::vector<std::uint32_t> read(nodes, 0), written(nodes, 0);
  if (!one_cell) {
    for (std::uint32_t& cell : read) cell = static_cast<std::uint32_t>(random() % nodes);
    for (std::uint32_t& cell : written) cell = static_cast<std::uint32_t>(random() % nodes);
  }
  Machine machine(
      {.components = nodes, .network = network, .access = std::string(access), .placement = Placement::direct});
  const auto cells = machine.array<std::uint32_t>(nodes, 7, "cells");
  std::vector<std::uint32_t> found(nodes, 0);
  machine.pardo(nodes, [&](Processor self) -> Task<> {
    const std::uint64_t i = self.id();
    found[i] = co_await cells[read[i]];
    co_await (cells[written[i]] = 8);
  });
  for (std::uint32_t i = 0; i < nodes; ++i) CHECK(found[i] == 7);
  return machine.ledger().total_charge();
}

}  // namespace

TEST_CASE("CRCW steps: charges are those of coroutines that ask for the same cells") {
  const auto rows = crcw_rows({.most_nodes = 81});
  CHECK(rows.size() == 11);
  for (const CrcwRow& row : rows) {
    CAPTURE(row.network);
    const auto topology = make_topology(row.network);
    const std::uint32_t nodes = topology->nodes();
    CHECK(row.nodes == nodes);
    std::uint32_t farthest = 0;
    for (std::uint32_t node = 0; node < row.nodes; ++node) farthest = std::max(farthest, topology->distance(0, node));
    CHECK(row.least == 3 * farthest);
    for (const bool one_cell : {true, false}) {
      CAPTURE(one_cell);
      const CrcwCharges& charges = one_cell ? row.one_cell : row.random;
      CHECK(charges.direct == by_coroutines(row.network, nodes, "direct", one_cell));
      CHECK(charges.switches == by_coroutines(row.network + ",combining=unlimited", nodes, "direct", one_cell));
      CHECK(charges.combining == by_coroutines(row.network, nodes, "combining", one_cell));
      const bool rcn = topology->shape().kind == TopologyShape::Kind::rows_of_rows;
      CHECK(charges.sorting.has_value() == (rcn || std::has_single_bit(row.nodes)));
      if (charges.sorting) CHECK(*charges.sorting == by_coroutines(row.network, nodes, "sorting", one_cell));
      CHECK(charges.least() <= charges.combining);
      if (one_cell) CHECK(charges.least() >= row.least);
    }
  }
}

TEST_CASE("CRCW steps: by sorting RCN-FULL takes 3 ST + 8 AS, and by nodes that combine as much at any size") {
  const auto rows = crcw_rows({.most_nodes = 256});
  std::size_t flat = 0;
  std::size_t odd = 0;
  for (const CrcwRow& row : rows) {
    const auto topology = make_topology(row.network);
    const TopologyShape shape = topology->shape();
    if (shape.kind != TopologyShape::Kind::rows_of_rows) continue;
    CAPTURE(row.network);
    const std::uint32_t atom = shape.factors.front().size;
    if (std::has_single_bit(atom)) {
      const RcnCosts costs = rcn_measures::costs_by_formula({atom, shape.levels});
      CHECK(row.one_cell.sorting == costs.read.formula + costs.write.formula);
    } else {
      // Sorts of atoms by merging, folds, and moves by digits.
      const auto depth = static_cast<std::uint64_t>(std::bit_width(atom - 1));
      std::uint64_t sort = depth * (depth + 1) / 2;
      std::uint64_t fold = depth;
      std::uint64_t move = 1;
      for (std::uint32_t level = 0; level < shape.levels; ++level)
        sort = 15 * sort + 14, fold = 2 * fold + 2, move = 2 * move + 2;
      CHECK(row.one_cell.sorting == 3 * sort + 3 * fold + 6 * move);
      odd += 1;
    }
    CHECK(row.random.sorting == row.one_cell.sorting);
    if (shape.levels != 1) continue;
    ++flat;
    CHECK(row.one_cell.switches == 11);
  }
  CHECK(flat == 4);
  CHECK(odd == 2);
}

TEST_CASE("CRCW steps as text and as JSON, and told to stop") {
  std::uint64_t calls = 0;
  CrcwRequest request;
  request.progress = [&](std::uint64_t done, std::uint64_t of) {
    CHECK(done == calls);
    CHECK(of > done);
    return ++calls <= 5;
  };
  const auto rows = crcw_rows(request);
  REQUIRE(rows.size() == 5);
  const std::string text = text_of(crcw_report(rows));
  CAPTURE(text);
  std::istringstream stream(text);
  std::string words;
  for (std::string word; stream >> word;) words += word + ' ';
  CHECK(words.find(" rcn-full:4,1 16 17 11 19 225 9 2.8 ") != std::string::npos);
  CHECK(words.find(" mesh-of-trees:4 40 30 26 54 - ") != std::string::npos);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) CHECK(columns(line) <= line_width);
  const auto document = nlohmann::json::parse(finished_json(crcw_report(rows), 1.5));
  REQUIRE(document.at("steps").size() == 5);
  CHECK(document.at("steps").at(0).at("one_cell") ==
        nlohmann::json({{"direct", 17}, {"switches", 11}, {"combining", 19}, {"sorting", 225}}));
  CHECK(document.at("steps").at(4).at("random").at("sorting").is_null());
  CHECK(document.at("steps").at(4).at("least") == 24);
}

}  // namespace pram::perf
