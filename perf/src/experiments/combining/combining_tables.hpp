#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pram/perf/finished_parts.hpp>
#include <pram/perf/report.hpp>

/// Tables 1, 2 and 3 of TR-24-92, measured anew: what multi-phase combining costs on a router of 4096 components that
/// serves 2^17 requests, 32 from each component, in groups of equal degree.
namespace pram::perf {

/// One cell of a table. Costs are performance factors: charge over the charge of as many requests to distinct
/// addresses.
struct TableCell {
  std::uint32_t degree = 0;
  std::string basis;                 ///< "32,16,8"
  std::vector<double> paper_phases;  ///< as printed; empty where the paper gives totals alone
  double paper = 0;                  ///< as printed
  std::vector<double> phases;        ///< measured means, one a phase
  double measured = 0;               ///< mean over the runs
  double stderr_ = 0;                ///< standard error of that mean
  std::uint64_t runs = 0;
};

struct CombiningTable {
  std::string name;  ///< "1", "2", "3"
  std::string caption;
  std::vector<TableCell> cells;  ///< in the paper's order; measured fields are zero until measured
};

/// The paper's tables, not measured yet.
std::vector<CombiningTable> paper_tables();

struct TablesRequest {
  std::uint64_t runs = 500;
  unsigned threads = 0;  ///< 0: one per core. Never changes a result
  std::uint64_t seed = 1;
  /// Is called now and then with the numbers of the cells' runs done and to do. If it returns false, the work stops.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress;
  FinishedParts* parts = nullptr;  ///< finished measurements, and where new ones are kept; null: none is kept
};

/// Charge of one pattern: its mean phase by phase and in all, and its deviation over the runs.
struct PatternCharge {
  std::vector<double> phases;  ///< mean charge of each, in the router's units
  double mean = 0;             ///< of the total
  double deviation = 0;        ///< standard deviation of one run's total
};

/// Serves `requests_each` requests from every component, in groups of `degree`, `runs` times with fresh hash values and
/// fresh random spreading. Groups stand one after the other, and request x starts at component x mod p (TR-24-92,
/// Section 4).
/// @param basis  in TR-24-92's order, as it stands after "combining:"
PatternCharge measure_pattern(std::uint32_t components, std::uint32_t requests_each, std::uint32_t degree,
                              const std::string& basis, std::uint64_t runs, std::uint64_t seed);

/// Measures all three tables. If progress() stopped it, cells have fewer runs, or none.
std::vector<CombiningTable> combining_tables(const TablesRequest& request);

/// Each table with the paper's number, the measured mean ± its standard error, and the difference in per cent. Cells
/// without runs show "-". JSON: {version, tables: [{name, caption, cells: [{degree, basis, paper, measured, error,
/// runs, paper_phases (where the paper has them), phases}]}], seed, interrupted, wall_seconds}; what is measured is
/// null in a cell without runs.
Report combining_report(const std::vector<CombiningTable>& tables, std::uint64_t seed);

}  // namespace pram::perf
