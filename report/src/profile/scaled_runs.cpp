#include "scaled_runs.hpp"

#include <cstdint>
#include <string>
#include <utility>

#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::report {

void add_scaled(Report& report, std::span<const ScaledRun> runs, bool with_text) {
  if (runs.empty()) return;
  const auto speed_up = [](const ScaledRun& run, std::uint64_t time) {
    return time > 0 ? static_cast<double>(run.work) / static_cast<double>(time) : 0.0;
  };
  Table table =
      Fields<ScaledRun>()
          .add("components", "p", &ScaledRun::components, with_separators)
          .add("steps", "T", &ScaledRun::steps, compact)
          .add("work", "W", &ScaledRun::work, compact)
          .add("charge", "charge", &ScaledRun::charge, compact)
          .add("scheduled", "W / p + T", &ScaledRun::scheduled, compact)
          .add(
              "speed_up_scheduled", "speed-up", [=](const ScaledRun& run) { return speed_up(run, run.scheduled()); },
              decimal)
          .add("burdened", "with the\ncharge", &ScaledRun::burdened, compact)
          .add(
              "speed_up", "speed-up", [=](const ScaledRun& run) { return speed_up(run, run.burdened()); }, decimal)
          .table("scaled", "On machines of other sizes: the speed-up is over W, the time of one processor", runs);
  if (with_text) {
    report.add(std::move(table));
  } else {
    report.add_data(std::move(table));
  }
}

}  // namespace pram::report
