#include <pram/machines/detail/lower_bounds.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <pram/machines/detail/named_switching.hpp>
#include <pram/machines/patterns.hpp>
#include "machines/topology/small_topologies.hpp"

using namespace pram;
using pram::testing::Circle;
using pram::testing::TwoStages;

namespace {

using List = std::vector<std::uint32_t>;

LowerBounds bounds_of(const Topology& topology, const Messages& batch, const SwitchingOptions& options = {}) {
  return LowerBoundFinder(topology, options)(batch);
}

constexpr SwitchingOptions one_port = {.ports = SwitchingOptions::Ports::one};
constexpr SwitchingOptions half_duplex = {.duplex = SwitchingOptions::Duplex::half};

}  // namespace

TEST_CASE("one message needs its distance") {
  const Circle circle(8);
  const List source = {1};
  const List destination = {4};
  const LowerBounds bounds = bounds_of(circle, {source, destination, {}, {}});
  CHECK(bounds.farthest == 3);
  CHECK(bounds.distance == 1);
  CHECK(bounds.ports == 1);
  CHECK(bounds.bisection == 1);
  CHECK(bounds.best() == 3);
}

TEST_CASE("nothing needs no time, and neither does a message to its own source") {
  const Circle circle(8);
  CHECK(bounds_of(circle, {}).best() == 0);
  const List same = {0, 3, 7};
  CHECK(bounds_of(circle, {same, same, {}, {}}).best() == 0);
}

TEST_CASE("long messages keep links busy for startup and words") {
  const Circle circle(8);
  const List source = {1};
  const List destination = {4};
  const List words = {5};
  const Messages batch = {source, destination, words, {}};
  CHECK(bounds_of(circle, batch).farthest == 15);
  CHECK(bounds_of(circle, batch, {.startup = 2, .bandwidth = 2}).farthest == 15);
  CHECK(bounds_of(circle, batch, {.bandwidth = 8}).farthest == 3);
  const SwitchingOptions wormhole = {.switching = SwitchingOptions::Technique::wormhole};
  CHECK(bounds_of(circle, batch, wormhole).farthest == 7);
  const List none = {0};
  CHECK(bounds_of(circle, {source, destination, none, {}}).farthest == 3);
}

TEST_CASE("a hot spot is bound by the ports of its terminal") {
  const Circle circle(8);
  const Batch batch = make_pattern("hot-spot", 8, 1);
  CHECK(bounds_of(circle, batch.messages()).ports == 4);  // 7 messages over 2 links
  CHECK(bounds_of(circle, batch.messages(), one_port).ports == 7);
  CHECK(bounds_of(circle, batch.messages(), half_duplex).ports == 4);
  CHECK(bounds_of(circle, batch.messages()).distance == 1);  // 16 link-steps over 16 links
  CHECK(bounds_of(circle, batch.messages(), half_duplex).distance == 2);
  CHECK(bounds_of(circle, batch.messages(), one_port).distance == 2);
}

TEST_CASE("what crosses between the halves is bound by the links between them") {
  const Circle circle(16);
  const Batch batch = make_pattern("tornado", 16, 1);  // 7 further on: 7 messages each way, two links each way
  const LowerBounds bounds = bounds_of(circle, batch.messages());
  CHECK(bounds.bisection == 4);
  CHECK(bounds.distance == 4);  // 16 times 7 over 32 links
  CHECK(bounds.farthest == 7);
  CHECK(bounds_of(circle, batch.messages(), half_duplex).bisection == 7);
  const Batch many = make_pattern("h-relation:8", 16, 1);
  CHECK(bounds_of(circle, many.messages()).best() >= 8 * 16 / 4 / 2);
}

TEST_CASE("wires of one direction: each terminal has one to leave and one to enter by") {
  const TwoStages network;
  const LowerBoundFinder finder(network, {});
  CHECK(finder.links() == 12);
  const List source = {0, 0, 1};
  const List destination = {2, 3, 3};
  const LowerBounds bounds = finder(Messages{source, destination, {}, {}});
  CHECK(bounds.ports == 2);
  CHECK(bounds.farthest == 3);
  CHECK(bounds.distance == 1);
  CHECK(bounds.bisection == 2);  // three messages over the two wires into the upper switch
}

TEST_CASE("messages that may merge count once") {
  const Circle circle(8);
  const Batch batch = make_pattern("hot-spot", 8, 1);
  const std::vector<std::uint64_t> keys(batch.size(), 3);
  Messages messages = batch.messages();
  messages.key = keys;
  const SwitchingOptions combining = {.combining = SwitchingOptions::Combining::unlimited};
  const LowerBounds bounds = bounds_of(circle, messages, combining);
  CHECK(bounds.ports == 1);
  CHECK(bounds.farthest == 4);
  CHECK(bounds.distance == 1);
  CHECK(bounds.bisection == 1);
  CHECK(bounds_of(circle, messages).ports == 4);
  // Messages of one source and one key too, others not.
  const List source = {1, 1, 1, 2};
  const List destination = {5, 5, 5, 5};
  const std::vector<std::uint64_t> key = {7, 7, 8, 7};
  const SwitchingOptions both = {.ports = SwitchingOptions::Ports::one,
                                 .combining = SwitchingOptions::Combining::pairwise};
  CHECK(bounds_of(circle, {source, destination, {}, key}, both).ports == 2);
}

TEST_CASE("no switching technique is faster than the bounds") {
  for (const char* network :
       {"ring:16", "path:16", "grid:4x4", "torus:4x4", "torus:2x8", "hypercube:4", "complete:16", "star:16",
        "product:ring:4,path:4", "rcn-full:4,1", "omega:16", "inverse-omega:16", "butterfly:16"}) {
    for (const char* options :
         {"", ",ports=one", ",duplex=half", ",ports=one,duplex=half", ",routing=valiant", ",startup=2,bandwidth=2",
          ",combining=unlimited", ",combining=pairwise", ",switching=cut-through", ",buffers=64"}) {
      NamedSwitching switching = make_named_switching(std::string(network) + options, 16, false);
      const LowerBoundFinder finder(switching.switching->topology(), switching.options);
      for (const char* pattern :
           {"permutation", "complement", "tornado", "hot-spot", "hot-spot:3", "uniform:4", "h-relation:3"}) {
        for (const std::uint32_t words : {1U, 5U}) {
          Batch batch = make_pattern(pattern, 16, 11);
          if (words != 1) batch.words.assign(batch.size(), words);
          const std::vector<std::uint64_t> keys(batch.size());
          Messages messages = batch.messages();
          messages.key = keys;
          const DeliveryStatistics statistics = switching.switching->carry(messages);
          const LowerBounds bounds = finder(messages);
          CAPTURE(network);
          CAPTURE(options);
          CAPTURE(pattern);
          CAPTURE(words);
          CHECK(statistics.steps >= bounds.best());
          CHECK(bounds.best() >= 1);
        }
      }
    }
  }
}

TEST_CASE("bounds that are met: complements on a hypercube, one port at a star") {
  const auto met = [](const std::string& network, const std::string& pattern) {
    NamedSwitching switching = make_named_switching(network, 0, false);
    const Batch batch = make_pattern(pattern, switching.switching->topology().terminals(), 1);
    const LowerBoundFinder finder(switching.switching->topology(), switching.options);
    CHECK(switching.switching->carry(batch.messages()).steps == finder(batch.messages()).best());
  };
  met("hypercube:8", "complement");
  met("star:33,ports=one", "hot-spot");
  met("complete:17", "tornado");
  met("ring:16", "tornado");
}
