#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <pram/machines/collectives.hpp>
#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>

/// Total exchange in Cartesian products, message by message. Every node has one message for every other node. A message
/// crosses one link a step; a link carries one message in each direction. There are schedules for one dimension, and
/// Algorithms A1, A2 and A3, which make schedules for products of them. Source: Dimakopoulos, Dimopoulos, A theory for
/// total exchange in multidimensional interconnection networks.
namespace pram {

/// A move in one step of a schedule: the message that `origin` has for `target` goes from a node to a neighbour.
struct ExchangeMove {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t origin = 0;
  std::uint32_t target = 0;

  friend bool operator==(const ExchangeMove&, const ExchangeMove&) = default;
};

/// A schedule of total exchange: a pure function from the number of a step to its moves. Moves are computed and not
/// stored.
class TotalExchange {
 public:
  virtual ~TotalExchange() = default;

  virtual std::uint32_t nodes() const = 0;
  virtual std::uint64_t steps() const = 0;

  /// Appends the moves of a step.
  /// @param number  below steps()
  virtual void step(std::uint64_t number, std::vector<ExchangeMove>& moves) const = 0;
};

using TotalExchangePtr = std::shared_ptr<const TotalExchange>;

// One dimension. Nodes are numbered along the path or ring. Every function throws ConfigError for no nodes.

/// On a ring. One port: the messages of one offset go together, offset after offset, each the shorter way, in ⌊n² / 4⌋
/// steps, the average status. All ports: both directions work at once, ⌈n² / 8⌉ steps.
TotalExchangePtr total_exchange_on_ring(std::uint32_t nodes, SwitchingOptions::Ports ports);

/// On a path. All ports: both directions work at once, the messages with the farthest target first: ⌊n² / 4⌋ steps. One
/// port: the two directions alternate, 2 ⌊n² / 4⌋ steps. For even n > 2 a first step in which every other link carries
/// in both directions saves one step: n² / 2 - 1. No schedule has fewer, as node i sends i (n - i) + (i - 1)(n - i + 1)
/// messages.
/// @param plain  without that first step
TotalExchangePtr total_exchange_on_path(std::uint32_t nodes, SwitchingOptions::Ports ports, bool plain = false);

/// On a complete graph. One port: in step t every node sends to the t-th node after it, n - 1 steps. All ports: one
/// step.
TotalExchangePtr total_exchange_on_complete(std::uint32_t nodes, SwitchingOptions::Ports ports);

// Products. Node (v, u) of first × second has number v · |second| + u. Every function throws LimitError for 2^32 nodes
// and more.

/// Algorithm A1, one port: in all copies of the second factor at once, every node's messages for copy k of the first
/// factor go to the node of copy k, set after set, pipelined on a shortest path. Then, for each k, all copies of the
/// first factor exchange. With n₁, n₂ nodes, T₁ steps of the first and sum S of all distances in the second: n₂ (n₂ -
/// 1)(n₁ - 1) + S + n₂ T₁ steps.
TotalExchangePtr total_exchange_a1(TotalExchangePtr first, std::shared_ptr<const Topology> second);

/// Algorithm A2, one port: n₁ exchanges in the copies of the second factor, then n₂ in those of the first: n₁ T₂ + n₂
/// T₁ steps (Theorem 2). If both factors take as many steps as their average status, so does the product (Theorem 3).
TotalExchangePtr total_exchange_a2(TotalExchangePtr first, TotalExchangePtr second);

/// Algorithm A2 for any number of factors: n Σ Tᵢ / nᵢ steps (Corollary 2). No factors: a single node.
TotalExchangePtr total_exchange_a2(const std::vector<TotalExchangePtr>& factors);

/// Algorithm A3, all ports, on H × H where H has n nodes and a schedule of T steps: both dimensions work at once, n T
/// steps (Theorem 4).
TotalExchangePtr total_exchange_a3(TotalExchangePtr half);

/// Algorithm A3 for the product of 2^k equal factors: n^(2^k - 1) T steps (Corollary 3).
/// @param doublings  k
TotalExchangePtr total_exchange_a3(TotalExchangePtr factor, std::uint32_t doublings);

/// Total exchange with all ports for any number of factors, equal or not. Section 6 of the paper leaves it open. All
/// dimensions work all the time; each makes one exchange after another, in its own number of steps. As in the paper's
/// algorithms every node does the same relative to its own position, so a message is known by its vector of offsets.
/// For each dimension and offset a perfect matching gives every vector the exchange in which it crosses that dimension,
/// such that no vector is in two exchanges at a time. For d equal factors a matching always exists (Hall, as n^(d - 1)
/// ≥ n (d - 1)); the steps are n^(d - 1) T, and A3's optimality holds for every d. For other factors the steps are
/// those of the slowest dimension, max (N / nᵢ) Tᵢ, if matchings are found.
TotalExchangePtr total_exchange_mixed(const std::vector<TotalExchangePtr>& factors);

// Bounds.

/// A partition of the nodes into two sets V₁ and V₂.
struct ExchangeCut {
  std::uint64_t pairs = 0;  ///< |V₁| |V₂|
  std::uint64_t links = 1;  ///< C: links between the two sets
};

/// Bounds on the steps of total exchange that no schedule can beat.
struct TotalExchangeBounds {
  std::uint64_t nodes = 1;
  std::uint64_t total_status = 0;  ///< sum of the distances of all ordered pairs
  ExchangeCut cut;                 ///< the cut with the largest bound, of those tried

  /// AS(G), the average status.
  double average_status() const { return static_cast<double>(total_status) / static_cast<double>(nodes); }
  /// (B1) of one port: ⌈AS(G)⌉.
  std::uint64_t one_port() const { return (total_status + nodes - 1) / nodes; }
  /// (B2) of all ports: ⌈|V₁| |V₂| / C⌉.
  std::uint64_t all_ports() const { return (cut.pairs + cut.links - 1) / cut.links; }
  /// Whether a schedule of so many steps meets the bound.
  bool optimal(std::uint64_t steps, SwitchingOptions::Ports ports) const {
    return steps == (ports == SwitchingOptions::Ports::one ? one_port() : all_ports());
  }
};

/// s(v), the status of a node: the sum of its distances to all nodes.
std::uint64_t status(const Topology& graph, std::uint32_t node);

/// The bounds for a graph, from the topology's distances. Up to 16 nodes all cuts are tried. For more nodes the cuts
/// lie between the first nodes and the others, in order of number and of distance from node 0: for paths, rings and
/// complete graphs the best cut is among them.
TotalExchangeBounds total_exchange_bounds(const Topology& graph);

/// The bounds for a product, from those of its factors: Corollary 1 and Theorem 5 of the paper.
TotalExchangeBounds total_exchange_bounds(std::span<const TotalExchangeBounds> factors);

// Execution.

/// What the execution of a schedule did.
struct TotalExchangeRun {
  std::uint64_t steps = 0;
  std::uint64_t transfers = 0;  ///< links crossed, over all messages
  std::uint64_t words = 0;      ///< sum over the steps of the largest message of each
};

/// Executes a schedule and checks every move: the message is where the move says, the nodes are neighbours, a link
/// carries one message in a direction, ports permit it; in the end every message must be at its target.
/// @throws ScheduleError for a move that breaks a rule, and if a message is not at its target at the end
/// @throws ConfigError if the schedule and the graph differ in nodes
/// @throws LimitError for more than most_exchange_nodes nodes
TotalExchangeRun check_total_exchange(const TotalExchange& schedule, const Topology& graph,
                                      SwitchingOptions::Ports ports);

/// Executes a schedule with a block of words for each message (see collective_input()), and checks it likewise.
/// @param task  of all_to_all
/// @param out   gets the words that every node holds when all have arrived, in order of origin, its own block included
/// @param watch  called with each move of a message with words
/// @throws ScheduleError as check_total_exchange() does
/// @throws ConfigError likewise; for another operation; and if `in` has not the task's words for every node
/// @throws LimitError as check_total_exchange() does
TotalExchangeRun execute_total_exchange(const TotalExchange& schedule, const Topology& graph,
                                        SwitchingOptions::Ports ports, const CollectiveTask& task,
                                        const CollectiveData& in, CollectiveData& out, const TransferWatch& watch = {});

/// The most nodes of an execution, which keeps the place of every message in memory.
inline constexpr std::uint32_t most_exchange_nodes = 1u << 13;

}  // namespace pram
