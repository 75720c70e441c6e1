#include <pram/machine/cell_type.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>

namespace pram {

namespace {

/// A value as an array's cell gives it and a trace shows it.
template <Storable T>
std::string shown(T value) {
  const CellType type = detail::cell_type<T>();
  return type.text(type.value(to_word(value)));
}

enum class Colour : std::uint16_t { red = 7 };
enum class Depth : std::int8_t { below = -3 };

struct Arc {
  std::uint32_t from;
  std::uint32_t to;
};
struct MeasuredElement {
  float value;
  std::int32_t at;
};
struct Padded {
  std::uint8_t kind;
  std::int32_t value;
};
struct Mixed {
  Colour colour;
  Depth depth;
  bool known;
  char letter;
  signed char small;
  std::uint16_t rest;
};
struct Narrow {
  std::int8_t a, b, c, d, e, f, g, h;
};
struct OneNumber {
  double value = 0;
};
struct Fixed {
  const std::int16_t first = -1;
  std::uint16_t second = 65535;
};

struct Listed {
  std::uint16_t places[2];
};
struct Bits {
  std::uint32_t low : 12;
  std::uint32_t high : 20;
};
struct Nested {
  Arc arc;
};
struct Pointing {
  const char* at;
};
struct Nothing {};
struct Derived : Arc {
  Derived() : Arc{1, 2} {}
};
class Hidden {
 public:
  explicit Hidden(std::int16_t number) : number_(number) {}
  std::int16_t number() const { return number_; }

 private:
  std::int16_t number_;
};
union Either {
  std::uint16_t number;
  std::uint8_t bytes[2];
};

struct Named {
  std::uint32_t number;
};
std::string to_string(const Named& named) { return "number " + std::to_string(named.number); }

}  // namespace

TEST_CASE("numbers are shown as they are, and structs of numbers by their members") {
  CHECK(shown(std::int8_t{-7}) == "-7");
  CHECK(shown(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
  CHECK(shown(0.1F) == "0.1");
  CHECK(shown(true) == "1");
  CHECK(shown(Colour::red) == "7");
  CHECK(shown(Arc{3, 4'000'000'000}) == "{3, 4000000000}");
  CHECK(shown(MeasuredElement{-0.5, -9}) == "{-0.5, -9}");
  CHECK(shown(Padded{200, -1}) == "{200, -1}");
  CHECK(shown(Mixed{Colour::red, Depth::below, true, 'a', -2, 513}) == "{7, -3, 1, 97, -2, 513}");
  CHECK(shown(Narrow{-1, 2, -3, 4, -5, 6, -7, 127}) == "{-1, 2, -3, 4, -5, 6, -7, 127}");
  CHECK(shown(OneNumber{2.5}) == "{2.5}");
  CHECK(shown(Fixed{}) == "{-1, 65535}");
  CHECK(shown(Named{5}) == "number 5");
}

TEST_CASE("what is no struct of numbers is shown by its bytes") {
  CHECK(shown(Listed{{0x0201, 0x0403}}) == "01020304");
  CHECK(shown(std::array<std::uint16_t, 2>{0x0201, 0x0403}) == "01020304");
  CHECK(shown(Bits{0x201, 0x40}) == "01020400");
  CHECK(shown(Nested{{1, 2}}) == "0100000002000000");
  CHECK(shown(Derived()) == "0100000002000000");
  CHECK(shown(Hidden(0x0201)) == "0102");
  CHECK(shown(Pointing{nullptr}) == "0000000000000000");
  CHECK(shown(Nothing{}).size() == 2);
  Either either{};
  either.number = 0x0201;
  CHECK(shown(either) == "0102");
}

}  // namespace pram
