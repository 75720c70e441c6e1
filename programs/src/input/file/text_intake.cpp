#include "input/file/text_intake.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <pram/programs/program.hpp>
#include "input/file/text.hpp"

namespace pram::programs {

namespace {

using namespace std::string_view_literals;

/// A kind of file that is no plain text, as its first bytes show, and what the user can do about it.
struct Kind {
  std::string_view first_bytes;
  const char* reason;
};

constexpr Kind no_texts[] = {
    {"\xFF\xFE"sv, "a byte-order mark says that it is UTF-16: save it as UTF-8 or ASCII"},
    {"\xFE\xFF"sv, "a byte-order mark says that it is UTF-16: save it as UTF-8 or ASCII"},
    {"BZh"sv, "it is packed by bzip2: unpack it first (bunzip2)"},
    {"\xFD\x37zXZ"sv, "it is packed by xz: unpack it first (unxz)"},
    {"\x28\xB5\x2F\xFD"sv, "it is packed by zstd: unpack it first (unzstd)"},
    {"PK\x03\x04"sv, "it is a zip archive: unpack it first (unzip)"},
};

/// A tar archive names itself at this place of its first block.
bool is_tar(std::string_view text) {
  constexpr std::size_t magic_at = 257;
  return text.size() >= 512 && text.substr(magic_at, 5) == "ustar";
}

}  // namespace

TextIntake::TextIntake(std::string file, MemoryRoom room) : file_(std::move(file)), room_(std::move(room)) {}

void TextIntake::expect(std::uint64_t bytes) {
  room_.check(bytes);
  text_.reserve(bytes);
}

void TextIntake::append(std::string_view piece) {
  if (piece.empty()) return;
  if (!begun_) {
    begun_ = true;
    if (piece.starts_with(byte_order_mark)) piece.remove_prefix(byte_order_mark.size());
    refuse_other_kinds(piece);
  }
  if (const auto zero = piece.find('\0'); zero != std::string_view::npos)
    fail_here(piece.substr(0, zero), "a NUL byte: this is no text file");
  measure(piece);
  const std::uint64_t whole = text_.size() + piece.size();
  if (whole > text_.capacity()) {
    // While the text grows there are two copies of it.
    const std::uint64_t grown = std::max<std::uint64_t>(whole, 2 * text_.capacity());
    room_.check(text_.capacity() + grown);
    text_.reserve(grown);
  }
  text_.append(piece);
}

std::string TextIntake::finish() && { return std::move(text_); }

void TextIntake::refuse_other_kinds(std::string_view beginning) const {
  for (const Kind& kind : no_texts) {
    if (beginning.starts_with(kind.first_bytes)) throw InputError(file_, 0, kind.reason);
  }
  if (is_tar(beginning)) throw InputError(file_, 0, "it is a tar archive: unpack it first (tar -xf)");
}

/// Checks the lines and words that the piece continues. Lines and words within a piece are never too long, as a piece
/// is short.
void TextIntake::measure(std::string_view piece) {
  constexpr std::string_view gaps = " \n\t,;\r\v\f";
  line_bytes_ += std::min(piece.find('\n'), piece.size());
  word_bytes_ += std::min(piece.find_first_of(gaps), piece.size());
  if (line_bytes_ > longest_line)
    fail_here({}, fmt::format("a line of more than {} bytes, the most that is read", longest_line));
  if (word_bytes_ > longest_word)
    fail_here({}, fmt::format("more than {} bytes without a blank: these are no numbers", longest_word));
  if (const auto last = piece.rfind('\n'); last != std::string_view::npos) line_bytes_ = piece.size() - last - 1;
  if (const auto last = piece.find_last_of(gaps); last != std::string_view::npos) word_bytes_ = piece.size() - last - 1;
}

void TextIntake::fail_here(std::string_view before, const std::string& reason) const {
  const auto lines = std::ranges::count(text_, '\n') + std::ranges::count(before, '\n');
  throw InputError(file_, static_cast<std::uint64_t>(lines) + 1, reason);
}

}  // namespace pram::programs
