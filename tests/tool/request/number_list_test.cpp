#include "request/number_list.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pram::tool {

namespace {

using Numbers = std::vector<std::uint32_t>;

constexpr Option<std::string> ports_option = {{.flag = "--ports", .value = "P,…", .group = "Machine", .help = "ports"}};

/// @param given  none: the option is not given
Numbers listed_ports(const std::optional<std::string>& given, std::uint64_t least = 1, std::uint64_t most = 64) {
  Options options;
  if (given) options.set(ports_option, *given);
  return number_list(options, ports_option, least, most, {3, 1});
}

}  // namespace

TEST_CASE("a list of numbers keeps their order and what is there twice, or is the default") {
  CHECK(listed_ports({}) == Numbers{3, 1});
  CHECK(listed_ports("4,2^5,1e1,4") == Numbers{4, 32, 10, 4});
  CHECK(listed_ports("1,64") == Numbers{1, 64});
  CHECK(listed_ports("0,4294967295", 0, 4294967295) == Numbers{0, 4294967295});
}

TEST_CASE("a list of numbers is refused whole for one that is none, or outside the range") {
  for (const std::string given :
       {"", ",", "1,", ",1", "1,,2", "1;2", "1, 2", "x", "1,x", "0", "65", "1,2,65", "-1", "1.5", "2^64", "1,2^32"}) {
    const std::string line =
        "--ports = '" + given + "' is not allowed: whole numbers from 1 to 64 between commas, as 1,2,4";
    CHECK_THROWS_WITH_AS(listed_ports(given), line.c_str(), ConfigError);
  }
}

}  // namespace pram::tool
