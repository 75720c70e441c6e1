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

/// The live processors of a data-parallel pardo, and the memory of their registers. No worker owns a part of it between
/// two steps: each step deals it to workers anew.
class ProcessorGroup {
 public:
  /// @param pool  of the machine
  /// @throws LimitError
  ProcessorGroup(std::shared_ptr<MemoryAccount> account, std::shared_ptr<RegisterPool> pool, std::uint64_t processors,
                 std::optional<Rule> rule, PardoCall call);

  std::uint64_t count() const { return count_; }
  std::uint64_t live() const { return live_; }
  const std::optional<Rule>& rule() const { return rule_; }
  /// Where the program makes the group, and the name that it has for the ledger.
  const PardoCall& call() const { return call_; }
  /// Its entry in the ledger.
  LedgerWriter::Pardo pardo() const { return pardo_; }
  void set_pardo(LedgerWriter::Pardo pardo) { pardo_ = pardo; }

  /// How many of processors [first, last) live.
  std::uint64_t live_in(std::uint64_t first, std::uint64_t last) const;
  ProcessorBlock block(std::uint64_t first, std::uint32_t count, std::uint64_t live) const {
    return {first, count, live == count ? nullptr : bits_.data(), 0};
  }

  std::uint64_t* bits() { return bits_.data(); }
  const std::uint64_t* bits() const { return bits_.data(); }
  std::size_t words() const { return (count_ + 63) / 64; }
  void count_live() { live_ = live_in(0, count_); }

  /// The number under which observers of the machine know the group; 0: the group was not reported to them.
  std::uint64_t told_as = 0;

  /// Zero bytes. @throws LimitError
  void* take_memory(std::size_t bytes);
  void give_back(void* data) noexcept;

 private:
  std::shared_ptr<MemoryAccount> account_;  // before all that it counts
  std::shared_ptr<RegisterPool> pool_;
  std::uint64_t count_;
  std::uint64_t live_;
  std::optional<Rule> rule_;
  PardoCall call_;
  LedgerWriter::Pardo pardo_;
  Pages<std::uint64_t> bits_;
  std::vector<Pages<Word>> taken_;  ///< registers, in the order in which they were made
};

}  // namespace pram::detail
