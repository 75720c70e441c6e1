#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "../../host/pages.hpp"
#include "../../processors/worker.hpp"

namespace pram::detail {

/// A set of cells of one array, a bit each.
class CellSet {
 public:
  static constexpr std::uint64_t words_of(std::uint64_t cells) { return (cells + 63) / 64; }

  /// Room for the cells of an array. The set is empty.
  /// @throws LimitError
  void begin(std::uint64_t cells) {
    if (bits_.size() < words_of(cells)) bits_.reset(words_of(cells));
    words_ = words_of(cells);
  }
  /// Enters what slots ask for.
  /// @param all    do all of them ask?
  /// @param cells  fetched into the cache if they are read next; null: they are written later
  /// @returns false if some cell was in the set already
  template <class Cell>
  bool enter(const std::uint32_t* index, std::uint32_t count, bool all, const Cell* cells) {
    return all ? enter<true>(index, count, cells) : enter<false>(index, count, cells);
  }
  void clear() noexcept {
    std::fill_n(bits_.data(), words_, 0);
    words_ = 0;
  }

  std::uint64_t* words() { return bits_.data(); }

 private:
  /// Without a branch: who asks is often what no branch predictor can know.
  template <bool all, class Cell>
  bool enter(const std::uint32_t* index, std::uint32_t count, const Cell* cells) {
    std::uint64_t* const bits = bits_.data();
    std::uint64_t twice = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint32_t cell = all || index[k] < no_request ? index[k] : 0;
      const std::uint64_t bit = std::uint64_t{all || index[k] < no_request ? 1U : 0U} << (cell % 64);
      if (cells != nullptr) __builtin_prefetch(&cells[cell]);
      const std::uint64_t before = bits[cell / 64];
      twice |= before & bit;
      bits[cell / 64] = before | bit;
    }
    return twice == 0;
  }

  Pages<std::uint64_t> bits_;
  std::uint64_t words_ = 0;  // that may have bits
};

/// Calls visit(list, count) for the cells of a part of a set, some thousand at a time.
/// @param word  word(k): the k-th word of the set
/// @param list  room for chunk_slots numbers
template <class Word, class Visit>
void visit_set(std::uint64_t first_word, std::uint64_t last_word, const Word& word, std::uint32_t* list,
               const Visit& visit) {
  std::uint32_t listed = 0;
  for (std::uint64_t at = first_word; at < last_word; ++at) {
    std::uint64_t bits = word(at);
    if (bits == 0) continue;
    const auto first = static_cast<std::uint32_t>(at * 64);
    if (bits == ~std::uint64_t{0}) {
      for (std::uint32_t k = 0; k < 64; ++k) list[listed + k] = first + k;
      listed += 64;
    } else {
      for (; bits != 0; bits &= bits - 1) list[listed++] = first + static_cast<std::uint32_t>(std::countr_zero(bits));
    }
    if (listed <= chunk_slots - 64) continue;
    visit(list, listed);
    listed = 0;
  }
  if (listed > 0) visit(list, listed);
}

}  // namespace pram::detail
