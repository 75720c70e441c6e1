#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pram/machines/collectives.hpp>
#include <pram/machines/topology.hpp>

/// Complete exchange on tori and grids of any sizes with wormhole switching and one port, by division. The family A_k:
/// Algorithm A1 is k = 1, Algorithm A_(n-1) is k = n - 1, and the algorithm of Suh, of Suh and Shin for d dimensions,
/// and of Tseng, which does not divide, is k = 0. Every node has a message for every node, its own included. A split
/// phase gathers the messages of 2^d nodes at half of them, the masters, each of which takes those for its part of the
/// torus. After k split phases the masters form 2^(k (d - 1)) tori of sides N / 2^k, which exchange at once without
/// sharing a channel. Then k merge steps deal out what arrived.
namespace pram {

/// A worm, which leaves a node through a port and goes straight over `hops` links, with those messages of the node that
/// the rule below chooses.
struct TorusSend {
  /// The order in which a node lays out its messages for this step and those after it, if it has to move them.
  enum class Order : std::uint8_t { by_choice, upwards, downwards };

  std::uint32_t node = 0;
  std::uint32_t port = 0;
  std::uint32_t hops = 0;
  /// A message is chosen if first <= ((x >> shift) & mask) < first + count, or if not, where x is the coordinate of its
  /// target in a dimension.
  std::uint32_t dimension = 0;
  std::uint32_t shift = 0;
  std::uint32_t mask = 0xFFFFFFFF;
  std::uint32_t first = 0;
  std::uint32_t count = 0xFFFFFFFF;
  bool inside = true;
  Order order = Order::by_choice;
};

/// The largest k by which a torus can be divided: 2^k divides each size, and each is at least 2^(k + 1).
/// @param side  N, at least 2
/// @throws ConfigError for a smaller side
std::uint32_t most_torus_splits(std::uint32_t side);

class LineExchange;

/// The schedule on a torus, on a grid, or on any product of rings and paths: a pure function from the number of a step
/// to its worms.
class TorusExchange {
 public:
  /// The steps between groups of nodes in a dimension, between halves of groups, between neighbours, and those of the
  /// division.
  enum class Stage { split, groups, halves, neighbours, merge };
  /// Two rules for tori of two dimensions as the paper prints them. With either of them some messages are not
  /// delivered.
  enum class Misprint { none, phase_3, phase_4 };

  /// @param factors  rings and paths of at least two nodes; a ring of two is a path. Dimension 0 is the last one.
  /// @param splits   k, at most most_splits(factors)
  /// @throws ConfigError for other factors, none, or a larger k
  TorusExchange(std::vector<TopologyFactor> factors, std::uint32_t splits, Misprint misprint = Misprint::none);
  /// On "torus:NxN".
  TorusExchange(std::uint32_t side, std::uint32_t splits, Misprint misprint = Misprint::none);

  /// The largest k for all dimensions.
  /// @throws ConfigError as the constructor does
  static std::uint32_t most_splits(const std::vector<TopologyFactor>& factors);

  const std::vector<TopologyFactor>& factors() const { return factors_; }
  /// "torus:8x8", "grid:5x3", "product:ring:8,path:3".
  std::string name() const;
  std::uint32_t dimensions() const { return static_cast<std::uint32_t>(sizes_.size()); }
  std::uint32_t size(std::uint32_t dimension) const { return sizes_[dimension]; }
  std::uint32_t nodes() const;
  std::uint32_t splits() const { return splits_; }
  std::uint64_t steps() const { return std::uint64_t{splits_} * (dimensions() + 1) + exchange_.size(); }

  Stage stage(std::uint64_t number) const;

  /// Appends the worms of a step.
  void step(std::uint64_t number, std::vector<TorusSend>& sends) const;

  /// What the masters do in a step of the exchange stage, or in all of them: a step of a dimension for all nodes, or a
  /// step in one dimension for the nodes whose coordinates have an even sum and one in another dimension for the rest.
  struct Slot {
    struct Work {
      std::uint32_t dimension = 0;
      std::uint32_t step = 0;
    };
    Stage stage = Stage::groups;
    std::optional<Work> even = std::nullopt;
    std::optional<Work> odd = std::nullopt;
    bool common = false;  ///< then both are the same
  };
  const std::vector<Slot>& exchange() const { return exchange_; }

 private:
  void split(std::uint32_t phase, std::uint32_t part, std::vector<TorusSend>& sends) const;
  void merge(std::uint32_t phase, std::vector<TorusSend>& sends) const;
  void exchange_step(const Slot& slot, std::vector<TorusSend>& sends) const;

  std::vector<TopologyFactor> factors_;
  std::vector<std::uint32_t> sizes_;  ///< by dimension
  std::uint32_t splits_;
  Misprint misprint_;
  std::vector<Slot> exchange_;
};

/// The outcome of an execution of the schedule.
struct TorusRun {
  std::uint64_t startups = 0;
  std::uint64_t transmissions = 0;          ///< in messages: sum over the steps of the largest block of each
  std::uint64_t words = 0;                  ///< the same, in words
  std::vector<std::uint64_t> largest = {};  ///< messages of the largest block, for each step
  std::uint64_t buffer = 0;                 ///< most messages that a node held
  std::uint64_t rearrangement = 0;          ///< messages copied inside a memory: sum over the steps of the most of each
  std::uint64_t undelivered = 0;            ///< messages that are not at their target at the end
};

/// The messages that every node holds, in the order of its memory. A message is its origin, and then the coordinates of
/// its target, each in as many bits as its dimension needs, the coordinate in dimension 0 in the lowest ones. So on
/// "torus:NxN" it is (origin · S + row of its target) · S + column of its target, where S is the least power of two
/// that is at least N.
using TorusHoldings = std::vector<std::vector<std::uint32_t>>;

/// Executes a schedule and checks every step: no channel is in two worms, no node sends or receives two. A block leaves
/// a node in one piece, and what arrives takes its place. Where the chosen messages do not stand side by side the node
/// first lays out its messages anew, each of which counts as copied; but as its first step wants them they stand at the
/// start.
/// @param watch  if given, is called after each step with its number and the holdings
/// @throws ScheduleError for a step that breaks a rule
/// @throws LimitError for more than 2^14 nodes
TorusRun check_torus_exchange(const TorusExchange& schedule,
                              const std::function<void(std::uint64_t, const TorusHoldings&)>& watch = {});

/// Executes a schedule with a block of words for each message.
/// @param task  of all_to_all
/// @param out   gets the words that every node holds in the end, in order of origin
/// @param watch  called with each link of each worm
/// @throws ScheduleError for a step that breaks a rule, and if a message is not at its target at the end
/// @throws ConfigError for another operation, and if `in` has not the task's words for every node
/// @throws LimitError for more than 2^14 nodes
TorusRun execute_torus_exchange(const TorusExchange& schedule, const CollectiveTask& task, const CollectiveData& in,
                                CollectiveData& out, const TransferWatch& watch = {});

/// Start-ups, transmissions and buffer by formula; all three are exact.
struct TorusCost {
  std::uint64_t startups = 0;       ///< on N × N, M = N / 2^k: 3 k + M / 2 + 2; 3 n - 1 for M = 2
  std::uint64_t transmissions = 0;  ///< N³ / 4 + N² (3.5 · 2^k - 2.5); 1.75 N³ - 2.5 N² for M = 2
  std::uint64_t buffer = 0;         ///< in messages: 2^k N²
};

/// The cost by counting of messages, without moving any: those that a node sends in a step are a product of what it
/// sends along the dimension and what it holds of each other dimension.
TorusCost torus_exchange_cost(const TorusExchange& schedule);

/// The cost of the schedule on "torus:NxN" of N = `side`, a multiple of four, and k = `splits`, by the formulas above.
/// @throws ConfigError for another side, and unless 4 divides N / 2^k or N = 2^(k + 1)
TorusCost torus_exchange_cost(std::uint32_t side, std::uint32_t splits);

/// The k with the least time; of several the least.
/// @param startup  time of a start-up
/// @param message  time of the transmission of a message
/// @throws ConfigError for factors of which no schedule can be made
std::uint32_t best_torus_splits(const std::vector<TopologyFactor>& factors, double startup, double message);
/// On "torus:NxN".
std::uint32_t best_torus_splits(std::uint32_t side, double startup, double message);

/// A member of the family, and where it begins to be the best one.
struct TorusCrossover {
  std::uint32_t splits = 0;
  double startup = 0;  ///< time of a start-up, in transmissions of a message: from here on
  TorusCost cost;
};

/// The members that are the best for some price of a start-up, by formula, the undivided one first.
/// @throws ConfigError for factors of which no schedule can be made
std::vector<TorusCrossover> torus_crossovers(const std::vector<TopologyFactor>& factors);

/// A row of the paper's Table 1 for one side. `cost` has the corrected counts.
struct TorusTableRow {
  std::string name;
  std::uint32_t splits = 0;
  TorusCost cost;
  std::uint64_t printed_transmissions = 0;  ///< as the paper prints it
  std::uint64_t rearrangement = 0;          ///< messages moved inside a memory, as the paper prints it
};

/// The rows of A_(n-1), A1, Tseng and Suh.
/// @param side  N, a power of two, at least 4
/// @throws ConfigError for any other side
std::vector<TorusTableRow> torus_exchange_table(std::uint32_t side);

}  // namespace pram
