#pragma once

#include <algorithm>
#include <cstdint>

/// How the items of an input lie on BSP processes.
namespace pram::programs {

/// Blocks of consecutive items, a block a process; the first ones are an item longer where n is no multiple of p.
class BlockDistribution {
 public:
  constexpr BlockDistribution(std::uint64_t items, std::uint64_t processes)
      : items_(items), least_(items / processes), longer_(items % processes) {}

  constexpr std::uint64_t items() const { return items_; }
  /// The first item of a process; n for process p.
  constexpr std::uint64_t first(std::uint64_t process) const { return process * least_ + std::min(process, longer_); }
  constexpr std::uint64_t size(std::uint64_t process) const { return least_ + (process < longer_ ? 1 : 0); }
  constexpr std::uint64_t owner(std::uint64_t item) const {
    const std::uint64_t in_longer = longer_ * (least_ + 1);
    // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): items that are not in a longer block are in one of least_
    return item < in_longer ? item / (least_ + 1) : longer_ + (item - in_longer) / least_;
  }
  /// ⌈n / p⌉, the size of the first block.
  constexpr std::uint64_t largest() const { return size(0); }

 private:
  std::uint64_t items_;
  std::uint64_t least_;
  std::uint64_t longer_;
};

/// Item i lies on process i mod p.
class CyclicDistribution {
 public:
  constexpr CyclicDistribution(std::uint64_t items, std::uint64_t processes) : items_(items), processes_(processes) {}

  constexpr std::uint64_t size(std::uint64_t process) const { return before(items_, process); }
  constexpr std::uint64_t owner(std::uint64_t item) const { return item % processes_; }
  /// The place of an item among those of its process.
  constexpr std::uint64_t place(std::uint64_t item) const { return item / processes_; }
  constexpr std::uint64_t item(std::uint64_t process, std::uint64_t place) const {
    return place * processes_ + process;
  }
  /// How many of the items of a process come before this one: the place of the first that does not.
  constexpr std::uint64_t before(std::uint64_t item, std::uint64_t process) const {
    return item <= process ? 0 : (item - process - 1) / processes_ + 1;
  }

 private:
  std::uint64_t items_;
  std::uint64_t processes_;
};

/// The most parts on a side, so that a grid of them has at most so many: ⌊√p⌋, or ⌊∛p⌋ in three dimensions.
constexpr std::uint64_t side_of_grid(std::uint64_t processes, unsigned dimensions = 2) {
  const auto size_of = [dimensions](std::uint64_t side) { return dimensions == 2 ? side * side : side * side * side; };
  std::uint64_t side = 1;
  while (size_of(side + 1) <= processes) ++side;
  return side;
}

}  // namespace pram::programs
