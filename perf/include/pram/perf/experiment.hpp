#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <pram/perf/finished_parts.hpp>
#include <pram/perf/report.hpp>

/// The papers' tables, measured anew.
namespace pram::perf {

/// An option of an experiment, as a command line has it.
struct ExperimentOption {
  std::string flag;   ///< "--runs"
  std::string value;  ///< what stands for its value in the help; "": a flag, which is 1 where it is given
  std::string description;
  std::uint64_t otherwise = 0;  ///< its value where it is not given
  std::uint64_t least = 0;
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
};

struct ExperimentRequest {
  std::map<std::string, std::uint64_t, std::less<>> options;  ///< every one that the experiment has
  /// Called now and then with the measurements done and to do; returning false stops the work.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress = {};
  FinishedParts* parts = nullptr;  ///< those that are done, and where to keep what gets done; null: none

  std::uint64_t number(std::string_view flag) const { return options.find(flag)->second; }
};

/// A table of a paper, or several that belong together.
struct Experiment {
  std::string name;  ///< `pram tables NAME`
  std::string summary;
  std::vector<ExperimentOption> options;
  /// Stopped by progress(), the report has what is done. To its closing, "Measured" if it is empty, the time is added.
  Report (*run)(const ExperimentRequest& request);

  /// Every option where it is not given.
  ExperimentRequest usual_request() const;
};

/// Adds to an experiment's report what is known when it is over.
void finish(Report& report, double wall_seconds, bool interrupted);

/// In the order of the help.
const std::vector<const Experiment*>& experiments();

}  // namespace pram::perf
