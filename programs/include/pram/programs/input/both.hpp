#pragma once

#include <cstddef>
#include <cstdint>

#include <pram/programs/input/kind.hpp>

namespace pram::programs {

/// What kinds of input that are two sequences have in common. Programs take one behind the other.
template <class Sequence>
struct Both {
  struct Value {
    Sequence left;
    Sequence right;
  };

  static InputSizes sizes(const Value& both) {
    return {{"n", both.left.size() + both.right.size()}, {"left", both.left.size()}, {"right", both.right.size()}};
  }
  /// The first `left` items of a sequence, and the others.
  static Value cut(const Sequence& all, std::uint64_t left) {
    const auto middle = all.begin() + static_cast<std::ptrdiff_t>(left);
    return {{all.begin(), middle}, {middle, all.end()}};
  }
};

}  // namespace pram::programs
