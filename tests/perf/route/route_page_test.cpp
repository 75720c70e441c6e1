#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <pram/machines/patterns.hpp>
#include <pram/machines/topology.hpp>
#include <pram/perf/route.hpp>
#include <pram/report/detail/picture/network_plan.hpp>
#include "text_checks.hpp"

using namespace pram;
using namespace pram::perf;
using pram::testing::contains;

namespace {

RouteResult watched_route(const std::string& network, const std::string& pattern, bool watch = true) {
  const std::uint32_t terminals = make_topology(network)->terminals();
  NamedSwitching switching = make_named_switching(network, terminals, false);
  RouteRequest request;
  request.traffic = pattern;
  request.watch = watch;
  request.batch = [&](std::uint64_t run) { return make_pattern(pattern, terminals, 1 + run); };
  return perf::route(switching, request);
}

double drawn_share(const LinkUse& use) {
  double sum = 0;
  for (const auto& link : use.plan.links) sum += link.share;
  return sum;
}

}  // namespace

TEST_CASE("a watched run: links are busy for as many steps as there are hops, and so says every picture") {
  for (const char* const network : {"torus:8x8", "ring:12", "hypercube:4", "omega:16", "rcn-full:4,1", "complete:9"}) {
    CAPTURE(network);
    const RouteResult result = watched_route(network, "uniform");
    REQUIRE(result.first);
    const LinkUse& use = *result.first;
    CHECK(static_cast<double>(use.steps) == result.steps.mean());
    CHECK(std::accumulate(use.busy.begin(), use.busy.end(), 0.0) == result.hops.mean());
    CHECK(use.links == static_cast<std::uint64_t>(std::ranges::count_if(use.busy, [](auto busy) { return busy > 0; })));
    double cells = 0;
    for (std::size_t row = 0; row < use.over_time.rows(); ++row) {
      for (std::size_t column = 0; column < use.over_time.columns(); ++column) cells += use.over_time.at(column, row);
    }
    CHECK(cells == result.hops.mean());
    CHECK(drawn_share(use) * static_cast<double>(use.steps) == doctest::Approx(result.hops.mean()));
    CHECK(use.plan.links.size() == result.links);
  }
}

TEST_CASE("a network's nodes have places of their own, and neighbours of grids lie side by side") {
  for (const char* const name :
       {"torus:8x8", "torus:3x4x5", "grid:5x7", "ring:12", "path:5", "hypercube:5", "omega:16", "butterfly:8",
        "rcn-full:3,1", "rcn-full:2,2", "complete:9", "star:6", "de-bruijn:16", "product:ring:4,complete:3"}) {
    CAPTURE(name);
    const auto topology = make_topology(name);
    const std::vector<std::uint64_t> idle(static_cast<std::size_t>(topology->nodes()) * topology->ports());
    const report::NetworkPlan plan = network_plan(*topology, idle, 0);
    REQUIRE(plan.nodes.size() == topology->nodes());
    std::set<std::pair<double, double>> places;
    for (const auto& place : plan.nodes) {
      CHECK(place.column < static_cast<double>(plan.columns));
      CHECK(place.row < static_cast<double>(plan.rows));
      places.emplace(place.column, place.row);
    }
    CHECK(places.size() == plan.nodes.size());
    for (const auto& link : plan.links) CHECK(link.share == 0);
  }
  // Two dimensions: the next node to the right is one step of the last digit, the next below one of the first.
  const auto torus = make_topology("torus:3x5");
  const report::NetworkPlan plan = network_plan(*torus, std::vector<std::uint64_t>(15 * torus->ports()), 1);
  CHECK(plan.columns == 5);
  CHECK(plan.rows == 3);
  CHECK(plan.nodes[7].column == 2);
  CHECK(plan.nodes[7].row == 1);
  // Two directions of a Gray-coded cube: four of the neighbours of each node within an 8 by 4 grid lie beside it.
  const auto cube = make_topology("hypercube:5");
  const report::NetworkPlan coded = network_plan(*cube, std::vector<std::uint64_t>(32 * cube->ports()), 1);
  for (std::size_t a = 0; a < 32; ++a) {
    for (std::size_t b = 0; b < 32; ++b) {
      const double apart =
          std::abs(coded.nodes[a].column - coded.nodes[b].column) + std::abs(coded.nodes[a].row - coded.nodes[b].row);
      if (apart == 1) CHECK(std::has_single_bit(a ^ b));
    }
  }
}

TEST_CASE("the page of a route has its pictures if it was watched, and says so if not") {
  const std::string page = html_of(route_page(watched_route("torus:4x4", "transpose")));
  CHECK(contains(page, "transpose on torus:4x4"));
  CHECK(contains(page, "id=\"machine\""));
  CHECK(contains(page, "id=\"time\""));
  const std::string unwatched = html_of(route_page(watched_route("torus:4x4", "transpose", false)));
  CHECK_FALSE(contains(unwatched, "id=\"machine\""));
  CHECK(contains(unwatched, "id=\"data\""));
  CHECK(contains(html_of(route_page(watched_route("ring:4", "complement"))), "links carried something"));
}
