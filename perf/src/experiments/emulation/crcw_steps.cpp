#include "crcw_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <random>
#include <string_view>
#include <utility>

#include <pram/error.hpp>
#include <pram/machines/topology.hpp>
#include <pram/pram.hpp>

#include "parts/part.hpp"

namespace pram::perf {

namespace {

/// Which cell each processor reads, and which it writes.
struct CellsAsked {
  std::vector<std::uint32_t> read;
  std::vector<std::uint32_t> written;
};

CellsAsked cells_asked(std::uint32_t nodes, bool one_cell) {
  CellsAsked asked{std::vector<std::uint32_t>(nodes, 0), std::vector<std::uint32_t>(nodes, 0)};
  if (one_cell) return asked;
  std::mt19937_64 random(nodes);
  for (std::vector<std::uint32_t>* const cells : {&asked.read, &asked.written}) {
    for (std::uint32_t& cell : *cells) cell = static_cast<std::uint32_t>(random() % nodes);
  }
  return asked;
}

std::uint32_t first_value(std::uint32_t cell) { return 3 * cell + 1; }

std::uint64_t executed_charge(const std::string& network, const char* access, const CellsAsked& asked) {
  const auto nodes = static_cast<std::uint32_t>(asked.read.size());
  MachineOptions options;
  options.components = nodes;
  options.network = network;
  options.access = std::string(access);
  options.placement = Placement::direct;
  options.rule = Rule::arbitrary;
  Machine machine(options);
  std::vector<std::uint32_t> memory(nodes);
  for (std::uint32_t cell = 0; cell < nodes; ++cell) memory[cell] = first_value(cell);
  const auto cells = machine.array(memory, "cells");
  const Processors processors = machine.processors(nodes);
  std::vector<std::uint32_t> found(nodes);
  processors.read(cells, asked.read, found);
  // Processor i writes its number, behind all that cells held before.
  processors.write(cells, asked.written, [&](auto i) { return static_cast<std::uint32_t>(3 * nodes + i); });
  std::vector<std::uint8_t> asked_for(nodes, 0);
  for (const std::uint32_t cell : asked.written) asked_for[cell] = 1;
  const auto after = cells.host();
  bool right = true;
  for (std::uint32_t i = 0; i < nodes; ++i) right = right && found[i] == first_value(asked.read[i]);
  for (std::uint32_t cell = 0; cell < nodes; ++cell) {
    right =
        right && (asked_for[cell] == 0 ? after[cell] == first_value(cell)
                                       : after[cell] >= 3 * nodes && asked.written[after[cell] - 3 * nodes] == cell);
  }
  if (!right) throw Error(fmt::format("{}, {}: a concurrent step went wrong", network, access));
  return machine.ledger().total_charge();
}

/// Whether access protocol sorting serves so many nodes.
bool sorts(const std::string& network, std::uint32_t nodes) {
  return std::has_single_bit(nodes) || make_topology(network)->shape().kind == TopologyShape::Kind::rows_of_rows;
}

/// Charges of one network, in the order of CrcwCharges, first those of one cell.
struct ExecutedCharges {
  std::vector<std::uint64_t> charges;
};

void kept_members(MaybeConst<ExecutedCharges> auto& executed, const auto& member) {
  member("charges", executed.charges);
}

ExecutedCharges execute_steps(const std::string& network, std::uint32_t nodes) {
  ExecutedCharges made;
  for (const bool one_cell : {true, false}) {
    const CellsAsked asked = cells_asked(nodes, one_cell);
    made.charges.push_back(executed_charge(network, "direct", asked));
    made.charges.push_back(executed_charge(network + ",combining=unlimited", "direct", asked));
    made.charges.push_back(executed_charge(network, "combining", asked));
    if (sorts(network, nodes)) made.charges.push_back(executed_charge(network, "sorting", asked));
  }
  return made;
}

CrcwCharges charges_from(const std::vector<std::uint64_t>& all, std::size_t first, bool sorted) {
  CrcwCharges charges{all.at(first), all.at(first + 1), all.at(first + 2), std::nullopt};
  if (sorted) charges.sorting = all.at(first + 3);
  return charges;
}

/// Networks of about as many nodes stand together.
constexpr const char* crcw_networks[] = {
    "rcn-full:4,1",  "rcn-full:2,2", "hypercube:4",  "torus:4x4",       "mesh-of-trees:4",   //
    "rcn-full:8,1",  "hypercube:6",  "torus:8x8",    "mesh-of-trees:8",                      //
    "rcn-full:9,1",  "rcn-full:3,2", "torus:9x9",                                            //
    "rcn-full:16,1", "rcn-full:4,2", "hypercube:8",  "torus:16x16",     "mesh-of-trees:16",  //
    "rcn-full:32,1", "hypercube:10", "torus:32x32",                                          //
    "rcn-full:64,1", "rcn-full:8,2", "hypercube:12", "torus:64x64",     "mesh-of-trees:32"};

CrcwRow executed_row(const Topology& network, FinishedParts* parts) {
  const std::uint32_t nodes = network.nodes();
  std::uint32_t farthest = 0;
  for (std::uint32_t node = 1; node < nodes; ++node) farthest = std::max(farthest, network.distance(node, 0));
  const auto executed =
      part<ExecutedCharges>(parts, network.name(), [&] { return execute_steps(network.name(), nodes); });
  const bool sorted = sorts(network.name(), nodes);
  return {.network = network.name(),
          .nodes = nodes,
          .least = 3 * std::uint64_t{farthest},
          .one_cell = charges_from(executed.charges, 0, sorted),
          .random = charges_from(executed.charges, sorted ? 4 : 3, sorted)};
}

}  // namespace

std::uint64_t CrcwCharges::least() const { return std::min({direct, switches, combining, sorting.value_or(direct)}); }

std::vector<CrcwRow> crcw_rows(const CrcwRequest& request) {
  register_machines();
  std::vector<CrcwRow> rows;
  try {
    for (std::uint64_t done = 0; done < std::size(crcw_networks); ++done) {
      const auto network = make_topology(crcw_networks[done]);
      if (network->nodes() > request.most_nodes) continue;
      if (request.progress && !request.progress(done, std::size(crcw_networks))) break;
      rows.push_back(executed_row(*network, request.parts));
    }
  } catch (const Interrupted&) {  // in a network: the others count
  }
  return rows;
}

}  // namespace pram::perf
