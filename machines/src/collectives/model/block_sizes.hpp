#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pram/machines/collectives.hpp>

namespace pram {

/// block_words() without its divisions, for callers that ask once for each message and step.
class BlockSizes {
 public:
  BlockSizes(const CollectiveTask& task, std::uint32_t nodes) : share_(nodes), longer_(nodes) {
    for (std::uint32_t i = 0; i < nodes; ++i) {
      const std::uint64_t words = share_of(task.words, nodes, i);
      share_[i] = words / nodes;
      longer_[i] = words % nodes;
    }
  }

  std::uint64_t of(std::uint32_t from, std::uint32_t to) const { return share_[from] + (to < longer_[from] ? 1 : 0); }
  /// The place of the block's first word among its origin's words.
  std::uint64_t begin(std::uint32_t from, std::uint32_t to) const {
    return share_[from] * to + (to < longer_[from] ? to : longer_[from]);
  }
  /// The words of all blocks for one node.
  std::uint64_t total_to(std::uint32_t to) const {
    std::uint64_t words = 0;
    for (std::uint32_t from = 0; from < share_.size(); ++from) words += of(from, to);
    return words;
  }

 private:
  std::vector<std::uint64_t> share_;   ///< words of the shorter blocks
  std::vector<std::uint64_t> longer_;  ///< how many blocks have one word more: those for the first nodes
};

/// Whether a task has no counts, or is an all-gather of a count for each node, which add up to its words.
bool counts_fit(const CollectiveTask& task, std::uint32_t nodes);

/// @param operation  that of the algorithm that is to run
/// @param network    for the error: "ring:4"
/// @throws ConfigError unless the task is of this operation, its source and target are nodes, its counts fit, and `in`
/// has for each node the words that collective_input() gives it
void check_input(CollectiveOperation operation, const CollectiveTask& task, const std::string& network,
                 std::uint32_t nodes, const CollectiveData& in);

}  // namespace pram
