#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pram/machines/collectives.hpp>
#include <pram/machines/topology.hpp>

/// Complete exchange on the N × N torus with wormhole switching and one port, by division. The family A_k: Algorithm A1
/// is k = 1, Algorithm A_(n-1) is k = n - 1, and the algorithm of Suh and of Tseng, which does not divide, is k = 0.
/// Every node has a message for every node, its own included. A split phase gathers the messages of four nodes at two
/// masters, each of which takes those for its rows. After k split phases the masters form 2^k tori of side M = N / 2^k,
/// which exchange at once without sharing a channel. Then k merge steps deal out what arrived.
namespace pram {

/// A worm, which leaves a node through a port and goes straight over `hops` links, with those messages of the node that
/// the rule below chooses.
struct TorusSend {
  enum class Axis : std::uint8_t { row, column };

  std::uint32_t node = 0;
  std::uint32_t port = 0;
  std::uint32_t hops = 0;
  /// A message is chosen if ((x >> shift) & mask) == value, or != value, where x is its target's row or column.
  Axis axis = Axis::row;
  bool equal = true;
  std::uint32_t shift = 0;
  std::uint32_t mask = 0;
  std::uint32_t value = 0;
};

/// The largest k by which a torus can be divided. N must be a multiple of 4 · 2^k; for N = 2^n and k = n - 1 a multiple
/// of 2 · 2^k.
/// @param side  N, a multiple of four
/// @throws ConfigError for any other side
std::uint32_t most_torus_splits(std::uint32_t side);

/// The schedule on "torus:NxN": a pure function from the number of a step to its worms.
class TorusExchange {
 public:
  enum class Stage { split, phase_1, phase_2, phase_3, phase_4, merge };
  /// Two rules as the paper prints them. With either of them some messages are not delivered.
  enum class Misprint { none, phase_3, phase_4 };

  /// @param side    N
  /// @param splits  k, at most most_torus_splits(N)
  /// @throws ConfigError for another side or a larger k
  TorusExchange(std::uint32_t side, std::uint32_t splits, Misprint misprint = Misprint::none);

  std::uint32_t side() const { return side_; }
  std::uint32_t splits() const { return splits_; }
  std::uint64_t steps() const { return 3 * splits_ + exchange_steps(); }

  /// The stage of a step. With M = 2 the exchange is the two steps of phase 4.
  Stage stage(std::uint64_t number) const;

  /// Appends the worms of a step.
  void step(std::uint64_t number, std::vector<TorusSend>& sends) const;

 private:
  std::uint64_t exchange_steps() const { return logical_side_ >= 4 ? logical_side_ / 2 + 2 : 2; }
  void split(std::uint32_t phase, bool second, std::vector<TorusSend>& sends) const;
  void exchange(Stage stage, bool second, std::vector<TorusSend>& sends) const;
  void merge(std::uint32_t phase, std::vector<TorusSend>& sends) const;

  std::uint32_t side_;
  std::uint32_t splits_;
  std::uint32_t logical_side_;  ///< M
  Misprint misprint_;
};

/// The outcome of an execution of the schedule.
struct TorusRun {
  std::uint64_t startups = 0;
  std::uint64_t transmissions = 0;          ///< in messages: sum over the steps of the largest block of each
  std::uint64_t words = 0;                  ///< the same, in words
  std::vector<std::uint64_t> largest = {};  ///< messages of the largest block, for each step
  std::uint64_t buffer = 0;                 ///< most messages that a node held
  std::uint64_t undelivered = 0;            ///< messages that are not at their target at the end
};

/// The messages that every node holds. A message is (origin · S + row of its target) · S + column of its target, where
/// S is the least power of two that is at least N.
using TorusHoldings = std::vector<std::vector<std::uint32_t>>;

/// Executes a schedule and checks every step: no channel is in two worms, no node sends or receives two.
/// @param watch  if given, is called after each step with its number and the holdings
/// @throws ScheduleError for a step that breaks a rule
/// @throws LimitError for sides beyond 128
TorusRun check_torus_exchange(const TorusExchange& schedule,
                              const std::function<void(std::uint64_t, const TorusHoldings&)>& watch = {});

/// Executes a schedule with a block of words for each message.
/// @param task  of all_to_all
/// @param out   gets the words that every node holds in the end, in order of origin
/// @param watch  called with each link of each worm
/// @throws ScheduleError for a step that breaks a rule, and if a message is not at its target at the end
/// @throws ConfigError for another operation, and if `in` has not the task's words for every node
/// @throws LimitError for sides beyond 128
TorusRun execute_torus_exchange(const TorusExchange& schedule, const CollectiveTask& task, const CollectiveData& in,
                                CollectiveData& out, const TransferWatch& watch = {});

/// Start-ups, transmissions and buffer by formula; all three are exact.
struct TorusCost {
  std::uint64_t startups = 0;       ///< 3 k + M / 2 + 2; 3 n - 1 for M = 2
  std::uint64_t transmissions = 0;  ///< N³ / 4 + N² (3.5 · 2^k - 2.5); 1.75 N³ - 2.5 N² for M = 2
  std::uint64_t buffer = 0;         ///< 2^k N² messages
};

/// The cost of the schedule of N = `side` and k = `splits`.
/// @param side    a multiple of four
/// @param splits  at most most_torus_splits(side)
/// @throws ConfigError for another side or a larger k
TorusCost torus_exchange_cost(std::uint32_t side, std::uint32_t splits);

/// The k with the least time; of several the least.
/// @param startup  time of a start-up
/// @param message  time of the transmission of a message
/// @throws ConfigError if the side is not a multiple of four
std::uint32_t best_torus_splits(std::uint32_t side, double startup, double message);

/// A row of the paper's Table 1 for one side. `cost` has the corrected counts.
struct TorusTableRow {
  std::string name;
  std::uint32_t splits = 0;
  TorusCost cost;
  std::uint64_t printed_transmissions = 0;  ///< as the paper prints it
  std::uint64_t rearrangement = 0;          ///< messages moved inside a memory, as the paper prints it; not executed
};

/// The rows of A_(n-1), A1, Tseng and Suh.
/// @param side  N, a power of two, at least 4
/// @throws ConfigError for any other side
std::vector<TorusTableRow> torus_exchange_table(std::uint32_t side);

}  // namespace pram
