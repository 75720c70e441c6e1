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

/// An option of an experiment on the command line. Its value is a number.
struct ExperimentOption {
  enum class Values { whole, from_zero, above_zero };

  std::string flag;   ///< "--runs"
  std::string value;  ///< name of the value in the help; "": the option is a flag, 1 where it is given
  std::string description;
  std::uint64_t otherwise = 0;  ///< the value where the option is not given
  std::uint64_t least = 0;
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  /// A whole number from `least` to `most`; or any number from 0, or above 0, to 10^12, which has no value where it is
  /// not given.
  Values values = Values::whole;
};

struct ExperimentRequest {
  std::map<std::string, std::uint64_t, std::less<>> options;  ///< a value for every option with whole numbers
  std::map<std::string, double, std::less<>> reals = {};      ///< a value for each other option that is given
  /// Is called now and then with the numbers of measurements done and to do. If it returns false, the work stops.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress = {};
  FinishedParts* parts = nullptr;  ///< finished measurements, and where new ones are kept; null: none is kept

  /// The value of an option with whole numbers.
  /// @throws ConfigError if the request has no such option
  std::uint64_t number(std::string_view flag) const;
};

/// A table of a paper, or several that belong together.
struct Experiment {
  std::string name;  ///< `pram tables NAME`
  std::string summary;
  std::vector<ExperimentOption> options;
  /// Measures and reports. If progress() stopped it, the report has what is done by then.
  Report (*run)(const ExperimentRequest& request);

  /// @returns a request in which no option is given
  ExperimentRequest usual_request() const;
};

/// Adds to an experiment's report how long it took and whether it was interrupted. The report's closing line, or
/// "Measured" if it is empty, becomes a sentence with the time: "Measured in 12 s."
void finish(Report& report, double wall_seconds, bool interrupted);

/// All experiments, in the order of the help.
const std::vector<const Experiment*>& experiments();

}  // namespace pram::perf
