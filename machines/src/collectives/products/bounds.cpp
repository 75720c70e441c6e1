#include <algorithm>
#include <bit>
#include <numeric>

#include <pram/machines/detail/total_exchange.hpp>

namespace pram {

namespace {

constexpr std::uint32_t all_cuts_up_to = 16;

/// A cut whose nodes change sides one by one, and the number of links between the sides.
class Sides {
 public:
  explicit Sides(const Topology& graph) : graph_(graph), inside_(graph.nodes(), false) {}

  void change(std::uint32_t node) {
    inside_[node] = !inside_[node];
    inside_[node] ? ++size_ : --size_;
    for (std::uint32_t port = 0; port < graph_.ports(); ++port) {
      const std::uint32_t next = graph_.neighbour(node, port);
      if (next == no_node) continue;
      inside_[next] == inside_[node] ? --links_ : ++links_;
    }
    if (size_ == 0 || size_ == graph_.nodes()) return;
    const std::uint64_t pairs = size_ * (graph_.nodes() - size_);
    if (pairs * best_.links > best_.pairs * links_) best_ = {pairs, links_};
  }

  const ExchangeCut& best() const { return best_; }

 private:
  const Topology& graph_;
  std::vector<bool> inside_;
  std::uint64_t size_ = 0;
  std::uint64_t links_ = 0;
  ExchangeCut best_;
};

ExchangeCut best_cut(const Topology& graph) {
  const std::uint32_t nodes = graph.nodes();
  Sides sides(graph);
  if (nodes <= all_cuts_up_to) {
    // In the order of Gray's code; the last node stays outside.
    for (std::uint32_t k = 1; k < 1u << (nodes - 1); ++k) sides.change(static_cast<std::uint32_t>(std::countr_zero(k)));
    return sides.best();
  }
  std::vector<std::uint32_t> order(nodes);
  std::iota(order.begin(), order.end(), 0u);
  for (const std::uint32_t node : order) sides.change(node);
  Sides balls(graph);
  std::ranges::stable_sort(order, std::ranges::less(),
                           [&](std::uint32_t x) { return x == 0 ? 0 : graph.distance(0, x); });
  for (const std::uint32_t node : order) balls.change(node);
  const bool second = balls.best().pairs * sides.best().links > sides.best().pairs * balls.best().links;
  return second ? balls.best() : sides.best();
}

}  // namespace

std::uint64_t status(const Topology& graph, std::uint32_t node) {
  std::uint64_t sum = 0;
  for (std::uint32_t other = 0; other < graph.nodes(); ++other) {
    if (other != node) sum += graph.distance(node, other);
  }
  return sum;
}

TotalExchangeBounds total_exchange_bounds(const Topology& graph) {
  TotalExchangeBounds bounds{.nodes = graph.nodes(), .cut = best_cut(graph)};
  for (std::uint32_t node = 0; node < graph.nodes(); ++node) bounds.total_status += status(graph, node);
  return bounds;
}

TotalExchangeBounds total_exchange_bounds(std::span<const TotalExchangeBounds> factors) {
  TotalExchangeBounds all;
  for (const TotalExchangeBounds& factor : factors) all.nodes *= factor.nodes;
  for (const TotalExchangeBounds& factor : factors) {
    const std::uint64_t copies = all.nodes / factor.nodes;
    all.total_status += copies * copies * factor.total_status;
    const ExchangeCut cut{copies * copies * factor.cut.pairs, copies * factor.cut.links};
    if (cut.pairs * all.cut.links > all.cut.pairs * cut.links) all.cut = cut;
  }
  return all;
}

}  // namespace pram
