#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pram/perf/report.hpp>

#include "figures.hpp"

/// Ranks beside host threads, in turns.
namespace pram::bench {

/// A way to run on this host.
struct RankPlace {
  unsigned ranks = 1;
  unsigned threads = 1;  ///< of each

  bool operator==(const RankPlace&) const = default;
};

/// Figures of each place, which each round measures in turns.
struct RankComparison {
  unsigned rounds = 0;
  unsigned smaller = 0;
  std::vector<RankPlace> places;  ///< 1 × 1, 1 × R and R × 1
  /// Per figure and place: of each round.
  struct Row {
    std::string name;
    std::string unit;
    std::vector<std::vector<double>> values;

    double median(std::size_t place) const;
  };
  std::vector<Row> rows;
};

/// @param measure  what runs the program anew at a place
/// @throws std::runtime_error where the rounds do not have the same figures
RankComparison compare_ranks(unsigned ranks, unsigned rounds, unsigned smaller,
                             const std::function<std::vector<RankFigure>(RankPlace)>& measure);

/// JSON: {rounds, smaller, rows: [{name, unit, alone, threads, ranks, to_threads, to_alone}]}: medians of 1 × 1, of one
/// process with R threads, and of R ranks with one; and how many times as fast, or as little, ranks are.
perf::Report rank_report(const RankComparison& comparison);

/// The lines by which a process says its figures, and what another reads of them.
std::string figure_lines(const std::vector<RankFigure>& figures);
std::vector<RankFigure> read_figures(const std::string& lines);

/// The command: R [--json] [--rounds=N] [--smaller=B].
/// @returns the exit code
int compare_ranks_by_command(const std::vector<std::string>& arguments);
/// The command by which it starts itself: T B, host threads and how much smaller.
int print_rank_figures(const std::vector<std::string>& arguments);

}  // namespace pram::bench
