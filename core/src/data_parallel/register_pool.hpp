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

  /// @param first  of the bytes that this rank uses, which are zero, count, and end before `last`
  /// @throws LimitError
  Pages<Word> take(std::size_t bytes, std::size_t first, std::size_t last) {
    const std::size_t words = words_of(std::max<std::size_t>(bytes, 1));
    const std::size_t begin = first / sizeof(Word);
    const std::size_t used = words_of(last) - begin;
    const auto fits = [words](const Pages<Word>& one) { return one.size() >= words && one.size() / 2 <= words; };
    if (const auto found = std::ranges::find_if(kept_, fits); found != kept_.end()) {
      Pages<Word> again = std::move(*found);
      kept_.erase(found);
      again.count(used);
      std::fill_n(again.data() + begin, used, 0);
      return again;
    }
    const AccountScope counted(account_.get());
    try {
      return fresh(words, used);
    } catch (...) {
      if (!drop()) throw;
    }
    return fresh(words, used);
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

  static std::size_t words_of(std::size_t bytes) { return (bytes + sizeof(Word) - 1) / sizeof(Word); }
  static Pages<Word> fresh(std::size_t words, std::size_t used) {
    if (used == words) return Pages<Word>(words);
    Pages<Word> made;
    made.reserve_addresses(words);
    made.count(used);
    return made;
  }

  std::shared_ptr<MemoryAccount> account_;  // before all that it counts
  std::vector<Pages<Word>> kept_;
};

}  // namespace pram::detail
