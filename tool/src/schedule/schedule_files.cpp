#include "schedule_files.hpp"

#include <fmt/format.h>

#include <ostream>
#include <string>
#include <string_view>

#include <pram/machines/collectives.hpp>
#include "../tool_name.hpp"

namespace pram::tool {

namespace {

std::optional<Output> place_of(const Options& options, const Option<std::string>& option, const ReportFiles* others) {
  if (!options.has(option)) return std::nullopt;
  Output place(option.row.flag, options[option]);
  if (others != nullptr) others->keep_apart(option, place);
  return place;
}

/// A row for each link that a block crosses.
void write_rows(const CollectiveSchedule& schedule, std::ostream& out) {
  out << "step,hop,from,to,words,pieces\n";
  for (std::size_t k = 0; k < schedule.blocks.size(); ++k) {
    const ScheduledBlock& block = schedule.blocks[k];
    out << fmt::format("{},{},{},{},{},", block.step, block.hop, block.from, block.to, block.words);
    std::string_view before;
    for (const std::uint32_t piece : schedule.pieces_of(k)) {
      out << before << piece;
      before = " ";
    }
    out << '\n';
  }
}

}  // namespace

ScheduleFiles::ScheduleFiles(const Options& options, const CollectiveModel& model, const ReportFiles* others)
    : schedule_(place_of(options, option::schedule, others)),
      goal_(place_of(options, option::goal, others)),
      start_(options[option::eager] ? StepStart::when_ready : StepStart::at_its_time) {
  if (options[option::eager] && !goal_)
    throw UsageError(named("pram collective: --eager says how --goal is written, and there is no --goal"));
  if (!goal_) return;
  goal_name_ = options[option::goal];
  if (schedule_ && schedule_->same_as(*goal_)) options.refuse(option::goal, "another place than that of --schedule");
  if (!has_operation_trace(model)) {
    options.refuse(option::goal, fmt::format("nothing beside --network {}: a trace has messages between nodes that "
                                             "hold data, on links or a switch",
                                             model.network));
  }
}

bool ScheduleFiles::standard_output() const {
  return (schedule_ && schedule_->standard_output()) || (goal_ && goal_->standard_output());
}

void ScheduleFiles::write(const CollectiveModel& model, const CollectiveTask& task,
                          const CollectiveSchedule& schedule) const {
  if (schedule_) schedule_->write([&](std::ostream& out) { write_rows(schedule, out); });
  if (!goal_) return;
  const OperationTrace trace = operation_trace(model, schedule, start_);
  goal_->write([&](std::ostream& out) {
    out << fmt::format("# {}: {} of {} words on {}, a byte a word\n", schedule.algorithm, to_string(task.operation),
                       task.words, model.network);
    if (const std::string network = replay_network(model); !network.empty()) {
      out << fmt::format("# takes its own time with: {} replay {} --network {}\n", tool_name(), goal_name_, network);
    }
    write_goal(trace, [&](std::string_view text) { out << text; });
  });
}

}  // namespace pram::tool
