#pragma once

#include <cstdint>
#include <vector>

#include <pram/machines/detail/total_exchange.hpp>

namespace pram {

/// A dimension for total_exchange_mixed(): how many nodes it has, and how long one exchange in it takes.
struct MixedDimension {
  std::uint32_t nodes = 1;
  std::uint64_t steps = 0;
};

std::vector<MixedDimension> dimensions_of(const std::vector<TotalExchangePtr>& factors);

/// Says which exchange of each dimension serves which messages. A message is known by its vector of offsets, written as
/// the number of a node is. Exchange r of a dimension whose exchanges take T steps runs in steps r T … (r + 1) T - 1.
class MixedAssignment {
 public:
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  /// Finds perfect matchings. If there is none after a few tries, the time is extended.
  explicit MixedAssignment(std::vector<MixedDimension> dimensions);

  const std::vector<MixedDimension>& dimensions() const { return dimensions_; }
  std::uint32_t nodes() const { return nodes_; }
  std::uint64_t steps() const { return steps_; }

  /// The vector with this offset that crosses the dimension in this exchange; `none` if there is none.
  std::uint32_t vector(std::size_t dimension, std::uint32_t offset, std::uint64_t exchange) const {
    const std::uint64_t exchanges = exchanges_[dimension];
    return exchange < exchanges ? served_[dimension][(offset - 1) * exchanges + exchange] : none;
  }

  /// The exchange in which the vector crosses the dimension; `none` if it need not cross it.
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
  std::vector<std::uint64_t> exchanges_;            ///< by dimension: how many exchanges there is time for
  std::vector<std::vector<std::uint32_t>> served_;  ///< by dimension, then by offset and exchange: the vector
  std::vector<std::vector<std::uint32_t>> when_;    ///< by dimension and vector: the exchange
};

/// The steps max (N / nᵢ) Tᵢ: no schedule that works dimension by dimension has fewer.
std::uint64_t least_mixed_steps(const std::vector<MixedDimension>& dimensions);

/// Whether counting proves that matchings exist in that time, so that total_exchange_mixed() needs no more.
bool mixed_matchings_exist(const std::vector<MixedDimension>& dimensions);

}  // namespace pram
