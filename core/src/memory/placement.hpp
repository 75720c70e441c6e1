#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <pram/detail/random/hash_family.hpp>
#include <pram/machine.hpp>

namespace pram::detail {

/// A keyed bijection of [0, n), n <= 2^32: rounds of add, multiply by an odd number and xor-shift on the k = ceil(log2
/// n) low bits, each invertible, with keys from XXH3; a result outside [0, n) goes round again (cycle walking, below
/// two on average). Chosen over a Feistel network of hashes because a whole block of it runs in vector registers.
class Permutation {
 public:
  Permutation() = default;
  Permutation(std::uint64_t n, std::uint64_t key);

  /// out[k] = where in[k] goes; in and out may be the same.
  void apply(std::span<const std::uint32_t> in, std::uint32_t* out) const;

 private:
  static constexpr unsigned rounds = 3;

  std::uint32_t once(std::uint32_t x) const;

  std::uint64_t n_ = 1;
  std::uint32_t mask_ = 0;
  unsigned shift_ = 1;
  std::uint32_t add_[rounds] = {};
  std::uint32_t multiply_[rounds] = {1, 1, 1};
};

/// A keyed hash of 32 bits: multiplications and xor-shifts of Wellons' triple32, with 96 bits of key from XXH3 added
/// before, between and after the first two rounds. A whole block of it runs in vector registers, which XXH3 does not.
class KeyedHash {
 public:
  KeyedHash() = default;
  explicit KeyedHash(std::uint64_t key);

  /// out[k] = a number in [0, n) for in[k]; in and out may be the same.
  void choose(std::span<const std::uint32_t> in, std::uint32_t n, std::uint32_t* out) const;

 private:
  std::uint32_t add_[3] = {};
};

/// Where the cells of one array lie. The placement chooses the component that owns a cell, its home. In the host's
/// memory a cell stands at its position, which in one process is its index.
class CellMap {
 public:
  CellMap() = default;
  CellMap(Placement placement, std::uint64_t n, std::uint32_t components, std::uint64_t key);
  /// One function for all arrays of a machine, as in TR-24-92: the key of cell i of an array is serial 2^32 + i.
  /// @param serial  the array's, below 2^32
  CellMap(std::shared_ptr<const HashFunction> hash, std::uint64_t serial, std::uint32_t components);

  static constexpr std::uint32_t position(std::uint32_t index) { return index; }
  static constexpr std::uint32_t index(std::uint32_t position) { return position; }

  /// Owners of a block of cells.
  void locate(std::span<const std::uint32_t> index, std::uint32_t* home) const;

 private:
  void slices(std::span<const std::uint32_t> place, std::uint32_t* home) const;
  void draw(std::span<const std::uint32_t> index, std::uint32_t* home) const;

  Placement placement_ = Placement::direct;
  std::uint32_t components_ = 1;
  double size_ = 1;
  KeyedHash hash_;
  std::shared_ptr<const HashFunction> drawn_;  ///< of a family; null: hash_
  std::uint64_t first_key_ = 0;                ///< of the array, for drawn_
  Permutation order_;                          ///< of the cells, under balanced,
  Permutation dealing_;                        ///< and of the components that get their slices
};

}  // namespace pram::detail
