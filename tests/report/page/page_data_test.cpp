#include "page/page_data.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <bitset>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <pram/bsp.hpp>
#include <pram/machines/topology.hpp>
#include <pram/report/detail/page/profile_page.hpp>
#include "../../support.hpp"
#include "../small_run.hpp"
#include "page/packed_numbers.hpp"

using namespace pram;
using namespace pram::report;
using pram::testing::small_run;
using pram::testing::summary_of;

namespace {

nlohmann::json data_of(const RunSummary& run) { return nlohmann::json::parse(json_of(page_data(run))); }

/// What packed numbers stand for, by their definition: a bit is '0' or '1'.
std::vector<std::uint64_t> unpacked(const nlohmann::json& packed) {
  const std::string all = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string bits;
  for (const char letter : packed["digits"].get<std::string>()) bits += std::bitset<6>(all.find(letter)).to_string();
  const auto shift = packed["shift"].get<std::size_t>();
  std::vector<std::uint64_t> numbers;
  std::size_t at = 0;
  for (std::uint64_t k = 0; k < packed["count"]; ++k) {
    const std::size_t zero = bits.find('0', at);
    REQUIRE(zero != std::string::npos);
    const std::string low = bits.substr(zero + 1, shift);
    REQUIRE(low.size() == shift);
    numbers.push_back(packed["least"].get<std::uint64_t>() +
                      ((std::uint64_t{zero - at} << shift) + (shift == 0 ? 0 : std::stoull(low, nullptr, 2))));
    at = zero + 1 + shift;
  }
  CHECK(bits.size() - at < 6);
  CHECK(bits.find('1', at) == std::string::npos);
  return numbers;
}

/// The same of packed differences; none is null.
std::vector<nlohmann::json> listed(const nlohmann::json& packed) {
  std::vector<nlohmann::json> numbers;
  std::int64_t now = 0;
  for (const std::uint64_t code : unpacked(packed)) {
    const auto half = static_cast<std::int64_t>((code + 1) / 2);
    now += code % 2 == 0 ? half : -half;
    numbers.push_back(now == 0 ? nlohmann::json() : nlohmann::json(now - 1));
  }
  return numbers;
}

/// The levels of loads, made the other way round: each load is within half a level of its own.
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

TEST_CASE("page data: packed numbers are those that were packed, in fewer letters than a list has") {
  std::mt19937_64 random(pram::testing::seed());
  std::vector<std::vector<std::uint64_t>> cases = {
      {}, {0}, {7, 7, 7}, {~std::uint64_t{0}}, {std::uint64_t{1} << 62, (std::uint64_t{1} << 62) + 5}};
  for (const double mean : {0.3, 5.0, 80.0, 1e6}) {
    std::poisson_distribution<std::uint64_t> like(mean);
    std::vector<std::uint64_t>& numbers = cases.emplace_back();
    for (int k = 0; k < 1000; ++k) numbers.push_back(like(random));
    if (mean == 80.0) numbers[500] = 20000;  // a hot spot
  }
  for (const std::vector<std::uint64_t>& numbers : cases) {
    const auto packed = nlohmann::json::parse(json_of(packed_numbers(numbers)));
    CHECK(unpacked(packed) == numbers);
    if (numbers.size() == 1000)
      CHECK(2 * packed["digits"].get<std::string>().size() < nlohmann::json(numbers).dump().size());
  }
  // Differences, with gaps; numbers that rise by four take less than a byte each.
  std::vector<std::optional<std::uint64_t>> lists[] = {{}, {std::nullopt}, {0U}, {7U, std::nullopt, 0U, 7U, 3U}, {}};
  for (std::uint64_t k = 0; k < 1000; ++k)
    lists[4].push_back(k == 500 ? std::nullopt : std::optional(4 * k + random() % 4));
  for (const auto& list : lists) {
    std::vector<nlohmann::json> expected;
    for (const auto& number : list) expected.push_back(number ? nlohmann::json(*number) : nlohmann::json());
    const auto packed = nlohmann::json::parse(json_of(packed_differences(list)));
    CHECK(listed(packed) == expected);
    if (list.size() == 1000) CHECK(packed["digits"].get<std::string>().size() < 1000);
  }
}

TEST_CASE("page data: components are packed, and levels are the loads of components and links, frame by frame") {
  const Machine machine = small_run({.components = 64, .network = "torus:8x8", .ledger = LedgerDetail::profile});
  const Ledger& ledger = machine.ledger();
  const nlohmann::json data = data_of(summary_of(machine))["machine_loads"];
  std::vector<std::uint64_t> received;
  for (const ComponentTotal& one : ledger.components()) received.push_back(one.received);
  const nlohmann::json components = data_of(summary_of(machine))["components"];
  CHECK(unpacked(components["received"]) == received);
  for (std::size_t k = 0; k < received.size(); ++k) {
    const ComponentTotal& one = ledger.components()[k];
    CHECK(unpacked(components["sent"])[k] == one.sent);
    CHECK(unpacked(components["served"])[k] == one.served);
    CHECK(unpacked(components["times_busiest"])[k] == one.times_busiest);
  }
  CHECK(data["received"]["most"] == *std::ranges::max_element(received));
  const auto topology = make_topology("torus:8x8");
  for (const auto& [name, way, frames] :
       {std::tuple("links", &ledger.network_load()->forward, &ledger.loads_over_time().busy),
        std::tuple("replies", &ledger.network_load()->back, &ledger.loads_over_time().busy_back)}) {
    const nlohmann::json& picture = data[name];
    const std::vector<std::uint64_t> link = nlohmann::json(listed(picture["link"]));
    const std::vector<nlohmann::json> from = listed(picture["from"]);
    const std::vector<nlohmann::json> to = listed(picture["to"]);
    std::vector<std::uint64_t> busy;
    for (std::size_t k = 0; k < link.size(); ++k) {
      busy.push_back(way->busy[link[k]]);
      const auto node = static_cast<std::uint32_t>(link[k] / topology->ports());
      CHECK(from[k] == node);
      CHECK(to[k] == topology->neighbour(node, static_cast<std::uint32_t>(link[k] % topology->ports())));
    }
    CHECK(nlohmann::json(listed(picture["busy"])) == nlohmann::json(busy));
    CHECK(picture["most"] == *std::ranges::max_element(busy));
    CHECK(picture["frames"]["steps"] == 1);
    const std::vector<std::uint64_t> levels = unpacked(picture["frames"]["levels"]);
    REQUIRE(levels.size() == link.size() * frames->count());
    for (std::size_t frame = 0; frame < frames->count(); ++frame) {
      std::vector<std::uint64_t> loads;
      for (const std::uint64_t one : link) loads.push_back(frames->frame(frame)[one]);
      const auto first = levels.begin() + static_cast<std::ptrdiff_t>(frame * link.size());
      check_levels({first, first + static_cast<std::ptrdiff_t>(link.size())}, loads, picture["frames"]["most"]);
    }
  }
}

TEST_CASE(
    "page data: of a large machine frames have more steps and squares, and places the load of their busiest link") {
  Machine machine({.components = 4096, .network = "omega:4096", .access = "direct", .ledger = LedgerDetail::profile});
  const auto cells = machine.array<std::int64_t>(256, 0, "cells");
  machine.pardo(256, [&](Processor self) -> Task<> {
    for (std::uint64_t step = 0; step < 70; ++step) co_await cells[(self.id() + step) % 256].add(1);
  });
  const Ledger& ledger = machine.ledger();
  const nlohmann::json data = data_of(summary_of(machine))["machine_loads"];
  for (const char* const name : {"received", "links"}) {
    const nlohmann::json& picture = data[name];
    const std::uint64_t squares =
        picture["frames"]["columns"].get<std::uint64_t>() * picture["frames"]["rows"].get<std::uint64_t>();
    CHECK(picture["marks"] == picture["columns"].get<std::uint64_t>() * picture["rows"].get<std::uint64_t>());
    const std::size_t levels = unpacked(picture["frames"]["levels"]).size();
    CHECK(levels <= (1U << 15));
    CHECK(levels % squares == 0);
    const std::uint64_t steps = picture["frames"]["steps"];
    CHECK(levels / squares == (70 + steps - 1) / steps);
    // Frames of half as many steps would be too many, unless the ledger itself has no shorter ones.
    const LoadsOverTime& kept = ledger.loads_over_time();
    const std::uint64_t shortest = std::string(name) == "links" ? kept.busy.length : kept.received.length;
    if (steps > shortest) CHECK(squares * ((70 + steps / 2 - 1) / (steps / 2)) > (1U << 15));
  }
  const LoadFrames& received = ledger.loads_over_time().received;
  const std::size_t together = data["received"]["frames"]["steps"].get<std::uint64_t>() / received.length;
  const std::vector<std::uint64_t> levels = unpacked(data["received"]["frames"]["levels"]);
  const std::vector<std::uint64_t> first = frame_loads(received, 0, together);
  // A square of 2 by 2 of the 64 by 64 components is as loaded as the busiest of them.
  REQUIRE(data["received"]["frames"]["columns"] == 32);
  REQUIRE(data["received"]["frames"]["rows"] == 32);
  std::vector<std::uint64_t> busiest(1024);
  for (std::size_t k = 0; k < 4096; ++k) {
    std::uint64_t& square = busiest[k / 128 * 32 + k % 64 / 2];
    square = std::max(square, first[k]);
  }
  check_levels({levels.begin(), levels.begin() + 1024}, busiest, data["received"]["frames"]["most"]);
  // The busiest link of the network is that of its place.
  const auto& busy = ledger.network_load()->forward.busy;
  const auto most = static_cast<std::uint64_t>(std::ranges::max_element(busy) - busy.begin());
  const std::vector<nlohmann::json> shown = listed(data["links"]["link"]);
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
