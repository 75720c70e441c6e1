#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pram/perf/collectives.hpp>
#include <pram/perf/finished_parts.hpp>
#include <pram/perf/report.hpp>

/// Tables 1 and 2 of Saad and Schultz, Data communication in parallel architectures (1989), executed.
namespace pram::perf {

/// What is moved, and what a start-up costs.
struct ExchangeSetting {
  std::uint64_t words = 0;  ///< N
  double startup = 0;       ///< τ
};

struct ExchangeTablesRequest {
  std::uint32_t nodes = 64;                                            ///< k, a power of four
  std::uint32_t modules = 8;                                           ///< k* of shared memory
  std::vector<ExchangeSetting> settings = {{4096, 100}, {65536, 10}};  ///< a table each
  double bandwidth = 1;                                                ///< b
  /// Is called before each network and operation. If it returns false, the work stops.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress = {};
  FinishedParts* parts = nullptr;  ///< finished measurements, and where new ones are kept; null: none is kept
};

/// One cell of Table 1 or 2, printed and executed.
struct ExchangeCell {
  Collective operation = Collective::broadcast;
  std::string architecture;   ///< "grid"
  double printed = 0;         ///< time by the cell's formula
  double corrected = 0;       ///< by the paper's text, under the table's own rule
  std::string erratum;        ///< "" where the two agree
  CollectiveResult executed;  ///< every algorithm that fits; the table shows its `best`
};

/// The tables for one set of parameters.
struct ExchangeTable {
  std::uint32_t nodes = 0;
  std::uint32_t modules = 0;
  std::uint64_t words = 0;
  double startup = 0;
  double bandwidth = 1;
  std::vector<ExchangeCell> cells;
};

/// If progress() stopped the work, the tables have the cells that are done.
/// @throws LimitError before an execution that takes more memory than default_memory_limit()
std::vector<ExchangeTable> exchange_tables(const ExchangeTablesRequest& request);

/// Both tables cell by cell, then every algorithm. JSON: {version, tables: [{nodes, modules, words, startup, bandwidth,
/// cells: [{operation, architecture, network, printed, corrected, erratum, lower_bound, best, algorithms: [as
/// in collective_report()]}]}], interrupted, wall_seconds}
Report exchange_tables_report(const std::vector<ExchangeTable>& tables);

}  // namespace pram::perf
