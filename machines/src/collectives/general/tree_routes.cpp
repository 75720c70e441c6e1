#include "tree_routes.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace pram {

MovePlan blocks_of_spread(const MovePlan& spread, std::uint32_t all_nodes, std::uint32_t nodes,
                          std::span<const std::uint64_t> words) {
  // By node and origin: the blocks for it and for those behind it. A node gets each piece once, so that all of them
  // are known when the steps are gone through backwards.
  std::vector<std::vector<std::uint32_t>> needs(std::size_t{all_nodes} * nodes);
  for (std::uint32_t target = 0; target < nodes; ++target) {
    for (std::uint32_t origin = 0; origin < nodes; ++origin) {
      const std::uint32_t block = origin * nodes + target;
      if (origin != target && words[block] > 0) needs[std::size_t{target} * nodes + origin].push_back(block);
    }
  }
  MovePlan made;
  made.steps().resize(spread.steps().size());
  for (std::size_t number = spread.steps().size(); number-- > 0;) {
    for (const MovePlan::Move& move : spread.steps()[number]) {
      MovePlan::Move blocks{move.from, move.to, {}};
      for (const std::uint32_t origin : move.pieces) {
        const std::vector<std::uint32_t>& behind = needs[std::size_t{move.to} * nodes + origin];
        std::vector<std::uint32_t>& here = needs[std::size_t{move.from} * nodes + origin];
        here.insert(here.end(), behind.begin(), behind.end());
        blocks.pieces.insert(blocks.pieces.end(), behind.begin(), behind.end());
      }
      if (!blocks.pieces.empty()) made.steps()[number].push_back(std::move(blocks));
    }
  }
  std::erase_if(made.steps(), [](const MovePlan::Step& step) { return step.empty(); });
  return made;
}

}  // namespace pram
