#include <pram/report/detail/value/field.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>

#include <pram/error.hpp>
#include <pram/report/detail/value/read_json.hpp>

using namespace pram;
using namespace pram::report;

namespace {

std::int64_t signed_number(std::string_view json) {
  const Value value = read_json(json);
  return Field(value, "balance").as<std::int64_t>();
}

}  // namespace

TEST_CASE("a signed number is read if it is whole and fits") {
  for (const std::int64_t number : {std::int64_t{0}, std::int64_t{7}, std::int64_t{-7},
                                    std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()})
    CHECK(signed_number(std::to_string(number)) == number);
  for (const char* const other :
       {"9223372036854775808", "18446744073709551615", "1.0", "true", "null", "\"7\"", "[7]"}) {
    CAPTURE(other);
    CHECK_THROWS_WITH_AS(signed_number(other), "its \"balance\" is not a whole number of 64 bits", Error);
  }
}
