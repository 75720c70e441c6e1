#pragma once

#include <cstdint>

#include <pram/detail/operation.hpp>
#include <pram/detail/processors/outbox.hpp>

namespace pram::detail {

/// The stamps of one step, all larger than those of earlier steps, so that a cell with an older stamp is untouched. The
/// stamp of a touched cell holds two bits, `kind`, and a number of at most last(). The delivery chooses their meaning.
///
/// A narrow cell has the lower half of a stamp. When the lower halves overflow, all narrow cells are cleared: see
/// SharedMemory::next_stamps().
class Stamps {
 public:
  using Kind = std::uint32_t;
  static constexpr unsigned kind_bits = 2;

  /// What a cell's stamp says of the step.
  struct Mark {
    Kind kind;
    std::uint32_t number;
  };

  Stamps() = default;
  Stamps(std::uint64_t first, std::uint32_t requests, std::uint32_t last)
      : first_(first), requests_(requests), last_(last) {}

  /// Stamps of marks with numbers [0, last].
  static constexpr std::uint64_t count(std::uint64_t last) { return (last + 1) << kind_bits; }

  std::uint64_t first() const { return first_; }
  /// A bound of the step's requests.
  std::uint32_t requests() const { return requests_; }
  /// The largest number of a mark.
  std::uint32_t last() const { return last_; }

  template <class Stored>
  bool untouched(const MemoryCell<Stored>& cell) const {
    return cell.stamp < static_cast<Stored>(first_);
  }
  /// Of a cell that the step has touched.
  template <class Stored>
  Mark mark(const MemoryCell<Stored>& cell) const {
    const Stored stamp = cell.stamp - static_cast<Stored>(first_);
    return {static_cast<Kind>(stamp & ((1U << kind_bits) - 1)), static_cast<std::uint32_t>(stamp >> kind_bits)};
  }
  template <class Stored>
  Stored stamp(Kind kind, std::uint32_t number) const {
    return static_cast<Stored>(first_) + ((static_cast<Stored>(number) << kind_bits) | kind);
  }
  template <class Stored>
  void set(MemoryCell<Stored>& cell, Kind kind, std::uint32_t number) const {
    cell.stamp = stamp<Stored>(kind, number);
  }

 private:
  std::uint64_t first_ = 0;
  std::uint32_t requests_ = 0;
  std::uint32_t last_ = 0;
};

/// The word that a cell holds, whose values are of this type.
inline Word word_of(const WideCell& cell, WordType) { return cell.word; }
inline Word word_of(const NarrowCell& cell, WordType type) {
  return type == WordType::signed_integer
             ? static_cast<Word>(static_cast<std::int64_t>(static_cast<std::int32_t>(cell.word)))
             : Word{cell.word};
}

/// Makes a cell hold a value's word. A word that is no value is cut to the bits that the cell has.
template <class Stored>
void set_word(MemoryCell<Stored>& cell, Word word) {
  cell.word = static_cast<Stored>(word);
}

/// word_of() and set_word() for a loop over cells, which has no choice to make for each: what the type of their values
/// decides is worked out before. set() also cuts integers to their width, so that all words of one value are equal.
class CellWords {
 public:
  explicit CellWords(Operation operation) {
    if (operation.type > WordType::unsigned_integer) return;
    const bool is_signed = operation.type == WordType::signed_integer;
    if (is_signed) cell_sign_ = Word{1} << 31;
    if (operation.width >= sizeof(NarrowCell::word)) return;
    bits_ = (std::uint32_t{1} << (8 * operation.width)) - 1;
    if (is_signed) sign_ = std::uint32_t{1} << (8 * operation.width - 1);
  }

  Word of(const WideCell& cell) const { return cell.word; }
  Word of(const NarrowCell& cell) const { return (Word{cell.word} ^ cell_sign_) - cell_sign_; }

  void set(WideCell& cell, Word word) const { cell.word = word; }
  void set(NarrowCell& cell, Word word) const {
    cell.word = ((static_cast<std::uint32_t>(word) & bits_) ^ sign_) - sign_;
  }

 private:
  Word cell_sign_ = 0;  // of values as narrow cells hold them, if they have one
  std::uint32_t sign_ = 0;
  std::uint32_t bits_ = ~std::uint32_t{0};
};

}  // namespace pram::detail
