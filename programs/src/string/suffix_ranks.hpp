#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pram/error.hpp>
#include <pram/machine.hpp>
#include <pram/programs/scan.hpp>
#include <pram/programs/sort.hpp>
#include <pram/programs/string.hpp>
#include "logarithm.hpp"
#include "scan/prefix_sums_cost.hpp"
#include "sort/merging/merge_sort_cost.hpp"

namespace pram::programs {

/// Ranks of the suffixes of a text by their first 1, 2, 4, … letters, until all ranks differ. Suffixes that begin with
/// the same letters have the same rank.
class SuffixRanks {
 public:
  /// @param keeps_all  whether the ranks by fewer letters are kept
  SuffixRanks(Machine& machine, std::string_view text, bool keeps_all) : n_(text.size()), own_(n_) {
    if (n_ > most_suffixes)
      throw ConfigError("text", std::to_string(n_) + " letters", "at most " + std::to_string(most_suffixes));
    const auto letter = machine.array(text, "letter");
    auto rank = machine.array<std::int64_t>(n_, 0, "rank");
    auto pair = machine.array<std::int64_t>(n_, 0, "pair");
    const auto place = machine.array<std::int64_t>(n_, 0, "place");
    machine.pardo(n_, [&](Processor self) -> Task<> {
      const auto mine = static_cast<unsigned char>(co_await letter[self.id()]);
      co_await (rank[self.id()] = mine + 1);
    });
    // Two ranks k places apart stand for 2k letters. The codes of single letters serve as the first ranks.
    for (std::uint64_t k = 1;; k *= 2) {
      machine.pardo(n_, [&](Processor self) -> Task<> {
        const std::int64_t first = co_await rank[self.id()];
        const std::int64_t second = self.id() + k < n_ ? co_await rank[self.id() + k] : 0;
        co_await (pair[self.id()] = (first << rank_bits | second) << rank_bits | static_cast<std::int64_t>(self.id()));
      });
      merge_sort(machine, pair);
      if (keeps_all) {
        kept_.push_back(std::move(rank));
        rank = machine.array<std::int64_t>(n_, 0, "rank");
      }
      machine.pardo(n_, [&](Processor self) -> Task<> {
        own_[self.id()] = co_await pair[self.id()];
        std::int64_t before = -1;
        if (self.id() > 0)
          before = co_await pair[self.id() - 1] >> rank_bits;
        else
          co_await self.idle();
        co_await (place[self.id()] = before == own_[self.id()] >> rank_bits ? 0 : 1);
      });
      prefix_sums(machine, place);
      machine.pardo(n_, [&](Processor self) -> Task<> {
        const std::int64_t mine = co_await place[self.id()];
        co_await (rank[suffix(self.id())] = mine);
      });
      if (2 * k >= n_) break;
    }
  }

  /// Where suffix number i of the sorted order begins. Only processor i may ask, which has read it.
  std::uint32_t suffix(std::uint64_t i) const { return static_cast<std::uint32_t>(own_[i] & rank_mask); }

  /// Per k: the ranks by 2^k letters, without the last ranks, which all differ.
  const std::vector<Array<std::int64_t>>& kept() const { return kept_; }

  /// The most steps and work.
  static constexpr std::uint64_t steps(std::uint64_t n) {
    return n == 0 ? 0 : 2 + rounds(n) * (8 + merge_sort_steps(n) + prefix_sums_steps(n));
  }
  static constexpr std::uint64_t work(std::uint64_t n) {
    return 2 * n + rounds(n) * (8 * n + merge_sort_work(n) + prefix_sums_work(n));
  }

 private:
  /// The bits of a rank, from 0 to n, and of an index. Two ranks and an index make a number for the sort.
  static constexpr unsigned rank_bits = 21;
  static constexpr std::int64_t rank_mask = (1 << rank_bits) - 1;

  static constexpr std::uint64_t rounds(std::uint64_t n) { return n < 2 ? n : ceil_log2(n); }

  std::uint64_t n_;
  std::vector<std::int64_t> own_;  // per processor: what it has read after the sort, and alone knows
  std::vector<Array<std::int64_t>> kept_;
};

}  // namespace pram::programs
