#include <pram/report/path.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

using pram::report::Path;

namespace {

std::string name_of(const Path& path) { return path.name(); }

}  // namespace

TEST_CASE("a report's path is made from whatever names a file") {
  CHECK(name_of("a b/run.html") == "a b/run.html");
  CHECK(name_of(std::string("run.html")) == "run.html");
  CHECK(name_of(std::string_view("run.html and more").substr(0, 8)) == "run.html");
  const std::filesystem::path folder = "pictures";
  CHECK(name_of(folder) == "pictures");
  CHECK(name_of(folder / "n\xff.svg") == "pictures/n\xff.svg");  // any bytes
  char place[] = "run.json";
  CHECK(name_of(place) == "run.json");
  CHECK(name_of("").empty());
  CHECK_FALSE(std::is_convertible_v<int, Path>);
  CHECK_FALSE(std::is_convertible_v<std::wstring, Path>);
}

/// The row of the tables in tests/core/misuse for "pram::report::Path".
TEST_CASE("a report's path is a plain value") {
  Path path = "run.html";
  const Path kept = std::move(path);
  CHECK(kept.name() == "run.html");
  path = kept;
  CHECK(path.name() == "run.html");
}
