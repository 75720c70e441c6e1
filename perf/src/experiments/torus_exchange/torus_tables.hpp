#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <pram/machines/detail/torus_exchange.hpp>
#include <pram/perf/finished_parts.hpp>
#include <pram/perf/report.hpp>

/// Complete exchange on the wormhole torus by the family A_k: Table 1 of its paper with corrected counts, executed.
namespace pram::perf {

struct TorusTablesRequest {
  std::uint32_t most_side = 32;  ///< largest side N that is executed: N^4 messages
  /// Is called before each execution. If it returns false, the work stops.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress = {};
  FinishedParts* parts = nullptr;  ///< finished measurements, and where new ones are kept; null: none is kept
};

/// One member of the family on one side.
struct TorusMember {
  std::uint32_t side = 0;    ///< N
  std::uint32_t splits = 0;  ///< k
  TorusCost formula;
  std::optional<TorusRun> executed;
};

/// One algorithm of Table 1 on one side.
struct TorusPrinted {
  TorusTableRow row;
  std::optional<TorusRun> executed;
};

/// One member of the family on a torus or grid of other sizes.
struct TorusShape {
  std::string network;
  TorusCrossover member;
  std::optional<TorusRun> executed;
};

struct TorusTables {
  std::vector<std::pair<std::uint32_t, std::vector<TorusPrinted>>> printed;  ///< by side, 8 to 512
  std::vector<TorusMember> family;                                           ///< every k of the sides executed
  std::vector<TorusMember> fewest;                                           ///< of each side the k of fewest start-ups
  std::vector<std::pair<std::uint32_t, TorusCrossover>> crossovers;          ///< by side, 8 to 512
  std::vector<TorusShape> shapes;  ///< all members that are the best for some price of a start-up
};

/// Executes all. If progress() stopped it, the tables have the executions that are done.
/// @throws ScheduleError if a schedule is wrong
TorusTables torus_tables(const TorusTablesRequest& request);

/// JSON: {version, printed: [{side, algorithms: [{name, splits, startups, transmissions, printed_transmissions, buffer,
/// rearrangement, executed}]}], family, fewest: [{side, splits, startups, transmissions, buffer, executed}],
/// crossovers: [{side, splits, startup}], shapes: [{network, splits, startup, startups, transmissions, buffer,
/// executed}], interrupted, wall_seconds}; executed: {startups, transmissions, buffer, rearrangement, largest: [of each
/// step], undelivered}, or null
Report torus_report(const TorusTables& tables);

}  // namespace pram::perf
