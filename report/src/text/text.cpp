#include <pram/report/detail/value/text.hpp>

#include <fmt/format.h>

#include <cmath>

namespace pram::report {

namespace {

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }

}  // namespace

std::string with_separators(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

std::string compact(std::uint64_t n) {
  if (n < 1'000'000) return with_separators(n);
  auto value = static_cast<double>(n);
  for (const char letter : {'k', 'M', 'G', 'T', 'P', 'E'}) {
    value /= 1000;
    if (value < 999.95) return fmt::format("{:.{}f}{}", value, value < 9.9995 ? 3 : value < 99.995 ? 2 : 1, letter);
  }
  return with_separators(n);
}

std::string decimal(double x) {
  if (!std::isfinite(x)) return "-";
  if (x < 9.995) return fmt::format("{:.2f}", x);
  if (x < 99.95) return fmt::format("{:.1f}", x);
  return compact(static_cast<std::uint64_t>(std::llround(x)));
}

std::string percentage(double part, double whole) {
  if (!(whole > 0)) return "-";
  const double share = 100 * part / whole;
  return share > 0 && share < 0.1 ? "<0.1%" : fmt::format("{:.1f}%", share);
}

std::string duration(double seconds) {
  if (seconds < 0.001) return "under 1 ms";
  if (seconds < 1) return fmt::format("{:.3f} s", seconds);
  if (seconds < 10) return fmt::format("{:.2f} s", seconds);
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 7200) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::size_t columns(std::string_view text) {
  std::size_t count = 0;
  for (const char byte : text) count += starts_character(byte) ? 1 : 0;
  return count;
}

std::string shortened(std::string_view text, std::size_t width) {
  if (columns(text) <= width) return std::string(text);
  if (width == 0) return "";
  std::size_t end = 0;
  for (std::size_t seen = 0; end < text.size(); ++end) {
    if (starts_character(text[end]) && ++seen == width) break;
  }
  return std::string(text.substr(0, end)) + "…";
}

std::string wrapped(std::string_view text, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  const std::size_t room = line_width - indent;
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    std::string word(text.substr(0, space));
    text = space == std::string_view::npos ? std::string_view() : text.substr(space + 1);
    if (word.empty()) continue;
    if (columns(word) > room) word = shortened(word, room);
    const std::size_t width = columns(word);
    if (column > indent && column + 1 + width > line_width) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += width;
  }
  return out;
}

}  // namespace pram::report
