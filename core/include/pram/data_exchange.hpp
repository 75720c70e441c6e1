#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pram/detail/word.hpp>

/// Blocks of data moved between all components at once: what a machine hands to its network between pardos.
namespace pram {

/// How the blocks of an exchange relate.
enum class DataMovement {
  broadcast,   ///< one block to every component
  all_gather,  ///< every component's block to every component
  blocks,      ///< every block from one component to one other: scatter, gather, all-to-all, transposition
};

/// Consecutive words that go from one component to another, or stay where they are.
struct DataBlock {
  std::uint32_t from = 0;
  std::uint32_t to = 0;  ///< broadcast and all-gather: to all
  std::uint64_t words = 0;
};

/// What is to be moved.
struct DataExchangeTask {
  DataMovement movement = DataMovement::blocks;
  /// broadcast: one block; all-gather: one for each component, in their order; blocks: by `from`, then by `to`, and
  /// no two of one pair
  std::vector<DataBlock> blocks;
};

/// How it was moved.
struct DataExchangeReport {
  std::string algorithm;    ///< "direct", "recursive-doubling", "broadcast-ring-two-way", …
  std::uint64_t steps = 0;  ///< phases, or the steps (start-ups) of a schedule
  std::uint64_t charge = 0;
  std::optional<double> lower_bound = std::nullopt;  ///< no algorithm is faster; none where it is not known
};

/// A network's way to exchange data. One object serves one machine and is called by one thread at a time.
class DataExchange {
 public:
  virtual ~DataExchange() = default;

  /// @param in   the words of all blocks, in the task's order
  /// @param out  broadcast: p times the block; all-gather: p times all of `in`; blocks: the words of all blocks by
  /// `to`, then by `from`
  virtual DataExchangeReport run(const DataExchangeTask& task, std::span<const Word> in, std::span<Word> out) = 0;
};

}  // namespace pram
