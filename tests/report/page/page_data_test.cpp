#include "page/page_data.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <pram/bsp.hpp>
#include <pram/machines/topology.hpp>
#include <pram/report/page.hpp>
#include "../small_run.hpp"

using namespace pram;
using namespace pram::report;
using pram::testing::small_run;
using pram::testing::summary_of;

namespace {

nlohmann::json data_of(const RunSummary& run) { return nlohmann::json::parse(json_of(page_data(run))); }

std::vector<std::uint64_t> levels_of(const std::string& letters) {
  const std::string all = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::vector<std::uint64_t> levels;
  for (const char letter : letters) levels.push_back(all.find(letter));
  return levels;
}

/// The letters of loads, made the other way round: each load is within half a level of its own.
void check_levels(const std::vector<std::uint64_t>& levels, const std::vector<std::uint64_t>& loads, double most) {
  REQUIRE(levels.size() == loads.size());
  for (std::size_t k = 0; k < loads.size(); ++k) {
    CHECK((levels[k] == 0) == (loads[k] == 0));
    const double off = std::abs(static_cast<double>(levels[k]) * most / 63 - static_cast<double>(loads[k]));
    CHECK(off <= (levels[k] == 1 ? most / 63 : most / 126) + 1e-9);
  }
}

std::vector<std::uint64_t> frame_loads(const LoadFrames& frames, std::size_t first, std::size_t last) {
  std::vector<std::uint64_t> sum(frames.entries);
  for (std::size_t k = first; k < std::min(last, frames.count()); ++k) {
    for (std::size_t entry = 0; entry < sum.size(); ++entry) sum[entry] += frames.frame(k)[entry];
  }
  return sum;
}

}  // namespace

TEST_CASE("page data: letters are the loads of components and links, over the run and frame by frame") {
  const Machine machine = small_run({.components = 64, .network = "torus:8x8", .ledger = LedgerDetail::profile});
  const Ledger& ledger = machine.ledger();
  const nlohmann::json data = data_of(summary_of(machine))["machine_loads"];
  std::vector<std::uint64_t> received;
  for (const ComponentTotal& one : ledger.components()) received.push_back(one.received);
  check_levels(levels_of(data["received"]["whole"]), received, data["received"]["most"]);
  CHECK(data["received"]["most"] == *std::ranges::max_element(received));
  const auto topology = make_topology("torus:8x8");
  for (const auto& [name, way, frames] :
       {std::tuple("links", &ledger.network_load()->forward, &ledger.loads_over_time().busy),
        std::tuple("replies", &ledger.network_load()->back, &ledger.loads_over_time().busy_back)}) {
    const nlohmann::json& picture = data[name];
    const std::vector<std::uint64_t> link = picture["link"];
    std::vector<std::uint64_t> busy;
    for (std::size_t k = 0; k < link.size(); ++k) {
      busy.push_back(way->busy[link[k]]);
      const auto node = static_cast<std::uint32_t>(link[k] / topology->ports());
      CHECK(picture["from"][k] == node);
      CHECK(picture["to"][k] == topology->neighbour(node, static_cast<std::uint32_t>(link[k] % topology->ports())));
    }
    CHECK(picture["busy"] == busy);
    check_levels(levels_of(picture["whole"]), busy, picture["most"]);
    CHECK(picture["frames"]["steps"] == 1);
    const std::vector<std::uint64_t> levels = levels_of(picture["frames"]["levels"]);
    REQUIRE(levels.size() == link.size() * frames->count());
    for (std::size_t frame = 0; frame < frames->count(); ++frame) {
      std::vector<std::uint64_t> loads;
      for (const std::uint64_t one : link) loads.push_back(frames->frame(frame)[one]);
      const auto first = levels.begin() + static_cast<std::ptrdiff_t>(frame * link.size());
      check_levels({first, first + static_cast<std::ptrdiff_t>(link.size())}, loads, picture["frames"]["most"]);
    }
  }
}

TEST_CASE("page data: of a large machine frames have more steps, and places the load of their busiest link") {
  Machine machine({.components = 4096, .network = "omega:4096", .access = "direct", .ledger = LedgerDetail::profile});
  const auto cells = machine.array<std::int64_t>(256, 0, "cells");
  machine.pardo(256, [&](Processor self) -> Task<> {
    for (std::uint64_t step = 0; step < 70; ++step) co_await cells[(self.id() + step) % 256].add(1);
  });
  const Ledger& ledger = machine.ledger();
  const nlohmann::json data = data_of(summary_of(machine))["machine_loads"];
  for (const char* const name : {"received", "links"}) {
    const nlohmann::json& picture = data[name];
    const std::uint64_t marks = picture["marks"];
    const std::size_t letters = picture["frames"]["levels"].get<std::string>().size();
    CHECK(letters <= (1U << 17));
    CHECK(letters % marks == 0);
    const std::uint64_t steps = picture["frames"]["steps"];
    CHECK(letters / marks == (70 + steps - 1) / steps);
    // Of half as many steps there would be too many, unless the ledger itself has no shorter ones.
    const LoadsOverTime& kept = ledger.loads_over_time();
    const std::uint64_t shortest = std::string(name) == "links" ? kept.busy.length : kept.received.length;
    if (steps > shortest) CHECK(marks * ((70 + steps / 2 - 1) / (steps / 2)) > (1U << 17));
  }
  const LoadFrames& received = ledger.loads_over_time().received;
  const std::size_t together = data["received"]["frames"]["steps"].get<std::uint64_t>() / received.length;
  const std::vector<std::uint64_t> levels = levels_of(data["received"]["frames"]["levels"]);
  const std::vector<std::uint64_t> first = frame_loads(received, 0, together);
  check_levels({levels.begin(), levels.begin() + 4096}, first, data["received"]["frames"]["most"]);
  // The busiest link of the network is that of its place.
  const auto& busy = ledger.network_load()->forward.busy;
  const auto most = static_cast<std::uint64_t>(std::ranges::max_element(busy) - busy.begin());
  const std::vector<nlohmann::json> shown = data["links"]["link"];
  CHECK(std::ranges::any_of(shown, [&](const nlohmann::json& link) {
    return !link.is_null() && busy[link.get<std::uint64_t>()] == busy[most];
  }));
  CHECK(data["links"]["most"] == busy[most]);
}

TEST_CASE("page data: pardos, degrees, and the runs of other sizes") {
  const Machine machine = small_run({.components = 64, .ledger = LedgerDetail::profile});
  RunSummary run = summary_of(machine);
  run.scaled = {{.components = 16, .steps = 12, .work = 2400, .charge = 900},
                {.components = 64, .steps = 12, .work = 2400, .charge = 300}};
  const nlohmann::json data = data_of(run);
  CHECK(data["pardos"]["line"].size() == machine.ledger().pardos().size());
  CHECK(data["pardos"]["charge"][0] == machine.ledger().pardos()[0].charge);
  CHECK(data["degrees"].size() == machine.ledger().lines().size());
  CHECK(data["speed_up"]["scheduled"] == std::vector<std::uint64_t>{2400 / 16 + 12, 2400 / 64 + 12});
  // The ends of the axis, and where they stand: the least above.
  CHECK(data["speed_up"]["axis"][0] <= 1);
  CHECK(data["speed_up"]["axis"][1] >= 64);
  CHECK(data["speed_up"]["axis"][2] > data["speed_up"]["axis"][3]);
  const nlohmann::json without = data_of(summary_of(small_run()));
  CHECK_FALSE(without.contains("machine_loads"));
  CHECK_FALSE(without.contains("speed_up"));
}
