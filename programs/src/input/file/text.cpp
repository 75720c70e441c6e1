#include "input/file/text.hpp"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include <pram/programs/program.hpp>

namespace pram::programs {

std::string read_content(const std::string& path, std::uint64_t memory_limit) {
  std::string text = read_text(path, memory_limit);
  if (text.empty()) throw InputError(shown_path(path), 0, "it is empty");
  return text;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string shown(text.substr(0, longest));
  for (char& c : shown) {
    if (c < ' ' || c > '~') c = '?';
  }
  return fmt::format("'{}{}'", shown, text.size() > longest ? "..." : "");
}

Scanner::Scanner(std::string_view text, std::string file)
    : at_(text.data()), line_end_(text.data()), end_(text.data() + text.size()), file_(std::move(file)) {}

bool Scanner::next_line() {
  if (line_ > 0) {
    if (line_end_ == end_) return false;
    at_ = line_end_ + 1;
  }
  if (at_ == end_) return false;
  ++line_;
  const void* const newline = std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_));
  line_end_ = newline == nullptr ? end_ : static_cast<const char*>(newline);
  skip_blanks();
  return true;
}

bool Scanner::next_row(std::string_view marks) {
  while (next_line()) {
    if (at_ == line_end_ || marks.find(*at_) != std::string_view::npos) continue;
    if (line_end_ - at_ >= 2 && at_[0] == '/' && at_[1] == '/') continue;
    return true;
  }
  return false;
}

std::string_view Scanner::word() {
  const char* const first = at_;
  while (at_ != line_end_ && !is_blank(*at_) && !is_separator(*at_)) ++at_;
  const std::string_view found(first, static_cast<std::size_t>(at_ - first));
  skip_separator();
  return found;
}

std::uint64_t Scanner::skip_row() {
  std::uint64_t words = 0;
  for (; !row_done(); ++words) word();
  return words;
}

void Scanner::end_row() {
  if (!row_done()) fail(fmt::format("{} is more than belongs on the line", in_quotes(word())));
}

void Scanner::fail(const std::string& reason) const { throw InputError(file_, line_, reason); }

void Scanner::fail_file(const std::string& reason) const { throw InputError(file_, 0, reason); }

void Scanner::fail_missing(const char* what) const { fail(fmt::format("the {} is missing", what)); }

void Scanner::fail_number(const char* what, std::errc error, bool whole, bool without_sign) {
  const std::string_view text = word();
  if (text.empty()) fail_missing(what);  // there are two commas, one behind the other
  const bool negative =
      text.size() > 1 && text[0] == '-' && text.find_first_not_of("0123456789", 1) == std::string_view::npos;
  if (without_sign && negative) fail(fmt::format("the {} {} is negative", what, in_quotes(text)));
  if (error == std::errc::result_out_of_range)
    fail(fmt::format("the {} {} does not fit in 64 bits", what, in_quotes(text)));
  fail(fmt::format("the {} {} is not a {}", what, in_quotes(text), whole ? "whole number" : "number"));
}

}  // namespace pram::programs
