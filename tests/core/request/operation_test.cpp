#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../thrown.hpp"

/// What each operation and rule does, in examples; the random scripts of the conformance tests go further.
namespace pram {

namespace {

const std::vector<std::string> protocols = {"direct", "combining:2,3,2", "combining:3,4,spread=modular",
                                            "combining:4,3,spread=ordered"};

Machine machine_of(const std::string& access, Rule rule = Rule::arbitrary) {
  return Machine({.components = 12, .access = access, .rule = rule, .threads = 1});
}

template <class T, class Request>
std::pair<T, std::vector<T>> replies_of(const std::string& access, T start, std::uint64_t n, const Request& request) {
  Machine machine = machine_of(access);
  const auto cell = machine.array<T>(1, start);
  const auto replies = machine.array<T>(n, T{});
  machine.pardo(n, [&](Processor self) -> Task<> {
    const T reply = co_await request(cell[0], static_cast<T>(self.id()));
    co_await (replies[self.id()] = reply);
  });
  return {cell.get(0), replies.host()};
}

}  // namespace

TEST_CASE("all reads of a step see the value from before it") {
  for (const std::string& access : protocols) {
    Machine machine = machine_of(access);
    std::vector<int> values(50);
    for (int i = 0; i < 50; ++i) values[static_cast<std::size_t>(i)] = i;
    const auto cells = machine.array(values);
    const auto seen = machine.array<int>(100, 0);
    machine.pardo(100, [&](Processor self) -> Task<> {
      const auto i = self.id();
      if (i < 50) {
        co_await (cells[(i + 1) % 50] = -1);
      } else {
        const int value = co_await cells[i - 50];
        co_await (seen[i] = value);
      }
    });
    for (std::uint64_t i = 50; i < 100; ++i) CHECK(seen.get(i) == static_cast<int>(i) - 50);
    CHECK(cells.host() == std::vector<int>(50, -1));
  }
}

TEST_CASE("multiprefix returns what the lower processors left, under every protocol") {
  for (const std::string& access : protocols) {
    const std::uint64_t n = 40;
    const auto [sum, sums] = replies_of<std::int64_t>(
        access, 100, n, [](const auto& cell, auto v) -> auto&& { return cell.multiprefix_add(v); });
    for (std::uint64_t i = 0; i < n; ++i) CHECK(sums[i] == static_cast<std::int64_t>(100 + i * (i - 1) / 2));
    CHECK(sum == 100 + 780);
    const auto [high, highs] = replies_of<std::int32_t>(
        access, 5, n, [](const auto& cell, auto v) -> auto&& { return cell.multiprefix_max(v); });
    for (std::uint64_t i = 0; i < n; ++i) CHECK(highs[i] == std::max(5, static_cast<int>(i) - 1));
    CHECK(high == 39);
    const auto [bits, masks] = replies_of<std::uint8_t>(
        access, 0, n, [](const auto& cell, auto v) -> auto&& { return cell.multiprefix_or(v); });
    std::uint8_t mask = 0;
    for (std::uint64_t i = 0; i < n; ++i) {
      CHECK(masks[i] == mask);
      mask = static_cast<std::uint8_t>(mask | i);
    }
    CHECK(bits == mask);
  }
}

TEST_CASE("products of floating-point numbers that lose no digit are exact in any order") {
  for (const std::string& access : protocols) {
    Machine machine = machine_of(access, Rule::product);
    const auto cells = machine.array<double>(2, 3.0);
    machine.pardo(60, [&](Processor self) -> Task<> {
      co_await cells[0].multiply(self.id() % 2 == 0 ? 4.0 : -0.5);
      co_await (cells[1] = self.id() % 2 == 0 ? 4.0 : -0.5);
    });
    CHECK(cells.get(0) == 3.0 * 1073741824.0);  // 4^30 (-1/2)^30 = 2^30
    CHECK(cells.get(1) == 1073741824.0);
  }
}

TEST_CASE("sums of floating-point numbers are the same on every run, whatever the threads") {
  std::vector<double> first;
  for (const unsigned threads : {1U, 1U, 2U, 3U, 8U}) {
    Machine machine({.components = 50, .access = "combining:2,5,5", .threads = threads});
    const auto sums = machine.array<double>(3, 0.1);
    machine.pardo(20000, [&](Processor self) -> Task<> {
      co_await sums[self.id() % 3].add(1.0 / static_cast<double>(self.id() + 3));
    });
    if (first.empty()) first = sums.host();
    CHECK(sums.host() == first);
  }
}

TEST_CASE("updates and fetches of one operator may meet") {
  for (const std::string& access : protocols) {
    Machine machine = machine_of(access);
    const auto cell = machine.array<std::int32_t>(1, 20);
    const auto replies = machine.array<std::int32_t>(60, -1);
    machine.pardo(60, [&](Processor self) -> Task<> {
      const auto value = static_cast<std::int32_t>(self.id());
      if (value % 2 == 0) {
        co_await cell[0].max(value);
      } else {
        const std::int32_t before = co_await cell[0].fetch_max(value);
        co_await (replies[self.id()] = before);
      }
    });
    CHECK(cell.get(0) == 59);
    std::vector<std::int32_t> seen;
    for (std::uint64_t i = 1; i < 60; i += 2) seen.push_back(replies.get(i));
    // Each fetch saw 20 or something written, no two that raised the value saw the same.
    std::vector<std::int32_t> raised;
    for (std::size_t k = 0; k < seen.size(); ++k) {
      CHECK(seen[k] >= 20);
      CHECK(seen[k] <= 59);
      if (seen[k] < static_cast<std::int32_t>(2 * k + 1)) raised.push_back(seen[k]);
    }
    std::ranges::sort(raised);
    CHECK(std::ranges::adjacent_find(raised) == raised.end());
  }
}

TEST_CASE("integers wrap to the width of their cells, signed ones too") {
  for (const std::string& access : protocols) {
    Machine machine = machine_of(access, Rule::sum);
    const auto bytes = machine.array<std::uint8_t>(2, 200);
    const auto shorts = machine.array<std::int16_t>(2, 32767);
    const auto longs = machine.array<std::int64_t>(1, std::numeric_limits<std::int64_t>::max());
    const auto replies = machine.array<std::uint8_t>(100, 0);
    machine.pardo(100, [&](Processor self) -> Task<> {
      co_await bytes[0].add(3);
      const std::uint8_t before = co_await bytes[0].multiprefix_add(7);
      co_await (replies[self.id()] = before);
      co_await (bytes[1] = 77);
      co_await shorts[0].add(1);
      co_await shorts[1].multiply(3);
      co_await longs[0].add(1);
      co_await shorts[0].min(-5);
    });
    CHECK(bytes.get(0) == (200 + 300 + 700) % 256);
    CHECK(bytes.get(1) == 7700 % 256);
    for (std::uint64_t i = 0; i < 100; ++i) CHECK(replies.get(i) == (500 + 7 * i) % 256);
    CHECK(shorts.get(0) == -32768 + 99);
    std::uint32_t power = 32767;
    for (int k = 0; k < 100; ++k) power = power * 3 % 65536;
    CHECK(shorts.get(1) == static_cast<std::int16_t>(power));
    CHECK(longs.get(0) == std::numeric_limits<std::int64_t>::min() + 99);
  }
}

TEST_CASE("what is left of concurrent writes, by rule") {
  const auto left = [](Rule rule, const std::string& access) {
    Machine machine = machine_of(access, rule);
    const auto cells = machine.array<std::int32_t>(2, 1000);
    machine.pardo(30, [&](Processor self) -> Task<> {
      if (self.id() >= 3) co_await (cells[0] = static_cast<std::int32_t>(self.id()));
      if (self.id() == 2) co_await (cells[1] = 6);
    });
    CHECK(cells.get(1) == 6);
    return cells.get(0);
  };
  for (const std::string& access : protocols) {
    CHECK(left(Rule::priority, access) == 3);
    CHECK(left(Rule::tolerant, access) == 1000);
    CHECK(left(Rule::collision, access) == -1);
    CHECK(left(Rule::sum, access) == 29 * 30 / 2 - 3);
    CHECK(left(Rule::minimum, access) == 3);
    CHECK(left(Rule::maximum, access) == 29);
    CHECK(left(Rule::bit_and, access) == 0);
    CHECK(left(Rule::bit_or, access) == 31);
    CHECK(left(Rule::bit_xor, access) == (3 ^ 1));  // 0 ^ … ^ 29 is 1, and 0 ^ 1 ^ 2 is 3
    const std::int32_t winner = left(Rule::arbitrary, access);
    CHECK(winner >= 3);
    CHECK(winner < 30);
    CHECK(winner == left(Rule::arbitrary, "direct"));
  }
}

TEST_CASE("the collision marker is cut to the cell") {
  MachineOptions options;
  options.components = 4;
  options.rule = Rule::collision;
  options.collision_marker = 0x1122334455667788;
  Machine machine(options);
  const auto bytes = machine.array<std::uint8_t>(1, 0);
  const auto shorts = machine.array<std::int16_t>(1, 0);
  const auto floats = machine.array<float>(1, 0);
  const auto words = machine.array<std::uint64_t>(1, 0);
  machine.pardo(4, [&](Processor self) -> Task<> {
    const auto i = self.id();
    co_await (bytes[0] = static_cast<std::uint8_t>(i));
    co_await (shorts[0] = static_cast<std::int16_t>(i));
    co_await (floats[0] = static_cast<float>(i));
    co_await (words[0] = i);
  });
  CHECK(bytes.get(0) == 0x88);
  CHECK(shorts.get(0) == 0x7788);
  CHECK(to_word(floats.get(0)) == 0x55667788);
  CHECK(words.get(0) == 0x1122334455667788);
}

}  // namespace pram
