#pragma once

#include <pram/perf/kept_part.hpp>
#include <pram/report/detail/run/program_run.hpp>

namespace pram::report {

void kept_members(perf::MaybeConst<Slackness> auto& slackness, const auto& member) {
  member("components", slackness.components);
  member("processors", slackness.processors);
}

/// A run in the file of --resume.
void kept_members(perf::MaybeConst<ProgramRun> auto& run, const auto& member) {
  member("n", run.n);
  member("seed", run.seed);
  member("network", run.network);
  member("access", run.access);
  member("performance_factor", run.performance_factor);
  member("verified", run.verified);
  member("has_oracle", run.has_oracle);
  member("sizes", run.sizes);
  member("slackness", run.slackness);
  member("failed", run.failed);
  for (const RunCount& count : run_counts) member(count.key, run.*count.of);
}

}  // namespace pram::report
