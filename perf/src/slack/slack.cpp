#include <pram/perf/runs/slack.hpp>

#include <algorithm>

namespace pram::perf {

double SlackRow::efficiency() const {
  if (charge.mean() <= 0) return 0;
  return requests.mean() / static_cast<double>(components) / charge.mean();
}

SlackSweep slack_of(const Sweep& sweep) {
  SlackSweep slack;
  slack.program = sweep.program;
  slack.machine = sweep.machine;
  slack.source = sweep.source;
  slack.check = sweep.check;
  slack.first_seed = sweep.first_seed;
  slack.last_seed = sweep.last_seed;
  slack.runs = sweep.runs.size();
  slack.failed = sweep.failed();
  slack.asked = sweep.asked;
  slack.sound = sweep.sound();
  slack.interrupted = sweep.interrupted;
  slack.wall_seconds = sweep.wall_seconds;
  for (const ProgramRun& run : sweep.runs) {
    slack.n = run.n;
    const report::Slackness shared = run.slackness.value();
    auto row = std::ranges::find(slack.rows, shared.components, &SlackRow::components);
    if (row == slack.rows.end()) {
      row = slack.rows.emplace(row);
      row->components = shared.components;
    }
    if (!run.failed.empty()) continue;
    ++row->runs;
    row->slack.add(static_cast<double>(shared.processors) / static_cast<double>(shared.components));
    row->requests.add(static_cast<double>(run.requests));
    row->charge.add(static_cast<double>(run.forward));
    if (run.performance_factor > 0) row->performance_factor.add(run.performance_factor);
  }
  return slack;
}

}  // namespace pram::perf
