#include "tree.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

namespace pram {

namespace {

/// Nodes of which one is to be a root.
struct Run {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::uint32_t parent = no_node;
};

std::uint32_t root_of_run(const ShortestWays& ways, const Run& run, RootChoice choice) {
  if (choice == RootChoice::last) return run.last;
  const std::uint32_t middle = run.first + (run.last - run.first) / 2;
  std::uint32_t around = 0;
  if (choice == RootChoice::middle_half) around = (run.last - run.first) / 4;
  if (choice == RootChoice::middle_thirds) around = (run.last - run.first) / 3;
  if (run.parent == no_node || around == 0) return middle;
  // To the parent go sums, and from it what comes before.
  const auto merit = [&](std::uint32_t node) {
    return std::tuple(ways.distance(node, run.parent) + ways.distance(run.parent, node),
                      std::max(node, middle) - std::min(node, middle));
  };
  std::uint32_t best = middle;
  for (std::uint32_t node = middle - around; node <= middle + around; ++node) {
    if (merit(node) < merit(best)) best = node;
  }
  return best;
}

/// The best roots of all runs, by those of the shorter runs in them.
class BestRoots {
 public:
  /// @param height  what a wire on the way from the last leaf to the root weighs, beside one of any way to a parent
  BestRoots(const ShortestWays& ways, std::uint32_t nodes, std::uint64_t height)
      : ways_(ways), nodes_(nodes), height_(height), of_(std::size_t{nodes} * nodes) {
    for (std::uint32_t length = 1; length <= nodes; ++length) {
      for (std::uint32_t first = 0; first + length <= nodes; ++first) {
        std::vector<Merit>& merits = of_[std::size_t{first} * nodes + first + length - 1];
        merits.reserve(length);
        for (std::uint32_t root = first; root < first + length; ++root) {
          const Merit left = root > first ? best({first, root - 1, root}).second : Merit{};
          const Merit right = root + 1 < first + length ? best({root + 1, first + length - 1, root}).second : Merit{};
          merits.push_back({std::max(left.height, right.height), left.all + right.all});
        }
      }
    }
  }

  std::uint32_t root(const Run& run) const { return best(run).first; }

 private:
  struct Merit {
    std::uint64_t height = 0;  // wires, to and fro
    std::uint64_t all = 0;
  };

  /// The best root, and what it is with the way to the parent.
  std::pair<std::uint32_t, Merit> best(const Run& run) const {
    const std::vector<Merit>& merits = of_[std::size_t{run.first} * nodes_ + run.last];
    std::pair<std::uint32_t, Merit> found{run.first, {}};
    std::uint64_t least = ~std::uint64_t{0};
    for (std::uint32_t root = run.first; root <= run.last; ++root) {
      Merit merit = merits[root - run.first];
      if (run.parent != no_node) {
        const std::uint64_t wires = ways_.distance(root, run.parent) + ways_.distance(run.parent, root);
        merit.height += wires;
        merit.all += wires;
      }
      const std::uint64_t sum = height_ * merit.height + merit.all;
      if (sum < least) found = {root, merit};
      least = std::min(least, sum);
    }
    return found;
  }

  const ShortestWays& ways_;
  std::uint32_t nodes_;
  std::uint64_t height_;
  std::vector<std::vector<Merit>> of_;  // by first and last node of a run, for each root
};

/// What weighs how much in a choice of all roots; none in the others.
std::optional<BestRoots> best_roots(const ShortestWays& ways, std::uint32_t nodes, RootChoice choice) {
  switch (choice) {
    case RootChoice::low: return BestRoots(ways, nodes, std::uint64_t{nodes} * nodes);
    case RootChoice::low_and_short: return BestRoots(ways, nodes, 1 + nodes / 8);
    case RootChoice::short_ways: return BestRoots(ways, nodes, 0);
    default: return std::nullopt;
  }
}

}  // namespace

ScanTree scan_tree(const ShortestWays& ways, std::uint32_t nodes, RootChoice choice) {
  const std::optional<BestRoots> roots = best_roots(ways, nodes, choice);
  ScanTree tree{std::vector<ScanTree::Place>(nodes), 0};
  std::vector<Run> open{{0, nodes - 1, no_node}};
  while (!open.empty()) {
    const Run run = open.back();
    open.pop_back();
    const std::uint32_t root = roots ? roots->root(run) : root_of_run(ways, run, choice);
    tree.places[root].parent = run.parent;
    if (run.parent == no_node) {
      tree.root = root;
    } else {
      (root < run.parent ? tree.places[run.parent].left : tree.places[run.parent].right) = root;
    }
    if (root > run.first) open.push_back({run.first, root - 1, root});
    if (root < run.last) open.push_back({root + 1, run.last, root});
  }
  return tree;
}

std::vector<ScanProduct> scan_products(const ScanTree& tree) {
  const auto nodes = static_cast<std::uint32_t>(tree.places.size());
  std::vector<ScanProduct> products(2 * std::size_t{nodes});
  for (std::uint32_t v = 0; v < nodes; ++v) {
    const ScanTree::Place& place = tree.places[v];
    products[v].origin = products[nodes + v].origin = v;
    if (place.left != no_node) {
      products[v].parts.push_back(place.left);
      products[nodes + v].parts.push_back(place.left);
    }
    if (place.right != no_node) products[v].parts.push_back(place.right);
    for (std::uint32_t below = place.right; below != no_node; below = tree.places[below].left)
      products[nodes + v].targets.push_back(below);
    products[v].targets.assign(place.parent != no_node ? 1 : 0, place.parent);
  }
  // What nothing comes behind is not needed above.
  for (std::uint32_t v = tree.root; v != no_node; v = tree.places[v].right) products[v].targets.clear();
  for (std::uint32_t v = tree.root; v != no_node; v = tree.places[v].right) products[v].parts.clear();
  for (std::uint32_t v = 0; v < nodes; ++v) {
    for (const std::uint32_t target : products[nodes + v].targets) products[nodes + target].parts.push_back(nodes + v);
  }
  return products;
}

std::vector<ScanProduct> scan_products_in_levels(std::uint32_t nodes, std::uint32_t radix) {
  std::vector<ScanProduct> products;
  std::vector<std::vector<std::uint32_t>> comes(nodes);  // products, the nearest first
  for (std::uint64_t size = 1; size < nodes; size *= radix) {
    const std::size_t level = products.size();
    for (std::uint64_t first = 0; first + size < nodes; first += size) {
      const auto last = static_cast<std::uint32_t>(first + size - 1);
      const std::uint64_t end = std::min<std::uint64_t>(nodes, (first / (size * radix) + 1) * size * radix);
      if (last + 1 == end) continue;  // the last run of its group
      ScanProduct product{last, comes[last], {}};
      for (std::uint64_t node = first + size; node < end; ++node)
        product.targets.push_back(static_cast<std::uint32_t>(node));
      products.push_back(std::move(product));
    }
    // Of runs of one level the last ones before a node are the nearest.
    for (std::size_t z = products.size(); z-- > level;) {
      for (const std::uint32_t target : products[z].targets) comes[target].push_back(static_cast<std::uint32_t>(z));
    }
  }
  for (std::uint32_t v = 0; v < nodes; ++v) products.push_back({v, comes[v], {}});
  return products;
}

}  // namespace pram
