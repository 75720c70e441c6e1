#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include <pram/detail/word/word.hpp>

namespace pram {

namespace {

enum class ShortColour : std::uint16_t { red = 1, blue = 0xFFFF };

struct Pair {
  std::int32_t first;
  float second;
};

template <class T>
void check_round_trip() {
  CHECK(rc::check([](T value) { RC_ASSERT(from_word<T>(to_word(value)) == value); }));
  for (const T value :
       {std::numeric_limits<T>::min(), std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max(), T{0}, T{1}}) {
    CHECK(from_word<T>(to_word(value)) == value);
  }
}

}  // namespace

TEST_CASE("a value becomes a word and comes back") {
  check_round_trip<std::int8_t>();
  check_round_trip<std::uint8_t>();
  check_round_trip<std::int16_t>();
  check_round_trip<std::uint32_t>();
  check_round_trip<std::int32_t>();
  check_round_trip<std::int64_t>();
  check_round_trip<std::uint64_t>();
  check_round_trip<float>();
  check_round_trip<double>();
  CHECK(from_word<bool>(to_word(true)));
  CHECK_FALSE(from_word<bool>(to_word(false)));
  CHECK(from_word<ShortColour>(to_word(ShortColour::blue)) == ShortColour::blue);
  const Pair pair = from_word<Pair>(to_word(Pair{-7, 2.5F}));
  CHECK(pair.first == -7);
  CHECK(pair.second == 2.5F);
  CHECK(std::isnan(from_word<double>(to_word(std::numeric_limits<double>::quiet_NaN()))));
  CHECK(std::signbit(from_word<float>(to_word(-0.0F))));
}

TEST_CASE("integers are extended by their sign, so that words compare as the values do") {
  CHECK(to_word(std::int8_t{-1}) == ~Word{0});
  CHECK(to_word(std::uint8_t{255}) == 255);
  CHECK(to_word(std::int32_t{-2}) == ~Word{0} - 1);
  CHECK(from_word<std::uint8_t>(Word{0x1FF}) == 0xFF);
  CHECK(to_word(1.0F) == 0x3F800000);
}

TEST_CASE("what an array may hold") {
  static_assert(Storable<Pair> && Storable<ShortColour> && Storable<bool> && Storable<double>);
  static_assert(!Storable<long double> && !Storable<std::string> && !Storable<int&> && !Storable<const int>);
  static_assert(Numeric<float> && Numeric<char> && !Numeric<bool> && !Numeric<Pair> && !Numeric<ShortColour>);
  static_assert(Bitwise<bool> && Bitwise<std::int8_t> && !Bitwise<double> && !Bitwise<Pair>);
  static_assert(word_type<float>() == WordType::float32 && word_type<double>() == WordType::float64);
  static_assert(word_type<std::int8_t>() == WordType::signed_integer &&
                word_type<bool>() == WordType::unsigned_integer);
  static_assert(word_type<Pair>() == WordType::opaque && word_type<ShortColour>() == WordType::opaque);
  CHECK(word_type<std::uint16_t>() == WordType::unsigned_integer);
}

}  // namespace pram
