#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <pram/bsp/coarray.hpp>
#include <pram/bsp/partition.hpp>
#include <pram/bsp/process.hpp>
#include <pram/detail/bsp/transferable.hpp>

namespace pram::bsp {

namespace detail {

/// @param axis       the first one that the index lies outside of
/// @throws Error
[[noreturn]] void refuse_global_index(std::size_t axis, std::uint64_t index, std::uint64_t size, const char* file,
                                      std::uint32_t line);
/// @throws Error
[[noreturn]] void refuse_grid(std::uint64_t grid, std::uint64_t processes, const char* file, std::uint32_t line);

}  // namespace detail

/// An array whose elements are dealt to the processes of a run or group; each process has its own in a coarray. All
/// processes make the array together, with one partition:
///
///     pram::bsp::PartitionedArray<double> x(self, Axis::cyclic(n, self.count()));
///     pram::bsp::PartitionedArray<double, 2> a(self, {Axis::block(rows, 4), Axis::block(columns, 8)});
///     x(i) = 1;                            // put, by global index
///     auto later = a(i, j).get();          // get
///     for (double& mine : x.local()) ...   // its own elements
///     a.own(k, l)                          // the one in local row k, local column l
template <Transferable T, std::size_t dimensions = 1>
class PartitionedArray {
 public:
  using Index = typename Partition<dimensions>::Index;

  /// @throws LimitError if it does not fit, Error if the partition's grid has more processes than there are
  PartitionedArray(Process self, const Partition<dimensions>& partition, const T& initial = {},
                   std::string_view name = {}, const char* file = __builtin_FILE(),
                   std::uint32_t line = __builtin_LINE())
      : partition_(checked(self, partition, file, line)),
        self_(self.id()),
        place_(partition_.place_of(self_)),
        cells_(self.coarray<T>(partition_.count(self_), initial, name, file, line)) {
    for (std::size_t k = 0; k < dimensions; ++k)
      counts_[k] = self_ < partition_.processes() ? partition_.axis(k).count(place_[k]) : 0;
  }

  const Partition<dimensions>& partition() const { return partition_; }
  std::uint64_t size() const { return partition_.size(); }

  // An element, by its indices among all, wherever it lies: to put into or to get from, as coarray(target)[i] is.
  // @throws Error outside the array

  RemoteElement<T> operator()(std::uint64_t index, const char* file = __builtin_FILE(),
                              std::uint32_t line = __builtin_LINE()) const requires(dimensions == 1) {
    return at({index}, file, line);
  }
  RemoteElement<T> operator()(std::uint64_t row, std::uint64_t column, const char* file = __builtin_FILE(),
                              std::uint32_t line = __builtin_LINE()) const requires(dimensions == 2) {
    return at({row, column}, file, line);
  }
  RemoteElement<T> at(const Index& index, const char* file = __builtin_FILE(),
                      std::uint32_t line = __builtin_LINE()) const {
    if (!partition_.contains(index)) [[unlikely]] {
      std::size_t axis = 0;
      while (index[axis] < partition_.axis(axis).size()) ++axis;
      detail::refuse_global_index(axis, index[axis], partition_.axis(axis).size(), file, line);
    }
    return cells_(partition_.owner_of(index), file, line)[partition_.local_index(index)];
  }

  /// The process that has an element.
  template <std::convertible_to<std::uint64_t>... Indices>
  requires(sizeof...(Indices) == dimensions) std::uint64_t owner_of(Indices... indices)
  const { return partition_.owner_of({static_cast<std::uint64_t>(indices)...}); }
  /// Does this process have the element?
  template <std::convertible_to<std::uint64_t>... Indices>
  requires(sizeof...(Indices) == dimensions) bool is_local(Indices... indices) const {
    return owner_of(indices...) == self_;
  }

  /// This process's elements, row by row, read and written directly.
  std::span<T> local() const { return cells_.local(); }
  /// How many indices of an axis this process has.
  std::uint64_t local_count(std::size_t axis = 0) const { return counts_[axis]; }
  /// One of this process's elements, by its local indices.
  template <std::convertible_to<std::uint64_t>... Indices>
  requires(sizeof...(Indices) == dimensions) T& own(Indices... indices) const {
    std::uint64_t local = 0;
    std::size_t axis = 0;
    ((local = local * counts_[axis] + static_cast<std::uint64_t>(indices), ++axis), ...);
    return cells_[local];
  }
  /// The index among all of an axis's local index.
  std::uint64_t global_index(std::uint64_t local, std::size_t axis = 0) const {
    return partition_.axis(axis).global_index(place_[axis], local);
  }
  /// The coarray in which the elements lie: for blocks of them.
  const Coarray<T>& coarray() const { return cells_; }

 private:
  static const Partition<dimensions>& checked(const Process& self, const Partition<dimensions>& partition,
                                              const char* file, std::uint32_t line) {
    if (partition.processes() > self.count()) detail::refuse_grid(partition.processes(), self.count(), file, line);
    return partition;
  }

  Partition<dimensions> partition_;
  std::uint64_t self_;
  Index place_;
  Index counts_{};
  Coarray<T> cells_;
};

}  // namespace pram::bsp
