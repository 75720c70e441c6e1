#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <pram/perf/finished_parts.hpp>
#include <pram/perf/report.hpp>

/// What a concurrent step of N processors costs a network of N nodes with a cell each: RCN-FULL beside hypercube, torus
/// and mesh of trees.
namespace pram::perf {

/// Charges of a step in which every processor reads a cell and then writes one, with the ways to serve it.
struct CrcwCharges {
  std::uint64_t direct = 0;     ///< every request goes to its cell by itself
  std::uint64_t switches = 0;   ///< so, over nodes that combine messages for one cell
  std::uint64_t combining = 0;  ///< access protocol combining
  std::optional<std::uint64_t>
      sorting;  ///< access protocol sorting: RAR and RAW; none unless N is a power of two, or on RCN-FULL

  /// The fewest of them.
  std::uint64_t least() const;
};

struct CrcwRow {
  std::string network;  ///< "rcn-full:16,1"
  std::uint64_t nodes = 0;
  /// The fewest steps in which all can read and then write one cell: to the farthest node and back, and there again.
  std::uint64_t least = 0;
  CrcwCharges one_cell;  ///< all read and write cell 0
  CrcwCharges random;    ///< each reads a random cell, and writes a random one
};

struct CrcwRequest {
  std::uint64_t most_nodes = 4096;
  /// Is called now and then with the numbers of networks done and to do. If it returns false, the work stops.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress = {};
  FinishedParts* parts = nullptr;  ///< finished networks, and where new ones are kept; null: none is kept
};

/// Executes all steps and checks what was read and what memory has then. If progress() stopped it, the rows are those
/// of the networks that are done.
/// @throws Error if an outcome is wrong
std::vector<CrcwRow> crcw_rows(const CrcwRequest& request);

/// JSON: {version, steps: [{network, nodes, least, one_cell: {direct, switches, combining, sorting}, random: …}],
/// interrupted, wall_seconds}; sorting is null where the number of nodes is no power of two, but on RCN-FULL.
Report crcw_report(const std::vector<CrcwRow>& rows);

}  // namespace pram::perf
