#include "roff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <utility>

namespace pram::tool {

namespace {

constexpr std::size_t widest_line = 78;

/// Takes the first character of UTF-8 off a text.
std::uint32_t taken_character(std::string_view& text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  std::size_t length = 1;
  if (byte(0) >= 0xF0) {
    length = 4;
  } else if (byte(0) >= 0xE0) {
    length = 3;
  } else if (byte(0) >= 0xC0) {
    length = 2;
  }
  std::uint32_t character = length == 1 ? byte(0) : byte(0) & (0xFFU >> (length + 1));
  for (std::size_t k = 1; k < length && k < text.size(); ++k) character = character << 6U | (byte(k) & 0x3FU);
  text.remove_prefix(std::min(length, text.size()));
  return character;
}

/// What roff reads as something else than the character, or shows as another one.
std::string_view escape_of(std::uint32_t character) {
  switch (character) {
    case '-': return "\\-";
    case '\\': return "\\e";
    case '\'': return "\\(aq";
    case '"': return "\\(dq";
    case '`': return "\\(ga";
    case '^': return "\\(ha";
    case '~': return "\\(ti";
    default: return {};
  }
}

}  // namespace

std::string roff(std::string_view text) {
  std::string made;
  if (text.starts_with('.')) made = "\\&";
  while (!text.empty()) {
    const std::uint32_t character = taken_character(text);
    if (const std::string_view escape = escape_of(character); !escape.empty()) {
      made += escape;
    } else if (character < 0x80) {
      made += static_cast<char>(character);
    } else {
      made += fmt::format("\\[u{:04X}]", character);
    }
  }
  return made;
}

ManPage::ManPage(std::string name, const std::string& version, const std::string& date) : name_(std::move(name)) {
  std::string title;
  for (const char letter : name_) title += static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  line(".\\\" Made from the tables of the tool's commands and options.");
  line(fmt::format(".TH {} 1 \"{}\" \"pram {}\" \"User Commands\"", roff(title), date, roff(version)));
  line(".nh");  // names are not divided
  line(".ad l");
}

void ManPage::section(std::string_view heading) {
  line(".SH " + roff(heading));
  below_heading_ = true;
}

void ManPage::subsection(std::string_view heading) {
  line(".SS " + roff(heading));
  below_heading_ = true;
}

void ManPage::paragraph(std::string_view words) {
  begin_paragraph();
  words_in_lines(words);
}

void ManPage::line(std::string_view macros) {
  text_ += macros;
  text_ += '\n';
  below_heading_ = false;
}

void ManPage::begin_paragraph() {
  if (!below_heading_) line(".PP");
}

void ManPage::item(std::string_view tag, std::string_view words) {
  line(".TP");
  line(tag);
  words_in_lines(words);
}

void ManPage::example(const std::vector<std::string>& lines) {
  begin_paragraph();
  line(".EX");
  for (const std::string& one : lines) line(roff(one));
  line(".EE");
}

void ManPage::words_in_lines(std::string_view words) {
  std::string filled;
  while (!words.empty()) {
    const std::size_t end = std::min(words.find_first_of(" \n"), words.size());
    std::string word = roff(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
    if (word.empty()) continue;
    if (!filled.empty() && filled.size() + 1 + word.size() > widest_line) {
      line(filled);
      filled.clear();
    }
    filled += (filled.empty() ? "" : " ") + word;
  }
  if (!filled.empty()) line(filled);
}

std::string bold(std::string_view word) { return "\\fB" + roff(word) + "\\fR"; }

std::string italic(std::string_view word) { return "\\fI" + roff(word) + "\\fR"; }

}  // namespace pram::tool
