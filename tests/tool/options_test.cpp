#include "options.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace pram::tool {

namespace {

constexpr std::uint64_t largest_word = std::numeric_limits<std::uint64_t>::max();

constexpr Option<std::uint32_t> count_option = {
    {.flag = "-c,--count", .value = "N", .group = "Numbers", .help = "how many"}, 7, 1, 1024};
constexpr Option<std::uint64_t> word_option = {{.flag = "--word", .value = "W", .group = "Numbers", .help = "of {}"}};
constexpr Option<Bytes> room_option = {{.flag = "--room", .value = "BYTES", .group = "Numbers", .help = "a room"}, 99};
constexpr Option<std::string> colour_option = {{.flag = "--colour",
                                                .value = "C",
                                                .group = "Texts",
                                                .help = "one of {}, no more",
                                                .names =
                                                    [] {
                                                      return std::vector<std::string>{"red", "green"};
                                                    }},
                                               "red"};
constexpr Option<std::vector<std::string>> names_option = {
    {.flag = "--names", .value = "A,…", .group = "Texts", .help = "names", .repeatable = true}};

template <class Kind>
auto value_of(const Option<Kind>& option, const std::string& text) {
  Options options;
  options.set(option, text);
  return options[option];
}

}  // namespace

TEST_CASE("a whole number is read in digits, as a power, or with a power of ten, and not beyond 64 bits") {
  for (std::uint64_t base = 2; base <= 1000; ++base) {
    std::uint64_t power = 1;
    std::uint64_t exponent = 0;
    for (;; power *= base, ++exponent) {
      CHECK(whole_number(std::to_string(base) + "^" + std::to_string(exponent)) == power);
      CHECK(whole_number(std::to_string(power)) == power);
      if (power > largest_word / base) break;
    }
    CHECK_FALSE(whole_number(std::to_string(base) + "^" + std::to_string(exponent + 1)));
  }
  CHECK(whole_number("12E3") == 12'000);
  CHECK(whole_number("1e19") == 10'000'000'000'000'000'000U);
  CHECK(whole_number("18446744073709551615e0") == largest_word);
  for (const char* const text : {"1", "0^0", "1^18446744073709551615"}) CHECK(whole_number(text) == 1);
  for (const char* const text : {"0", "0^5", "0e18446744073709551615"}) CHECK(whole_number(text) == 0);
  for (const char* const text : {"",
                                 " ",
                                 "-1",
                                 "+1",
                                 " 1",
                                 "1 ",
                                 "1.5",
                                 "2^",
                                 "^2",
                                 "2^2^2",
                                 "2^-1",
                                 "1e",
                                 "e3",
                                 "1e+3",
                                 "4k",
                                 "0x10",
                                 "ten",
                                 "1,2",
                                 "1e20",
                                 "18446744073709551616",
                                 "2^99999999999999999999"})
    CHECK_MESSAGE(!whole_number(text), text);
}

TEST_CASE("bytes have units of 1024, and of 1000 where a B stands alone behind the letter") {
  std::uint64_t binary = 1;
  std::uint64_t decimal = 1;
  for (const std::string letter : {"k", "M", "g", "T"}) {
    binary *= 1024;
    decimal *= 1000;
    CHECK(bytes("3" + letter) == 3 * binary);
    CHECK(bytes("2^4" + letter + "iB") == 16 * binary);
    CHECK(bytes("1e2" + letter + "b") == 100 * decimal);
  }
  CHECK(bytes("512b") == bytes("512"));
  CHECK(bytes("16777215T") == largest_word - binary + 1);
  for (const char* const text :
       {"", "K", "B", "1P", "1KK", "1iB", "1 K", "1K ", "1.5K", "-1K", "1bb", "1kbi", "16777216T", "2^64", "1e20B"})
    CHECK_MESSAGE(!bytes(text), text);
}

TEST_CASE("options are read as what they are, or have a default, and their texts stay as they were typed") {
  Options options;
  CHECK(options[count_option] == 7);
  CHECK(options.number(count_option, 9U) == 9);
  CHECK(options[room_option] == 99);
  CHECK(options[colour_option] == "red");
  CHECK(options[names_option].empty());
  CHECK(options.text(count_option, "usual") == "usual");
  for (const char* const count : {"3", "2^4"}) options.set(count_option, count);  // the last one counts
  for (const char* const name : {"b", "a", "b"}) options.set(names_option, name);
  CHECK(options[count_option] == 16);
  CHECK(options[names_option] == std::vector<std::string>{"b", "a", "b"});
  // An option of two flags goes by the first; one that has several values has no text.
  CHECK(options.text("-c", "none") == "2^4");
  CHECK(options.text("--count", "none") == "none");
  CHECK(options.text("--names", "none") == "none");
  options.remove(count_option);
  CHECK_FALSE(options.has(count_option));
  CHECK(value_of(colour_option, "").empty());
  CHECK(value_of(room_option, "2K") == 2048);
}

TEST_CASE("a number outside its range is refused in a line, the ends of the range are not") {
  CHECK(value_of(count_option, "1") == 1);
  CHECK(value_of(count_option, "1024") == 1024);
  CHECK(value_of(word_option, "18446744073709551615") == largest_word);
  for (const std::string text : {"0", "1025", "2^40", "-1", "x", ""}) {
    const std::string line = "-c = '" + text + "' is not allowed: a whole number from 1 to 1024, as 64, 2^6 or 1e3";
    CHECK_THROWS_WITH_AS(value_of(count_option, text), line.c_str(), ConfigError);
  }
  CHECK_THROWS_WITH_AS(value_of(word_option, "2^64"),
                       "--word = '2^64' is not allowed: a whole number from 0 to 2^64 - 1, as 64, 2^6 or 1e3",
                       ConfigError);
  CHECK_THROWS_WITH_AS(
      value_of(room_option, "5X"),
      "--room = '5X' is not allowed: a whole number of bytes up to 2^64 - 1, as 512M, 2G, 1GiB or 2^30", ConfigError);
}

TEST_CASE("help of an option has its names, or the words of the command, in place of braces") {
  CHECK(ListedOption(colour_option).help() == "one of red, green, no more");
  CHECK(ListedOption(word_option, "the result").help() == "of the result");
  CHECK(ListedOption(count_option, "nowhere").help() == "how many");
  CHECK(std::string(ListedOption(count_option, nullptr, "Others").heading()) == "Others");
}

}  // namespace pram::tool
