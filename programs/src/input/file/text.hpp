#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include <pram/programs/input/file.hpp>

namespace pram::programs {

/// The byte-order mark that some editors write before UTF-8 text, and which is no part of the text.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// read_text() for a file that must not be empty.
/// @throws InputError, LimitError
std::string read_content(const std::string& path, std::uint64_t memory_limit);

/// The name of an input file in reports: its path, or "standard input".
std::string shown_path(const std::string& path);

/// Reads a text row by row and number by number, and knows the line for errors. Blanks, or one comma or semicolon,
/// separate the words of a row.
class Scanner {
 public:
  /// @param file  for errors, as shown_path() gives it
  Scanner(std::string_view text, std::string file);

  /// Goes to the next line, whatever it holds.
  /// @returns false at the end of the text
  bool next_line();

  /// Goes to the next line that holds more than blanks and comments.
  /// @param marks  characters that open a comment at the beginning of a line; // does so too
  /// @returns false at the end of the text
  bool next_row(std::string_view marks);

  /// Whether nothing is left of the row.
  bool row_done() const { return at_ == line_end_; }

  /// The character with which the rest of the row begins; '\0' if nothing is left.
  char peek() const { return row_done() ? '\0' : *at_; }

  /// The next number of the row.
  /// @param what  its name in errors: "first vertex id"
  /// @throws InputError if it is missing, negative, too large or no number
  template <class T>
  T number(const char* what) {
    if (row_done()) fail_missing(what);
    const char* from = at_;
    if constexpr (!std::unsigned_integral<T>) from += *from == '+' && from + 1 != line_end_ && from[1] != '-';
    T value{};
    const auto [end, error] = std::from_chars(from, line_end_, value);
    // A real number beyond the range is still a number, and nobody asks for its value.
    const bool fits = error == std::errc{} || (std::is_floating_point_v<T> && error == std::errc::result_out_of_range);
    if (!fits || (end != line_end_ && !is_blank(*end) && !is_separator(*end)))
      fail_number(what, error, std::integral<T>, std::unsigned_integral<T>);
    at_ = end;
    skip_separator();
    return value;
  }

  /// The next word of the row, "" if there is none.
  std::string_view word();

  /// Skips the rest of the row.
  /// @returns how many words it had
  std::uint64_t skip_row();

  /// Ends the row.
  /// @throws InputError if the row holds more
  void end_row();

  std::uint64_t line() const { return line_; }
  /// The number of bytes after the current line.
  std::uint64_t bytes_left() const { return static_cast<std::uint64_t>(end_ - line_end_); }
  const std::string& file() const { return file_; }

  /// Throws an InputError for the current line.
  [[noreturn]] void fail(const std::string& reason) const;

  /// Throws an InputError for the file as a whole.
  [[noreturn]] void fail_file(const std::string& reason) const;

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
  static bool is_separator(char c) { return c == ',' || c == ';'; }
  void skip_blanks() {
    while (at_ != line_end_ && is_blank(*at_)) ++at_;
  }
  /// Skips at most one comma: two commas with nothing between them mean that a column is missing.
  void skip_separator() {
    skip_blanks();
    if (at_ == line_end_ || !is_separator(*at_)) return;
    ++at_;
    skip_blanks();
  }
  [[noreturn]] void fail_missing(const char* what) const;
  [[noreturn]] void fail_number(const char* what, std::errc error, bool whole, bool without_sign);

  const char* at_;
  const char* line_end_;
  const char* end_;
  std::uint64_t line_ = 0;
  std::string file_;
};

/// A piece of input as errors quote it: short, and without control characters.
std::string in_quotes(std::string_view text);

}  // namespace pram::programs
