#include "report_file.hpp"

#include <fmt/format.h>

#include <memory>

#include <pram/error.hpp>
#include <pram/machines/topology.hpp>
#include <pram/perf/collectives.hpp>
#include <pram/perf/host_probe.hpp>
#include <pram/perf/network_crossover_report.hpp>
#include <pram/perf/patterns/pattern_costs.hpp>
#include <pram/perf/probe.hpp>
#include <pram/perf/replay.hpp>
#include <pram/perf/route.hpp>
#include <pram/perf/runs/compare.hpp>
#include <pram/perf/runs/scale.hpp>
#include <pram/perf/runs/slack.hpp>
#include <pram/perf/steady.hpp>
#include <pram/programs/program.hpp>
#include <pram/report/detail/file/json_file.hpp>
#include <pram/report/detail/topology/topology_report.hpp>

namespace pram::tool {

namespace {

/// What `read` makes of a file's JSON.
template <class Read>
auto read_file(const std::string& path, Read read) {
  try {
    const report::Value value = report::read_json_file(path);
    return read(report::Field(value, ""));
  } catch (const Error& error) {
    throw Error(fmt::format("the report {} cannot be read: {}", report::shown_file(path), error.what()));
  }
}

/// Report and page of a result.
template <class Result, report::Report (*to_report)(const Result&), report::Page (*to_page)(const Result&),
          Result (*read)(const report::Field&)>
SavedPage saved_page(const report::Field& saved, const char* what, bool) {
  auto result = std::make_shared<const Result>(read(saved));
  return {what, to_report(*result), [result] { return to_page(*result); }};
}

SavedPage saved_scale(const report::Field& saved, const char* what, bool lints) {
  auto sweep = std::make_shared<perf::ScaledSweep>(perf::read_scale(saved));
  sweep->lints = lints;
  const programs::Program& program = programs::find_program(sweep->program);
  return {what, perf::scale_report(*sweep, program), [sweep, &program] { return perf::scale_page(*sweep, program); },
          true};
}

/// The drawing is of the topology of that name.
SavedPage saved_topology(const report::Field& saved, const char* what, bool) {
  const TopologySurvey survey = report::read_topology_survey(saved);
  const std::shared_ptr<const Topology> topology = make_topology(survey.name);
  return {what, report::topology_report(survey), [=] { return report::topology_page(*topology, survey); }};
}

/// A kind of report, recognized by a field that no other kind has at its place.
struct Kind {
  const char* field;
  const char* what;  ///< "a comparison", or why there is no page of it
  SavedPage (*read)(const report::Field&, const char* what, bool lints);  ///< null: there is no page of it
};

constexpr Kind kinds[] = {
    {"ideal_charge", "a comparison",
     saved_page<perf::Comparison, perf::compare_report, perf::compare_page, perf::read_comparison>},
    {"traffic", "traffic", saved_page<perf::RouteResult, perf::route_report, perf::route_page, perf::read_route>},
    {"looked_for_saturation", "steady traffic",
     saved_page<perf::SteadyResult, perf::steady_report, perf::steady_page, perf::read_steady>},
    {"critical_path", "a replay",
     saved_page<perf::Replayed, perf::replay_report, perf::replay_page, perf::read_replay>},
    {"operations_a_second", "a probe of a computer",
     saved_page<perf::HostProbe, perf::host_probe_report, perf::host_probe_page, perf::read_host_probe>},
    {"deviation", "a probe", saved_page<perf::Probe, perf::probe_report, perf::probe_page, perf::read_probe>},
    {"pattern", "request patterns",
     saved_page<perf::PatternsResult, perf::patterns_report, perf::patterns_page, perf::read_patterns>},
    {"algorithms", "a collective",
     saved_page<perf::CollectiveResult, perf::collective_report, perf::collective_page, perf::read_collective>},
    {"comparisons", "a comparison of networks",
     saved_page<perf::NetworkCrossover, perf::network_crossover_report, perf::network_crossover_page,
                perf::read_network_crossover>},
    {"most_doublings", "a crossover",
     saved_page<perf::Crossover, perf::crossover_report, perf::crossover_page, perf::read_crossover>},
    {"fits", "growth", saved_scale},
    {"slackness", "slackness", saved_page<perf::SlackSweep, perf::slack_report, perf::slack_page, perf::read_slack>},
    {"two_way", "a topology", saved_topology},
    {"means", "it is a sweep, of which a page has its tables alone: --html of the sweep writes them", nullptr},
    {"format", "it is a trace: pram trace --html writes its page", nullptr},
};

}  // namespace

SavedReport read_report(const std::string& path, bool lints) {
  return read_file(path, [lints](const report::Field& saved) -> SavedReport {
    for (const Kind& kind : kinds) {
      if (!saved.find(kind.field)) continue;
      if (kind.read == nullptr) throw Error(kind.what);
      return kind.read(saved, kind.what, lints);
    }
    return report::read_run(saved);
  });
}

report::SavedRun read_run(const std::string& path) {
  return read_file(path, [](const report::Field& saved) { return report::read_run(saved); });
}

}  // namespace pram::tool
