#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

namespace pram::programs::oracle {

/// Two sorted sequences as one, by std::merge.
inline std::vector<std::int64_t> merged(std::span<const std::int64_t> left, std::span<const std::int64_t> right) {
  std::vector<std::int64_t> both;
  std::ranges::merge(left, right, std::back_inserter(both));
  return both;
}

}  // namespace pram::programs::oracle
