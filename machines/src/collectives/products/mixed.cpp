#include "mixed.hpp"

#include <algorithm>
#include <utility>

namespace pram {

namespace {

class Mixed final : public TotalExchange {
 public:
  explicit Mixed(const std::vector<TotalExchangePtr>& factors)
      : factors_(factors), assignment_(dimensions_of(factors)) {
    std::uint32_t stride = assignment_.nodes();
    for (const TotalExchangePtr& factor : factors) strides_.push_back(stride /= factor->nodes());
  }

  std::uint32_t nodes() const override { return assignment_.nodes(); }
  std::uint64_t steps() const override { return assignment_.steps(); }

  void step(std::uint64_t number, std::vector<ExchangeMove>& moves) const override {
    std::vector<ExchangeMove> factor;
    for (std::size_t dimension = 0; dimension < factors_.size(); ++dimension) {
      const std::uint64_t length = factors_[dimension]->steps();
      if (length == 0) continue;
      factor.clear();
      factors_[dimension]->step(number % length, factor);
      const std::uint32_t size = factors_[dimension]->nodes();
      for (const ExchangeMove& move : factor) {
        const std::uint32_t offset = (move.target + size - move.origin) % size;
        const std::uint32_t vector = assignment_.vector(dimension, offset, number / length);
        if (vector != MixedAssignment::none) in_all_copies(dimension, move, vector, number / length, moves);
      }
    }
  }

 private:
  /// The move of the message with these offsets in every copy of the factor. The message has crossed the dimensions of
  /// earlier exchanges. Moves are appended dimension by dimension, each new digit once for every move so far.
  void in_all_copies(std::size_t dimension, const ExchangeMove& move, std::uint32_t vector, std::uint64_t exchange,
                     std::vector<ExchangeMove>& moves) const {
    const std::uint64_t now = exchange * factors_[dimension]->steps();
    const std::size_t first = moves.size();
    const std::uint32_t stride = strides_[dimension];
    moves.push_back({move.from * stride, move.to * stride, move.origin * stride, move.target * stride});
    for (std::size_t other = 0; other < factors_.size(); ++other) {
      const std::uint32_t size = factors_[other]->nodes();
      if (other == dimension || size == 1) continue;
      const std::uint32_t when = assignment_.exchange(other, vector);
      const std::uint32_t offset = vector / strides_[other] % size;
      const bool crossed = when != MixedAssignment::none && when * factors_[other]->steps() < now;
      const std::uint32_t behind = crossed ? offset : 0;
      const std::uint32_t ahead = offset - behind;
      const std::size_t so_far = moves.size() - first;
      moves.resize(first + so_far * size);
      for (std::uint32_t digit = size; digit-- > 0;) {
        const std::uint32_t here = digit * strides_[other];
        const std::uint32_t origin = (digit < behind ? digit + size - behind : digit - behind) * strides_[other];
        const std::uint32_t target = (digit + ahead < size ? digit + ahead : digit + ahead - size) * strides_[other];
        for (std::size_t k = 0; k < so_far; ++k) {
          const ExchangeMove& one = moves[first + k];
          moves[first + digit * so_far + k] = {one.from + here, one.to + here, one.origin + origin,
                                               one.target + target};
        }
      }
    }
  }

  std::vector<TotalExchangePtr> factors_;
  MixedAssignment assignment_;
  std::vector<std::uint32_t> strides_;
};

}  // namespace

std::vector<MixedDimension> dimensions_of(const std::vector<TotalExchangePtr>& factors) {
  std::vector<MixedDimension> dimensions;
  for (const TotalExchangePtr& factor : factors) dimensions.push_back({factor->nodes(), factor->steps()});
  return dimensions;
}

TotalExchangePtr total_exchange_mixed(const std::vector<TotalExchangePtr>& factors) {
  return std::make_shared<Mixed>(factors);
}

}  // namespace pram
