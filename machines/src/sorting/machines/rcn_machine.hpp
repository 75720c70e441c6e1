#pragma once

#include <bit>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <pram/machines/detail/lockstep.hpp>

#include "topology/rcn_full.hpp"

namespace pram::detail {

/// RCN-FULL as a machine for ascend, descend and sorting routines (Hamdi, sections 3 and 4): it has an exchange inside
/// atoms for each bit, and transpositions of all networks of a level at once.
class RcnMachine {
 public:
  RcnMachine(std::uint32_t atom, std::uint32_t levels, const PortModel& model = {})
      : shape_(atom, levels), lockstep_(shape_, ledger_, model), atom_(atom) {
    side_.push_back(1);
    for (std::uint32_t level = 1; level <= levels; ++level) {
      const std::uint32_t side = level == 1 ? atom : side_.back() * side_.back();
      side_.push_back(side);
      transposed_.push_back(lockstep_.matching([side](std::uint32_t x) {
        const std::uint32_t within = x % (side * side);
        return x - within + within % side * side + within / side;
      }));
    }
    for (std::uint32_t bit = 0; std::has_single_bit(atom) && bit < atom_bits(); ++bit)
      along_.push_back(lockstep_.matching([bit](std::uint32_t x) { return x ^ (1u << bit); }));
  }

  RcnMachine(const RcnMachine&) = delete;
  RcnMachine& operator=(const RcnMachine&) = delete;

  std::uint32_t nodes() const { return shape_.nodes(); }
  std::uint32_t levels() const { return shape_.levels(); }
  std::uint32_t atom() const { return atom_; }
  /// log2 N_A, if N_A is a power of two.
  std::uint32_t atom_bits() const { return static_cast<std::uint32_t>(std::bit_width(atom_) - 1); }
  /// The number of rows (and columns) of a network of a level from 1.
  std::uint32_t side(std::uint32_t level) const { return side_[level]; }
  const std::string& network() const { return lockstep_.name(); }
  ScheduleLedger& ledger() { return ledger_; }
  Lockstep<RcnFull>& lockstep() { return lockstep_; }

  /// The exchange along a bit inside every atom.
  const Matching& along(std::uint32_t bit) const { return along_[bit]; }
  /// The transposition of every network of a level from 1.
  const Matching& transposed(std::uint32_t level) const { return transposed_[level - 1]; }

  /// The same exchanges, with every atom of row i turned right by i · w nodes.
  const std::vector<Matching>& along_rotated(std::uint32_t w) {
    if (rotated_by_ != w) {
      along_rotated_.clear();
      rotated_by_ = w;
      const std::uint32_t mask = atom_ - 1;
      for (std::uint32_t bit = 0; bit < atom_bits(); ++bit) {
        along_rotated_.push_back(lockstep_.matching([&](std::uint32_t x) {
          const std::uint32_t rotation = x / atom_ * w;
          return (x & ~mask) | (((((x - rotation) & mask) ^ 1u << bit) + rotation) & mask);
        }));
      }
    }
    return along_rotated_;
  }

  /// For each atom: whether it is in an odd number of odd rows, over the levels l with bit l - 1 set.
  const std::vector<std::uint8_t>& odd_rows(std::uint32_t which) {
    odd_rows_.resize(std::size_t{1} << levels());
    std::vector<std::uint8_t>& odd = odd_rows_[which];
    for (std::uint32_t x = 0; odd.size() < nodes() / atom_; x += atom_) {
      std::uint32_t parity = 0;
      for (std::uint32_t level = 1; level <= levels(); ++level)
        parity ^= which >> (level - 1) & x / side(level) % side(level) & 1;
      odd.push_back(static_cast<std::uint8_t>(parity));
    }
    return odd;
  }

  /// For each bit of the node's number, lowest first: exchange(bit, x, partner, node of x, node of partner), where x
  /// and partner are numbers at the beginning. Transpositions move what nodes hold by swap(node, node).
  /// Costs AS(L) = 2 AS(L-1) + 2, AS(0) = log2 N_A.
  template <class Exchange, class Swap>
  void ascend_nodes(std::uint64_t words, Exchange&& exchange, Swap&& swap) {
    begin_pass();
    ascend_level(levels(), 0, words, exchange, swap);
  }

  /// Does the same for the `bits` lowest bits, highest first. The higher half of a level's bits needs two
  /// transpositions.
  template <class Exchange, class Swap>
  void descend_nodes(std::uint32_t bits, std::uint64_t words, Exchange&& exchange, Swap&& swap) {
    begin_pass();
    descend_level(levels(), bits, 0, words, exchange, swap);
  }

 private:
  void begin_pass() {
    number_.resize(nodes());
    std::iota(number_.begin(), number_.end(), 0u);
  }

  /// @param first  the bit of the number at the beginning that is now the lowest in every network of this level
  template <class Exchange, class Swap>
  void ascend_level(std::uint32_t level, std::uint32_t first, std::uint64_t words, Exchange& exchange, Swap& swap) {
    if (level == 0) {
      for (std::uint32_t bit = 0; bit < atom_bits(); ++bit) along(bit, first, words, exchange);
      return;
    }
    ascend_level(level - 1, first, words, exchange, swap);
    transpose(level, words, swap);
    ascend_level(level - 1, first + half(level), words, exchange, swap);
    transpose(level, words, swap);
  }

  template <class Exchange, class Swap>
  void descend_level(std::uint32_t level, std::uint32_t bits, std::uint32_t first, std::uint64_t words,
                     Exchange& exchange, Swap& swap) {
    if (level == 0) {
      for (std::uint32_t bit = bits; bit-- > 0;) along(bit, first, words, exchange);
      return;
    }
    if (bits > half(level)) {
      transpose(level, words, swap);
      descend_level(level - 1, bits - half(level), first + half(level), words, exchange, swap);
      transpose(level, words, swap);
      bits = half(level);
    }
    descend_level(level - 1, bits, first, words, exchange, swap);
  }

  /// Half the number of bits of a network of a level.
  std::uint32_t half(std::uint32_t level) const { return atom_bits() << (level - 1); }

  template <class Exchange>
  void along(std::uint32_t bit, std::uint32_t first, std::uint64_t words, Exchange& exchange) {
    lockstep_.exchange(along_[bit], words,
                       [&](std::uint32_t x, std::uint32_t p) { exchange(first + bit, number_[x], number_[p], x, p); });
  }

  template <class Swap>
  void transpose(std::uint32_t level, std::uint64_t words, Swap& swap) {
    lockstep_.exchange(transposed(level), words, [&](std::uint32_t x, std::uint32_t p) {
      swap(x, p);
      std::swap(number_[x], number_[p]);
    });
  }

  RcnFull shape_;
  ScheduleLedger ledger_;
  Lockstep<RcnFull> lockstep_;
  std::uint32_t atom_;
  std::vector<std::uint32_t> side_;
  std::vector<Matching> along_;
  std::vector<Matching> transposed_;
  std::vector<Matching> along_rotated_;
  std::uint32_t rotated_by_ = 0;
  std::vector<std::vector<std::uint8_t>> odd_rows_;
  std::vector<std::uint32_t>
      number_;  ///< during an ascend or descend: the number at the beginning of what a node holds
};

}  // namespace pram::detail
