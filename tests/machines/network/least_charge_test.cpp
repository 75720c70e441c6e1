#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "support.hpp"

namespace pram {

namespace {

using Ends = std::vector<std::uint32_t>;

/// Messages in the order of their sources, of `words` words each if that is given.
struct Relation {
  Ends source;
  Ends destination;
  Ends words = {};

  void add(std::uint32_t from, std::uint32_t to, std::uint32_t length = 1) {
    source.push_back(from);
    destination.push_back(to);
    words.push_back(length);
  }

  Relation in_order() const {
    std::vector<std::size_t> order(source.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [this](std::size_t k) { return source[k]; });
    Relation sorted;
    for (const std::size_t k : order) sorted.add(source[k], destination[k], words[k]);
    return sorted;
  }

  Relation replies() const { return Relation{destination, source, words}.in_order(); }

  /// The most words of one component, sent or received, counted one by one.
  std::uint64_t largest(std::uint32_t components, bool sent, bool received, bool own) const {
    std::uint64_t most = 0;
    for (std::uint32_t component = 0; component < components; ++component) {
      std::uint64_t out = 0;
      std::uint64_t in = 0;
      for (std::size_t k = 0; k < source.size(); ++k) {
        if (!own && source[k] == destination[k]) continue;
        if (sent && source[k] == component) out += words[k];
        if (received && destination[k] == component) in += words[k];
      }
      most = std::max({most, out, in});
    }
    return most;
  }

  /// As a machine hands it over.
  Traffic traffic(std::uint32_t components, const Network& network) const {
    const bool single = std::ranges::all_of(words, [](std::uint32_t length) { return length == 1; });
    Traffic made{components,
                 std::accumulate(words.begin(), words.end(), std::uint64_t{0}),
                 static_cast<std::uint32_t>(largest(components, true, false, true)),
                 static_cast<std::uint32_t>(largest(components, false, true, true)),
                 {},
                 {},
                 {},
                 {}};
    if (!network.wants_messages()) return made;
    made.source = source;
    made.destination = destination;
    if (!single) made.words = words;
    return made;
  }
};

/// A phase of any kind: a few messages, many, from one, to one, to neighbours, to the sender itself.
Relation random_relation(std::mt19937_64& random, std::uint32_t components, bool long_messages) {
  const auto draw = [&](std::uint64_t below) { return static_cast<std::uint32_t>(random() % below); };
  const std::uint32_t kind = draw(6);
  const std::uint32_t one = draw(components);
  const std::uint32_t count = 1 + draw(draw(2) == 0 ? 8 : 6 * components);
  Relation made;
  for (std::uint32_t k = 0; k < count; ++k) {
    std::uint32_t from = draw(components);
    std::uint32_t to = draw(components);
    if (kind == 1) from = one;
    if (kind == 2) to = one;
    if (kind == 3) to = (from + 1) % components;
    if (kind == 4 && draw(4) > 0) to = from;
    if (kind == 5) from = one, to = (one + components / 2) % components;
    if (long_messages && from == to) continue;  // words of BSP processes that stay are no messages
    made.add(from, to, long_messages ? 1 + draw(7) : 1);
  }
  return made.in_order();
}

std::uint64_t charge(const std::string& name, const Relation& relation, std::uint32_t components = 16) {
  const auto network = networks().make(name, components);
  return network->carry(relation.traffic(components, *network));
}

double least(const std::string& name, double h, std::uint32_t components = 16) {
  return networks().make(name, components)->least_charge()->at(h);
}

/// From component 0 to others, `each` messages to each.
Relation from_first(const Ends& to, std::uint32_t each, std::uint32_t words = 1) {
  Relation made;
  for (const std::uint32_t end : to) {
    for (std::uint32_t k = 0; k < each; ++k) made.add(0, end, words);
  }
  return made;
}

}  // namespace

TEST_CASE("no phase of any network is charged less than its bound") {
  constexpr std::uint32_t components = 16;
  std::mt19937_64 random(testing::seed());
  const int cases = testing::random_cases(200);
  std::vector<std::string> names = {"ideal",         "router",          "router:g=3,l=7", "bus",
                                    "shared-memory", "shared-memory:3", "ocpc",           "ocpc:retry=backoff"};
  for (const char* const topology :
       {"ring:16", "path:16", "grid:4x4", "torus:4x4", "torus:2x8", "hypercube:4", "complete:16", "star:16",
        "product:ring:4,path:4", "rcn-full:4,1", "de-bruijn:2,4", "omega:16", "inverse-omega:16", "butterfly:16"}) {
    for (const char* const options : {"", ",ports=one", ",duplex=half", ",routing=valiant", ",startup=2,bandwidth=2",
                                      ",switching=cut-through", ",switching=wormhole", ",buffers=64"}) {
      const std::string name = std::string(topology) + options;
      try {
        networks().make(name, components);
        names.push_back(name);
      } catch (const ConfigError&) {
        CHECK(name != topology);  // not every topology permits every option
      }
    }
  }
  CHECK(names.size() > 60);
  for (const std::string& name : names) {
    CAPTURE(name);
    const auto network = networks().make(name, components);
    const auto bound = network->least_charge();
    REQUIRE(bound);
    for (int k = 0; k < std::max(8, cases); ++k) {
      const Relation forward = random_relation(random, components, k % 4 == 3);
      if (forward.source.empty()) continue;
      CAPTURE(k);
      const auto check = [&](const Relation& relation, std::uint64_t charged) {
        const std::uint64_t h = relation.largest(components, true, true, !bound->own_free);
        if (h == 0) return;  // nothing leaves its component
        CAPTURE(h);
        CHECK(static_cast<double>(charged) >= bound->at(static_cast<double>(h)) - 1e-9);
      };
      try {
        check(forward, network->carry(forward.traffic(components, *network)));
        const Relation back = forward.replies();
        if (!network->combines()) check(back, network->carry_back(back.traffic(components, *network)));
      } catch (const NetworkError&) {  // bounded buffers may lock
      }
    }
  }
}

TEST_CASE("a network whose switches combine has no bound by h") {
  for (const char* const name : {"omega:16,combining=unlimited", "torus:4x4,combining=pairwise"})
    CHECK_FALSE(networks().make(name, 16U)->least_charge());
}

TEST_CASE("bounds of phases are met") {
  const Ends neighbours = {1, 7, 8, 56};
  CHECK(charge("torus:8x8", from_first(neighbours, 6), 64) == least("torus:8x8", 24, 64));
  CHECK(least("torus:8x8", 24, 64) == 6);
  CHECK(charge("torus:8x8,bandwidth=2", from_first(neighbours, 1, 4), 64) == least("torus:8x8,bandwidth=2", 16, 64));
  CHECK(charge("hypercube:4,ports=one", from_first({4}, 5)) == least("hypercube:4,ports=one", 5));
  CHECK(charge("omega:16", from_first({5}, 9)) == least("omega:16", 9));
  CHECK(least("omega:16", 9) == 13);
  CHECK(charge("bus", from_first({5}, 9)) == least("bus", 9));
  CHECK(charge("ocpc", from_first({5}, 9)) >= least("ocpc", 9));
  CHECK(charge("ocpc", from_first({5}, 1)) == least("ocpc", 1));
  CHECK(charge("router:g=3,l=7", from_first({5}, 9)) == least("router:g=3,l=7", 9));
  CHECK(charge("ideal", from_first({5}, 9)) == least("ideal", 9));
  Relation many;
  for (std::uint32_t from = 0; from < 12; ++from) many.add(from, 15);
  CHECK(charge("shared-memory:4", many) == least("shared-memory:4", 12));
  CHECK(least("torus:8x8", 1, 64) == 1);  // no phase takes less than a step
}

}  // namespace pram
