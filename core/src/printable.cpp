#include <pram/printable.hpp>

#include <fmt/format.h>

namespace pram {

namespace {

/// Bytes of the UTF-8 character that begins at `at`; 0 if none does.
std::size_t character_bytes(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) return 0;
  }
  const unsigned char second = byte(at + 1);
  const bool overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
  const bool outside = (lead == 0xED && second > 0x9F) || (lead == 0xF4 && second > 0x8F);
  return overlong || outside ? 0 : length;
}

bool is_control(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return lead < 0x20 || lead == 0x7F;
  return character.size() == 2 && lead == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_bytes(text, at);
    const std::string_view character = text.substr(at, length == 0 ? 1 : length);
    if (character == "\n") {
      clean += "\\n";
    } else if (character == "\t") {
      clean += "\\t";
    } else if (length == 0 || is_control(character)) {
      for (const char byte : character) clean += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
    } else {
      clean += character;
    }
    at += character.size();
  }
  return clean;
}

}  // namespace pram
