#include "json_layout.hpp"

namespace pram::perf {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t longest_element = 1000;

std::string on_one_line(const ordered_json& value) {
  return value.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

void append(std::string& out, const ordered_json& value, std::size_t indent) {
  if (!value.is_structured() || value.empty()) {
    out += on_one_line(value);
    return;
  }
  const bool object = value.is_object();
  out += object ? "{" : "[";
  const char* separator = "\n";
  for (const auto& [key, member] : value.items()) {
    out += separator + std::string(indent + 2, ' ');
    separator = ",\n";
    if (object) {
      out += on_one_line(key) + ": ";
      append(out, member, indent + 2);
    } else {
      const std::string line = on_one_line(member);
      if (line.size() <= longest_element) {
        out += line;
      } else {
        append(out, member, indent + 2);
      }
    }
  }
  out += '\n' + std::string(indent, ' ') + (object ? "}" : "]");
}

}  // namespace

std::string laid_out(const ordered_json& document) {
  std::string out;
  append(out, document, 0);
  return out + '\n';
}

}  // namespace pram::perf
