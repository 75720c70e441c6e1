#include <doctest/doctest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <pram/error.hpp>
#include <pram/perf/collectives.hpp>
#include <pram/perf/host_probe.hpp>
#include <pram/perf/network_crossover_report.hpp>
#include <pram/perf/patterns/pattern_costs.hpp>
#include <pram/perf/patterns/request_pattern.hpp>
#include <pram/perf/probe.hpp>
#include <pram/perf/runs/scale.hpp>
#include <pram/report/detail/value/read_json.hpp>
#include <pram/report/detail/value/value.hpp>
#include "text_checks.hpp"

using namespace pram;
using namespace pram::perf;
using pram::testing::contains;

namespace {

/// What was read from a result's JSON says, writes and shows the same.
void check_again(const Report& report, const std::string& page, const Report& again, const std::string& page_again) {
  CHECK(json_of(again) == json_of(report));
  CHECK(text_of(again) == text_of(report));
  CHECK(csv_of(again) == csv_of(report));
  CHECK(page_again == page);
}

template <class Result>
void check_saved(const Result& result, Report (*report)(const Result&), Page (*page)(const Result&),
                 Result (*read)(const Field&)) {
  const Value saved = read_json(json_of(report(result)));
  const Result again = read(Field(saved, ""));
  check_again(report(result), html_of(page(result)), report(again), html_of(page(again)));
}

/// The error of a JSON in which a field has another value.
template <class Result>
std::string refused(const Report& report, Result (*read)(const Field&), const char* path, Value value) {
  Record record = document(report);
  set(record, path, std::move(value));
  const Value saved = read_json(json_of(record));
  try {
    read(Field(saved, ""));
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

/// Stops after a number of calls.
auto stop_after(std::uint64_t calls) {
  return [left = std::make_shared<std::uint64_t>(calls)](std::uint64_t, std::uint64_t) {
    return *left > 0 && (--*left, true);
  };
}

}  // namespace

TEST_CASE("a probe read from its JSON is the probe") {
  for (const std::uint64_t calls : {0U, 1U, 5U, 1000U}) {
    for (const char* const network : {"torus:4x4", "router:g=3,l=7"}) {
      ProbeRequest request;
      request.network = network;
      request.components = 16;
      request.h = {1, 2, 5};
      request.runs = 3;
      request.progress = stop_after(calls);
      check_saved(probe(request), probe_report, probe_page, read_probe);
    }
  }
  HostProbe host;
  host.processes = 4;
  host.threads = 2;
  host.runs = 3;
  check_saved(host, host_probe_report, host_probe_page, read_host_probe);
  host.points = {{0, 1.25e-7, 2e-7, 1.0 / 3}, {4, 1e-6, 1.5e-6, 2e-6}, {9, 1.9e-6, 3e-6, 1e-3}};
  for (const double rate : {0.0, 1.37e9}) {
    host.rate = rate;
    fit(host);
    check_saved(host, host_probe_report, host_probe_page, read_host_probe);
  }
}

TEST_CASE("request patterns and searches read from their JSON are what they were") {
  for (const std::uint64_t calls : {0U, 2U, 100000U}) {
    PatternsRequest request;
    PatternSize size;
    size.components = 16;
    size.requests = 128;
    request.pattern = owned_pattern(degree_pattern(size, 8), calls == 2 ? "hashed" : "balanced");
    request.components = 16;
    request.access = {"direct", "combining:4,4", "combining:2,8,spread=ordered"};
    request.runs = 3;
    request.progress = stop_after(calls);
    check_saved(measure_patterns(request), patterns_report, patterns_page, read_patterns);
    request.network = "torus:4x4";
    request.progress = stop_after(calls);
    check_saved(search_bases(request, "random", 3), patterns_report, patterns_page, read_patterns);
  }
}

TEST_CASE("collectives and crossovers read from their JSON are what they were") {
  for (const char* const network : {"ring:8", "torus:4x4", "torus:4x4,ports=one,duplex=full,switching=wormhole",
                                    "switch:6", "bus:6", "shared-memory:6,modules=2"}) {
    for (const CollectiveOperation operation : all_operations()) {
      for (const bool watch : {true, false}) {
        CAPTURE(network);
        CollectiveRequest request;
        request.model = collective_model(network);
        request.model.startup = 2.5;
        request.task = {operation, 640, 0, 0};
        if (operation == Collective::one_to_one) request.task.target = request.model.nodes - 1;
        request.algorithms = algorithms_for(request.model, request.task);
        request.watch = watch;
        CollectiveResult result = run_collectives(request);
        check_saved(result, collective_report, collective_page, read_collective);
        CHECK(contains(json_of(collective_report(result)), "\"carried\"") == (watch && !result.runs.empty()));
        result.interrupted = true;
        result.runs.clear();
        check_saved(result, collective_report, collective_page, read_collective);
      }
    }
  }
  CollectiveRequest gather;
  gather.model = collective_model("switch:4");
  gather.task = {.operation = Collective::all_gather, .words = 90, .counts = {1, 0, 80, 9}};
  gather.algorithms = algorithms_for(gather.model, gather.task);
  const CollectiveResult gathered = run_collectives(gather);
  check_saved(gathered, collective_report, collective_page, read_collective);
  CHECK(contains(json_of(collective_report(gathered)), "\"counts\": [\n    1,\n    0,\n    80,\n    9\n  ],"));
  CrossoverRequest request;
  for (const std::uint32_t nodes : {4U, 16U}) request.models.push_back(collective_model("torus", nodes));
  for (CollectiveModel& model : request.models) model.startup = 100;
  request.most_doublings = 12;
  check_saved(collective_crossover(request), crossover_report, crossover_page, read_crossover);
  const Report report = crossover_report(collective_crossover(request));
  CHECK(contains(refused(report, read_crossover, "most_doublings", 64), "a number from 0 to 63"));
  CHECK(contains(refused(report, read_crossover, "operation", "carry"), "a collective operation"));
  CHECK(contains(refused(report, read_crossover, "networks", List()), "at least one network"));
}

TEST_CASE("comparisons of networks read from their JSON are what they were") {
  NetworkCrossoverRequest request;
  for (const std::uint32_t nodes : {4U, 16U}) {
    std::vector<ComparedNetwork>& networks = request.rows.emplace_back();
    for (const char* const name : {"torus", "torus:ports=one,duplex=full", "hypercube", "bus"}) {
      networks.push_back({name, collective_model(name, nodes)});
      networks.back().model.startup = 100;
    }
  }
  request.most_doublings = 12;
  check_saved(network_crossover(request), network_crossover_report, network_crossover_page, read_network_crossover);
  const Report report = network_crossover_report(network_crossover(request));
  CHECK(contains(text_of(report), "k = 4  k = 16"));
  CHECK(contains(refused(report, read_network_crossover, "most_doublings", 64), "a number from 0 to 63"));
  CHECK(contains(refused(report, read_network_crossover, "comparisons", List()), "at least one number of nodes"));
}

TEST_CASE("growth read from its JSON is fitted to the same classes") {
  for (const char* const name : {"prefix-sums", "connected-components", "bsp-prefix-sums"}) {
    CAPTURE(name);
    const programs::Program& program = programs::find_program(name);
    for (const std::size_t sizes : {0U, 2U, 6U}) {
      Sweep sweep;
      sweep.program = name;
      sweep.source = "generated";
      sweep.check = "an oracle";
      sweep.last_seed = 2;
      sweep.machine.components = 64;
      for (std::size_t k = 0; k < 2 * sizes; ++k) {
        ProgramRun run;
        run.n = std::uint64_t{64} << k / 2;
        run.seed = 1 + k % 2;
        run.sizes = {{"vertices", run.n}, {"edges", 3 * run.n + k % 2}};
        if (name[0] != 'c') run.sizes = {{"numbers", run.n}};
        run.steps = 3 * run.n + 17 + k % 2;
        run.work = run.steps * 10;
        run.largest_degree = run.n;
        run.requests = run.n * run.n;
        run.forward = 7 * run.n;
        run.supersteps = 3;
        run.superstep_work = run.n;
        run.superstep_relation = 5 + k;
        run.verified = true;
        sweep.runs.push_back(run);
      }
      if (sizes == 6) {
        sweep.runs.push_back(sweep.runs.front());
        sweep.runs.back().failed = "no memory";
      }
      sweep.asked = sweep.runs.size() + 1;
      sweep.interrupted = true;
      const Report report = scale_report(sweep, program);
      const Value saved = read_json(json_of(report));
      const ScaledSweep again = read_scale(Field(saved, ""));
      check_again(report, html_of(scale_page(sweep, program)), scale_report(again, program),
                  html_of(scale_page(again, program)));
      CHECK(contains(refused(report, read_scale, "program", "no-such"), "the name of a bundled program"));
      CHECK(contains(refused(report, read_scale, "seeds", List{1}), "the first seed and the last"));
      CHECK(contains(refused(report, read_scale, "failed", 99), "a number of the runs"));
    }
  }
}
