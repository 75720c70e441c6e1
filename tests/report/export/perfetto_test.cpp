#include <doctest/doctest.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <pram/pram.hpp>
#include <pram/report.hpp>
#include <pram/report/detail/file/export.hpp>
#include <pram/report/detail/run/run.hpp>

#include "../small_run.hpp"

namespace pram::report {

namespace {

using nlohmann::json;
using testing::small_run;
using testing::summary_of;

/// A message of Protocol Buffers, read by its encoding alone: the values of each field in order.
struct Decoded {
  std::multimap<std::uint64_t, std::uint64_t> numbers;
  std::multimap<std::uint64_t, std::string> texts;

  explicit Decoded(std::string_view bytes) {
    std::size_t at = 0;
    const auto varint = [&] {
      std::uint64_t value = 0;
      for (int shift = 0;; shift += 7) {
        if (at == bytes.size() || shift > 63) throw std::runtime_error("a number does not end");
        const auto byte = static_cast<unsigned char>(bytes[at++]);
        value |= std::uint64_t{byte & 0x7FU} << shift;
        if (byte < 0x80) return value;
      }
    };
    while (at < bytes.size()) {
      const std::uint64_t key = varint();
      if (key % 8 == 0) {
        numbers.emplace(key / 8, varint());
      } else if (key % 8 == 2) {
        const std::uint64_t size = varint();
        if (size > bytes.size() - at) throw std::runtime_error("a text is too long");
        texts.emplace(key / 8, bytes.substr(at, size));
        at += size;
      } else {
        throw std::runtime_error("a kind of field that is not used");
      }
    }
  }

  std::uint64_t number(std::uint64_t field) const {
    REQUIRE(numbers.count(field) == 1);
    return numbers.find(field)->second;
  }
  std::string text(std::uint64_t field) const {
    REQUIRE(texts.count(field) == 1);
    return texts.find(field)->second;
  }
};

/// What a viewer makes of a file.
struct Viewed {
  using Slice = std::tuple<std::uint64_t, std::uint64_t, std::string, std::string>;  // begin, duration, category, name
  std::vector<Slice> slices;
  std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t>> counters;  // name, at, value
  std::string process;
  std::map<std::string, std::uint64_t> annotated;  // sums
  std::size_t events = 0;
};

/// By the numbers of Perfetto's .proto files: packets are field 1 of the trace.
Viewed viewed(const std::string& bytes) {
  struct Open {
    std::uint64_t begin;
    std::string category;
    std::string name;
  };
  Viewed seen;
  std::map<std::uint64_t, std::vector<Open>> open;  // by track
  std::map<std::uint64_t, std::string> tracks;
  std::uint64_t before = 0;
  const Decoded trace(bytes);
  CHECK(trace.numbers.empty());
  for (const auto& [field, packet_bytes] : trace.texts) {
    CHECK(field == 1);
    const Decoded packet(packet_bytes);
    CHECK(packet.number(10) == 1);
    if (packet.texts.contains(60)) {
      const Decoded track(packet.text(60));
      const std::uint64_t uuid = track.number(1);
      CHECK_FALSE(tracks.contains(uuid));
      if (track.texts.contains(3)) {
        const Decoded process(track.text(3));
        CHECK(process.number(1) == 1);
        tracks[uuid] = seen.process = process.text(6);
      } else if (track.texts.contains(4)) {
        const Decoded thread(track.text(4));
        CHECK(thread.number(1) == 1);
        tracks[uuid] = thread.text(5);
      } else {
        CHECK(track.texts.contains(8));
        CHECK(tracks.contains(track.number(5)));
        tracks[uuid] = track.text(2);
      }
      continue;
    }
    ++seen.events;
    const std::uint64_t at = packet.number(8);
    CHECK(at % 1000 == 0);
    CHECK(at >= before);
    before = at;
    const Decoded event(packet.text(11));
    const std::uint64_t track = event.number(11);
    CHECK(tracks.contains(track));
    switch (event.number(9)) {
      case 1:
        open[track].push_back({at, event.text(22), event.text(23)});
        for (auto [one, last] = event.texts.equal_range(4); one != last; ++one) {
          const Decoded annotation(one->second);
          seen.annotated[annotation.text(10)] += annotation.number(3);
        }
        break;
      case 2: {
        REQUIRE_FALSE(open[track].empty());
        const Open ended = open[track].back();
        open[track].pop_back();
        seen.slices.emplace_back(ended.begin / 1000, (at - ended.begin) / 1000, ended.category, ended.name);
        break;
      }
      default: CHECK(event.number(9) == 4); seen.counters.emplace_back(tracks[track], at / 1000, event.number(30));
    }
  }
  for (const auto& [track, left] : open) CHECK(left.empty());
  std::ranges::sort(seen.slices);
  return seen;
}

/// The same of the JSON format.
Viewed viewed(const json& trace) {
  Viewed seen;
  for (const json& event : trace.at("traceEvents")) {
    if (event.at("ph") == "X") {
      seen.slices.emplace_back(event.at("ts"), event.at("dur"), event.at("cat"), event.at("name"));
      if (!event.contains("args")) continue;
      for (const auto& [name, value] : event.at("args").items()) seen.annotated[name] += value.get<std::uint64_t>();
    } else if (event.at("ph") == "C") {
      const std::string name = event.at("name");
      seen.counters.emplace_back(name, event.at("ts"), event.at("args").at(name));
    } else if (event.at("name") == "process_name") {
      seen.process = event.at("args").at("name");
    }
  }
  std::ranges::sort(seen.slices);
  return seen;
}

void check_same(const RunSummary& run, std::size_t most) {
  const Viewed packets = viewed(perfetto_trace(run, most));
  const Viewed events = viewed(json::parse(trace_events(run, most)));
  CHECK(packets.slices == events.slices);
  CHECK(packets.counters == events.counters);
  CHECK(packets.process == events.process);
  CHECK(packets.annotated == events.annotated);
}

}  // namespace

TEST_CASE("Perfetto's format has the slices and counters of the trace events, by a decoder of its own") {
  for (const LedgerDetail ledger : {LedgerDetail::steps, LedgerDetail::profile}) {
    const Machine machine = small_run({.components = 64, .ledger = ledger}, 20);
    const RunSummary run = summary_of(machine);
    check_same(run, most_trace_events);
    const Viewed seen = viewed(perfetto_trace(run));
    const bool pardos =
        std::ranges::any_of(seen.slices, [](const auto& slice) { return std::get<2>(slice) == "pardo"; });
    CHECK(pardos == (ledger == LedgerDetail::profile));
    for (const std::size_t most : {1U, 7U, 50U}) check_same(run, most);
  }
}

TEST_CASE("Perfetto's format: supersteps, a run of nothing, long durations, and any number of threads") {
  Machine processes({.components = 4, .network = "router:g=2,l=1000000000", .threads = 1});
  processes.spmd([](bsp::Process self) -> Task<> {
    auto box = self.coarray<int>(4);
    self.work(7);
    box(0)[self.id()] = 1;
    co_await self.sync("far");
  });
  check_same(summary_of(processes), most_trace_events);
  const Machine nothing({.components = 4});
  CHECK(viewed(perfetto_trace(summary_of(nothing))).events == 0);
  const std::string expected = perfetto_trace(summary_of(small_run({.components = 64, .threads = 1})));
  for (const unsigned threads : {2U, 3U, 8U})
    CHECK(perfetto_trace(summary_of(small_run({.components = 64, .threads = threads}))) == expected);
}

TEST_CASE("traces have the 16 busiest components as counters, by the frames of the JSON report") {
  Machine machine({.components = 40, .access = "direct", .ledger = LedgerDetail::profile});
  const auto cells = machine.array<std::int64_t>(40, 0, "cells");
  machine.pardo(40, [&](Processor self) -> Task<> {
    for (std::uint64_t step = 0; step < 900; ++step) {
      if ((step * 7 + self.id() * self.id()) % 11 < 5 && step < 850) {
        co_await cells[(self.id() * step) % (self.id() + 1)].add(1);
      } else {
        co_await self.idle();
      }
    }
  });
  const RunSummary run = summary_of(machine);
  const json report = json::parse(json_of(run_report(run, true)));
  const std::vector<std::uint64_t> received = report["components"]["received"];
  std::vector<std::size_t> busiest;
  for (std::size_t k = 0; k < received.size(); ++k) busiest.push_back(k);
  std::ranges::sort(busiest, [&](std::size_t a, std::size_t b) {
    return received[a] != received[b] ? received[a] > received[b] : a < b;
  });
  busiest.resize(16);
  REQUIRE(received[busiest[15]] > 0);
  const json& frames = report["loads_over_time"]["received"];
  const std::uint64_t length = frames["length"];
  REQUIRE(length > 1);
  // Steps begin where the charges before them end.
  std::vector<std::uint64_t> begin(1, 0);
  const json& steps = report["columns"]["steps"];
  for (std::size_t k = 0; k < steps["step"].size(); ++k)
    begin.push_back(begin.back() + steps["forward"][k].get<std::uint64_t>() + steps["back"][k].get<std::uint64_t>());
  std::vector<std::tuple<std::string, std::uint64_t, std::uint64_t>> expected;
  std::size_t frame = 0;
  for (const std::string text : frames["frames"]) {
    std::istringstream words(text);
    const std::vector<std::uint64_t> loads((std::istream_iterator<std::uint64_t>(words)), {});
    for (const std::size_t component : busiest)
      expected.emplace_back(fmt::format("component {} received", component), begin.at(frame * length),
                            loads[component]);
    ++frame;
  }
  REQUIRE(frame * length < 900);
  for (const std::size_t component : busiest)
    expected.emplace_back(fmt::format("component {} received", component), begin.at(frame * length), 0);
  const auto of_components = [](const Viewed& seen) {
    auto counters = seen.counters;
    std::erase_if(counters, [](const auto& counter) { return !std::get<0>(counter).starts_with("component "); });
    return counters;
  };
  CHECK(of_components(viewed(json::parse(trace_events(run)))) == expected);
  CHECK(of_components(viewed(perfetto_trace(run))) == expected);
  // With fewer events frames are put together, and steps: the sums stay.
  for (const std::size_t most : {3000U, 1000U, 200U, 128U}) {
    const json trace = json::parse(trace_events(run, most));
    CHECK(trace["traceEvents"].size() <= most + 2);  // and two names
    check_same(run, most);
    std::map<std::string, std::uint64_t> sums;
    for (const auto& [name, at, value] : of_components(viewed(trace))) sums[name] += value;
    REQUIRE(sums.size() == 16);
    for (const std::size_t component : busiest)
      CHECK(sums[fmt::format("component {} received", component)] == received[component]);
  }
  CHECK(of_components(viewed(json::parse(trace_events(run, 100)))).empty());  // there is no room for them
  CHECK(
      of_components(viewed(perfetto_trace(summary_of(small_run())))).empty());  // nor are they known without a profile
}

TEST_CASE("the name of a file of trace events says its format") {
  const Machine machine = small_run();
  const RunSummary run = summary_of(machine);
  CHECK(trace_file(run, "run.json") == trace_events(run));
  CHECK(trace_file(run, "-") == trace_events(run));
  CHECK(trace_file(run, "folder.pftrace/run") == trace_events(run));
  CHECK(trace_file(run, "run.pftrace") == perfetto_trace(run));
  const auto place = std::filesystem::temp_directory_path() / fmt::format("pram-{}.pftrace", ::getpid());
  write_trace_events(machine, place, {.title = run.program});
  std::ifstream file(place, std::ios::binary);
  const std::string written((std::istreambuf_iterator<char>(file)), {});
  std::filesystem::remove(place);
  CHECK(viewed(written).slices == viewed(perfetto_trace(run)).slices);
}

}  // namespace pram::report
