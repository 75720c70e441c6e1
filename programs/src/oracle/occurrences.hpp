#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pram::programs::oracle {

/// The places where a pattern stands in a text, by std::string_view::find.
inline std::vector<std::uint64_t> occurrences(std::string_view text, std::string_view pattern) {
  std::vector<std::uint64_t> found;
  for (std::size_t at = text.find(pattern); at != std::string_view::npos; at = text.find(pattern, at + 1))
    found.push_back(at);
  return found;
}

}  // namespace pram::programs::oracle
