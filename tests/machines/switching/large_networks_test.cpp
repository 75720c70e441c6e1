#include <doctest/doctest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/machines/switching.hpp>

#include "../../support.hpp"

namespace pram {

namespace {

/// Most bytes that this process has had in memory.
std::uint64_t peak_bytes() {
  rusage use = {};
  getrusage(RUSAGE_SELF, &use);
  return static_cast<std::uint64_t>(use.ru_maxrss) * 1024;
}

/// Links on a message's route, leg by leg.
std::uint64_t route_hops(const Topology& topology, std::uint32_t from, std::uint32_t to) {
  std::uint64_t hops = 0;
  for (std::uint32_t node = from; node != to;) {
    const Leg leg = topology.next_leg(node, to);
    for (std::uint32_t hop = 0; hop < leg.hops; ++hop) node = topology.neighbour(node, leg.port);
    hops += leg.hops;
  }
  return hops;
}

void carry_permutation(const std::string& name) {
  const std::shared_ptr<const Topology> topology = make_topology(name);
  const std::uint32_t terminals = topology->terminals();
  std::vector<std::uint32_t> source(terminals);
  std::iota(source.begin(), source.end(), 0U);
  const std::vector<std::uint32_t> destination = detail::SeededRandom(testing::seed(), 1).permutation(terminals);
  const DeliveryStatistics made = make_switching(topology, {})->carry({source, destination, {}, {}});
  std::uint64_t hops = 0;
  for (std::uint32_t k = 0; k < terminals; ++k) {
    const std::uint64_t its = route_hops(*topology, source[k], destination[k]);
    hops += its;
    if (made.arrival[k] < its) FAIL_CHECK("message " << k << " arrives before it can");
  }
  CHECK(made.hops == hops);
  CHECK(made.order.size() == terminals);
}

}  // namespace

TEST_CASE("networks carry a permutation: of 2^12 nodes, and, at large size, of 2^20 in 8 GB") {
  CAPTURE(testing::seed());
  const std::uint64_t before = peak_bytes();
  const bool large = testing::size() == testing::Size::large;
  const std::vector<std::string> some = {"product:torus:16x16,complete:16", "hypercube:12",
                                         "product:grid:8x8,torus:8x8"};
  const std::vector<std::string> all = {"product:torus:512x512,complete:4",
                                        "product:torus:64x64,ring:16,star-graph:3",
                                        "hypercube:20",
                                        "torus:16x16x16x16x16",
                                        "hyperx:16,16,16,16,16",
                                        "fat-tree:4,9",
                                        "dragonfly:32,60,16",
                                        "ccc:16"};
  for (const std::string& name : large ? all : some) {
    CAPTURE(name);
    carry_permutation(name);
    CHECK(peak_bytes() <= std::max(before, std::uint64_t{8} << 30));
  }
}

}  // namespace pram
