#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "input/kind.hpp"

namespace pram::programs {

/// Two sequences of one type.
template <class Element>
struct SequencePair {
  std::vector<Element> left;
  std::vector<Element> right;
};

/// What kinds of input that are two sequences have in common; they serve programs that take both. A file has the
/// numbers of the one, then those of the other.
template <class Element>
struct SequencePairs {
  using Value = SequencePair<Element>;
  static constexpr const char* file = "numbers";
  static InputSizes sizes(const Value& pair) {
    return {{"n", pair.left.size() + pair.right.size()}, {"left", pair.left.size()}, {"right", pair.right.size()}};
  }
  static std::tuple<std::span<const Element>, std::span<const Element>> arguments(const Value& pair) {
    return {pair.left, pair.right};
  }
  /// The first `left` of the values, and the others.
  static Value cut(const std::vector<Element>& all, std::uint64_t left) {
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(left);
    return {{all.begin(), middle}, {middle, all.end()}};
  }
};

}  // namespace pram::programs
