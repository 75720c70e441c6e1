#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <pram/detail/bsp/collectives.hpp>

/// What collective operations make of a process's values: blocks, and combinations of what others send.
namespace pram::bsp::detail {

/// Values in p blocks, the first ones a value longer where they do not come out even.
struct EvenBlocks {
  std::uint64_t values;
  std::uint64_t processes;

  std::uint64_t first(std::uint64_t block) const {
    return block * (values / processes) + std::min(block, values % processes);
  }
  std::uint64_t size(std::uint64_t block) const { return first(block + 1) - first(block); }
};

/// Values in packets of one size, but the last, which may be shorter.
struct Packets {
  std::uint64_t values = 0;
  std::uint64_t size = 0;

  /// No more than so many packets, and as few as have the same size.
  static Packets about(std::uint64_t values, std::uint64_t count) { return {values, (values + count - 1) / count}; }
  std::uint64_t count() const { return size == 0 ? 1 : (values + size - 1) / size; }
  std::uint64_t last() const { return values - (count() - 1) * size; }
};

/// Combines parts in the order in which they come. The result lies in a buffer of its own.
class Combined {
 public:
  Combined(const Combination& combination, std::uint64_t count, std::uint64_t bytes_each)
      : combination_(combination), count_(count), bytes_(count * bytes_each) {}

  void add(const std::byte* part) {
    if (result_.empty()) {
      result_.assign(part, part + bytes_);
      return;
    }
    work_ += count_;
    combination_.run(combination_.op, result_.data(), part, count_);
  }

  const std::byte* data() const { return result_.data(); }
  std::uint64_t bytes() const { return bytes_; }
  /// Combinations so far.
  std::uint64_t work() const { return work_; }
  void copy_to(std::byte* place) const { std::copy(result_.begin(), result_.end(), place); }

 private:
  Combination combination_;
  std::uint64_t count_;
  std::uint64_t bytes_;
  std::uint64_t work_ = 0;
  std::vector<std::byte> result_;
};

/// A process's values, seen as one block for each process.
struct OwnBlocks {
  Values values;
  std::uint64_t processes;
  std::uint64_t root;  ///< has the first block, the process after it the next one

  std::uint64_t block_of(std::uint64_t process) const { return (process + processes - root) % processes; }
  std::uint64_t count(std::uint64_t process) const {
    return EvenBlocks{values.count, processes}.size(block_of(process));
  }
  std::uint64_t bytes(std::uint64_t process) const { return count(process) * values.bytes_each; }
  std::byte* data(std::uint64_t process) const {
    return values.data + EvenBlocks{values.count, processes}.first(block_of(process)) * values.bytes_each;
  }
  std::span<const std::byte> of(std::uint64_t process) const { return {data(process), bytes(process)}; }
};

inline std::span<const std::byte> all_of(const Values& values) {
  return {values.data, values.count * values.bytes_each};
}

}  // namespace pram::bsp::detail
