#include "piece_classes.hpp"

#include <bit>
#include <cstddef>
#include <optional>
#include <random>
#include <utility>

namespace pram {

namespace {

constexpr std::uint32_t none = 0xFFFFFFFF;

/// Deals offsets to pieces, and corrects the pieces one bit at a time. If d is in one piece and d without bit b is in
/// another, a swap of the two moves one offset with bit b from piece to piece, and changes nothing else.
class Dealer {
 public:
  explicit Dealer(std::uint32_t dimensions) : n_(dimensions), piece_(std::size_t{1} << n_) {
    const std::uint32_t half = offsets() / 2;
    // An offset and its complement have each bit once, so that pieces of as many pairs are even already. In any regular
    // order swaps would lead from a piece to few others.
    std::vector<std::uint32_t> order(half);
    for (std::uint32_t d = 0; d < half; ++d) order[d] = d;
    std::mt19937_64 random(n_);
    for (std::uint32_t k = half; k > 1; --k) std::swap(order[k - 1], order[random() % k]);
    for (std::uint32_t k = 0; k < half; ++k)
      piece_[order[k]] = piece_[offsets() - 1 - order[k]] = static_cast<std::uint8_t>(k % n_);
  }

  void even_out() {
    for (std::uint32_t bit = 0; bit < n_; ++bit) {
      while (const auto path = path_from_too_many(bit)) {
        for (const std::uint32_t d : *path) std::swap(piece_[d], piece_[d ^ 1u << bit]);
      }
    }
  }

  std::vector<std::uint8_t> take() { return std::move(piece_); }

 private:
  std::uint32_t offsets() const { return static_cast<std::uint32_t>(piece_.size()); }

  /// m(t) for the t with which this piece crosses this bit.
  std::int64_t wanted(std::uint32_t piece, std::uint32_t bit) const {
    const std::uint32_t half = offsets() / 2;
    const std::uint32_t round = (bit + n_ - piece) % n_;
    return half / n_ + (round < half % n_ ? 1 : 0);
  }

  /// The swaps that lead from a piece with too many offsets of this bit to one with too few, by as few other pieces as
  /// possible. Each swap is named by its offset with the bit. None if the pieces are even.
  std::optional<std::vector<std::uint32_t>> path_from_too_many(std::uint32_t bit) const {
    std::vector<std::int64_t> excess(n_);
    std::vector<std::uint32_t> swap(std::size_t{n_} * n_, none);  // from piece to piece
    for (std::uint32_t q = 0; q < n_; ++q) excess[q] = -wanted(q, bit);
    for (std::uint32_t d = 0; d < offsets(); ++d) {
      if ((d >> bit & 1) == 0) continue;
      ++excess[piece_[d]];
      swap[std::size_t{piece_[d]} * n_ + piece_[d ^ 1u << bit]] = d;
    }
    std::vector<std::uint32_t> before(n_, none);
    std::vector<std::uint32_t> reached;
    for (std::uint32_t q = 0; q < n_; ++q) {
      if (excess[q] <= 0) continue;
      before[q] = q;
      reached.push_back(q);
    }
    for (std::size_t next = 0; next < reached.size(); ++next) {
      const std::uint32_t from = reached[next];
      for (std::uint32_t to = 0; to < n_; ++to) {
        if (before[to] != none || swap[from * n_ + to] == none) continue;
        before[to] = from;
        reached.push_back(to);
        if (excess[to] >= 0) continue;
        std::vector<std::uint32_t> path;
        for (std::uint32_t at = to; before[at] != at; at = before[at]) path.push_back(swap[before[at] * n_ + at]);
        return path;
      }
    }
    return std::nullopt;
  }

  std::uint32_t n_;
  std::vector<std::uint8_t> piece_;  // of each offset
};

}  // namespace

std::vector<std::uint8_t> piece_classes(std::uint32_t dimensions) {
  Dealer dealer(dimensions);
  dealer.even_out();
  return dealer.take();
}

}  // namespace pram
