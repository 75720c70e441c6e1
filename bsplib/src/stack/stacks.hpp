#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <pram/detail/memory_account.hpp>

namespace pram::bsplib {

/// Stacks of one size, each above a page that must not be touched. They count in the account of the machine that this
/// host thread works for; the host gives a page to them when it is first touched.
class Stacks {
 public:
  /// @throws LimitError
  Stacks(std::uint64_t count, std::uint64_t bytes_each);
  ~Stacks();
  Stacks(const Stacks&) = delete;
  Stacks& operator=(const Stacks&) = delete;

  std::span<std::byte> operator[](std::uint64_t number) const {
    return {base_ + number * distance_ + page_, distance_ - page_};
  }

  /// From now on, as long as they live, one that runs over ends the program with a line that names its process.
  void watch() const;
  /// The stack that runs over when this address is touched; -1: none does.
  std::int64_t overrun_at(const void* address) const;
  /// Bytes of each.
  std::uint64_t bytes_each() const { return distance_ - page_; }

  /// This host thread finds a place for what it says when a stack has run over. Every thread that runs stacks calls it.
  static void prepare_thread();

 private:
  std::uint64_t page_;
  std::uint64_t distance_;
  std::uint64_t count_;
  pram::detail::CountedBytes counted_;
  std::byte* base_ = nullptr;
};

}  // namespace pram::bsplib
