#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pram/detail/word/word.hpp>

/// Collective operations: data moved between all components at once. Programs ask for them between pardos, machines
/// hand them to their networks, and networks carry them out by algorithms; all three name them by the same enumeration.
namespace pram {

/// N words are moved, between k nodes.
enum class Collective {
  one_to_one,  ///< the source's N words to the target
  broadcast,   ///< the source's N words to every node
  all_gather,  ///< every node's N / k words to every node (all-to-all broadcast; "total exchange" of Saad and Schultz)
  scatter,     ///< the source's N words, N / k to each node
  gather,      ///< every node's N / k words to the target
  all_to_all,  ///< N / k² words from every node to every node (multiscatter, transposition, total or complete exchange)
};

/// All operations, in the order of the enumeration.
const std::vector<Collective>& all_collectives();

/// "one-to-one", "broadcast", "all-gather", "scatter", "gather", "all-to-all".
std::string to_string(Collective operation);

/// The papers' other names of operations: "all-to-all-broadcast", "multiscatter", "multigather", "transposition",
/// "total-exchange", "complete-exchange".
const std::vector<std::string>& other_collective_names();

/// Reads a name, or one of the papers' other names.
/// @throws ConfigError with the known names
Collective collective_from(std::string_view name);

/// Does every node get the same words?
constexpr bool copies_to_all(Collective operation) {
  return operation == Collective::broadcast || operation == Collective::all_gather;
}

/// Consecutive words that go from one component to another, or stay where they are.
struct CollectiveBlock {
  std::uint32_t from = 0;
  std::uint32_t to = 0;  ///< broadcast and all-gather: to all
  std::uint64_t words = 0;
};

/// A collective operation on blocks of any sizes: what a machine hands to its network.
struct CollectiveBlocks {
  Collective operation = Collective::all_to_all;
  std::uint32_t root = 0;  ///< source of broadcast and scatter, target of gather
  /// broadcast: one block; all-gather: one for each component, in their order; others: by `from`, then by `to`, and no
  /// two of one pair
  std::vector<CollectiveBlock> blocks;
  std::string algorithm = "auto";  ///< by name; auto: the one that costs least
};

/// The algorithms of an operation that send phases of messages, which serve every network: "direct", and of a broadcast
/// "recursive-doubling" and "scatter-all-gather".
std::vector<std::string> phase_algorithms(Collective operation);

/// How a collective operation was carried out.
struct CollectiveReport {
  std::string algorithm;    ///< "direct", "recursive-doubling", "broadcast-ring-two-way", …
  std::uint64_t steps = 0;  ///< phases, or the steps (start-ups) of a schedule
  std::uint64_t charge = 0;
  std::optional<double> lower_bound = std::nullopt;  ///< no algorithm is faster; none where it is not known
};

/// How a network carries out collective operations. One object serves one machine and is called by one thread at a
/// time.
class Collectives {
 public:
  virtual ~Collectives() = default;

  /// @param in   the words of all blocks, in the task's order
  /// @param out  broadcast: p times the block; all-gather: p times all of `in`; others: the words of all blocks by
  /// `to`, then by `from`
  /// @throws ConfigError of option "algorithm" for one that this network does not have, or not for this task
  virtual CollectiveReport run(const CollectiveBlocks& task, std::span<const Word> in, std::span<Word> out) = 0;
};

}  // namespace pram
