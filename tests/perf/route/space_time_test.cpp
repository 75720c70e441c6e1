#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <pram/error.hpp>
#include <pram/machines/detail/named_switching.hpp>
#include <pram/machines/patterns.hpp>
#include <pram/machines/switching.hpp>
#include <pram/perf/route.hpp>
#include <pram/report/detail/value/read_json.hpp>
#include <pram/report/detail/value/value.hpp>
#include "links/link_use.hpp"
#include "links/saved_links.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::perf;
using pram::testing::contains;

namespace {

struct Carried {
  NamedSwitching network;
  Batch batch;
  std::vector<std::uint64_t> keys;
  Trace trace;
  DeliveryStatistics statistics;

  Messages messages() const {
    Messages all = batch.messages();
    all.key = keys;
    return all;
  }
  LinkUse use() const {
    return link_use(network.switching->topology(), network.options, messages(), trace, statistics.steps);
  }
};

/// @param words  of message k: words plus k modulo `lengths`
Carried carry(const std::string& network, const std::string& pattern, std::uint32_t words, std::uint32_t lengths) {
  Carried one{make_named_switching(network, 16, false), {}, {}, {}, {}};
  one.batch = make_pattern(pattern, one.network.switching->topology().terminals(), 1);
  for (std::uint32_t k = 0; k < one.batch.source.size() && words + lengths > 2; ++k)
    one.batch.words.push_back(words + k % lengths);
  if (one.network.options.combining != SwitchingOptions::Combining::none) one.keys.resize(one.batch.source.size());
  one.statistics = one.network.switching->carry(one.messages(), &one.trace);
  return one;
}

using Table = std::map<std::uint64_t, std::vector<std::uint64_t>>;  // by link: an entry for each step

/// Follows every message from node to node, step by step.
struct Replay {
  Table busy;
  Table waiting;
  std::uint64_t visits = 0;

  explicit Replay(const Carried& one) {
    const Topology& topology = one.network.switching->topology();
    const SwitchingOptions& options = one.network.options;
    const std::uint64_t steps = one.statistics.steps;
    std::vector<std::uint32_t> at(one.batch.source.begin(), one.batch.source.end());
    std::vector<std::uint64_t> since(at.size());
    std::vector<std::set<std::uint64_t>> crossed(at.size());
    std::vector<Crossing> crossings(one.trace.crossings.begin(), one.trace.crossings.end());
    std::ranges::stable_sort(crossings, {}, &Crossing::begin);
    for (const Crossing& crossing : crossings) {
      const std::uint64_t link = std::uint64_t{crossing.node} * topology.ports() + crossing.port;
      std::vector<std::uint64_t>& in = busy.try_emplace(link, steps).first->second;
      for (std::uint64_t k = 0; k < crossing.duration; ++k) ++in.at(crossing.begin + k);
      const std::uint32_t message = crossing.message;
      if (crossing.node != at[message] || !crossed[message].insert(link).second) continue;  // a flit behind the head
      ++visits;
      std::vector<std::uint64_t>& queue = waiting.try_emplace(link, steps).first->second;
      for (std::uint64_t k = since[message]; k < crossing.begin; ++k) ++queue.at(k);
      at[message] = topology.neighbour(crossing.node, crossing.port);
      const bool early = options.switching == SwitchingOptions::Technique::cut_through;
      since[message] = crossing.begin + (early ? std::min(crossing.duration, options.startup + 1) : crossing.duration);
    }
  }
};

/// The cells of a table, in bins.
std::vector<double> cells(const Table& table, const LinkUse& use, bool largest) {
  const std::uint64_t columns = std::min<std::uint64_t>(use.steps, 1024);
  const std::uint64_t rows = std::min<std::uint64_t>(table.size(), 512);
  std::vector<double> made(columns * rows);
  std::uint64_t row = 0;
  for (const auto& [link, steps] : table) {
    for (std::uint64_t step = 0; step < steps.size(); ++step) {
      double& cell = made[row * rows / table.size() * columns + step * columns / steps.size()];
      const auto value = static_cast<double>(steps[step]);
      cell = largest ? std::max(cell, value) : cell + value;
    }
    ++row;
  }
  return made;
}

std::vector<double> cells(const report::HeatGrid& grid) {
  std::vector<double> all;
  for (std::size_t row = 0; row < grid.rows(); ++row) {
    for (std::size_t column = 0; column < grid.columns(); ++column) all.push_back(grid.at(column, row));
  }
  return all;
}

report::Value read_again(const report::Record& record) { return report::read_json(report::json_of(record)); }

}  // namespace

TEST_CASE("what links carry and who waits for them, step by step, is what the messages' ways say") {
  struct Case {
    const char* network;
    const char* pattern;
    std::uint32_t words = 1;
    std::uint32_t lengths = 1;
  };
  for (const Case& one :
       {Case{"torus:8x8", "transpose"}, Case{"torus:8x8", "h-relation:4"}, Case{"ring:12", "hot-spot"},
        Case{"omega:64", "bit-reversal"}, Case{"rcn-full:3,2,routing=spread-all", "h-relation:3"},
        Case{"rcn-full:3,2,switching=wormhole,routing=spread-all", "h-relation:2", 3, 2},
        Case{"hypercube:5,routing=valiant", "h-relation:3"}, Case{"torus:4x4,startup=3,bandwidth=2", "uniform:3", 5, 1},
        Case{"torus:4x4", "uniform:3", 2, 4}, Case{"omega:32,combining=unlimited", "hot-spot"},
        Case{"torus:4x4,combining=pairwise", "hot-spot"}, Case{"torus:4x4,ports=one,duplex=half", "h-relation:3", 3, 2},
        Case{"grid:5x5,buffers=3", "uniform:2"},
        Case{"torus:6x6,switching=cut-through,startup=2", "h-relation:3", 7, 3},
        Case{"torus:6x6,switching=wormhole,startup=1", "h-relation:3", 6, 4},
        Case{"torus:6x6,switching=wormhole,routing=valiant,bandwidth=2,channels=4", "h-relation:3", 1, 9},
        Case{"omega:32,switching=wormhole", "bit-reversal", 4, 1}, Case{"ring:64", "h-relation:6", 40, 1},
        Case{"torus:20x20", "h-relation:3", 9, 1}}) {
    CAPTURE(one.network);
    CAPTURE(one.pattern);
    const Carried carried = carry(one.network, one.pattern, one.words, one.lengths);
    const LinkUse use = carried.use();
    const Replay replay(carried);
    CHECK(cells(use.over_time) == cells(replay.busy, use, false));
    REQUIRE(use.waiting);
    CHECK(cells(*use.waiting) == cells(replay.waiting, use, true));
    CHECK(use.links == replay.busy.size());

    // The carrier's own count of its longest queue has the message that crosses in it.
    const SwitchingOptions& options = carried.network.options;
    if (options.buffers == 0 && options.switching == SwitchingOptions::Technique::store_and_forward) {
      std::uint64_t longest = 0;
      for (const auto& [link, queue] : replay.waiting) {
        for (std::size_t step = 0; step < queue.size(); ++step)
          longest = std::max(longest, queue[step] + replay.busy.at(link)[step]);
      }
      CHECK(longest == carried.statistics.largest_queue);
    }

    // The paths of messages: from source to destination without a gap, and as late as the carrier says.
    REQUIRE(use.messages);
    CHECK(use.messages->visits.size() == replay.visits);
    CHECK(use.messages->merged.size() == carried.statistics.merged);
    const Topology& topology = carried.network.switching->topology();
    std::vector<std::uint64_t> number;  // of the link of each row
    for (std::uint64_t link = 0; link < use.busy.size(); ++link) {
      if (use.busy[link] > 0) number.push_back(link);
    }
    std::vector<std::uint32_t> at = use.messages->source;
    std::vector<std::uint64_t> arrival(at.size());
    std::vector<std::uint32_t> expected = use.messages->destination;
    for (const LinkVisit& visit : use.messages->visits) {
      const auto node = static_cast<std::uint32_t>(number[visit.row] / topology.ports());
      CHECK(node == at[visit.message]);
      CHECK(visit.arrived <= visit.begin);
      CHECK(visit.begin < visit.end);
      at[visit.message] = topology.neighbour(node, static_cast<std::uint32_t>(number[visit.row] % topology.ports()));
      arrival[visit.message] = visit.end;
    }
    std::set<std::uint32_t> merged;
    for (const MessageWays::Merged& merge : use.messages->merged) merged.insert(merge.from);
    for (std::uint32_t message = 0; message < at.size(); ++message) {
      if (merged.contains(message)) continue;
      CHECK(at[message] == use.messages->destination[message]);
      CHECK(arrival[message] == carried.statistics.arrival[message]);
    }

    // As JSON, and back.
    const report::Value saved = read_again(links_record(use));
    const LinkUse again = read_links(report::Field(saved, ""), &topology, use.busy.size());
    CHECK(again.busy == use.busy);
    CHECK(cells(again.over_time) == cells(use.over_time));
    CHECK(cells(*again.waiting) == cells(*use.waiting));
    CHECK(report::json_of(links_record(again)) == report::json_of(links_record(use)));
  }
}

TEST_CASE("ways of many messages are left out, and damaged ones are refused in a line that names the field") {
  const Carried carried = carry("torus:4x4", "h-relation:3", 1, 1);
  LinkUse use = carried.use();
  const Topology& topology = carried.network.switching->topology();
  const auto refused = [&](const char* path, report::Value value) {
    report::Record record = links_record(use);
    report::set(record, path, std::move(value));
    const report::Value saved = read_again(record);
    try {
      read_links(report::Field(saved, ""), &topology, use.busy.size());
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  CHECK(contains(refused("carried", "1x99999999999"), "\"carried\" is not a text of at most"));
  CHECK(contains(refused("waiting", "1 2 3"), "\"waiting\" is not a text of"));
  CHECK(contains(refused("waiting", "1 a"), "\"waiting\" is not a text of whole numbers"));
  CHECK(contains(refused("links.busy", "0x" + std::to_string(use.links)), "\"link\" is not a text of links"));
  CHECK(contains(refused("of", 1 << 20), "\"of\" is not a number of links of the network"));
  CHECK(contains(refused("messages.row", "9999x" + std::to_string(use.messages->visits.size())), "\"row\" is not"));
  CHECK(contains(refused("messages.links", "140000x48"), "\"links\" is not"));

  // One message more than are kept.
  Carried many = carry("complete:4", "complement", 1, 1);
  many.batch.source.assign(most_ways + 1, 0);
  many.batch.destination.assign(most_ways + 1, 1);
  many.trace = {};
  many.statistics = many.network.switching->carry(many.messages(), &many.trace);
  CHECK_FALSE(many.use().messages);
  CHECK(many.use().waiting->at(0, 0) == most_ways);
  many.batch.source.pop_back();
  many.batch.destination.pop_back();
  many.trace = {};
  many.statistics = many.network.switching->carry(many.messages(), &many.trace);
  CHECK(many.use().messages);
}

TEST_CASE("a route read from its JSON has the text, the CSV and the page of the run") {
  for (const char* const network : {"torus:8x8", "omega:64", "omega:64,combining=unlimited", "rcn-full:4,1",
                                    "product:ring:4,complete:3,switching=wormhole", "hypercube:5,routing=valiant"}) {
    for (const bool watch : {true, false}) {
      for (const std::uint64_t runs : {1U, 3U}) {
        CAPTURE(network);
        NamedSwitching switching = make_named_switching(network, 64, false);
        const std::uint32_t terminals = switching.switching->topology().terminals();
        RouteRequest request;
        request.traffic = "a permutation <of> \"one\"";
        request.watch = watch;
        request.runs = runs;
        request.batch = [=](std::uint64_t run) { return make_pattern("permutation", terminals, 1 + run); };
        const RouteResult result = route(switching, request);
        CHECK(result.first.has_value() == watch);
        const report::Value saved = report::read_json(json_of(route_report(result)));
        const RouteResult again = read_route(report::Field(saved, ""));
        CHECK(json_of(route_report(again)) == json_of(route_report(result)));
        CHECK(text_of(route_report(again)) == text_of(route_report(result)));
        CHECK(csv_of(route_report(again)) == csv_of(route_report(result)));
        CHECK_FALSE(contains(csv_of(route_report(result)), "first_run"));
        CHECK(html_of(route_page(again)) == html_of(route_page(result)));
      }
    }
  }
}
