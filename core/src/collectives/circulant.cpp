#include <pram/detail/circulant.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>

namespace pram {

namespace {

/// Searches the blocks of one node: those that come by paths of skips, from the root to this node, of which each begins
/// with another skip and keeps below the one before.
class ReceiveSearch {
 public:
  ReceiveSearch(const std::vector<std::uint32_t>& skips, std::uint32_t node)
      : skips_(skips), rounds_(static_cast<std::int32_t>(skips.size()) - 1), node_(std::int64_t{skips.back()} + node) {
    next_.resize(skips.size());
    before_.resize(skips.size());
    // From the longest skip to the shortest.
    for (std::int32_t e = 0; e <= rounds_; ++e) {
      next_[at(e)] = e - 1;
      before_[at(e)] = e + 1;
    }
    base_ = base_block(node);
    unlink(base_);
    search(0, 2 * std::int64_t{skips.back()}, base_ == rounds_ ? rounds_ - 1 : rounds_, 0);
  }

  std::vector<std::int32_t> blocks() const {
    std::vector<std::int32_t> blocks;
    for (const std::int32_t found : found_) blocks.push_back(found == rounds_ ? base_ : found - rounds_);
    return blocks;
  }

 private:
  static std::size_t at(std::int32_t e) { return static_cast<std::size_t>(e); }
  std::int64_t skip(std::int32_t e) const { return skips_[at(e)]; }

  /// The first skip of the path of falling skips to a node; that of the root is q.
  std::int32_t base_block(std::uint32_t node) const {
    std::int64_t place = 0;
    for (std::int32_t e = rounds_ - 1; e >= 0; --e) {
      if (place + skip(e) == node) return e;
      if (place + skip(e) < node) place += skip(e);
    }
    return rounds_;
  }

  void unlink(std::int32_t e) {
    if (before_[at(e)] <= rounds_) next_[at(before_[at(e)])] = next_[at(e)];
    if (next_[at(e)] >= 0) before_[at(next_[at(e)])] = before_[at(e)];
  }

  std::int32_t search(std::int64_t place, std::int64_t limit, std::int32_t e, std::int32_t k) {
    for (; e != -1; e = next_[at(e)]) {
      const std::int64_t reached = place + skip(e);
      if (k >= rounds_ || reached > node_ - skip(k) || reached >= limit) continue;
      if (reached <= node_ - skip(k + 1)) k = search(reached, limit, e, k);
      if (k >= rounds_ || place > node_ - skip(k + 1)) return k;
      limit = reached;
      found_.push_back(e);
      ++k;
      unlink(e);
    }
    return k;
  }

  const std::vector<std::uint32_t>& skips_;
  std::int32_t rounds_;
  std::int64_t node_;
  std::int32_t base_ = 0;
  std::vector<std::int32_t> next_;
  std::vector<std::int32_t> before_;
  std::vector<std::int32_t> found_;
};

}  // namespace

std::vector<std::uint32_t> circulant_skips(std::uint32_t nodes) {
  std::vector<std::uint32_t> skips(static_cast<std::size_t>(std::bit_width(nodes - 1)) + 1, nodes);
  for (std::size_t k = skips.size() - 1; k-- > 0;) skips[k] = (skips[k + 1] + 1) / 2;
  return skips;
}

std::vector<std::int32_t> circulant_receives(std::uint32_t nodes, std::uint32_t node) {
  return ReceiveSearch(circulant_skips(nodes), node).blocks();
}

std::vector<std::vector<CirculantSend>> circulant_broadcast(std::uint32_t nodes, std::uint32_t blocks) {
  const std::vector<std::uint32_t> skips = circulant_skips(nodes);
  const auto phase = static_cast<std::uint32_t>(skips.size()) - 1;
  std::vector<std::vector<std::int32_t>> receives;
  for (std::uint32_t node = 0; node < nodes; ++node) receives.push_back(circulant_receives(nodes, node));
  const std::uint32_t early = (phase - (blocks - 1) % phase) % phase;
  std::vector<bool> held(std::size_t{nodes} * blocks);
  std::vector<std::vector<CirculantSend>> rounds(blocks - 1 + phase);
  for (std::uint32_t i = early; i < rounds.size() + early; ++i) {
    const std::uint32_t k = i % phase;
    const auto offset = static_cast<std::int64_t>(phase) * (i / phase) - early;
    for (std::uint32_t from = 0; from < nodes; ++from) {
      const std::uint32_t to = (from + skips[k]) % nodes;
      if (to == 0) continue;
      const std::int64_t first = from == 0 ? std::int64_t{k} : receives[to][k];
      if (first + offset < 0) continue;
      const auto sent = static_cast<std::uint32_t>(std::min<std::int64_t>(first + offset, blocks - 1));
      if (held[std::size_t{to} * blocks + sent]) continue;
      held[std::size_t{to} * blocks + sent] = true;
      rounds[i - early].push_back({from, to, sent});
    }
  }
  return rounds;
}

}  // namespace pram
