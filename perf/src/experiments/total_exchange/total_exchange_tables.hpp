#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pram/machines/detail/total_exchange.hpp>
#include <pram/perf/finished_parts.hpp>
#include <pram/perf/report.hpp>

/// Total exchange in Cartesian products (Dimakopoulos and Dimopoulos): every schedule executed message by message and
/// checked, beside its formula and the lower bound of its ports.
namespace pram::perf {

/// The execution of one schedule.
struct TotalExchangeRow {
  std::string network;  ///< "ring:4 x complete:5"
  std::string
      algorithm;  ///< "one dimension", "A1", "A2", "A2 plain" (paths without their first step), "A3", "matchings"
  std::uint64_t nodes = 0;
  SwitchingOptions::Ports ports = SwitchingOptions::Ports::one;
  std::uint64_t steps = 0;      ///< executed
  std::uint64_t formula = 0;    ///< closed form of the steps
  std::uint64_t bound = 0;      ///< (B1) of one port, (B2) of all
  std::uint64_t transfers = 0;  ///< links crossed, over all messages

  bool optimal() const { return steps == bound; }
};

struct TotalExchangeTables {
  std::vector<TotalExchangeRow> lines;     ///< one dimension
  std::vector<TotalExchangeRow> products;  ///< one port: A1 and A2
  std::vector<TotalExchangeRow> cubes;     ///< all ports: A3
  std::vector<TotalExchangeRow> others;    ///< all ports, dimensions that A3 does not take
};

/// Executes all schedules.
/// @param progress  is called before each measurement; if it returns false, the work stops
/// @param parts     finished measurements, and where new ones are kept; null: none is kept
/// @returns all rows; if progress() stopped the work, those that are done
/// @throws ScheduleError if a schedule is wrong
TotalExchangeTables total_exchange_tables(const std::function<bool(std::uint64_t done, std::uint64_t of)>& progress,
                                          FinishedParts* parts = nullptr);

/// JSON: {version, lines, products, cubes, others: [{network, algorithm, nodes, ports, steps, formula, bound, optimal,
/// transfers}], interrupted, wall_seconds}
Report total_exchange_report(const TotalExchangeTables& tables);

}  // namespace pram::perf
