#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include <pram/machine.hpp>
#include "logarithm.hpp"
#include "root.hpp"
#include "search/first_one.hpp"

namespace pram::programs {

/// What a search by duels knows of its pattern P of m letters. A distance d below the period of the pattern has a
/// witness: a place e with P[e] != P[e - d]. So the pattern cannot begin at two places that are d apart, and the letter
/// of the text e behind the left one decides which of them is out (a duel). Found are witnesses for all distances below
/// the period, or below m / 4 if the period is no shorter.
///
/// In stage B = 1, 2, 4, … each block of B distances has at most one without a witness, and the first block has none.
/// The distance that is left in the second block is tried on the first 8B letters. If these agree with themselves at
/// that distance k, twice as many letters are tried, and so on. Where they end to agree, at place q, there is a witness
/// for k; and since P has period k up to there, the witnesses of distances below k serve for all distances up to
/// q - 8B, and q for the multiples of k. If they never end, k is the period. Then two distances that are left in
/// neighbouring blocks are compared by a duel inside of the pattern. At the end at most four distances are left, each
/// of which is tried on the whole pattern.
///
/// That duels and witnesses stay within the pattern: a distance of [B, 2B) has its witness below 8B, but for the
/// multiples of k up to q - 8B. By induction over stages, and 16B <= m.
///
/// Source: Vishkin (1985); JáJá 7.2.
class PatternAnalysis {
 public:
  PatternAnalysis(Machine& machine, std::string_view pattern)
      : machine_(machine),
        m_(pattern.size()),
        distances_((m_ + 3) / 4),
        letter_(machine.array(pattern, "sought")),
        witness_(machine.array<std::uint64_t>(distances_, 0, "witness")),
        left_(machine.array<std::uint64_t>(distances_, 0, "left")),
        tried_(machine.array<std::uint64_t>(1, 0, "tried")) {
    machine.pardo(distances_, [&](Processor self) -> Task<> { co_await (left_[self.id()] = self.id()); });
    std::uint64_t block = 1;
    for (; 16 * block <= m_; block *= 2) {
      if (is_period(1, 8 * block)) return;
      halve_blocks();
    }
    for (std::uint64_t which = 1; which * block < distances_; ++which) {
      if (is_period(which, m_)) return;
    }
  }

  const Array<char>& letter() const { return letter_; }
  /// Per distance d >= 1 below limit(): a place whose letter differs from the one d before it.
  const Array<std::uint64_t>& witness() const { return witness_; }
  std::uint64_t limit() const { return period_ == 0 ? distances_ : period_; }
  /// The period, if it is below m / 4; else 0.
  std::uint64_t period() const { return period_; }

  /// The most steps and work. Stages try at most 3m letters: a distance that is tried on up to 2q of them spares all
  /// stages whose distances lie below q - 8B. The last four distances are tried on as many. A letter costs 14, with its
  /// part of first_one(), and what is left over is for roots and for witnesses that are passed on.
  static constexpr std::uint64_t steps(std::uint64_t m) { return m == 0 ? 0 : 100 + 30 * floor_log2(m); }
  static constexpr std::uint64_t work(std::uint64_t m) { return 96 * m; }

 private:
  /// Whether the distance that is left in a block is the period. If not, it gets its witness.
  /// @param length  how many letters are tried first
  bool is_period(std::uint64_t block, const std::uint64_t length) {
    machine_.pardo(1, [&](Processor) -> Task<> {
      const std::uint64_t k = co_await left_[block];
      const std::uint64_t known = co_await witness_[k];
      co_await (tried_[0] = known == 0 ? k : 0);
    });
    const std::uint64_t distance = tried_.get(0);
    if (distance == 0) return false;
    const auto mismatch = machine_.array<std::uint64_t>(1, m_, "mismatch");
    for (std::uint64_t tried = length;; tried = std::min(2 * tried, m_)) {
      find_mismatch(tried, mismatch);
      if (mismatch.get(0) < m_) break;
      if (tried < m_) continue;
      period_ = distance;
      return true;
    }
    machine_.pardo(1, [&](Processor) -> Task<> {
      const std::uint64_t k = co_await tried_[0];
      const std::uint64_t place = co_await mismatch[0];
      co_await (witness_[k] = place);
    });
    if (mismatch.get(0) >= length) spread_witnesses(std::min(distances_, mismatch.get(0) - length + 1), mismatch);
    return false;
  }

  /// The first of some letters that differs from the letter as far before it as is tried.
  void find_mismatch(std::uint64_t letters, const Array<std::uint64_t>& mismatch) {
    const std::uint64_t side = ceil_root(letters);
    const auto differs = machine_.array<std::uint8_t>(side * side, 0, "differs");
    machine_.pardo(letters, [&](Processor self) -> Task<> {
      const std::uint64_t k = co_await tried_[0];
      if (self.id() < k) co_return;
      const char mine = co_await letter_[self.id()];
      const char before = co_await letter_[self.id() - k];
      if (mine != before) co_await (differs[self.id()] = 1);
    });
    first_one(machine_, differs, mismatch);
  }

  /// Gives witnesses to the distances below an end that have none.
  void spread_witnesses(std::uint64_t end, const Array<std::uint64_t>& mismatch) {
    machine_.pardo(end, [&](Processor self) -> Task<> {
      const std::uint64_t known = co_await witness_[self.id()];
      if (self.id() == 0 || known != 0) co_return;
      const std::uint64_t k = co_await tried_[0];
      const std::uint64_t rest = self.id() % k;
      const std::uint64_t place = rest == 0 ? co_await mismatch[0] : co_await witness_[rest];
      co_await (witness_[self.id()] = place + (rest == 0 ? 0 : self.id() - rest));
    });
  }

  /// Of two distances that are left in neighbouring blocks one gets a witness.
  void halve_blocks() {
    const std::uint64_t blocks = left_.size();
    auto next = machine_.array<std::uint64_t>((blocks + 1) / 2, 0, "left");
    machine_.pardo(next.size(), [&](Processor self) -> Task<> {
      std::uint64_t one = co_await left_[2 * self.id()];
      std::uint64_t other = 0;
      if (2 * self.id() + 1 < blocks) other = co_await left_[2 * self.id() + 1];
      if (one != 0 && co_await witness_[one] != 0) one = 0;
      if (other != 0 && co_await witness_[other] != 0) other = 0;
      if (one != 0 && other != 0) {
        const std::uint64_t place = co_await witness_[other - one];
        const char expected = co_await letter_[place];
        const char mine = co_await letter_[one + place];
        std::uint64_t& out = mine == expected ? other : one;
        co_await (witness_[out] = one + place);
        out = 0;
      }
      if (one + other != 0) co_await (next[self.id()] = one + other);
    });
    left_ = std::move(next);
  }

  Machine& machine_;
  std::uint64_t m_;
  std::uint64_t distances_;
  std::uint64_t period_ = 0;
  Array<char> letter_;
  Array<std::uint64_t> witness_;  // per distance; 0: none yet
  Array<std::uint64_t> left_;     // per block: its distance that may be without a witness, or 0
  Array<std::uint64_t> tried_;    // the distance that is tried; 0: none
};

}  // namespace pram::programs
