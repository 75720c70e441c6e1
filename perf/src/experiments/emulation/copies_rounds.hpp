#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <pram/perf/finished_parts.hpp>
#include <pram/perf/report.hpp>
#include <pram/perf/statistic.hpp>

/// How many rounds the c-collision protocol (Dietzfelbinger, Meyer auf der Heide, SPAA 1993) takes with three copies of
/// each cell, two of which must answer, beside the fullest module of one copy.
namespace pram::perf {

struct CopiesTableRequest {
  std::uint64_t most_modules = 65536;
  std::uint64_t runs = 4;
  std::uint64_t seed = 1;
  /// Is called now and then with the rows done and to do. If it returns false, the work stops.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress = {};
  FinishedParts* parts = nullptr;  ///< finished runs, and where new ones are kept; null: none is kept
};

/// A batch of requests to distinct cells, whose copies are in modules that are drawn.
struct CopiesRow {
  std::uint64_t modules = 0;  ///< n
  double batch = 0;           ///< ε: requests over n
  std::uint64_t collide = 0;  ///< c
  double largest = 0;         ///< the batch from which on the rounds do not end
  Statistic rounds = {};      ///< of the runs that end
  std::uint64_t fewest = 0;   ///< of them
  std::uint64_t stuck = 0;    ///< runs in which requests are left that collide for ever
  Statistic left = {};        ///< of these runs: the share of the requests that is left

  bool ends() const { return rounds.count() > 0; }
  /// Units for n requests, if a round costs c.
  double charge() const;
};

/// n requests, one after the other, without rounds.
struct FullestRow {
  std::uint64_t modules = 0;
  Statistic one = {};  ///< one copy: requests of the fullest module
  Statistic two = {};  ///< each request goes to the emptier of two modules that are drawn
};

struct CopiesTables {
  CopiesTableRequest request;
  std::vector<CopiesRow> rounds;
  std::vector<FullestRow> fullest;
};

/// Measures. If progress() stopped it, the rows are those that are done.
CopiesTables copies_tables(const CopiesTableRequest& request);

/// JSON: {version, runs, seed, rounds: [{modules, batch, collide, largest, rounds: {mean, fewest, most}, charge, stuck,
/// left}], fullest: [{modules, one, two}], interrupted, wall_seconds}. What no run has is null.
Report copies_report(const CopiesTables& tables);

}  // namespace pram::perf
