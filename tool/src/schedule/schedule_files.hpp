#pragma once

#include <optional>

#include <pram/machines/detail/collective_schedule.hpp>
#include "../option.hpp"
#include "../options.hpp"
#include "../output/output.hpp"
#include "../results/report_files.hpp"

namespace pram::tool {

namespace option {

inline constexpr Option<std::string> schedule = {
    {.flag = "--schedule",
     .value = "FILE",
     .group = "Output",
     .help = "write who sends what to whom in which step, by the fastest algorithm that was executed, as "
             "comma-separated values; - is standard output, and then nothing else goes there",
     .writes = true,
     .brief = "write who sends what to whom in which step, as CSV"}};
inline constexpr Option<std::string> goal = {
    {.flag = "--goal",
     .value = "FILE",
     .group = "Output",
     .help = "write the same as a trace for pram replay and for LogGOPSim, a byte a word and a nanosecond a unit of "
             "time; - is standard output, and then nothing else goes there",
     .writes = true,
     .brief = "write the same as a trace for pram replay"}};
inline constexpr Option<bool> eager = {
    {.flag = "--eager",
     .value = nullptr,
     .group = "Output",
     .help = "in --goal a node goes on as soon as its own part in a step is done, and does not wait until the step's "
             "time is over"}};

}  // namespace option

/// Where the schedule of a collective goes: the files of --schedule and --goal.
class ScheduleFiles {
 public:
  /// Finds out, before anything is computed, whether the places can be written.
  /// @param others  places that must be other ones; may be null
  /// @throws ConfigError if two of the places are one, if a file of --goal is asked for where blocks are no messages,
  /// and for --eager without --goal; WriteError
  ScheduleFiles(const Options& options, const CollectiveModel& model, const ReportFiles* others);

  /// Whether there is a place.
  bool wanted() const { return schedule_ || goal_; }
  /// Whether one of them is standard output.
  bool standard_output() const;

  /// @throws WriteError
  void write(const CollectiveModel& model, const CollectiveTask& task, const CollectiveSchedule& schedule) const;

 private:
  std::optional<Output> schedule_;
  std::optional<Output> goal_;
  std::string goal_name_;  // of its file, as given
  StepStart start_;
};

}  // namespace pram::tool
