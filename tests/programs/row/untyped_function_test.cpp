#include <pram/programs/detail/row/untyped_function.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>

namespace pram::testing {

namespace {

using Operation = programs::UntypedFunction<std::uint64_t, std::uint64_t>;

static_assert(std::is_trivially_copyable_v<Operation>);
static_assert(std::is_trivially_destructible_v<Operation>);
static_assert(sizeof(Operation) == sizeof(Operation::Call) + programs::most_captured);

struct ThreeWords {
  std::uint64_t words[3];
  std::uint64_t operator()(std::uint64_t value) const { return value + words[0]; }
};

struct Text {
  std::string text;
  std::uint64_t operator()(std::uint64_t value) const { return value + text.size(); }
};

struct alignas(16) Aligned {
  std::uint64_t operator()(std::uint64_t value) const { return value; }
};

static_assert(programs::PlainFunction<std::uint64_t (*)(std::uint64_t)>);
static_assert(programs::PlainFunction<std::array<std::uint64_t, 2>>);
static_assert(!programs::PlainFunction<ThreeWords>);
static_assert(!programs::PlainFunction<Text>);
static_assert(!programs::PlainFunction<std::shared_ptr<int>>);
static_assert(!programs::PlainFunction<Aligned>);

template <class Function>
Operation without_type(const Function& function) {
  return {function, [](const void* captured, std::uint64_t value) {
            return std::uint64_t{programs::captured_function<Function>(captured)(value)};
          }};
}

std::uint64_t twice_the_value(std::uint64_t value) { return 2 * value; }

}  // namespace

TEST_CASE("a function without its type does what the function does, by what it has captured") {
  CHECK(without_type([](std::uint64_t value) { return value + 1; })(6) == 7);
  CHECK(without_type(&twice_the_value)(6) == 12);
  const auto adds = [](std::uint8_t byte) { return [byte](std::uint64_t value) { return value + byte; }; };
  CHECK(without_type(adds(200))(6) == 206);
  const auto maps = [](std::uint64_t factor, std::uint64_t summand) {
    return [factor, summand](std::uint64_t value) { return factor * value + summand; };
  };
  CHECK(without_type(maps(0x1'0000'0001, 0xFFFF'0000'0000'0000))(6) == 0xFFFF'0006'0000'0006);
}

TEST_CASE("a function without its type keeps a copy of what it captures, and so do its copies") {
  Operation kept;
  {
    std::uint64_t summand = 5;
    const Operation first = without_type([summand](std::uint64_t value) { return value + summand; });
    summand = 1000;
    kept = first;
  }
  CHECK(kept(6) == 11);
  const Operation other = kept;
  kept = without_type(&twice_the_value);
  CHECK(other(6) == 11);
  CHECK(kept(6) == 12);
}

TEST_CASE("where there is no function, that is known, and a call is an error") {
  const Operation none;
  CHECK_FALSE(none);
  CHECK_THROWS_AS(none(1), std::bad_function_call);
  CHECK(without_type(&twice_the_value));
}

}  // namespace pram::testing
