#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/detail/word/word.hpp>

#include "../host/pages.hpp"

namespace pram::detail {

/// Memory for registers, which counts against the machine's memory limit. Released memory is kept for the next
/// registers, because fresh pages take longer than a step.
class RegisterPool {
 public:
  explicit RegisterPool(std::shared_ptr<MemoryAccount> account) : account_(std::move(account)) {
    kept_.reserve(most_kept);
  }

  /// @returns zero bytes
  /// @throws LimitError
  Pages<Word> take(std::size_t bytes) {
    const std::size_t words = std::max<std::size_t>((bytes + sizeof(Word) - 1) / sizeof(Word), 1);
    const auto fits = [words](const Pages<Word>& one) { return one.size() >= words && one.size() / 2 <= words; };
    if (const auto found = std::ranges::find_if(kept_, fits); found != kept_.end()) {
      Pages<Word> again = std::move(*found);
      kept_.erase(found);
      std::fill_n(again.data(), words, 0);
      return again;
    }
    const AccountScope counted(account_.get());
    try {
      return Pages<Word>(words);
    } catch (...) {
      if (!drop()) throw;
    }
    return Pages<Word>(words);
  }

  void give_back(Pages<Word>&& one) noexcept {
    if (kept_.size() < most_kept) kept_.push_back(std::move(one));
  }

  /// @returns false if nothing was kept
  bool drop() noexcept {
    const bool some = !kept_.empty();
    kept_.clear();
    return some;
  }

 private:
  static constexpr std::size_t most_kept = 16;

  std::shared_ptr<MemoryAccount> account_;  // before all that it counts
  std::vector<Pages<Word>> kept_;
};

}  // namespace pram::detail
