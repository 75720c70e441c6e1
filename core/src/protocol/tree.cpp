#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pram/spec.hpp>

#include "protocols.hpp"

namespace pram {

namespace {

/// The tree of each cell of a hot array. Level i = 1, 2, … has a node for every k of the level below, to begin with for
/// every k components; the last level is the root. Node j of level i of cell t is component (h(t) + o_i + j) mod p:
/// h(t) is the cell's home, and o_i the number of nodes of all levels nearer to the root. So the root is at home, and
/// the levels of a cell lie on different components as far as p has so many. In phase i node j of level i - 1, to begin
/// with component j, sends what it holds to node ⌊j / k⌋ of level i.
///
/// A node gets what neighbours send. So records that must keep their order merge as all others do.
class CombiningTree : public AccessPlan {
 public:
  CombiningTree(std::uint32_t degree, std::uint32_t components) : degree_(degree), components_(components) {
    std::vector<std::uint64_t> nodes;
    for (std::uint64_t below = components; below > 1 || nodes.empty(); below = nodes.back())
      nodes.push_back((below + degree - 1) / degree);
    offsets_.resize(nodes.size());
    std::uint64_t nearer = 0;
    for (std::size_t level = nodes.size(); level-- > 0; nearer += nodes[level]) offsets_[level] = nearer % components;
  }

  std::uint32_t phases() const override { return static_cast<std::uint32_t>(offsets_.size()); }

  void route(const Moves& moves, std::span<std::uint32_t> destination) const override {
    const std::uint64_t offset = offsets_[moves.phase];
    for (std::size_t k = 0; k < destination.size(); ++k) {
      const std::uint64_t home = moves.home[k];
      std::uint64_t node = moves.source[k];
      if (moves.phase > 0) node = (node + 2 * components_ - home - offsets_[moves.phase - 1]) % components_;
      destination[k] = static_cast<std::uint32_t>((home + offset + node / degree_) % components_);
    }
  }

 private:
  std::uint64_t degree_;                ///< k
  std::uint64_t components_;            ///< p
  std::vector<std::uint64_t> offsets_;  ///< [i - 1]: o_i mod p
};

/// The combining tree of Yew, Tzeng and Lawrie (IEEE TC 36(4), 1987): a tree of degree k for each cell that is known to
/// be hot. Records for other arrays go straight to their homes.
class Tree : public PlannedProtocol {
 public:
  Tree(std::uint32_t degree, std::uint32_t components)
      : degree_(degree), components_(components), plan_(std::make_shared<CombiningTree>(degree, components)) {}

  std::string name() const override { return fmt::format("tree:{}", degree_); }
  std::uint32_t components() const override { return components_; }
  std::shared_ptr<const AccessPlan> hot_plan() const override { return plan_; }
  std::uint32_t phases() const override { return 1; }
  bool routes_alone() const override { return true; }
  void route(const Moves& moves, std::span<std::uint32_t> destination) const override {
    std::ranges::copy(moves.home, destination.begin());
  }

 private:
  std::uint32_t degree_;
  std::uint32_t components_;
  std::shared_ptr<const AccessPlan> plan_;
};

std::unique_ptr<AccessProtocol> make_tree(const Spec& spec, std::uint32_t components) {
  constexpr std::uint64_t usual_degree = 4;
  if (components == 0) throw ConfigError("components", "0", "at least 1");
  const auto degree = spec.values.empty() ? usual_degree : whole_number(spec.values.front()).value_or(0);
  if (spec.values.size() > 1 || !spec.options.empty() || degree < 2 ||
      degree > std::numeric_limits<std::uint32_t>::max())
    spec.refuse("access", "tree, or tree:k with one whole number k of at least 2, the degree of the trees");
  return std::make_unique<Tree>(static_cast<std::uint32_t>(degree), components);
}

}  // namespace

AccessEntry detail::tree_access() {
  return {"tree",
          "a tree of degree k for each cell of arrays declared hot (Yew, Tzeng, Lawrie 1987): tree:k; else direct",
          make_tree};
}

}  // namespace pram
