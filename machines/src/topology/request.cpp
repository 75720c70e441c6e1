#include "request.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>

#include <pram/error.hpp>

namespace pram {

std::string TopologyRequest::text() const { return arguments.empty() ? name : name + ":" + arguments; }

void TopologyRequest::refuse(const std::string& allowed) const { throw ConfigError("network", text(), allowed); }

std::uint32_t TopologyRequest::wanted(const std::string& usage) const {
  if (terminals == 0) refuse(usage);
  limit(terminals);
  return terminals;
}

void TopologyRequest::limit(std::uint64_t nodes) const {
  if (nodes > largest_topology) refuse(fmt::format("at most 2^20 = {} nodes", largest_topology));
}

void TopologyRequest::match(std::uint64_t terminals_made) const {
  if (terminals != 0 && terminals != terminals_made)
    refuse(fmt::format("it connects {} components, and {} are wanted", terminals_made, terminals));
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  std::uint64_t number = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
  return code == std::errc::result_out_of_range ? std::numeric_limits<std::uint64_t>::max() : number;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace pram
