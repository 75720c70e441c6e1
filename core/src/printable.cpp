#include <pram/printable.hpp>

#include <fmt/format.h>
#include <utf8cpp/utf8.h>

namespace pram {

namespace {

bool is_control(char32_t character) { return character < 0x20 || (character >= 0x7F && character < 0xA0); }

void escape(std::string_view bytes, std::string& to) {
  for (const char byte : bytes) to += fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
}

}  // namespace

std::string printable(std::string_view text) {
  std::string clean;
  clean.reserve(text.size());
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    const char* const invalid = utf8::find_invalid(at, end);
    while (at != invalid) {
      const char* const begin = at;
      const char32_t character = utf8::unchecked::next(at);
      const std::string_view bytes(begin, static_cast<std::size_t>(at - begin));
      if (character == U'\n') {
        clean += "\\n";
      } else if (character == U'\t') {
        clean += "\\t";
      } else if (is_control(character)) {
        escape(bytes, clean);
      } else {
        clean += bytes;
      }
    }
    if (at != end) escape({at++, 1}, clean);
  }
  return clean;
}

}  // namespace pram
