#include "addresses_file.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string>
#include <string_view>

#include <pram/perf/patterns/request_pattern.hpp>
#include <pram/programs/input/file.hpp>
#include <pram/programs/program.hpp>
#include <pram/report/detail/value/text.hpp>
#include <pram/spec.hpp>

namespace pram::tool {

namespace {

using programs::InputError;

std::string_view without_blanks(std::string_view row) {
  constexpr const char* blanks = " \t\r\v\f";
  const std::size_t first = row.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return row.substr(first, row.find_last_not_of(blanks) - first + 1);
}

std::vector<std::uint64_t> read(std::string_view text, const std::string& file) {
  std::vector<std::uint64_t> addresses;
  std::uint64_t line = 0;
  for (std::string_view row; take_line(text, row);) {
    ++line;
    const std::string_view word = without_blanks(row.substr(0, row.find('#')));
    if (word.empty()) continue;
    std::uint64_t address = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), address);
    if (code != std::errc() || end != word.data() + word.size()) {
      throw InputError(file, line,
                       fmt::format("the address '{}' is no whole number from 0 to 2^64 - 1",
                                   report::shortened(report::printable(word), 40)));
    }
    if (addresses.size() == perf::most_requests)
      throw InputError(file, line, fmt::format("more than {} addresses", perf::most_requests));
    addresses.push_back(address);
  }
  if (addresses.empty()) throw InputError(file, 0, "it holds no addresses");
  return addresses;
}

}  // namespace

std::vector<std::uint64_t> read_addresses(const std::string& path) {
  return read(programs::read_text(path), path == "-" ? "standard input" : path);
}

}  // namespace pram::tool
