#include <cstdint>
#include <vector>

#include <pram/perf/runs/slack.hpp>
#include <pram/report/detail/run/saved.hpp>

namespace pram::perf {

namespace {

Statistic saved_statistic(const Field& saved, std::uint64_t runs) {
  const auto mean = saved.at("mean").as<double>();
  return {runs, mean, saved.at("error").as<double>(), mean};
}

}  // namespace

SlackSweep read_slack(const Field& report) {
  check_version(report);
  SlackSweep sweep;
  report.get("program", sweep.program).get("source", sweep.source).get("check", sweep.check).get("n", sweep.n);
  sweep.machine = read_machine(report.at("machine"));
  const auto seeds = report.at("seeds").as<std::vector<std::uint64_t>>();
  if (seeds.size() != 2) report.at("seeds").refuse("the first seed and the last");
  sweep.first_seed = seeds.front();
  sweep.last_seed = seeds.back();
  report.get("runs", sweep.runs).get("failed", sweep.failed).get("asked", sweep.asked).get("sound", sweep.sound);
  report.get("interrupted", sweep.interrupted).get("wall_seconds", sweep.wall_seconds);
  if (sweep.failed > sweep.runs) report.at("failed").refuse("a number of the runs");
  for (const Field& saved : report.at("slackness").entries()) {
    SlackRow& row = sweep.rows.emplace_back();
    saved.get("components", row.components).get("runs", row.runs);
    if (row.components == 0) saved.at("components").refuse("a number from 1 on");
    row.slack = saved_statistic(saved.at("slack"), row.runs);
    row.requests = saved_statistic(saved.at("requests"), row.runs);
    row.charge = saved_statistic(saved.at("charge"), row.runs);
    const Field factor = saved.at("performance_factor");
    row.performance_factor = saved_statistic(factor, factor.at("mean").as<double>() > 0 ? row.runs : 0);
  }
  return sweep;
}

}  // namespace pram::perf
