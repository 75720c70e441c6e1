#include <algorithm>
#include <utility>

#include <pram/machines/detail/total_exchange.hpp>

#include "product_factors.hpp"

namespace pram {

namespace {

using Moves = std::vector<ExchangeMove>;

/// Algorithm A1: its lines 1 to 4 set by set, then lines 5 to 7.
class A1 final : public TotalExchange {
 public:
  A1(TotalExchangePtr first, std::shared_ptr<const Topology> second)
      : first_(std::move(first)),
        second_(std::move(second)),
        rows_(first_->nodes()),
        columns_(second_->nodes()),
        nodes_(product_nodes(rows_, columns_)) {
    for (std::uint32_t j = 0; j < columns_; ++j) {
      for (std::uint32_t k = 0; k < columns_; ++k) {
        if (k == j) continue;
        starts_.push_back({transfers_, j, k});
        transfers_ += rows_ + second_->distance(j, k) - 1;
      }
    }
  }

  std::uint32_t nodes() const override { return nodes_; }
  std::uint64_t steps() const override { return transfers_ + columns_ * first_->steps(); }

  void step(std::uint64_t number, Moves& moves) const override {
    if (number < transfers_) return transfer(number, moves);
    number -= transfers_;
    const auto k = static_cast<std::uint32_t>(number / first_->steps());
    Moves factor;
    first_->step(number % first_->steps(), factor);
    for (const ExchangeMove& move : factor) {
      for (std::uint32_t j = 0; j < columns_; ++j)
        moves.push_back(
            {move.from * columns_ + j, move.to * columns_ + j, move.origin * columns_ + k, move.target * columns_ + j});
    }
  }

 private:
  struct Set {
    std::uint64_t start;
    std::uint32_t from;
    std::uint32_t to;
  };

  void transfer(std::uint64_t number, Moves& moves) const {
    const auto next = std::upper_bound(starts_.begin(), starts_.end(), number,
                                       [](std::uint64_t step, const Set& set) { return step < set.start; });
    const Set& set = *(next - 1);
    const std::uint64_t since = number - set.start;
    std::uint32_t here = set.from;
    for (std::uint64_t hop = 0; here != set.to; ++hop) {
      const std::uint32_t there = second_->neighbour(here, second_->next_leg(here, set.to).port);
      if (hop <= since && since - hop < rows_) {
        const auto row = static_cast<std::uint32_t>(since - hop);
        for (std::uint32_t i = 0; i < rows_; ++i)
          moves.push_back(
              {i * columns_ + here, i * columns_ + there, i * columns_ + set.from, row * columns_ + set.to});
      }
      here = there;
    }
  }

  TotalExchangePtr first_;
  std::shared_ptr<const Topology> second_;
  std::uint32_t rows_;
  std::uint32_t columns_;
  std::uint32_t nodes_;
  std::vector<Set> starts_;
  std::uint64_t transfers_ = 0;
};

class A2 final : public TotalExchange {
 public:
  A2(TotalExchangePtr first, TotalExchangePtr second)
      : first_(std::move(first)),
        second_(std::move(second)),
        rows_(first_->nodes()),
        columns_(second_->nodes()),
        nodes_(product_nodes(rows_, columns_)) {}

  std::uint32_t nodes() const override { return nodes_; }
  std::uint64_t steps() const override { return rows_ * second_->steps() + columns_ * first_->steps(); }

  void step(std::uint64_t number, Moves& moves) const override {
    const std::uint64_t part_1 = rows_ * second_->steps();
    Moves factor;
    if (number < part_1) {
      const auto row = static_cast<std::uint32_t>(number / second_->steps());
      second_->step(number % second_->steps(), factor);
      moves.reserve(moves.size() + factor.size() * rows_);
      for (const ExchangeMove& move : factor) {
        for (std::uint32_t i = 0; i < rows_; ++i)
          moves.push_back({i * columns_ + move.from, i * columns_ + move.to, i * columns_ + move.origin,
                           row * columns_ + move.target});
      }
      return;
    }
    number -= part_1;
    const auto k = static_cast<std::uint32_t>(number / first_->steps());
    first_->step(number % first_->steps(), factor);
    moves.reserve(moves.size() + factor.size() * columns_);
    // The messages that node (v, j) got from (v, k); for j = k its own.
    for (const ExchangeMove& move : factor) {
      for (std::uint32_t j = 0; j < columns_; ++j)
        moves.push_back(
            {move.from * columns_ + j, move.to * columns_ + j, move.origin * columns_ + k, move.target * columns_ + j});
    }
  }

 private:
  TotalExchangePtr first_;
  TotalExchangePtr second_;
  std::uint32_t rows_;
  std::uint32_t columns_;
  std::uint32_t nodes_;
};

class A3 final : public TotalExchange {
 public:
  explicit A3(TotalExchangePtr half) : half_(std::move(half)), n_(half_->nodes()), nodes_(product_nodes(n_, n_)) {}

  std::uint32_t nodes() const override { return nodes_; }
  std::uint64_t steps() const override { return n_ * half_->steps(); }

  void step(std::uint64_t number, Moves& moves) const override {
    const auto round = static_cast<std::uint32_t>(number / half_->steps());  // r - 1
    Moves factor;
    half_->step(number % half_->steps(), factor);
    moves.reserve(moves.size() + 2 * factor.size() * n_);
    for (const ExchangeMove& move : factor) {
      const std::uint32_t offset =
          move.target > move.origin ? move.target - move.origin : move.target + n_ - move.origin;
      // TE_B: towards the row that lies g_r(offset) further, in the last round towards the own one.
      // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): another round means another node
      const std::uint32_t turned = round + 1 < n_ ? (offset - 1 + round) % (n_ - 1) + 1 : 0;
      for (std::uint32_t i = 0; i < n_; ++i)
        moves.push_back(
            {i * n_ + move.from, i * n_ + move.to, i * n_ + move.origin, (i + turned) % n_ * n_ + move.target});
      // TE_A: own messages first, then what TE_B brought in the round before, from g_r⁻¹(offset) columns back.
      const std::uint32_t back = round > 0 ? (offset - 1 + n_ - 1 - (round - 1)) % (n_ - 1) + 1 : 0;
      for (std::uint32_t j = 0; j < n_; ++j)
        moves.push_back(
            {move.from * n_ + j, move.to * n_ + j, move.origin * n_ + (j + n_ - back) % n_, move.target * n_ + j});
    }
  }

 private:
  TotalExchangePtr half_;
  std::uint32_t n_;
  std::uint32_t nodes_;
};

}  // namespace

TotalExchangePtr total_exchange_a1(TotalExchangePtr first, std::shared_ptr<const Topology> second) {
  return std::make_shared<A1>(std::move(first), std::move(second));
}

TotalExchangePtr total_exchange_a2(TotalExchangePtr first, TotalExchangePtr second) {
  return std::make_shared<A2>(std::move(first), std::move(second));
}

TotalExchangePtr total_exchange_a2(const std::vector<TotalExchangePtr>& factors) {
  if (factors.empty()) return total_exchange_on_path(1, SwitchingOptions::Ports::one);
  TotalExchangePtr all = factors.back();
  for (std::size_t k = factors.size() - 1; k-- > 0;) all = total_exchange_a2(factors[k], std::move(all));
  return all;
}

TotalExchangePtr total_exchange_a3(TotalExchangePtr half) { return std::make_shared<A3>(std::move(half)); }

TotalExchangePtr total_exchange_a3(TotalExchangePtr factor, std::uint32_t doublings) {
  for (std::uint32_t k = 0; k < doublings; ++k) factor = total_exchange_a3(std::move(factor));
  return factor;
}

}  // namespace pram
