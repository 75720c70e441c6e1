#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/machines/detail/named_switching.hpp>
#include <pram/machines/patterns.hpp>
#include <pram/machines/topology.hpp>
#include <pram/perf/steady.hpp>
#include "support.hpp"

using namespace pram;
using namespace pram::perf;

namespace {

SteadyRequest steady_request(const std::string& network, const std::string& pattern) {
  NamedSwitching made = make_named_switching(network, 0, false);
  const std::shared_ptr<const Switching> switching = std::move(made.switching);
  SteadyRequest request;
  request.network = made.name;
  request.topology = {switching, &switching->topology()};
  request.options = made.options;
  request.pattern = pattern;
  request.seed = pram::testing::seed() % 1000;
  request.window = {.warm_up = 100, .length = 200, .drain = 2000};
  return request;
}

/// Each pair's messages walk their routes leg by leg, and each link counts.
class WalkedLoads {
 public:
  explicit WalkedLoads(const Topology& topology)
      : topology_(topology), loads_(std::size_t{topology.nodes()} * topology.ports(), 0) {}

  void walk(std::uint32_t from, std::uint32_t to, double messages) {
    while (from != to) {
      const Leg leg = topology_.next_leg(from, to);
      for (std::uint32_t k = 0; k < leg.hops; ++k) {
        loads_[std::size_t{from} * topology_.ports() + leg.port] += messages;
        hops += messages;
        from = topology_.neighbour(from, leg.port);
      }
    }
  }

  void cross(const std::vector<std::uint32_t>& links, double messages) {
    for (const std::uint32_t link : links) loads_[link] += messages;
    hops += messages * static_cast<double>(links.size());
  }

  double largest() const { return *std::max_element(loads_.begin(), loads_.end()); }

  double hops = 0;

 private:
  const Topology& topology_;
  std::vector<double> loads_;
};

/// The messages of a pair, by all stops that they may take.
void walk_by_stops(WalkedLoads& walked, const SteadyRequest& request, std::uint32_t from, std::uint32_t to,
                   double messages) {
  const Topology& topology = *request.topology;
  const std::uint32_t terminals = topology.terminals();
  if (from == to) return;
  switch (request.options.routing) {
    case SwitchingOptions::Routing::own: return walked.walk(from, to, messages);
    case SwitchingOptions::Routing::spread: {
      const std::uint32_t stop = topology.spreading_stop(from, to);
      walked.walk(from, stop, messages);
      return walked.walk(stop, to, messages);
    }
    case SwitchingOptions::Routing::spread_all: return walked.cross(spread_route(topology, from, to), messages);
    case SwitchingOptions::Routing::ugal_l:
    case SwitchingOptions::Routing::ugal_g: return;  // Their ways depend on queues.
    case SwitchingOptions::Routing::valiant:
      for (std::uint32_t stop = 0; stop < terminals; ++stop) {
        walked.walk(from, stop, messages / terminals);
        walked.walk(stop, to, messages / terminals);
      }
  }
}

WalkedLoads walked_loads(const SteadyRequest& request) {
  const std::uint32_t terminals = request.topology->terminals();
  WalkedLoads walked(*request.topology);
  if (request.pattern == "uniform") {
    for (std::uint32_t from = 0; from < terminals; ++from) {
      for (std::uint32_t to = 0; to < terminals; ++to) walk_by_stops(walked, request, from, to, 1.0 / terminals);
    }
    return walked;
  }
  const Batch batch = make_pattern(request.pattern, terminals, request.seed);
  for (std::size_t k = 0; k < batch.size(); ++k) {
    const auto of_source = std::count(batch.source.begin(), batch.source.end(), batch.source[k]);
    walk_by_stops(walked, request, batch.source[k], batch.destination[k], 1.0 / static_cast<double>(of_source));
  }
  return walked;
}

/// The fewest links from one half of the terminals to the other, where all nodes are terminals: all halves are tried.
std::uint32_t fewest_between_halves(const Topology& topology) {
  const std::uint32_t nodes = topology.nodes();
  std::uint32_t fewest = ~0U;
  for (std::uint32_t half = 0; half < 1U << nodes; ++half) {
    if (std::popcount(half) != static_cast<int>(nodes / 2)) continue;
    std::uint32_t crossing = 0;
    for (std::uint32_t node = 0; node < nodes; ++node) {
      for (std::uint32_t port = 0; port < topology.ports(); ++port) {
        const std::uint32_t next = topology.neighbour(node, port);
        if (next != no_node && (half >> node & 1) != 0 && (half >> next & 1) == 0) ++crossing;
      }
    }
    fewest = std::min(fewest, crossing);
  }
  return fewest;
}

}  // namespace

TEST_CASE("steady traffic: the most loaded link and the hops are those of all routes walked one by one") {
  CAPTURE(pram::testing::seed());
  for (const char* const network :
       {"torus:4x4", "torus:5x3", "ring:7", "hypercube:4", "omega:16", "butterfly:8", "fat-tree:4,2", "rcn-full:4,1",
        "rcn-full:2,2", "dragonfly:2,1,2", "tree:3", "grid:4x4", "complete:8", "slim-fly:3", "mesh-of-trees:4"}) {
    const bool rcn = make_topology(network)->shape().kind == TopologyShape::Kind::rows_of_rows;
    for (const std::string routing : {"own", "valiant", "spread", "spread-all"}) {
      if (routing == "spread-all" && !rcn) continue;
      for (const char* const pattern : {"uniform", "permutation", "tornado", "h-relation:3", "hot-spot"}) {
        CAPTURE(network);
        CAPTURE(routing);
        CAPTURE(pattern);
        const SteadyRequest request = steady_request(std::string(network) + ",routing=" + routing, pattern);
        const SteadyResult result = measure_steady(request);
        const WalkedLoads walked = walked_loads(request);
        REQUIRE(result.zero_load);
        CHECK(*result.zero_load == doctest::Approx(walked.hops / static_cast<double>(result.terminals)));
        REQUIRE(result.capacity.has_value() == (walked.largest() > 0));
        if (result.capacity) CHECK(*result.capacity == doctest::Approx(1 / walked.largest()));
        CHECK(result.points.empty());
      }
    }
  }
}

TEST_CASE("steady traffic: uniform traffic fills the fewest links between two halves") {
  for (const char* const network :
       {"ring:6", "ring:7", "hypercube:3", "grid:3x3", "torus:3x4", "complete:6", "path:5"}) {
    CAPTURE(network);
    const SteadyResult result = measure_steady(steady_request(network, "uniform"));
    REQUIRE(result.bisection_capacity);
    const auto topology = make_topology(network);
    const double terminals = topology->terminals();
    const double half = topology->terminals() / 2;
    // Of rate · half messages each goes to the other half with probability (terminals - half) / terminals.
    CHECK(*result.bisection_capacity * half * (terminals - half) / terminals ==
          doctest::Approx(fewest_between_halves(*topology)));
    REQUIRE(result.capacity);
    CHECK(*result.capacity <= *result.bisection_capacity * (1 + 1e-9));
  }
  CHECK_FALSE(measure_steady(steady_request("ring:6", "tornado")).bisection_capacity);
  // Routes that depend on queues are not walked.
  CHECK_FALSE(measure_steady(steady_request("ring:6,routing=ugal-g", "tornado")).capacity);
  CHECK_FALSE(measure_steady(steady_request("omega:8", "uniform")).bisection_capacity);
}

TEST_CASE("steady traffic: saturation is where what is accepted falls below 95 %") {
  CAPTURE(pram::testing::seed());
  SteadyRequest request = steady_request("ring:16", "tornado");
  request.saturation = true;
  request.rates = {0.01, 0.1};
  request.window = {.warm_up = 2000, .length = 5000, .drain = 50'000};
  const SteadyResult result = measure_steady(request);
  REQUIRE(result.saturation);
  REQUIRE(result.capacity);
  CHECK(*result.capacity == doctest::Approx(1.0 / 7));
  // A link that serves without a break accepts less than 95 % of more than its capacity over 0.95.
  CHECK(*result.saturation > *result.capacity * 0.97);
  CHECK(*result.saturation < *result.capacity * 1.08);
  double kept = 0;
  double lost = 1;
  for (std::size_t k = 0; k < result.points.size(); ++k) {
    const SteadyPoint& point = result.points[k];
    if (k > 0) CHECK(result.points[k - 1].rate < point.rate);
    CHECK(point.state.keeps_up() == (point.state.accepted >= 0.95 * point.state.offered));
    CHECK(point.state.keeps_up() == (point.rate < *result.saturation));
    (point.state.keeps_up() ? kept : lost) = point.state.keeps_up() ? point.rate : std::min(lost, point.rate);
  }
  CHECK(lost == *result.saturation);
  CHECK(lost - kept <= lost / 100);
  REQUIRE(result.saturated() != nullptr);
  CHECK(result.saturated()->rate == *result.saturation);

  // One that is never saturated, and one that was not asked.
  SteadyRequest complete = steady_request("complete:8", "tornado");
  complete.saturation = true;
  const SteadyResult all = measure_steady(complete);
  CHECK_FALSE(all.saturation);
  CHECK(all.looked_for_saturation);
  CHECK(all.saturated() == nullptr);
  REQUIRE(all.points.size() == 1);
  CHECK(all.points.front().rate == 1);
  CHECK(all.points.front().state.latency == 1);
}

TEST_CASE("steady traffic: saturation of traffic whose routes are not walked is found from routes of some") {
  SteadyRequest request = steady_request("ring:16", "uniform");
  request.saturation = true;
  const auto with_all = measure_steady(request).saturation;
  // A pattern of 16 terminals is walked; more than 2^26 nodes to ask are not.
  SteadyRequest large = steady_request("torus:128x128", "uniform");
  large.saturation = true;
  large.window = {.warm_up = 20, .length = 20, .drain = 100};
  const SteadyResult result = measure_steady(large);
  CHECK_FALSE(result.capacity);
  CHECK_FALSE(result.zero_load);
  REQUIRE(with_all);
  CHECK(*with_all == doctest::Approx(0.5).epsilon(0.15));
}

TEST_CASE("steady traffic: the work stops when it is asked to") {
  SteadyRequest request = steady_request("ring:16", "tornado");
  request.rates = {0.01, 0.05, 0.1};
  std::uint64_t asked = 0;
  request.progress = [&](std::uint64_t done, std::uint64_t of) {
    CHECK(done == asked++);
    CHECK(of == 3);
    return done < 2;
  };
  const SteadyResult result = measure_steady(request);
  CHECK(result.interrupted);
  CHECK(result.points.size() == 2);
}

TEST_CASE("steady traffic: what is no pattern or no network for it is refused") {
  CHECK_THROWS_AS(measure_steady(steady_request("ring:8", "nonsense")), ConfigError);
  CHECK_THROWS_AS(measure_steady(steady_request("ring:12", "bit-reversal")), ConfigError);
  CHECK_THROWS_AS(measure_steady(steady_request("ring:8,ports=one", "uniform")), ConfigError);
}
