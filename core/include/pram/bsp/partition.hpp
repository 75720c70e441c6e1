#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include <pram/detail/larger.hpp>

namespace pram::bsp {

/// How the indices of one axis are dealt to the processes along it: in blocks of one size, to one process after the
/// other and round again.
class Axis {
 public:
  /// A block for each process: of ⌈n / p⌉ indices, the last ones of fewer or none (Bisseling 2020, Section 1.3).
  static Axis block(std::uint64_t indices, std::uint64_t processes) {
    return {indices, processes,
            processes == 0 ? 1 : pram::detail::larger<std::uint64_t>((indices + processes - 1) / processes, 1)};
  }
  /// Index i goes to process i mod p.
  static Axis cyclic(std::uint64_t indices, std::uint64_t processes) { return {indices, processes, 1}; }
  /// Blocks of any one size: between block() and cyclic().
  static Axis block_cyclic(std::uint64_t indices, std::uint64_t processes, std::uint64_t block) {
    return {indices, processes, block};
  }

  /// @param block  indices that follow each other on one process
  /// @throws Error  for no process, or empty blocks
  Axis(std::uint64_t indices, std::uint64_t processes, std::uint64_t block);

  std::uint64_t size() const { return size_; }
  std::uint64_t processes() const { return processes_; }
  std::uint64_t block() const { return block_; }

  /// The process that has an index.
  std::uint64_t owner_of(std::uint64_t index) const { return index / block_ % processes_; }
  /// The number of an index among those of its process, from 0 on.
  std::uint64_t local_index(std::uint64_t index) const { return index / round_ * block_ + index % block_; }
  /// The index that a process has under a local index.
  std::uint64_t global_index(std::uint64_t owner, std::uint64_t local) const {
    return local / block_ * round_ + owner * block_ + local % block_;
  }
  /// Indices that a process has.
  std::uint64_t count(std::uint64_t owner) const {
    const std::uint64_t rest = size_ % round_;
    const std::uint64_t before = owner * block_;
    return size_ / round_ * block_ + (rest > before ? pram::detail::smaller(rest - before, block_) : 0);
  }

 private:
  std::uint64_t size_;
  std::uint64_t processes_;
  std::uint64_t block_;
  std::uint64_t round_;  // indices that are dealt before the first process gets its next block
};

/// How the elements of an array of one or more dimensions are dealt to a grid of processes: along each axis on its own
/// (a Cartesian distribution; Bisseling 2020, Section 2.3). Processes and the elements that each has lie row by row:
/// the last axis runs fastest.
template <std::size_t dimensions>
class Partition {
 public:
  using Index = std::array<std::uint64_t, dimensions>;

  template <class... Axes>
  requires(sizeof...(Axes) == dimensions && (std::same_as<Axes, Axis> && ...)) Partition(const Axes&... axes)
      : axes_{axes...} {}  // NOLINT: a list of axes

  const Axis& axis(std::size_t number) const { return axes_[number]; }
  std::uint64_t size() const {
    return product([&](std::size_t k) { return axes_[k].size(); });
  }
  /// Of the grid.
  std::uint64_t processes() const {
    return product([&](std::size_t k) { return axes_[k].processes(); });
  }
  /// Is there such an element?
  bool contains(const Index& index) const {
    bool inside = true;
    for (std::size_t k = 0; k < dimensions; ++k) inside = inside && index[k] < axes_[k].size();
    return inside;
  }

  /// The process that has an element.
  std::uint64_t owner_of(const Index& index) const {
    std::uint64_t owner = 0;
    for (std::size_t k = 0; k < dimensions; ++k) owner = owner * axes_[k].processes() + axes_[k].owner_of(index[k]);
    return owner;
  }
  /// The number of an element among those of its process.
  std::uint64_t local_index(const Index& index) const {
    std::uint64_t local = 0;
    for (std::size_t k = 0; k < dimensions; ++k)
      local = local * axes_[k].count(axes_[k].owner_of(index[k])) + axes_[k].local_index(index[k]);
    return local;
  }
  /// The element that a process has under a local index.
  Index global_index(std::uint64_t owner, std::uint64_t local) const {
    const Index place = place_of(owner);
    Index index{};
    for (std::size_t k = dimensions; k-- > 0;) {
      const std::uint64_t count = axes_[k].count(place[k]);
      index[k] = axes_[k].global_index(place[k], local % count);
      local /= count;
    }
    return index;
  }
  /// Elements that a process has; none beyond the grid.
  std::uint64_t count(std::uint64_t owner) const {
    if (owner >= processes()) return 0;
    const Index place = place_of(owner);
    return product([&](std::size_t k) { return axes_[k].count(place[k]); });
  }
  /// Where a process stands in the grid.
  Index place_of(std::uint64_t process) const {
    Index place{};
    for (std::size_t k = dimensions; k-- > 0;) {
      place[k] = process % axes_[k].processes();
      process /= axes_[k].processes();
    }
    return place;
  }

 private:
  template <class Factor>
  static std::uint64_t product(const Factor& factor) {
    std::uint64_t all = 1;
    for (std::size_t k = 0; k < dimensions; ++k) all *= factor(k);
    return all;
  }

  std::array<Axis, dimensions> axes_;
};

template <class... Axes>
Partition(const Axes&...) -> Partition<sizeof...(Axes)>;

}  // namespace pram::bsp
