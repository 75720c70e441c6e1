#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <pram/detail/bsp/transferable.hpp>

namespace pram::bsp {

namespace detail {
[[noreturn]] void refuse_block(std::uint64_t process, std::uint64_t count);
}

/// A block of values from each process, in the order of the processes.
template <Transferable T>
requires(!std::same_as<T, bool>) class Blocks {
 public:
  /// Processes that a block is there from: all of them, or none.
  std::uint64_t count() const { return first_.size() - 1; }
  /// @throws Error if there is no such process
  std::span<const T> operator[](std::uint64_t process) const {
    if (process >= count()) detail::refuse_block(process, count());
    return std::span(values_).subspan(first_[process], first_[process + 1] - first_[process]);
  }
  /// All, one block after the other.
  const std::vector<T>& values() const& { return values_; }
  std::vector<T> values() && { return std::move(values_); }

  void add(std::span<const T> block) {
    values_.insert(values_.end(), block.begin(), block.end());
    first_.push_back(values_.size());
  }

 private:
  std::vector<T> values_;
  std::vector<std::uint64_t> first_ = {0};
};

}  // namespace pram::bsp
