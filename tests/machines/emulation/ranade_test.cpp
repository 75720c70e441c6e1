#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <pram/machines/detail/ranade.hpp>
#include <pram/network/poll.hpp>
#include <pram/pram.hpp>

#include "support.hpp"
#include "support/naive_streams.hpp"

namespace pram {

namespace {

using testing::NaiveStreams;

RanadeOptions with_buffers(std::uint32_t buffers, RanadeOptions::Merge merge = RanadeOptions::Merge::yes) {
  return {.buffers = buffers, .merge = merge};
}

/// Requests of every processor, as many each, for any of so many cells, whose homes are drawn; 0: each for its own.
std::vector<AccessRequest> drawn_requests(std::uint32_t rows, std::uint32_t each, std::uint64_t cells,
                                          std::mt19937_64& random) {
  std::map<std::uint64_t, std::uint32_t> home;
  std::vector<AccessRequest> all(std::size_t{rows} * each);
  for (AccessRequest& one : all) {
    one.address = cells == 0 ? static_cast<std::uint64_t>(&one - all.data()) : random() % cells;
    one.home = home.try_emplace(one.address, static_cast<std::uint32_t>(random() % rows)).first->second;
    one.operand = random() % 4;
  }
  return all;
}

std::vector<NaiveStreams::Asked> as_asked(const std::vector<AccessRequest>& all, std::uint32_t rows) {
  std::vector<NaiveStreams::Asked> asked;
  const std::size_t share = all.size() / rows;
  for (std::size_t x = 0; x < all.size(); ++x) {
    if (all[x].home != no_home) asked.push_back({static_cast<std::uint32_t>(x / share), all[x].home, all[x].address});
  }
  return asked;
}

void no_memory(std::span<AccessArrival>) {}

RanadeCounts counts_of(std::uint32_t rows, const RanadeOptions& options, const std::vector<AccessRequest>& all) {
  const auto emulation = make_ranade_emulation(rows, options);
  emulation->write(all, no_memory);
  return emulation->counts();
}

}  // namespace

TEST_CASE("Ranade: all requests for one cell take log2 N + 2 steps, N - 1 merges and 2 N - 2 links") {
  for (std::uint32_t bits = 1; bits <= 12; ++bits) {
    const std::uint32_t rows = 1U << bits;
    CAPTURE(rows);
    for (const std::uint32_t each : {1U, 8U}) {
      for (const std::uint32_t buffers : {1U, 2U, 8U}) {
        const std::vector<AccessRequest> all(std::size_t{rows} * each, {.address = 5, .home = rows / 3});
        const RanadeCounts counts = counts_of(rows, with_buffers(buffers), all);
        CHECK(counts.steps == bits + 2);
        CHECK(counts.merges == rows - 1);
        CHECK(counts.crossings == 2 * rows - 2);
        if (bits > 7) continue;  // what does not merge takes as many steps as requests
        const RanadeCounts apart = counts_of(rows, with_buffers(buffers, RanadeOptions::Merge::no), all);
        CHECK(apart.merges == 0);
        CHECK(apart.crossings == std::uint64_t{rows} * each * bits);
        CHECK(apart.steps >= std::uint64_t{rows} * each);  // a module takes one a step
      }
    }
  }
}

TEST_CASE("Ranade: steps and queues of random cells are those of the specification's table") {
  struct Cell {
    std::uint32_t rows, each, buffers;
    std::uint64_t least, most, queue;
  };
  // Of 40 seeds and more each, by a simulation apart from this one, and a tenth to either side.
  constexpr Cell cells[] = {{64, 1, 2, 11, 20, 3},   {64, 1, 8, 11, 20, 6},    {64, 8, 2, 75, 175, 3},
                            {64, 8, 4, 45, 85, 5},   {64, 8, 8, 38, 60, 9},    {256, 1, 2, 15, 26, 3},
                            {256, 1, 8, 15, 26, 7},  {256, 8, 2, 170, 330, 3}, {256, 8, 8, 50, 78, 9},
                            {1024, 1, 4, 20, 33, 5}, {1024, 8, 8, 65, 110, 9}};
  std::mt19937_64 random(testing::seed());
  for (const Cell& cell : cells) {
    CAPTURE(cell.rows);
    CAPTURE(cell.each);
    CAPTURE(cell.buffers);
    for (int run = 0; run < 5; ++run) {
      const RanadeCounts counts =
          counts_of(cell.rows, with_buffers(cell.buffers), drawn_requests(cell.rows, cell.each, 0, random));
      CHECK(counts.steps >= cell.least);
      CHECK(counts.steps <= cell.most);
      CHECK(counts.largest_queue <= cell.queue);
      CHECK(counts.merges == 0);
      CHECK(counts.crossings == std::uint64_t{cell.rows} * cell.each * std::bit_width(cell.rows - 1));
    }
  }
}

TEST_CASE("Ranade: steps, queues, merges, links and ghosts are those of a naive simulation") {
  std::mt19937_64 random(testing::seed());
  for (std::uint32_t bits = 1; bits <= 7; ++bits) {
    const std::uint32_t rows = 1U << bits;
    for (const std::uint32_t buffers : {1U, 2U, 3U, 4U, 8U}) {
      for (const std::uint32_t each : {1U, 2U, 8U}) {
        for (const std::uint64_t cells : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{rows}}) {
          const auto merge = random() % 3 == 0 ? RanadeOptions::Merge::no : RanadeOptions::Merge::yes;
          std::vector<AccessRequest> all = drawn_requests(rows, each, cells, random);
          const std::uint64_t idle = random() % 3;
          for (AccessRequest& one : all) {
            if (random() % 4 < idle) one.home = no_home;
          }
          CAPTURE(rows);
          CAPTURE(buffers);
          CAPTURE(each);
          CAPTURE(cells);
          RanadeOptions options = with_buffers(buffers, merge);
          options.keys = random() % 2 == 0 ? RanadeOptions::Keys::first : RanadeOptions::Keys::last;
          const RanadeCounts counts = counts_of(rows, options, all);
          NaiveStreams naive(bits, options);
          const RanadeCounts expected = naive.run(as_asked(all, rows));
          CHECK(counts.steps == expected.steps);
          CHECK(counts.largest_queue == expected.largest_queue);
          CHECK(counts.merges == expected.merges);
          CHECK(counts.crossings == expected.crossings);
          CHECK(counts.ghosts == expected.ghosts);
          CHECK(counts.steps >= bits + 1);
          CHECK(counts.largest_queue <= buffers + 1);
        }
      }
    }
  }
}

namespace {

/// x -> a x + b modulo 2^16, and the composition of two: associative, and no two commute but by chance.
std::uint64_t affine(std::uint64_t a, std::uint64_t b) { return (a & 0xFFFF) << 16 | (b & 0xFFFF); }
std::uint64_t compose(std::uint64_t first, std::uint64_t then) {
  return affine((first >> 16) * (then >> 16), (first & 0xFFFF) * (then >> 16) + (then & 0xFFFF));
}

/// What arrives, with replies that are the cells' words. Ghosts and doubled requests would show here.
struct NotedMemory {
  std::map<std::uint64_t, AccessArrival> arrived;
  std::uint32_t calls = 0;

  AccessMemory function() {
    return [this](std::span<AccessArrival> arrivals) {
      ++calls;
      std::uint32_t last = 0;
      for (AccessArrival& one : arrivals) {
        CHECK(one.home >= last);
        last = one.home;
        one.reply = affine(2 * one.address + 1, one.address);
        CHECK(arrived.emplace(one.address, one).second);
      }
    };
  }
};

void check_accesses(RandomAccess& emulation, const std::vector<AccessRequest>& all) {
  std::map<std::uint64_t, std::vector<std::size_t>> by_address;
  for (std::size_t x = 0; x < all.size(); ++x) {
    if (all[x].home != no_home) by_address[all[x].address].push_back(x);
  }
  const auto check_arrivals = [&](const NotedMemory& memory) {
    CHECK(memory.calls == 1);
    CHECK(memory.arrived.size() == by_address.size());
    for (const auto& [address, group] : by_address) {
      const AccessArrival& one = memory.arrived.at(address);
      CHECK(one.home == all[group.front()].home);
      CHECK(one.degree == group.size());
    }
  };
  {
    NotedMemory memory;
    std::vector<std::uint64_t> values(all.size(), 77);
    emulation.read(all, memory.function(), values);
    check_arrivals(memory);
    for (std::size_t x = 0; x < all.size(); ++x)
      CHECK(values[x] == (all[x].home == no_home ? 0 : affine(2 * all[x].address + 1, all[x].address)));
  }
  {
    NotedMemory memory;
    std::vector<AccessRequest> ordered = all;
    for (AccessRequest& one : ordered) one.order = one.operand % 3;
    const AccessReport report = emulation.write(ordered, memory.function(), nullptr);
    check_arrivals(memory);
    bool unequal = false;
    for (const auto& [address, group] : by_address) {
      const std::size_t first =
          *std::ranges::min_element(group, {}, [&](std::size_t x) { return std::pair(ordered[x].order, x); });
      CHECK(memory.arrived.at(address).source == first);
      CHECK(memory.arrived.at(address).operand == all[first].operand);
      for (const std::size_t x : group) unequal |= all[x].operand != all[first].operand;
    }
    CHECK(report.unequal.has_value() == unequal);
    if (report.unequal) {
      CHECK(all[report.unequal->first].address == all[report.unequal->second].address);
      CHECK(all[report.unequal->first].operand != all[report.unequal->second].operand);
    }
  }
  NotedMemory written, fetched;
  std::vector<std::uint64_t> values(all.size(), 77);
  emulation.write(all, written.function(), compose);
  emulation.fetch(all, fetched.function(), compose, values);
  check_arrivals(written);
  check_arrivals(fetched);
  for (const auto& [address, group] : by_address) {
    std::uint64_t word = affine(2 * address + 1, address);
    std::optional<std::uint64_t> combined;
    for (const std::size_t x : group) {
      CHECK(values[x] == word);
      word = compose(word, all[x].operand);
      combined = combined ? compose(*combined, all[x].operand) : all[x].operand;
    }
    CHECK(written.arrived.at(address).operand == *combined);
    CHECK(fetched.arrived.at(address).operand == *combined);
    CHECK(fetched.arrived.at(address).source == group.front());
  }
}

}  // namespace

TEST_CASE("Ranade: each cell is asked for once, in the order of processors, and every request gets its reply") {
  std::mt19937_64 random(testing::seed());
  for (std::uint32_t bits = 1; bits <= 6; ++bits) {
    const std::uint32_t rows = 1U << bits;
    for (const auto merge : {RanadeOptions::Merge::yes, RanadeOptions::Merge::no}) {
      RanadeOptions options = with_buffers(static_cast<std::uint32_t>(1 + random() % 4), merge);
      options.keys = random() % 2 == 0 ? RanadeOptions::Keys::first : RanadeOptions::Keys::last;
      const auto emulation = make_ranade_emulation(rows, options);
      for (const std::uint64_t cells : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{rows / 2 + 1}}) {
        std::vector<AccessRequest> all = drawn_requests(rows, 1U << random() % 4, cells, random);
        for (AccessRequest& one : all) {
          one.operand = affine(random() % 64 * 2 + 1, random());
          if (random() % 5 == 0) one.home = no_home;
        }
        CAPTURE(rows);
        CAPTURE(cells);
        check_accesses(*emulation, all);
      }
    }
  }
}

TEST_CASE("Ranade: replies take as many steps and links as requests, and charges are taken once") {
  std::mt19937_64 random(testing::seed());
  const auto emulation = make_ranade_emulation(16, with_buffers(2));
  const std::vector<AccessRequest> all = drawn_requests(16, 4, 9, random);
  std::vector<std::uint64_t> values(all.size());
  emulation->read(all, no_memory, values);
  const RanadeCounts read = emulation->counts();
  emulation->write(all, no_memory);
  const std::vector<RoutineCharge> charges = emulation->take_charges();
  REQUIRE(charges.size() == 1);
  CHECK(charges.front().forward == 2 * read.steps);
  CHECK(charges.front().back == read.steps);
  CHECK(charges.front().transfers == 3 * read.crossings);
  CHECK(emulation->take_charges().front().forward == 0);
}

TEST_CASE("Ranade: what cannot be served is refused, and a stopped access leaves no trace") {
  const auto emulation = make_ranade_emulation(16, with_buffers(2));
  std::vector<AccessRequest> all(16, {.address = 3, .home = 16});
  CHECK_THROWS_AS(emulation->write(all, no_memory), ConfigError);
  for (AccessRequest& one : all) one.home = 3;
  all[7].order = 1;
  CHECK_THROWS_AS(emulation->write(all, no_memory, compose), ConfigError);
  std::mt19937_64 random(testing::seed());
  const std::vector<AccessRequest> drawn = drawn_requests(16, 8, 0, random);
  for (int left = 0; left < 12; left += 3) {
    int polls = left;
    const PollScope stopping([&](std::string_view) {
      if (polls-- == 0) throw Interrupted(0);
    });
    CHECK_THROWS_AS(emulation->write(drawn, no_memory), Interrupted);
  }
  CHECK(emulation->take_charges().front().forward == 0);
  check_accesses(*emulation, drawn);
}

}  // namespace pram
