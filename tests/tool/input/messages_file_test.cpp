#include "input/messages_file.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "programs/input/files.hpp"

using pram::testing::TemporaryFolder;

namespace pram::tool {

namespace {

using Terminals = std::vector<std::uint32_t>;

Batch messages_in(const std::string& text, std::uint32_t terminals = 8) {
  return read_messages(TemporaryFolder().file(text), terminals);
}

}  // namespace

TEST_CASE("messages have commas or blanks between source, destination and words") {
  for (const char* const text :
       {"0 1 5\n7 2 1\n", "0,1,5\n7,2\n", " 0 ,1\t5 # a comment\n\n# 3 4\n7  2\r\n", "7 2\n0, 1 ,5"}) {
    CAPTURE(text);
    const Batch batch = messages_in(text);
    CHECK(batch.source == Terminals{0, 7});
    CHECK(batch.destination == Terminals{1, 2});
    CHECK(batch.words == Terminals{5, 1});
  }
  const testing::StandardInput input("3 3");
  CHECK(read_messages("-", 4).destination == Terminals{3});
}

TEST_CASE("messages are put in order of their sources, and those of one source keep the order of the file") {
  const Batch batch = messages_in("2 7 9\n0 5 1\n2 1 3\n1 1 1\n0 4 1000000\n2 7 2\n");
  CHECK(batch.source == Terminals{0, 0, 1, 2, 2, 2});
  CHECK(batch.destination == Terminals{5, 4, 1, 7, 1, 7});
  CHECK(batch.words == Terminals{1, 1000000, 1, 9, 3, 2});
  // Where all are of one word, none has a length.
  CHECK(messages_in("1 0\n0 1 1\n").words.empty());
}

TEST_CASE("a line that is no message is refused with file, line and what may stand there") {
  const TemporaryFolder folder;
  for (const auto& [row, reason] : std::vector<std::pair<std::string, std::string>>{
           {"0", "the destination is missing"},
           {"0,", "the destination is missing"},
           {"0,,1", "the destination is missing"},
           {",1", "the source is missing"},
           {"0 1,", "the number of words is missing"},
           {"0 1 2 3", "'3' is more than belongs on the line"},
           {"8 0", "the source '8' is not from 0 to 7"},
           {"0 8", "the destination '8' is not from 0 to 7"},
           {"99999999999999999999 0", "the source '99999999999999999999' is not from 0 to 7"},
           {"x 0", "the source 'x' is no whole number from 0 to 7"},
           {"-1 0", "the source '-1' is no whole number from 0 to 7"},
           {"0 1x", "the destination '1x' is no whole number from 0 to 7"},
           {"0 1 0", "the number of words '0' is not from 1 to 1000000"},
           {"0 1 1000001", "the number of words '1000001' is not from 1 to 1000000"},
           {"0 1 1.5", "the number of words '1.5' is no whole number from 1 to 1000000"}}) {
    CAPTURE(row);
    const std::string path = folder.file("7 7\n# fine so far\n" + row + "\n");
    CHECK_THROWS_WITH_AS(read_messages(path, 8), (path + ":3: " + reason).c_str(), programs::InputError);
  }
  const std::string path = folder.file("# 0 1\n\n");
  CHECK_THROWS_WITH_AS(read_messages(path, 8), (path + ": it holds no messages").c_str(), programs::InputError);
}

}  // namespace pram::tool
