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

/// A block of values from each process, in the order of the processes. An object that was moved from, or whose values()
/// were moved out, has none.
template <Transferable T>
requires(!std::same_as<T, bool>) class Blocks {
 public:
  /// Processes of which a block is there: all or none.
  std::uint64_t count() const { return ends_.size(); }
  /// @throws Error if there is no such process
  std::span<const T> operator[](std::uint64_t process) const {
    if (process >= count()) detail::refuse_block(process, count());
    const std::uint64_t first = process == 0 ? 0 : ends_[process - 1];
    return std::span(values_).subspan(first, ends_[process] - first);
  }
  /// All, one block after the other.
  const std::vector<T>& values() const& { return values_; }
  std::vector<T> values() && {
    ends_.clear();
    return std::move(values_);
  }

  void add(std::span<const T> block) {
    values_.insert(values_.end(), block.begin(), block.end());
    ends_.push_back(values_.size());
  }

 private:
  std::vector<T> values_;
  std::vector<std::uint64_t> ends_;  // of each process's block
};

}  // namespace pram::bsp
