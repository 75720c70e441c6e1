#include "bsp/serving/gets.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "../../../contains.hpp"
#include "../../../support.hpp"
#include "../served_group.hpp"
#include "bsp/serving/puts.hpp"

namespace pram {

namespace {

using bsp::detail::GetSlot;

template <class T>
std::vector<T> values_in(const GetSlot& slot) {
  const std::span<const std::byte> bytes = slot.values();
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

struct AskedGet {
  std::uint32_t source;
  std::uint32_t target;
  std::uint64_t index;
  std::uint64_t count;
  const GetSlot* slot;
};

/// One superstep in which processes get random elements, and put into the same ones.
template <class T>
void check_gets(std::mt19937_64& random) {
  const auto processes = static_cast<std::uint32_t>(1 + random() % 7);
  testing::ServedGroup group(Rule::priority, testing::random_layout(random, processes, 1 + random() % 4));
  bsp::detail::GetServer gets(group.context());
  bsp::detail::PutServer puts(group.context());
  std::vector<std::uint64_t> sizes(processes);
  for (std::uint64_t& size : sizes) size = 1 + random() % 6;
  const std::uint32_t coarray = group.make<T>(sizes);
  std::vector<std::vector<T>> before(processes);
  for (std::uint32_t rank = 0; rank < processes; ++rank) {
    for (std::uint64_t index = 0; index < sizes[rank]; ++index) {
      before[rank].push_back(static_cast<T>(random()));
      group.set(coarray, rank, index, before[rank][index]);
    }
  }
  std::vector<AskedGet> asked;
  std::vector<std::uint64_t> received(processes);
  std::vector<std::uint64_t> answered(processes);
  for (std::uint32_t source = 0; source < processes; ++source) {
    for (std::uint64_t k = random() % 5; k > 0; --k) {
      const auto target = static_cast<std::uint32_t>(random() % processes);
      const std::uint64_t count = random() % 2 == 0 ? 1 : random() % (sizes[target] + 1);
      const std::uint64_t index = random() % (sizes[target] - count + 1);
      asked.push_back({source, target, index, count, group.get(source, target, coarray, index, count, sizeof(T))});
      group.put<T>(source, target, coarray, random() % sizes[target], {static_cast<T>(random())});
      if (group.members.same_component(source, target)) continue;
      ++received[target];  // the request
      answered[target] += (count * sizeof(T) + 7) / 8;
    }
  }
  for (const AskedGet& get : asked) CHECK(get.slot->state == GetSlot::State::asked);
  group.serve(random, [&](std::uint32_t w) { gets.serve(w, group.boxes); });
  for (std::uint32_t rank = 0; rank < processes; ++rank) {
    CHECK(group.received(rank) == received[rank]);
    CHECK(group.answered(rank) == answered[rank]);
  }
  group.serve(random, [&](std::uint32_t w) { puts.serve(w, group.boxes); });
  CHECK(group.breaches.first() == nullptr);
  for (const AskedGet& get : asked) {
    CHECK(get.slot->state == GetSlot::State::delivered);
    const auto first = before[get.target].begin() + static_cast<std::ptrdiff_t>(get.index);
    CHECK(values_in<T>(*get.slot) == std::vector<T>(first, first + static_cast<std::ptrdiff_t>(get.count)));
  }
}

}  // namespace

TEST_CASE("gets: bring the values from before the puts of the same superstep, of any width and number") {
  std::mt19937_64 random(testing::seed());
  for (int round = 0; round < testing::random_cases(400); ++round) {
    CAPTURE(round);
    check_gets<std::uint64_t>(random);
    check_gets<std::uint32_t>(random);
    check_gets<std::uint8_t>(random);
  }
}

TEST_CASE("gets: what is wanted in the program's memory lies there before the puts") {
  testing::ServedGroup group(Rule::priority, {{0, 2}, {}});
  bsp::detail::GetServer server(group.context());
  const std::uint32_t coarray = group.make<int>({3, 3}, 7);
  std::vector<int> mine(3, 0);
  GetSlot* const slot = group.get(0, 1, coarray, 1, 2, sizeof(int));
  GetSlot* const stray = group.get(1, 0, coarray, 2, 2, sizeof(int));
  group.boxes[0].placed.push_back({slot, reinterpret_cast<std::byte*>(&mine[0])});
  group.boxes[0].placed.push_back({stray, reinterpret_cast<std::byte*>(&mine[1])});
  server.serve(0, group.boxes);
  bsp::detail::GetServer::place(group.boxes[0]);
  CHECK(mine == std::vector<int>{7, 7, 0});  // what did not come is placed nowhere
  CHECK(stray->state == GetSlot::State::asked);
  const bsp::detail::Breach* const found = group.breaches.first();
  REQUIRE(found != nullptr);
  CHECK(testing::contains(found->sentence, "process 1 gets cells[2] and the next 1 of process 0, in superstep 1"));
  CHECK(testing::contains(found->sentence, "that block has 3 elements"));
}

TEST_CASE("gets: of several breaches the lowest process's is reported, whichever worker finds it first") {
  for (const bool backwards : {false, true}) {
    testing::ServedGroup group(Rule::priority, {{0, 1, 2, 3}, {}});
    bsp::detail::GetServer server(group.context());
    const std::uint32_t coarray = group.make<std::uint64_t>({1, 1, 1});
    group.get(1, 2, coarray, 1, 1, 8);
    group.get(1, 0, coarray, 5, 1, 8);
    group.get(2, 0, coarray + 1, 0, 1, 8);
    for (std::uint32_t w = 0; w < 3; ++w) server.serve(backwards ? 2 - w : w, group.boxes);
    const bsp::detail::Breach* const found = group.breaches.first();
    REQUIRE(found != nullptr);
    CHECK(found->key == bsp::detail::Breach::Key{1, 0, coarray, 5});
  }
}

}  // namespace pram
