#include "input/addresses_file.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "programs/input/files.hpp"

using pram::testing::StandardInput;
using pram::testing::TemporaryFolder;

namespace pram::tool {

namespace {

using Addresses = std::vector<std::uint64_t>;

Addresses addresses_in(const std::string& text) { return read_addresses(TemporaryFolder().file(text)); }

}  // namespace

TEST_CASE("addresses stand one a line, in the order of the file, and comments and empty lines are left out") {
  CHECK(addresses_in("5\n3\n5\n") == Addresses{5, 3, 5});
  CHECK(addresses_in("7") == Addresses{7});
  CHECK(addresses_in("# all\n\n \t 1 \t# the first\r\n#2\n\v\f\n0\r\n") == Addresses{1, 0});
  CHECK(addresses_in("18446744073709551615\n007") == Addresses{std::numeric_limits<std::uint64_t>::max(), 7});
  const StandardInput input("4\n2\n");
  CHECK(read_addresses("-") == Addresses{4, 2});
}

TEST_CASE("what is no address is refused with file and line") {
  const TemporaryFolder folder;
  for (const std::string word : {"x", "-1", "+1", "1.5", "1 2", "1,2", "0x10", "2^4", "18446744073709551616"}) {
    const std::string path = folder.file("1\n\n" + word + "  # here\n2\n");
    const std::string line = path + ":3: the address '" + word + "' is no whole number from 0 to 2^64 - 1";
    CHECK_THROWS_WITH_AS(read_addresses(path), line.c_str(), programs::InputError);
  }
}

TEST_CASE("a file without addresses is refused") {
  const TemporaryFolder folder;
  for (const char* const text : {"", "\n", "# 1\n# 2"}) {
    const std::string path = folder.file(text);
    CHECK_THROWS_WITH_AS(read_addresses(path), (path + ": it holds no addresses").c_str(), programs::InputError);
  }
}

}  // namespace pram::tool
