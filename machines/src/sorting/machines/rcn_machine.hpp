#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include <pram/machines/detail/lockstep.hpp>

#include "merge_steps.hpp"
#include "topology/rcn_full.hpp"

namespace pram::detail {

/// RCN-FULL as a machine for ascend, descend and sorting routines (Hamdi, sections 3 and 4): it has an exchange inside
/// atoms for each bit, and transpositions of all networks of a level at once. Where atoms are no power of two of nodes,
/// it visits the digits of a node's number to the base N_A instead of its bits: all atoms are complete graphs.
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
    if (!std::has_single_bit(atom)) {
      meetings_.resize(static_cast<std::size_t>(std::bit_width(atom - 1)));
      halve(0, atom, 0);
      std::ranges::reverse(meetings_);
      return;
    }
    for (std::uint32_t bit = 0; bit < atom_bits(); ++bit)
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

  /// The steps of odd-even merge sort in every atom, of any number of nodes, with every atom of row i turned right by
  /// i · w nodes.
  const std::vector<Matching>& merging_rotated(std::uint32_t w) {
    const auto [known, fresh] = merging_.try_emplace(w);
    std::vector<Matching>& steps = known->second;
    if (!fresh) return steps;
    for_each_merge(atom_, [&](std::uint32_t length, std::uint32_t apart) {
      steps.push_back(lockstep_.matching([&](std::uint32_t x) {
        const std::uint32_t turned = x / atom_ * w % atom_;
        const std::uint32_t part = (x % atom_ + atom_ - turned) % atom_;
        return x - x % atom_ + (merge_partner(part, atom_, length, apart) + turned) % atom_;
      }));
    });
    return steps;
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

  /// For each digit of the node's number to the base N_A: step(weight of the digit), when it is the number in the atom.
  /// Transpositions in between move what nodes hold by swap(node, node). Costs two of them for each level of a network
  /// within one: 2^(L+1) - 2.
  /// @param ascending  lowest digit first, or highest
  template <class Step, class Swap>
  void visit_digits(bool ascending, std::uint64_t words, Step&& step, Swap&& swap) {
    begin_pass();
    visit_level(levels(), ascending, 1, words, step, swap);
  }

  /// Joins blocks of nodes as detail::fold() says: meet(first node of the upper block, x, partner, node of x, node of
  /// partner, whether the partner hears nothing), where x and partner are numbers at the beginning.
  template <class Meet, class Swap>
  void fold_nodes(std::uint64_t words, Meet&& meet, Swap&& swap) {
    visit_digits(
        true, words,
        [&](std::uint32_t weight) {
          for (const std::vector<Meeting>& step : meetings_) {
            const auto visit = [&](const Meeting& one, std::uint32_t first) {
              const std::uint32_t partner = number_[first + one.high];
              const std::uint32_t middle = partner - partner % (weight * atom_) + one.middle * weight;
              meet(middle, number_[first + one.low], partner, first + one.low, first + one.high, one.listens);
            };
            for (std::uint32_t first = 0; first < nodes(); first += atom_) {
              // Who listens does so to what is there before the step.
              for (const Meeting& one : step)
                if (one.listens) visit(one, first);
              for (const Meeting& one : step)
                if (!one.listens) visit(one, first);
            }
            charge_meetings(step, words);
          }
        },
        swap);
  }

  /// A step in which what a place holds goes to another node of its atom, or stays: there(place) is that node. There
  /// are `share` places a node, and it goes to the same one of them. A place gets one record at most, for which the
  /// caller vouches. With all ports, all places move at once; with one port, one place of each node after the other.
  template <class There>
  void move_in_atoms(std::uint32_t share, There&& there) {
    const bool half = lockstep_.model().duplex == SwitchingOptions::Duplex::half;
    const bool one_port = lockstep_.model().ports == SwitchingOptions::Ports::one;
    for (std::uint32_t part = 0; part < (one_port ? share : 1); ++part) {
      // A wire of one direction at a time carries what goes up first, and then what goes down.
      for (const bool down : half ? std::vector<bool>{false, true} : std::vector<bool>{false}) {
        lockstep_.begin_step();
        for (std::uint32_t node = 0; node < nodes(); ++node) {
          sent_to_.clear();
          for (std::uint32_t i = part; i < (one_port ? part + 1 : share); ++i) {
            const std::uint32_t to = there(node * share + i);
            if (to == node || (half && down != (to < node)) || std::ranges::count(sent_to_, to) != 0) continue;
            sent_to_.push_back(to);
            lockstep_.send_to(node, to);
          }
        }
        lockstep_.end_step(one_port ? 1 : share);
      }
    }
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
  /// Two nodes of an atom, of two blocks that are joined.
  struct Meeting {
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    std::uint32_t middle = 0;  ///< the first node of the upper block
    bool listens = false;      ///< the lower one alone hears the other
  };

  /// Splits a block of an atom in halves, and these again.
  void halve(std::uint32_t first, std::uint32_t size, std::size_t depth) {
    if (size == 1) return;
    const std::uint32_t lower = (size + 1) / 2;
    const std::uint32_t middle = first + lower;
    for (std::uint32_t k = 0; k < size - lower; ++k) meetings_[depth].push_back({first + k, middle + k, middle, false});
    if (lower > size - lower) meetings_[depth].push_back({middle - 1, first + size - 1, middle, true});
    halve(first, lower, depth + 1);
    halve(middle, size - lower, depth + 1);
  }

  void charge_meetings(const std::vector<Meeting>& step, std::uint64_t words) {
    const bool half = lockstep_.model().duplex == SwitchingOptions::Duplex::half;
    const bool one_port = lockstep_.model().ports == SwitchingOptions::Ports::one;
    const auto send = [&](bool up, bool down, bool listening) {
      lockstep_.begin_step();
      for (std::uint32_t first = 0; first < nodes(); first += atom_) {
        for (const Meeting& one : step) {
          if (one.listens ? listening : down) lockstep_.send_to(first + one.high, first + one.low);
          if (up && !one.listens) lockstep_.send_to(first + one.low, first + one.high);
        }
      }
      lockstep_.end_step(words);
    };
    send(true, !half, !one_port);
    if (half) send(false, true, false);
    if (one_port && std::ranges::any_of(step, &Meeting::listens)) send(false, false, true);
  }

  template <class Step, class Swap>
  void visit_level(std::uint32_t level, bool ascending, std::uint32_t weight, std::uint64_t words, Step& step,
                   Swap& swap) {
    if (level == 0) return step(weight);
    const std::uint32_t upper = weight * side(level);
    if (ascending) visit_level(level - 1, ascending, weight, words, step, swap);
    transpose(level, words, swap);
    visit_level(level - 1, ascending, upper, words, step, swap);
    transpose(level, words, swap);
    if (!ascending) visit_level(level - 1, ascending, weight, words, step, swap);
  }

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
  std::vector<std::vector<Meeting>> meetings_;              ///< of a fold inside an atom, by step
  std::map<std::uint32_t, std::vector<Matching>> merging_;  ///< by how far a row is turned
  std::vector<std::uint32_t> sent_to_;
  std::uint32_t rotated_by_ = 0;
  std::vector<std::vector<std::uint8_t>> odd_rows_;
  std::vector<std::uint32_t>
      number_;  ///< during an ascend or descend: the number at the beginning of what a node holds
};

}  // namespace pram::detail
