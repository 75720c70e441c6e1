#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../../../support.hpp"
#include "ledger/profile/load_frames.hpp"

namespace pram::load_frames {

namespace {

struct Load {
  std::uint64_t step;
  std::vector<std::uint64_t> loads;
};

/// Frames of that length, each summed from all its steps.
std::vector<std::uint64_t> recounted(std::span<const Load> loads, std::size_t entries, std::uint64_t length) {
  std::vector<std::uint64_t> sums;
  for (const Load& one : loads) {
    const std::uint64_t frame = (one.step - 1) / length;
    sums.resize(std::max<std::size_t>(sums.size(), (frame + 1) * entries));
    for (std::size_t entry = 0; entry < entries; ++entry) sums[frame * entries + entry] += one.loads[entry];
  }
  return sums;
}

std::uint64_t shortest(std::uint64_t steps, std::uint64_t frames) {
  std::uint64_t length = 1;
  while (length * frames < steps) length *= 2;
  return length;
}

/// The sum of each entry over all frames; of frames without entries nothing was carried.
std::vector<std::uint64_t> totals(const LoadFrames& frames, std::size_t entries) {
  std::vector<std::uint64_t> sums(entries);
  CHECK((frames.entries == entries || (frames.entries == 0 && frames.loads.empty())));
  for (std::size_t k = 0; k < frames.count(); ++k) {
    for (std::size_t entry = 0; entry < frames.entries; ++entry) sums[entry] += frames.frame(k)[entry];
  }
  return sums;
}

}  // namespace

TEST_CASE("frames of loads are as short as their number allows, and each is the sum of its steps") {
  std::mt19937_64 draw(testing::seed());
  CAPTURE(testing::seed());
  for (int round = 0; round < testing::random_cases(2000); ++round) {
    // The most frames: 256, fewer of many entries.
    const std::size_t entries = draw() % 8 == 0 ? 20'000 + draw() % 12'000 : 1 + draw() % 6;
    const std::uint64_t most = entries < 8 ? 256 : 16;
    std::vector<Load> loads;
    std::uint64_t step = 0;
    const std::size_t count = draw() % (entries < 8 ? 1500 : 40);
    for (std::size_t k = 0; k < count; ++k) {
      step += draw() % 4 == 0 ? 1 + draw() % 5 : 1;
      Load& one = loads.emplace_back(Load{step, std::vector<std::uint64_t>(entries)});
      for (std::uint64_t& load : one.loads) load = draw() % 9;
      one.loads.back() = 1;  // the last frame has a load
    }
    LoadFrames frames;
    LoadFrames copy;
    const std::size_t copied = count > 0 ? draw() % count : 0;
    for (std::size_t k = 0; k < count; ++k) {
      if (k == copied) copy = frames;
      detail::expect_loads(frames, entries, loads[k].step);
      const std::size_t room = frames.loads.capacity();
      CHECK(detail::bytes_with(frames, entries, loads[k].step) == room * sizeof(std::uint64_t));
      detail::add_loads(frames, loads[k].step, loads[k].loads);
      REQUIRE(frames.loads.capacity() == room);
    }
    CHECK(frames.count() <= most);
    CHECK(frames.length == shortest(step, most));
    CHECK(frames.loads == recounted(loads, entries, frames.length));
    const LoadFrames between = detail::frames_between(frames, copy);
    CHECK(between.length == frames.length);
    CHECK(between.loads == recounted(std::span(loads).subspan(copied), entries, frames.length));
    if (copied > 0 && copied < count) CHECK_THROWS_AS(detail::frames_between(copy, frames), Error);
  }
}

TEST_CASE("loads over time add up to the totals of components and links, and each frame to its steps' messages") {
  const auto check_network = [](const char* network, bool replies) {
    CAPTURE(network);
    CAPTURE(replies);
    Machine machine({.components = 16, .network = network, .access = "combining:4,4", .ledger = LedgerDetail::profile});
    const auto cells = machine.array<std::int64_t>(64, 0, "cells");
    const auto steps = [&](std::uint64_t count) {
      machine.pardo(64, [&](Processor self) -> Task<> {
        for (std::uint64_t step = 0; step < count; ++step) {
          if (step % 3 == 1) {
            co_await self.idle();
          } else if (replies && step % 3 == 2) {
            co_await cells[(self.id() + step) % 64];
          } else {
            co_await cells[(self.id() * step) % 64].add(1);
          }
        }
      });
    };
    steps(300);
    const Ledger before = machine.ledger();
    steps(400);
    const Ledger& ledger = machine.ledger();
    const LoadFrames& received = ledger.loads_over_time().received;
    CHECK(received.length == 4);
    CHECK(received.count() == 700 / 4);
    std::vector<std::uint64_t> messages(received.count());
    for (const StepRecord& step : ledger.step_records()) {
      for (const PhaseRecord& phase : step.phases) messages[(step.step - 1) / received.length] += phase.messages;
    }
    for (std::size_t k = 0; k < received.count(); ++k) {
      std::uint64_t sum = 0;
      for (const std::uint64_t load : received.frame(k)) sum += load;
      CHECK(sum == messages[k]);
    }
    const auto check = [replies](const Ledger& of) {
      const std::vector<std::uint64_t> sums = totals(of.loads_over_time().received, 16);
      for (std::size_t c = 0; c < sums.size(); ++c) CHECK(sums[c] == of.components()[c].received);
      if (!of.network_load()) {
        CHECK(of.loads_over_time().busy.entries == 0);
        return;
      }
      const NetworkLoad& load = *of.network_load();
      CHECK(totals(of.loads_over_time().busy, 64) == load.forward.busy);
      CHECK(totals(of.loads_over_time().busy_back, 64) == load.back.busy);
      CHECK(replies == std::ranges::any_of(load.back.busy, [](std::uint64_t busy) { return busy > 0; }));
    };
    check(ledger);
    check(before);
    check(ledger - before);
  };
  for (const char* const network : {"router", "torus:4x4"}) {
    for (const bool replies : {false, true}) check_network(network, replies);
  }
  Machine plain({.components = 16});
  plain.pardo(4, [](Processor self) -> Task<> { co_await self.idle(); });
  CHECK(plain.ledger().loads_over_time().received.entries == 0);
}

}  // namespace pram::load_frames
