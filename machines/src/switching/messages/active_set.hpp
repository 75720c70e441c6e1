#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <pram/detail/memory_account.hpp>

namespace pram::detail {

/// A set of numbers below a bound, visited in ascending order: bits under two layers of summary bits, so that a visit
/// costs as much as the set holds, whatever the bound.
class ActiveSet {
 public:
  explicit ActiveSet(std::size_t bound) {
    std::size_t size = bound;
    for (CountedVector<std::uint64_t>& layer : layers_) {
      size = (size + 63) / 64;
      layer.assign(size, 0);
    }
  }

  void insert(std::size_t number) {
    for (CountedVector<std::uint64_t>& layer : layers_) {
      std::uint64_t& word = layer[number / 64];
      const bool occupied = word != 0;
      word |= std::uint64_t{1} << (number % 64);
      if (occupied) return;
      number /= 64;
    }
  }

  bool empty() const {
    for (const std::uint64_t word : layers_[2]) {
      if (word != 0) return false;
    }
    return true;
  }

  void clear() noexcept {
    for (CountedVector<std::uint64_t>& layer : layers_) std::ranges::fill(layer, std::uint64_t{0});
  }

  void erase(std::size_t number) {
    for (CountedVector<std::uint64_t>& layer : layers_) {
      std::uint64_t& word = layer[number / 64];
      word &= ~(std::uint64_t{1} << (number % 64));
      if (word != 0) return;
      number /= 64;
    }
  }

  /// Calls visit(number) for each number of the set. The number stays in the set if visit returns true. Nothing may be
  /// inserted meanwhile.
  template <class Visit>
  void visit(const Visit& visit) {
    this->visit(visit, [](std::size_t) {});
  }

  /// Calls expect(number) before visit(number), for up to 64 numbers at a time: their data can be fetched into the
  /// cache.
  template <class Visit, class Expect>
  void visit(const Visit& visit, const Expect& expect) {
    for (std::size_t at = 0; at < layers_[2].size(); ++at) visit_word<2>(at, visit, expect);
  }

 private:
  template <std::size_t layer, class Visit, class Expect>
  void visit_word(std::size_t at, const Visit& visit, const Expect& expect) {
    const std::uint64_t word = layers_[layer][at];
    std::uint64_t gone = 0;
    const auto number_of = [at](std::uint64_t left) {
      return at * 64 + static_cast<std::size_t>(std::countr_zero(left));
    };
    if constexpr (layer == 0) {
      for (std::uint64_t left = word; left != 0; left &= left - 1) expect(number_of(left));
    }
    for (std::uint64_t left = word; left != 0; left &= left - 1) {
      bool stays;
      if constexpr (layer == 0) {
        stays = visit(number_of(left));
      } else {
        visit_word<layer - 1>(number_of(left), visit, expect);
        stays = layers_[layer - 1][number_of(left)] != 0;
      }
      gone |= stays ? 0 : left & -left;
    }
    layers_[layer][at] = word & ~gone;
  }

  CountedVector<std::uint64_t> layers_[3];
};

}  // namespace pram::detail
