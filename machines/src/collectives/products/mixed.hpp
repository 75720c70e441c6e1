#pragma once

#include <cstdint>
#include <vector>

#include <pram/machines/detail/total_exchange.hpp>

namespace pram {

/// A dimension as total_exchange_mixed() sees it: how many nodes, and how long one exchange in it takes.
struct MixedDimension {
  std::uint32_t nodes = 1;
  std::uint64_t steps = 0;
};

std::vector<MixedDimension> dimensions_of(const std::vector<TotalExchangePtr>& factors);

/// Which exchange of each dimension serves which messages. A message is known by its vector of offsets, written as a
/// node's number is; exchange r of a dimension with T steps runs in steps r T … (r + 1) T - 1.
class MixedAssignment {
 public:
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  /// Finds perfect matchings; where there is none after a few tries the time is extended.
  explicit MixedAssignment(std::vector<MixedDimension> dimensions);

  const std::vector<MixedDimension>& dimensions() const { return dimensions_; }
  std::uint32_t nodes() const { return nodes_; }
  std::uint64_t steps() const { return steps_; }

  /// The vector with this offset in the dimension that crosses it in this exchange; `none` if there is none.
  std::uint32_t vector(std::size_t dimension, std::uint32_t offset, std::uint64_t exchange) const {
    const std::uint64_t exchanges = exchanges_[dimension];
    return exchange < exchanges ? served_[dimension][(offset - 1) * exchanges + exchange] : none;
  }

  /// In which exchange the vector crosses the dimension, `none` if it need not.
  std::uint32_t exchange(std::size_t dimension, std::uint32_t vector) const { return when_[dimension][vector]; }

 private:
  bool assign(std::uint32_t attempt);
  bool match(std::size_t dimension, std::uint32_t offset, const std::vector<std::size_t>& before,
             std::uint32_t attempt);
  bool clash(std::size_t dimension, std::uint32_t exchange, std::uint32_t vector,
             const std::vector<std::size_t>& before) const;
  std::uint32_t digit(std::size_t dimension, std::uint32_t vector) const {
    return vector / strides_[dimension] % dimensions_[dimension].nodes;
  }

  std::vector<MixedDimension> dimensions_;
  std::vector<std::uint32_t> strides_;
  std::uint32_t nodes_ = 1;
  std::uint64_t steps_ = 0;
  std::vector<std::uint64_t> exchanges_;            ///< of each dimension: how many have time
  std::vector<std::vector<std::uint32_t>> served_;  ///< by dimension; offset and exchange: the vector
  std::vector<std::vector<std::uint32_t>> when_;    ///< by dimension and vector: the exchange
};

/// max (N / nᵢ) Tᵢ: no schedule that works dimension by dimension is shorter.
std::uint64_t least_mixed_steps(const std::vector<MixedDimension>& dimensions);

/// Does counting prove that matchings exist in that time, and total_exchange_mixed() needs no more?
bool mixed_matchings_exist(const std::vector<MixedDimension>& dimensions);

}  // namespace pram
