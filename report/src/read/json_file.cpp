#include <pram/ranks.hpp>
#include <pram/report/detail/file/json_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string_view>
#include <system_error>

#include <pram/error.hpp>
#include <pram/report/detail/run/saved.hpp>
#include <pram/report/detail/value/read_json.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::report {

namespace {

// A ledger has records of 65536 steps unless it is asked for more, and each takes some hundred bytes.
constexpr std::size_t largest_report = std::size_t{1} << 30;

/// Refuses at once what can be no JSON, so that nothing that never ends is read for long.
void check_piece(std::string_view before, std::string_view piece) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  constexpr std::string_view first_characters = "{[\"-0123456789tfn";  // of values
  const std::string_view beginning =
      before.empty() && piece.starts_with(byte_order_mark) ? piece.substr(byte_order_mark.size()) : piece;
  std::size_t wrong = piece.find('\0');
  if (before.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    const std::size_t first = beginning.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && first_characters.find(beginning[first]) == std::string_view::npos)
      wrong = std::min(wrong, first);
  }
  if (wrong == std::string_view::npos) return;
  const auto lines = std::ranges::count(before, '\n') + std::ranges::count(piece.substr(0, wrong), '\n');
  throw Error(fmt::format("it is no JSON, or damaged, in line {}", lines + 1));
}

/// @param expected  bytes, where they are known: the text is not moved while it grows
std::string text_from(std::istream& in, std::uintmax_t expected) {
  std::string text;
  if (expected > largest_report) throw Error("it has more than 1 GiB");
  text.reserve(expected);
  std::array<char, 1 << 16> block;
  while (in.read(block.data(), block.size()) || in.gcount() > 0) {
    const std::string_view piece(block.data(), static_cast<std::size_t>(in.gcount()));
    check_piece(text, piece);
    text.append(piece);
    if (text.size() > largest_report) throw Error("it has more than 1 GiB");
  }
  if (in.bad()) throw Error(errno != 0 ? std::strerror(errno) : "the stream failed");
  return text;
}

std::string text_from(const std::string& path) {
  if (path == "-") return text_from(std::cin, 0);
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) throw Error("it is a folder");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Error(std::strerror(errno != 0 ? errno : ENOENT));
  const std::uintmax_t bytes =
      std::filesystem::is_regular_file(path, unknown) ? std::filesystem::file_size(path, unknown) : 0;
  return text_from(in, unknown ? 0 : bytes);
}

}  // namespace

Value read_json_file(const std::string& path) {
  Value value = read_json(from_rank_0([&] { return text_from(path); }));  // the text lives no longer than it is read
  update_version(value);
  return value;
}

std::string shown_file(const std::string& path) { return path == "-" ? "standard input" : "'" + printable(path) + "'"; }

}  // namespace pram::report
