#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "input/file/memory_room.hpp"

namespace pram::programs {

/// The longest line and the longest word of a text, in bytes. A line has room for seven million numbers or more.
inline constexpr std::uint64_t longest_line = std::uint64_t{1} << 26;
inline constexpr std::uint64_t longest_word = std::uint64_t{1} << 16;

/// Gathers a text that comes in pieces, and refuses at once what is no text or would never end: another kind of file, a
/// NUL byte, a line or a word that is too long, more bytes than there is room for.
class TextIntake {
 public:
  /// @param file  for errors, as shown_path() gives it
  TextIntake(std::string file, MemoryRoom room);

  /// Takes the room for all bytes that are to come, so that the text is not moved while it grows.
  /// @throws LimitError if there is no room for them
  void expect(std::uint64_t bytes);

  /// Takes the next piece. The first one shows the kind of file: it holds 512 bytes, or the whole text.
  /// @throws InputError, LimitError
  void append(std::string_view piece);

  /// The text, without a byte-order mark.
  std::string finish() &&;

 private:
  void refuse_other_kinds(std::string_view beginning) const;
  void measure(std::string_view piece);
  [[noreturn]] void fail_here(std::string_view before, const std::string& reason) const;

  std::string file_;
  MemoryRoom room_;
  std::string text_;
  bool begun_ = false;
  std::uint64_t line_bytes_ = 0;  ///< bytes of the line that the last piece left open
  std::uint64_t word_bytes_ = 0;  ///< bytes of the last word of that line
};

}  // namespace pram::programs
