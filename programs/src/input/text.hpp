#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace pram::programs {

/// The whole of a text file, or of standard input for "-".
/// @throws InputError if it is missing, a folder, unreadable, empty, or holds NUL bytes
std::string read_text(const std::string& path);

/// What reports call an input file: its path, or "standard input".
std::string shown_path(const std::string& path);

/// Walks through a text row by row and number by number, and knows the line for errors.
class Scanner {
 public:
  /// @param file  for errors, as shown_path() gives it
  Scanner(std::string_view text, std::string file);

  /// Goes to the next line that holds more than blanks and comments.
  /// @param comment_marks  characters that open a comment at the beginning of a line
  /// @returns false at the end of the text
  bool next_row(std::string_view comment_marks);

  /// The next number of the row.
  /// @param what  its name in errors: "first vertex id"
  /// @throws InputError if it is missing, negative, too large or no number
  template <class T>
  T number(const char* what) {
    skip_blanks();
    if (at_ == line_end_) fail_missing(what);
    const char* from = at_;
    if constexpr (!std::unsigned_integral<T>) from += *from == '+' && from + 1 != line_end_ && from[1] != '-';
    T value{};
    const auto [end, error] = std::from_chars(from, line_end_, value);
    // A real number beyond the range is still one, and nobody asks for its value.
    const bool fits = error == std::errc{} || (std::is_floating_point_v<T> && error == std::errc::result_out_of_range);
    if (!fits || (end != line_end_ && !is_blank(*end))) fail_number(what, error, std::unsigned_integral<T>);
    at_ = end;
    return value;
  }

  /// The next word of the row, "" if there is none.
  std::string_view word();

  /// @throws InputError if the row holds more
  void end_row();

  std::uint64_t line() const { return line_; }
  const std::string& file() const { return file_; }

  /// Throws an InputError for the current line.
  [[noreturn]] void fail(const std::string& reason) const;

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }
  void skip_blanks() {
    while (at_ != line_end_ && is_blank(*at_)) ++at_;
  }
  [[noreturn]] void fail_missing(const char* what) const;
  [[noreturn]] void fail_number(const char* what, std::errc error, bool without_sign);

  const char* at_;
  const char* line_end_;
  const char* end_;
  std::uint64_t line_ = 0;
  std::string file_;
};

/// A piece of input as an error may quote it: short, and without control characters.
std::string quoted(std::string_view text);

}  // namespace pram::programs
