#pragma once

#include <cstdint>
#include <span>

#include <pram/machine.hpp>

namespace pram::detail {

/// A keyed bijection of [0, n), n <= 2^32: rounds of add, multiply by an odd number and xor-shift on the k = ceil(log2
/// n) low bits, each invertible, with keys from XXH3; a result outside [0, n) goes round again (cycle walking, below
/// two on average). Chosen over a Feistel network of hashes because a whole block of it runs in vector registers.
class Permutation {
 public:
  Permutation() = default;
  Permutation(std::uint64_t n, std::uint64_t key);

  std::uint32_t operator()(std::uint32_t i) const;
  /// The i with (*this)(i) == position.
  std::uint32_t inverse(std::uint32_t position) const;
  /// out[k] = (*this)(in[k]); in and out may be the same.
  void apply(std::span<const std::uint32_t> in, std::uint32_t* out) const;

 private:
  static constexpr unsigned rounds = 3;

  std::uint32_t once(std::uint32_t x) const;

  std::uint64_t n_ = 1;
  std::uint32_t mask_ = 0;
  unsigned shift_ = 1;
  std::uint32_t add_[rounds] = {};
  std::uint32_t multiply_[rounds] = {1, 1, 1};
  std::uint32_t unmultiply_[rounds] = {1, 1, 1};
};

/// Where the cells of one array lie: cell i is stored at position(i), and component home(…) owns it.
class CellMap {
 public:
  CellMap() = default;
  CellMap(Placement placement, std::uint64_t n, std::uint32_t components, std::uint64_t key);

  /// Positions and owners of a block of cells.
  void locate(std::span<const std::uint32_t> index, std::uint32_t* position, std::uint32_t* home) const;
  std::uint32_t position(std::uint32_t index) const;
  std::uint32_t index(std::uint32_t position) const;

 private:
  Placement placement_ = Placement::direct;
  std::uint32_t components_ = 1;
  double size_ = 1;
  std::uint64_t key_ = 0;
  Permutation permutation_;
};

}  // namespace pram::detail
