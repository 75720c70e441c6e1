#include <pram/perf/route.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include <pram/pram.hpp>
#include <pram/report/detail/value/text.hpp>

#include "text_checks.hpp"

using namespace pram;
using namespace pram::perf;
using nlohmann::json;
using pram::testing::contains;
using pram::testing::widest_line;

namespace {

RouteResult routed(const std::string& network, const std::string& pattern, std::uint64_t runs = 1) {
  NamedSwitching switching = make_named_switching(network, 64, false);
  const std::uint32_t terminals = switching.switching->topology().terminals();
  RouteRequest request;
  request.traffic = pattern;
  request.batch = [=](std::uint64_t run) { return make_pattern(pattern, terminals, run + 1); };
  request.runs = runs;
  return route(switching, request);
}

}  // namespace

TEST_CASE("a complement on a hypercube: every message takes every dimension, and no two meet") {
  const RouteResult result = routed("hypercube:6", "complement");
  CHECK(result.network == "hypercube:6");
  CHECK(result.terminals == 64);
  CHECK(result.links == 64 * 6);
  CHECK(result.steps.mean() == 6);
  CHECK(result.messages.mean() == 64);
  CHECK(result.hops.mean() == 64 * 6);
  CHECK(result.latency.mean() == 6);
  CHECK(result.largest_queue.mean() == 1);
  CHECK(result.largest_utilisation.mean() == doctest::Approx(1.0 / 6));
  CHECK(result.mean_utilisation.mean() == doctest::Approx(1.0 / 6));
  CHECK(result.best.mean() == 6);
  CHECK(result.ratio.mean() == 1);
  CHECK_FALSE(result.multistage);
  CHECK(result.passes.count() == 0);
  const std::string text = text_of(route_report(result));
  CHECK(text.starts_with("complement on hypercube:6: drained in 6 steps, 1.00 times the best lower bound\n"));
  CHECK_FALSE(contains(text, "conflict-free"));
}

TEST_CASE("a hot spot drains as fast as its terminal's ports let it") {
  const RouteResult result = routed("star:9", "hot-spot");
  CHECK(result.steps.mean() == 1);
  const RouteResult one_port = routed("star:9,ports=one", "hot-spot");
  CHECK(one_port.steps.mean() == 8);
  CHECK(one_port.ports.mean() == 8);
  CHECK(one_port.ratio.mean() == 1);
}

TEST_CASE("several runs have means, errors and the largest") {
  const RouteResult result = routed("omega:64", "permutation", 20);
  CHECK(result.runs() == 20);
  CHECK(result.passes.count() == 20);
  CHECK(result.passes.mean() > 1);
  CHECK(result.steps.largest() >= result.steps.mean());
  CHECK(result.steps.error() > 0);
  CHECK(result.ratio.mean() >= 1);
  const std::string text = text_of(route_report(result));
  CAPTURE(text);
  CHECK(contains(text, "0 of 20 permutations are conflict-free"));
  CHECK(contains(text, "± error"));
  CHECK(widest_line(text) <= line_width);
  const json parsed = json::parse(json_of(route_report(result)));
  CHECK(parsed.at("runs") == 20);
  CHECK(parsed.at("conflict_free") == 0);
  CHECK(parsed.at("passes").at("mean") == result.passes.mean());
  CHECK(parsed.at("steps").at("error") == result.steps.error());
}

TEST_CASE("which permutations pass Omega at once") {
  CHECK(routed("omega:64", "complement").conflict_free == 1);
  CHECK(contains(text_of(route_report(routed("omega:64", "complement"))),
                 "conflict-free: it passes the network at once"));
  CHECK(routed("omega:64", "bit-reversal").passes.mean() == 8);  // its worst: the root of its inputs
  CHECK(contains(text_of(route_report(routed("omega:64", "bit-reversal"))),
                 "not conflict-free: 8 passes by greedy first fit"));
  CHECK(routed("omega:64", "hot-spot").passes.count() == 0);
}

TEST_CASE("where switches combine, messages of one destination merge") {
  const RouteResult result = routed("omega:64,combining=unlimited", "hot-spot");
  CHECK(result.combines);
  CHECK(result.merged.mean() > 0);
  CHECK(result.steps.mean() == 7);
  CHECK(result.ratio.mean() == 1);
  CHECK(contains(text_of(route_report(result)), "messages merged into others"));
}

TEST_CASE("stopped between two runs, it says what is done") {
  NamedSwitching switching = make_named_switching("ring:8", 8, false);
  RouteRequest request;
  request.traffic = "tornado";
  request.batch = [](std::uint64_t) { return make_pattern("tornado", 8, 1); };
  request.runs = 5;
  request.progress = [](std::uint64_t done, std::uint64_t of) {
    CHECK(of == 5);
    return done < 2;
  };
  const RouteResult result = route(switching, request);
  CHECK(result.interrupted);
  CHECK(result.runs() == 2);
  CHECK(contains(text_of(route_report(result)), "interrupted, 2 of 5 runs are done"));
  request.progress = [](std::uint64_t, std::uint64_t) { return false; };
  const std::string text = text_of(route_report(route(switching, request)));
  CHECK(text.starts_with("tornado on ring:8: interrupted before a run was done\n"));
  CHECK(json::parse(json_of(route_report(route(switching, request)))).at("steps").is_null());
}

TEST_CASE("a name without sizes takes the terminals wanted, one with sizes its own unless they must match") {
  CHECK(make_named_switching("torus", 64, false).name == "torus:8x8");
  CHECK(make_named_switching("torus:4x4", 64, false).switching->topology().terminals() == 16);
  CHECK(make_named_switching("torus:3d", 64, false).switching->topology().terminals() == 64);
  CHECK(make_named_switching("torus:8x8,routing=valiant", 64, true).name == "torus:8x8,routing=valiant");
  CHECK_THROWS_AS(make_named_switching("torus:4x4", 64, true), ConfigError);
  CHECK_THROWS_AS(make_named_switching("torus:4x", 64, false), ConfigError);
  CHECK_THROWS_AS(make_named_switching("", 64, false), ConfigError);
}

TEST_CASE("hostile names neither break a line nor pass 80 columns") {
  RouteResult result = routed("ring:8", "tornado", 2);
  result.traffic = "very long\n\x1b[31m" + std::string(300, 'y') + "\xff";
  const std::string text = text_of(route_report(result));
  CHECK(widest_line(text) <= line_width);
  CHECK_FALSE(contains(text, "\x1b"));
  CHECK(json::parse(json_of(route_report(result))).at("version") == 2);
}
