#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <pram/data_parallel.hpp>
#include <pram/detail/memory_account.hpp>
#include <pram/detail/processors/pardo_call.hpp>
#include <pram/rule.hpp>

#include "../host/pages.hpp"
#include "../ledger/ledger_writer.hpp"
#include "register_pool.hpp"

namespace pram::detail {

/// Consecutive processors of a group.
struct OwnProcessors {
  std::uint64_t first = 0;
  std::uint64_t last = 0;  ///< behind them
  bool of_ranks = false;   ///< other ranks run the others, if there are any

  std::uint64_t count() const { return last - first; }
};

/// The live processors of a data-parallel pardo, and the memory of their registers. No worker owns a part of it between
/// two steps: each step deals it to workers anew. Of several ranks each knows which of its own processors live, and how
/// many do on all.
class ProcessorGroup {
 public:
  /// @param pool  of the machine
  /// @param own   the processors that this rank runs: all, if it is the only one
  /// @throws LimitError
  ProcessorGroup(std::shared_ptr<MemoryAccount> account, std::shared_ptr<RegisterPool> pool, std::uint64_t processors,
                 OwnProcessors own, std::optional<Rule> rule, PardoCall call);

  std::uint64_t count() const { return count_; }
  /// Of all ranks.
  std::uint64_t live() const { return live_; }
  const OwnProcessors& own() const { return own_; }
  std::uint64_t live_own() const { return live_in(own_.first, own_.last); }
  const std::optional<Rule>& rule() const { return rule_; }
  /// Where the program makes the group, and the name that it has for the ledger.
  const PardoCall& call() const { return call_; }
  /// Its entry in the ledger.
  LedgerWriter::Pardo pardo() const { return pardo_; }
  void set_pardo(LedgerWriter::Pardo pardo) { pardo_ = pardo; }

  /// How many of processors [first, last) live, of those that this rank runs.
  std::uint64_t live_in(std::uint64_t first, std::uint64_t last) const;
  ProcessorBlock block(std::uint64_t first, std::uint32_t count, std::uint64_t live) const {
    return {first, count, live == count ? nullptr : bits_.data(), 0};
  }

  std::uint64_t* bits() { return bits_.data(); }
  const std::uint64_t* bits() const { return bits_.data(); }
  std::size_t words() const { return (count_ + 63) / 64; }
  /// The words with bits of own processors.
  std::size_t first_word() const { return own_.first / 64; }
  std::size_t last_word() const { return own_.count() == 0 ? first_word() : (own_.last + 63) / 64; }
  void set_live(std::uint64_t live) { live_ = live; }

  /// The number under which observers of the machine know the group; 0: the group was not reported to them.
  std::uint64_t told_as = 0;

  /// Zero bytes. @throws LimitError
  void* take_memory(std::size_t bytes);
  void give_back(void* data) noexcept;

 private:
  std::shared_ptr<MemoryAccount> account_;  // before all that it counts
  std::shared_ptr<RegisterPool> pool_;
  std::uint64_t count_;
  OwnProcessors own_;
  std::uint64_t live_;
  std::optional<Rule> rule_;
  PardoCall call_;
  LedgerWriter::Pardo pardo_;
  Pages<std::uint64_t> bits_;
  std::vector<Pages<Word>> taken_;  ///< registers, in the order in which they were made
};

}  // namespace pram::detail
