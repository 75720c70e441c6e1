#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

#include "../random_batch.hpp"
#include "../worm_check.hpp"

namespace pram {

// A checker that passes everything would pass the switching technique, too.
TEST_CASE("wormhole: the checker sees what is wrong") {
  const auto topology = make_topology("ring:6");
  test::Batch batch;
  for (const std::uint32_t far : {2U, 4U}) {
    for (std::uint32_t node = 0; node < 6; ++node) batch.add(node, (node + far) % 6, 4);
  }
  SwitchingOptions options;
  options.switching = SwitchingOptions::Technique::wormhole;
  Trace good;
  const DeliveryStatistics statistics = make_switching("ring:6,switching=wormhole")->carry(batch.messages(), &good);
  const auto fault = [&](const std::function<void(Trace&, DeliveryStatistics&, SwitchingOptions&)>& spoil) {
    Trace trace = good;
    DeliveryStatistics told = statistics;
    SwitchingOptions rules = options;
    spoil(trace, told, rules);
    return test::worm_faults(*topology, batch.messages(), rules, told, trace);
  };
  // The flits of message 0, first those of its head's first link.
  const auto flit = [](Trace& trace, std::uint32_t node, std::size_t number) -> Crossing& {
    for (Crossing& crossing : trace.crossings) {
      if (crossing.message == 0 && crossing.node == node && number-- == 0) return crossing;
    }
    throw std::out_of_range("flit");
  };
  CHECK(fault([](Trace&, DeliveryStatistics&, SwitchingOptions&) {}) == "");
  const auto contains = [](const std::string& text, const char* part) {
    CAPTURE(text);
    CHECK(text.find(part) != std::string::npos);
  };
  contains(fault([](Trace& trace, DeliveryStatistics&, SwitchingOptions&) { trace.crossings.pop_back(); }), "torn");
  contains(fault([&](Trace& trace, DeliveryStatistics&, SwitchingOptions&) { flit(trace, 1, 0).begin = 0; }),
           "two flits");
  contains(fault([&](Trace& trace, DeliveryStatistics&, SwitchingOptions&) {
             flit(trace, 1, 1).begin = flit(trace, 1, 0).begin;
           }),
           "two flits");
  contains(fault([&](Trace& trace, DeliveryStatistics&, SwitchingOptions&) {
             std::swap(flit(trace, 0, 1), flit(trace, 0, 2));
           }),
           "backwards");
  contains(fault([&](Trace& trace, DeliveryStatistics&, SwitchingOptions&) { flit(trace, 1, 3).channel = 0; }), "torn");
  contains(fault([&](Trace& trace, DeliveryStatistics&, SwitchingOptions&) { flit(trace, 1, 3).channel = 2; }),
           "no channel");
  contains(fault([&](Trace& trace, DeliveryStatistics&, SwitchingOptions&) { flit(trace, 1, 3).begin += 9; }),
           "arrives at step");
  contains(fault([&](Trace&, DeliveryStatistics& told, SwitchingOptions&) { ++told.arrival[0]; }), "arrives at step");
  contains(fault([&](Trace&, DeliveryStatistics& told, SwitchingOptions&) { ++told.busy; }), "sums");
  contains(fault([&](Trace&, DeliveryStatistics& told, SwitchingOptions&) { told.order.pop_back(); }), "once");
  contains(fault([&](Trace&, DeliveryStatistics&, SwitchingOptions& rules) { rules.buffers = 1; }), "no place");
  contains(fault([&](Trace&, DeliveryStatistics&, SwitchingOptions& rules) { rules.startup = 1; }), "hurries");
  contains(
      fault([&](Trace&, DeliveryStatistics&, SwitchingOptions& rules) { rules.ports = SwitchingOptions::Ports::one; }),
      "twice");
  contains(fault([&](Trace& trace, DeliveryStatistics&, SwitchingOptions&) {
             for (std::size_t k = 4; k-- > 0;) flit(trace, 1, k).begin += 40;
           }),
           "no place");
}

TEST_CASE("wormhole: the checker sees two worms in one channel") {
  const auto topology = make_topology("path:2");
  test::Batch batch;
  batch.add(0, 1, 2);
  batch.add(0, 1, 2);
  SwitchingOptions options;
  options.switching = SwitchingOptions::Technique::wormhole;
  options.channels = 2;
  Trace trace;
  DeliveryStatistics statistics = make_switching(make_topology("path:2"), options)->carry(batch.messages(), &trace);
  CHECK(statistics.arrival == std::vector<std::uint64_t>{3, 4});
  CHECK(test::worm_faults(*topology, batch.messages(), options, statistics, trace) == "");
  for (Crossing& crossing : trace.crossings) crossing.channel = 0;
  const std::string fault = test::worm_faults(*topology, batch.messages(), options, statistics, trace);
  CHECK(fault.find("two worms") != std::string::npos);
}

}  // namespace pram
