#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <type_traits>
#include <vector>

namespace pram::detail {

/// The distinct keys, ascending, and for every key given the place of its like among them.
template <class Key>
struct DenseKeys {
  std::vector<std::conditional_t<std::same_as<Key, bool>, unsigned char, Key>> distinct;  // bits cannot be sorted
  std::vector<std::uint32_t> place;

  template <class Keys>
  explicit DenseKeys(const Keys& keys) : distinct(std::ranges::begin(keys), std::ranges::end(keys)) {
    std::ranges::sort(distinct);
    const auto rest = std::ranges::unique(distinct);
    distinct.erase(rest.begin(), rest.end());
    place.reserve(std::ranges::size(keys));
    for (const Key key : keys)
      place.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(distinct, key) - distinct.begin()));
  }
};

}  // namespace pram::detail
