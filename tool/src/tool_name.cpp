#include "tool_name.hpp"

#include <utility>

namespace pram::tool {

namespace {

std::string& stored_name() {
  static std::string name = "pram";
  return name;
}

}  // namespace

const std::string& tool_name() { return stored_name(); }

void set_tool_name(std::string name) { stored_name() = std::move(name); }

std::string named(std::string_view text) {
  constexpr std::string_view usual = "pram";
  std::string out;
  char before = ' ';
  while (true) {
    const std::size_t at = text.find(usual);
    out += text.substr(0, at);
    if (at == std::string_view::npos) return out;
    if (at > 0) before = text[at - 1];
    text.remove_prefix(at + usual.size());
    const bool is_word = (before == ' ' || before == '\n') && (text.starts_with(' ') || text.starts_with(':'));
    out += is_word ? std::string_view(tool_name()) : usual;
    before = usual.back();
  }
}

}  // namespace pram::tool
