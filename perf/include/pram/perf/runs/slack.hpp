#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pram/perf/report.hpp>
#include <pram/perf/runs/sweep.hpp>
#include <pram/perf/statistic.hpp>
#include <pram/report/detail/value/field.hpp>

/// What a program's slackness does: the same input on machines of more and fewer components (Valiant, CACM 33(8),
/// 1990).
namespace pram::perf {

/// The runs on one number of components: means over the seeds.
struct SlackRow {
  std::uint32_t components = 0;  ///< p
  Statistic slack;               ///< virtual processors a component, of the step that has the most
  Statistic requests;            ///< of all steps; one component would serve as many in as much time
  Statistic charge;              ///< forward
  Statistic performance_factor;  ///< of the runs that have one
  std::uint64_t runs = 0;        ///< that have a result

  /// The share of the charge in which a component is busy with its part of the requests, (requests / p) / charge; 0
  /// where nothing is charged.
  double efficiency() const;
  /// The efficiency over 1 / performance factor: what the unequal loads of hashed addresses leave of it where no two
  /// requests meet. It rises to 1 with the slack.
  double of_distinct() const { return efficiency() * performance_factor.mean(); }
};

/// A program's runs by number of components.
struct SlackSweep {
  std::string program;
  MachineOptions machine;  ///< options of the first run
  std::string source;      ///< of the input
  std::string check;       ///< what results were checked against
  std::uint64_t n = 0;     ///< size of the input
  std::uint64_t first_seed = 1;
  std::uint64_t last_seed = 1;
  std::uint64_t runs = 0;    ///< that were made
  std::uint64_t failed = 0;  ///< of these without a result
  std::uint64_t asked = 0;   ///< that were to be made
  bool sound = true;         ///< every run that has a result is verified
  bool interrupted = false;
  double wall_seconds = 0;
  std::vector<SlackRow> rows;  ///< in the order of the runs
};

SlackSweep slack_of(const Sweep& sweep);

/// A table by number of components. JSON: {version, program, machine, source, check, n, seeds: [first, last], runs,
/// failed, slackness: [{components, runs, slack: {mean, error}, requests: {…}, charge: {…}, efficiency,
/// performance_factor: {…}, of_distinct}], asked, sound, interrupted, wall_seconds}.
Report slack_report(const SlackSweep& sweep);

/// The same as a page, with a picture of efficiency and 1 / performance factor over the slack.
Page slack_page(const SlackSweep& sweep);

/// The sweep that such a report is of, from its JSON.
/// @throws Error that names the field that is missing or wrong
SlackSweep read_slack(const Field& report);

}  // namespace pram::perf
