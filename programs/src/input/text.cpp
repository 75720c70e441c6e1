#include "input/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <istream>
#include <utility>

#include <pram/programs/input_file.hpp>
#include <pram/programs/program.hpp>

namespace pram::programs {

namespace {

/// All that the stream still holds. `expected` bytes are read in one go; the rest, of a pipe, in growing pieces.
std::string read_all(std::istream& in, std::size_t expected) {
  std::string text(expected + 1, '\0');
  std::size_t filled = 0;
  while (in.read(text.data() + filled, static_cast<std::streamsize>(text.size() - filled))) {
    filled = text.size();
    text.resize(2 * filled);
  }
  text.resize(filled + static_cast<std::size_t>(in.gcount()));
  return text;
}

std::string read_file(const std::string& path) {
  namespace fs = std::filesystem;
  std::ifstream in = open_input(path);
  std::error_code error;
  const std::uintmax_t size = fs::is_regular_file(path, error) ? fs::file_size(path, error) : 0;
  std::string text = read_all(in, std::max<std::size_t>(error ? 0 : size, 65535));
  if (in.bad()) throw InputError(path, 0, "reading it failed half-way");
  return text;
}

}  // namespace

std::string shown_path(const std::string& path) { return path == "-" ? "standard input" : path; }

std::string read_text(const std::string& path) {
  std::string text = path == "-" ? read_all(std::cin, 65535) : read_file(path);
  if (text.empty()) throw InputError(shown_path(path), 0, "it is empty");
  if (const auto zero = text.find('\0'); zero != std::string::npos) {
    const auto before = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(zero), '\n');
    throw InputError(shown_path(path), static_cast<std::uint64_t>(before) + 1, "a NUL byte: this is no text file");
  }
  return text;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string shown(text.substr(0, longest));
  for (char& c : shown) {
    if (c < ' ' || c > '~') c = '?';
  }
  return fmt::format("'{}{}'", shown, text.size() > longest ? "..." : "");
}

Scanner::Scanner(std::string_view text, std::string file)
    : at_(text.data()), line_end_(text.data()), end_(text.data() + text.size()), file_(std::move(file)) {}

bool Scanner::next_row(std::string_view comment_marks) {
  while (true) {
    if (line_ > 0) {
      if (line_end_ == end_) return false;
      at_ = line_end_ + 1;
    }
    if (at_ == end_) return false;
    ++line_;
    const void* const newline = std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_));
    line_end_ = newline == nullptr ? end_ : static_cast<const char*>(newline);
    skip_blanks();
    if (at_ != line_end_ && comment_marks.find(*at_) == std::string_view::npos) return true;
  }
}

std::string_view Scanner::word() {
  skip_blanks();
  const char* const first = at_;
  while (at_ != line_end_ && !is_blank(*at_)) ++at_;
  return {first, static_cast<std::size_t>(at_ - first)};
}

void Scanner::end_row() {
  const std::string_view more = word();
  if (!more.empty()) fail(fmt::format("{} is more than belongs on the line", quoted(more)));
}

void Scanner::fail(const std::string& reason) const { throw InputError(file_, line_, reason); }

void Scanner::fail_missing(const char* what) const { fail(fmt::format("the {} is missing", what)); }

void Scanner::fail_number(const char* what, std::errc error, bool without_sign) {
  const std::string_view text = word();
  const bool negative =
      text.size() > 1 && text[0] == '-' && text.find_first_not_of("0123456789", 1) == std::string_view::npos;
  if (without_sign && negative) fail(fmt::format("the {} {} is negative", what, quoted(text)));
  if (error == std::errc::result_out_of_range)
    fail(fmt::format("the {} {} does not fit in 64 bits", what, quoted(text)));
  fail(fmt::format("the {} {} is no number of the right kind", what, quoted(text)));
}

}  // namespace pram::programs
