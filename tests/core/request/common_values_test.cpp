#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../../support/every_machine.hpp"
#include "../thrown.hpp"

/// Rule common: when do writers agree?
namespace pram::common_values {

namespace {

using testing::contains;
using testing::on_every_machine;
using testing::thrown;

/// Has three bytes of padding, and says itself what is equal.
struct Edge {
  char kind;
  std::int32_t node;
  friend bool operator==(const Edge&, const Edge&) = default;
};
struct MuteEdge {  // the same without a word about it
  char kind;
  std::int32_t node;
};
struct PackedPoint {  // all its bytes are its value
  std::int16_t x, y;
};
struct Residue {  // modulo 10
  std::int32_t of;
  friend bool operator==(Residue a, Residue b) { return (a.of - b.of) % 10 == 0; }
};
enum class Colour : std::uint8_t { red, green };

static_assert(std::has_unique_object_representations_v<PackedPoint> && !std::has_unique_object_representations_v<Edge>);

/// An object of these values whose padding holds `filling`.
template <class T, class... Values>
T made(int filling, Values... values) {
  alignas(T) unsigned char room[sizeof(T)];
  std::memset(room, filling, sizeof(T));
  T* const object = new (room) T;
  if constexpr (sizeof...(Values) == 2) {
    const auto [kind, node] = std::pair(values...);
    std::memcpy(room + offsetof(T, kind), &kind, sizeof kind);
    std::memcpy(room + offsetof(T, node), &node, sizeof node);
  }
  T copy;
  std::memcpy(static_cast<void*>(&copy), object, sizeof(T));
  return copy;
}

/// Has processors 2, 20 and 39 of 40 write these values into one cell.
template <class T>
std::vector<T> write(MachineOptions options, T a, T b, T c) {
  options.rule = Rule::common;
  Machine machine(options);
  const auto cells = machine.array<T>(3, T{}, "cells");
  machine.pardo(40, [&](Processor self) -> Task<> {
    if (self.id() == 2) co_await (cells[1] = a);
    if (self.id() == 20) co_await (cells[1] = b);
    if (self.id() == 39) co_await (cells[1] = c);
  });
  return cells.host();
}

template <class T>
ConflictError refused(const MachineOptions& options, T a, T b, T c) {
  return thrown<ConflictError>([&] { (void)write(options, a, b, c); });
}

}  // namespace

TEST_CASE("common compares floating-point numbers as numbers, and leaves the lowest processor's bits") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  on_every_machine({}, [&](const MachineOptions& options) {
    CHECK(std::signbit(write<double>(options, -0.0, 0.0, -0.0)[1]));
    CHECK_FALSE(std::signbit(write<double>(options, 0.0, -0.0, -0.0)[1]));
    CHECK(std::signbit(write<float>(options, -0.0F, 0.0F, 0.0F)[1]));
    CHECK(std::signbit(write<double>(options, -nan, nan, std::nan("7"))[1]));
    CHECK(std::isnan(write<float>(options, NAN, -NAN, NAN)[1]));
    CHECK(refused<double>(options, nan, nan, 1.0).facts.processors[1] == 39);
    CHECK(refused<double>(options, 0.0, -0.0, 1e-300).facts.processors[1] == 39);
    CHECK(refused<float>(options, 1.0F, 2.0F, 1.0F).facts.processors[1] == 20);
  });
}

TEST_CASE("common compares a class by its operator==, and by its bytes where these are its value") {
  on_every_machine({}, [&](const MachineOptions& options) {
    const auto edges = write(options, made<Edge>(1, 'a', 7), made<Edge>(0xFF, 'a', 7), made<Edge>(0, 'a', 7));
    CHECK(edges[1] == Edge{'a', 7});
    CHECK(refused(options, made<Edge>(1, 'a', 7), made<Edge>(1, 'a', 7), made<Edge>(1, 'a', 8)).facts.processors[0] ==
          2);
    CHECK(write(options, Residue{13}, Residue{3}, Residue{-7})[1].of == 13);
    CHECK(refused(options, Residue{13}, Residue{3}, Residue{4}).facts.processors[1] == 39);
    CHECK(write(options, PackedPoint{1, 2}, PackedPoint{1, 2}, PackedPoint{1, 2})[1].y == 2);
    CHECK(refused(options, PackedPoint{1, 2}, PackedPoint{2, 2}, PackedPoint{1, 2}).facts.processors[1] == 20);
    CHECK(write(options, Colour::green, Colour::green, Colour::green)[1] == Colour::green);
    CHECK(refused(options, Colour::green, Colour::green, Colour::red).facts.processors[1] == 39);
  });
}

TEST_CASE("common knows an empty optional whatever its bytes") {
  using Maybe = std::optional<std::int32_t>;
  const auto emptied = [](std::int32_t held) {
    Maybe one = held;  // leaves its value behind
    one.reset();
    return one;
  };
  on_every_machine({}, [&](const MachineOptions& options) {
    CHECK(write<Maybe>(options, emptied(3), emptied(400), std::nullopt)[1] == std::nullopt);
    CHECK(write<Maybe>(options, 5, 5, 5)[1] == 5);
    CHECK(refused<Maybe>(options, emptied(3), emptied(3), 3).facts.processors[1] == 39);
  });
}

TEST_CASE("a class that cannot be compared is refused by rule common alone, and only when it is written") {
  for (const Rule rule : rules()) {
    CAPTURE(to_string(rule));
    if (rule >= Rule::sum) continue;
    Machine machine({.components = 4, .rule = rule});
    const auto edges = machine.array<MuteEdge>(4, {'a', 1}, "edges");
    const auto write_own = [&] {
      machine.pardo(4, [&](Processor self) -> Task<> { co_await (edges[self.id()] = MuteEdge{'b', 2}); });
    };
    machine.pardo(4, [&](Processor self) -> Task<> { co_await edges[self.id()]; });
    if (rule != Rule::common) {
      write_own();
      CHECK(edges.get(3).node == 2);
      continue;
    }
    const auto error = thrown<ConfigError>(write_own);
    CHECK(error.option == "rule");
    CHECK(contains(error.what(), "array edges"));
    CHECK(contains(error.what(), "operator=="));
  }
}

TEST_CASE("values read back as they were written, to the bit") {
  const std::uint64_t payload = 0xFFF8'0000'0000'0123;
  on_every_machine({.rule = Rule::common}, [&](const MachineOptions& options) {
    Machine machine(options);
    const auto cells = machine.array<double>(2, 0.0);
    double seen = 0;
    machine.pardo(2, [&](Processor self) -> Task<> {
      co_await (cells[self.id()] = self.id() == 0 ? -0.0 : std::bit_cast<double>(payload));
      if (self.id() == 1) seen = co_await cells[1];
    });
    CHECK(std::bit_cast<std::uint64_t>(cells.get(0)) == std::uint64_t{1} << 63);
    CHECK(std::bit_cast<std::uint64_t>(seen) == payload);
  });
}

TEST_CASE("a ledger calls writers that agree in value common, whatever the rule") {
  for (const double other : {-0.0, 1.0}) {
    Machine machine({.components = 4, .rule = Rule::arbitrary});
    const auto cell = machine.array<double>(1, 5.0);
    machine.pardo(4, [&](Processor self) -> Task<> { co_await (cell[0] = self.id() == 3 ? other : 0.0); });
    const std::vector<std::string> models = machine.ledger().models();
    CHECK((std::ranges::count(models, "CRCW common") == 1) == (other == 0.0));
  }
}

}  // namespace pram::common_values
