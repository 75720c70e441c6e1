#include "oracle/search/dictionary.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <optional>

#include <pram/detail/no_node.hpp>

namespace pram::programs::oracle {

namespace {

/// A walk through a tree.
class TreeWalk {
 public:
  explicit TreeWalk(const DictionaryAnswer& answer) : answer_(answer) {}

  /// The level of a node over leaves that are all on one level; nothing if the tree is no 2-3 tree there.
  std::optional<std::uint64_t> level_of(std::uint32_t node, std::uint64_t depth = 0) {
    if (node >= answer_.children.size() || depth > 64) return std::nullopt;
    const auto& children = answer_.children[node];
    if (children[0] == no_node) {
      leaves_.push_back(answer_.key[node]);
      return 0;
    }
    if (depth > 0 && children[1] == no_node) return std::nullopt;
    std::optional<std::uint64_t> below;
    for (const std::uint32_t child : children) {
      if (child == no_node) continue;
      const auto level = level_of(child, depth + 1);
      if (!level || (below && below != level)) return std::nullopt;
      below = level;
    }
    if (leaves_.back() > answer_.key[node]) return std::nullopt;
    return *below + 1;
  }

  const std::vector<std::int64_t>& leaves() const { return leaves_; }

 private:
  const DictionaryAnswer& answer_;
  std::vector<std::int64_t> leaves_;
};

}  // namespace

bool is_dictionary(const DictionaryBatch& batch, const DictionaryAnswer& answer) {
  std::vector<std::int64_t> all;
  std::ranges::set_union(batch.keys, batch.inserted, std::back_inserter(all));
  std::vector<std::int64_t> left;
  std::ranges::set_difference(all, batch.deleted, std::back_inserter(left));
  bool right = answer.found.size() == batch.sought.size();
  for (std::size_t i = 0; right && i < batch.sought.size(); ++i)
    right = (answer.found[i] != 0) == std::ranges::binary_search(left, batch.sought[i]);
  const bool one_child = left.empty();
  left.push_back(std::numeric_limits<std::int64_t>::max());  // the last leaf
  TreeWalk walk(answer);
  const auto height = walk.level_of(answer.root);
  right = right && height && *height >= 1 && walk.leaves() == left;
  return right && (answer.children[answer.root][1] == no_node) == one_child;
}

}  // namespace pram::programs::oracle
