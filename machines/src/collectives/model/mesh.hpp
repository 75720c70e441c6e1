#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include <pram/machines/collectives.hpp>

namespace pram {

/// The nodes of a ring, torus, grid or hypercube by their digits. Along each dimension the nodes form a line, closed to
/// a ring or open.
class Mesh {
 public:
  explicit Mesh(const Architecture& architecture)
      : sizes_(architecture.sizes), strides_(sizes_.size(), 1), closed_(architecture.kind != Architecture::Kind::grid) {
    for (std::size_t d = sizes_.size(); d-- > 1;) strides_[d - 1] = strides_[d] * sizes_[d];
  }

  std::size_t dimensions() const { return sizes_.size(); }
  std::uint32_t size(std::size_t d) const { return sizes_[d]; }
  bool closed() const { return closed_; }
  std::uint32_t nodes() const { return strides_[0] * sizes_[0]; }

  std::uint32_t digit(std::uint32_t node, std::size_t d) const { return node / strides_[d] % sizes_[d]; }

  /// The node that differs in this digit only.
  std::uint32_t with(std::uint32_t node, std::size_t d, std::uint32_t digit) const {
    return node + (digit - this->digit(node, d)) * strides_[d];
  }

  /// The node so many places further along a dimension; open lines must not end before.
  std::uint32_t moved(std::uint32_t node, std::size_t d, std::int64_t places) const {
    const auto size = static_cast<std::int64_t>(sizes_[d]);
    return with(node, d, static_cast<std::uint32_t>(((digit(node, d) + places) % size + size) % size));
  }

  /// The places from one digit to another: on a ring the shorter way, upwards if both are equal.
  std::int64_t offset(std::uint32_t from, std::uint32_t to, std::size_t d) const {
    const auto size = static_cast<std::int64_t>(sizes_[d]);
    std::int64_t places = std::int64_t{digit(to, d)} - digit(from, d);
    if (!closed_) return places;
    if (places < 0) places += size;
    return 2 * places <= size ? places : places - size;
  }

  /// The largest offset from a node along a dimension.
  std::uint32_t reach(std::uint32_t node, std::size_t d) const {
    if (closed_) return sizes_[d] / 2;
    return std::max(digit(node, d), sizes_[d] - 1 - digit(node, d));
  }

  /// Nodes from one digit of a dimension to the next, and from one of the dimension before to the next.
  std::uint32_t stride(std::size_t d) const { return strides_[d]; }
  std::uint32_t block(std::size_t d) const { return strides_[d] * sizes_[d]; }

  /// Links to the farthest node.
  std::uint32_t reach(std::uint32_t node) const {
    std::uint32_t all = 0;
    for (std::size_t d = 0; d < dimensions(); ++d) all += reach(node, d);
    return all;
  }

 private:
  std::vector<std::uint32_t> sizes_;
  std::vector<std::uint32_t> strides_;
  bool closed_;
};

}  // namespace pram
