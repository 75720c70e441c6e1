#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

/// What a machine has taken of its memory limit: cells, frames, records and messages on their way, what carries them.
namespace pram::detail {

/// Counts bytes against a limit. Any thread may take and give back.
class MemoryAccount : public std::enable_shared_from_this<MemoryAccount> {
 public:
  explicit MemoryAccount(std::uint64_t limit) : limit_(limit) {}

  /// Counts bytes that are about to be allocated.
  /// @throws LimitError if the limit would be passed; then they are not counted
  void take(std::uint64_t bytes) {
    const std::uint64_t now = taken_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    if (now > limit_) [[unlikely]]
      refuse(bytes);
    std::uint64_t most = most_taken_.load(std::memory_order_relaxed);
    while (now > most && !most_taken_.compare_exchange_weak(most, now, std::memory_order_relaxed)) {
    }
  }

  void give_back(std::uint64_t bytes) noexcept { taken_.fetch_sub(bytes, std::memory_order_relaxed); }

  std::uint64_t limit() const { return limit_; }
  std::uint64_t taken() const { return taken_.load(std::memory_order_relaxed); }
  /// The most that was ever taken.
  std::uint64_t most_taken() const { return most_taken_.load(std::memory_order_relaxed); }

 private:
  [[noreturn]] void refuse(std::uint64_t bytes);

  std::uint64_t limit_;
  std::atomic<std::uint64_t> taken_ = 0;
  std::atomic<std::uint64_t> most_taken_ = 0;
};

/// The account of the machine that this host thread works for; null: nobody counts. Containers that count go by the
/// account under which they are made.
extern constinit thread_local MemoryAccount* current_account;

/// While it lives, this host thread works for another machine, or for none.
class AccountScope {
 public:
  explicit AccountScope(MemoryAccount* account) : before_(current_account) { current_account = account; }
  ~AccountScope() { current_account = before_; }
  AccountScope(const AccountScope&) = delete;
  AccountScope& operator=(const AccountScope&) = delete;

 private:
  MemoryAccount* before_;
};

/// Counts bytes while it lives, for memory that code without a counting container allocates.
class CountedBytes {
 public:
  /// @throws LimitError
  explicit CountedBytes(std::uint64_t bytes) : account_(current_account), bytes_(bytes) {
    if (account_ != nullptr) account_->take(bytes_);
  }
  ~CountedBytes() {
    if (account_ != nullptr) account_->give_back(bytes_);
  }
  CountedBytes(const CountedBytes&) = delete;
  CountedBytes& operator=(const CountedBytes&) = delete;

 private:
  MemoryAccount* account_;
  std::uint64_t bytes_;
};

/// The standard allocator, counting, which keeps the account alive: a network that a program has made itself may
/// outlive the machine that it served, with what it allocated there.
template <class T>
class CountingAllocator {
 public:
  using value_type = T;
  using propagate_on_container_copy_assignment = std::false_type;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;
  using is_always_equal = std::false_type;

  CountingAllocator() noexcept {
    if (current_account != nullptr) account_ = current_account->weak_from_this().lock();
  }
  // No move: an allocator that was moved from would count nothing.
  CountingAllocator(const CountingAllocator&) noexcept = default;
  CountingAllocator& operator=(const CountingAllocator&) noexcept = default;
  template <class U>
  CountingAllocator(const CountingAllocator<U>& other) noexcept : account_(other.account()) {}  // NOLINT

  T* allocate(std::size_t count) {
    if (account_ == nullptr) return std::allocator<T>().allocate(count);
    account_->take(count * sizeof(T));  // NOLINT(bugprone-sizeof-expression): buckets of a map are pointers
    try {
      return std::allocator<T>().allocate(count);
    } catch (...) {
      account_->give_back(count * sizeof(T));  // NOLINT(bugprone-sizeof-expression)
      throw;
    }
  }
  void deallocate(T* place, std::size_t count) noexcept {
    std::allocator<T>().deallocate(place, count);
    if (account_ != nullptr) account_->give_back(count * sizeof(T));  // NOLINT(bugprone-sizeof-expression)
  }

  const std::shared_ptr<MemoryAccount>& account() const noexcept { return account_; }
  template <class U>
  bool operator==(const CountingAllocator<U>& other) const noexcept {
    return account_ == other.account();
  }

 private:
  std::shared_ptr<MemoryAccount> account_;
};

/// An amount of memory as people write it: "100 kB", "2147 MB". The unit is bytes, kB or MB, the largest of which there
/// is at least one.
std::string shown_memory(std::uint64_t bytes);

/// A vector whose memory counts: for data that grows with the requests of a step.
template <class T>
using CountedVector = std::vector<T, CountingAllocator<T>>;

}  // namespace pram::detail
