#pragma once

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string_view>
#include <vector>

#include <pram/detail/no_node.hpp>
#include <pram/programs/program.hpp>

/// What programs share that match parentheses: the partner of each, or no_node.
namespace pram::programs {

namespace oracle {

inline std::vector<std::uint32_t> partners(std::string_view text) {
  std::vector<std::uint32_t> partner(text.size(), no_node);
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') {
      open.push_back(i);
    } else if (!open.empty()) {
      partner[i] = open.back();
      partner[open.back()] = i;
      open.pop_back();
    }
  }
  return partner;
}

}  // namespace oracle

inline Facts pairs_of_parentheses(std::string_view, const std::vector<std::uint32_t>& partner) {
  return {{"pairs", std::ranges::count_if(partner, [](std::uint32_t one) { return one != no_node; }) / 2}};
}

/// Writes -1 for a parenthesis without a partner.
inline void write_partners(std::ostream& out, std::string_view, const std::vector<std::uint32_t>& partner) {
  for (const std::uint32_t one : partner) {
    if (one == no_node) {
      out << "-1\n";
    } else {
      out << one << '\n';
    }
  }
}

}  // namespace pram::programs
