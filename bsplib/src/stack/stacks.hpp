#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <pram/detail/memory_account.hpp>

namespace pram::bsplib {

/// The stack of a host thread.
struct StackBounds {
  const std::byte* lowest = nullptr;  ///< null: not known
  std::uint64_t bytes = 0;

  static StackBounds of_this_thread();
  /// Does the stack overflow when this address is touched?
  bool overrun_at(const void* address) const;
};

/// Stacks of one size, each above a page without access. Stacks count in the account of the machine that this host
/// thread works for. The host gives them a page of memory when it is first touched.
class Stacks {
 public:
  /// @param bytes_each  rounded up to whole pages
  /// @throws LimitError if the memory has no room for them
  Stacks(std::uint64_t count, std::uint64_t bytes_each);
  ~Stacks();
  Stacks(const Stacks&) = delete;
  Stacks& operator=(const Stacks&) = delete;

  std::span<std::byte> operator[](std::uint64_t number) const {
    return {base_ + number * distance_ + page_, distance_ - page_};
  }

  /// The number of the stack that overflows when this address is touched; -1 if none does.
  std::int64_t overrun_at(const void* address) const;
  /// The usable bytes of each stack.
  std::uint64_t bytes_each() const { return distance_ - page_; }

  /// Gives this host thread a stack for the signal handler that reports an overflow. Every thread that runs stacks must
  /// call it.
  static void prepare_thread();

 private:
  std::uint64_t page_;
  std::uint64_t distance_;
  std::uint64_t count_;
  pram::detail::CountedBytes counted_;
  std::byte* base_ = nullptr;
};

}  // namespace pram::bsplib
