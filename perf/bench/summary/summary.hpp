#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pram/perf/report.hpp>

/// The speed of the machine in one table, beside the limits of this computer, which are measured alternately with it.
namespace pram::bench {

struct SummaryRequest {
  unsigned rounds = 5;   ///< that each figure is the median of
  unsigned threads = 2;  ///< of the figures with several
  unsigned smaller = 0;  ///< sizes are 2^smaller times smaller, for a quick trial
  std::string only;      ///< measures sections whose titles have this text
  /// Gets what is measured next.
  std::function<void(const std::string& section)> progress;
};

/// A figure, or a limit of this computer.
struct SummaryRow {
  std::string name;
  std::string unit;    ///< "M requests/s"; of times "µs" or "ms", where less is better
  std::string beside;  ///< the row of the same section that is its limit; empty: none
  unsigned threads = 1;
  std::vector<double> rounds;  ///< what each round gave

  double median() const;
  double least() const;
  double largest() const;
};

/// Figures that are measured alternately: each round has all of them.
struct SummarySection {
  std::string title;
  std::vector<SummaryRow> rows;

  /// How many times slower the row is than the row that it stands beside; 0 if there is none.
  double times_slower(const SummaryRow& row) const;
};

struct Summary {
  unsigned rounds = 0;
  unsigned threads = 0;
  unsigned smaller = 0;
  std::vector<SummarySection> sections;
  double wall_seconds = 0;
};

/// Every workload checks its result, and is run once before it is measured, so that its memory is touched.
/// @throws ConfigError if no section has the title asked for, std::logic_error if a result is wrong, LimitError where
///         memory is short
Summary measure_summary(const SummaryRequest& request);

/// JSON: {version, rounds, threads, smaller, sections: [{title, rows: [{name, unit, threads, median, least, largest,
/// beside, times_slower}]}], wall_seconds}; beside and times_slower are null for a row without a limit.
perf::Report summary_report(const Summary& summary);

/// The command: [--json] [--rounds=R] [--threads=T] [--smaller=B] [--only=TEXT].
/// @returns the exit code
int summarise(const std::vector<std::string>& arguments);

}  // namespace pram::bench
