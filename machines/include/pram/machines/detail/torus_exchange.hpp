#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pram/machines/collectives.hpp>
#include <pram/machines/topology.hpp>

/// Complete exchange on the N × N torus with wormhole switching and one port, by division: the family A_k of which
/// Algorithm A1 is k = 1, Algorithm A_(n-1) is k = n - 1, and the algorithm of Suh and of Tseng, which does not divide,
/// k = 0. Every node has a message for every node, its own included. A split phase gathers the messages of four nodes
/// at two masters, each of which takes those for its rows; after k of them the masters form 2^k tori of side M = N /
/// 2^k, which exchange at once without sharing a channel; k merge steps deal out what arrived.
namespace pram {

/// A worm: from a node straight through a port, as many links, with the chosen ones of the messages held there.
struct TorusSend {
  enum class Axis : std::uint8_t { row, column };

  std::uint32_t node = 0;
  std::uint32_t port = 0;
  std::uint32_t hops = 0;
  /// A message goes if ((x >> shift) & mask) == value, or != value, for its target's row or column x.
  Axis axis = Axis::row;
  bool equal = true;
  std::uint32_t shift = 0;
  std::uint32_t mask = 0;
  std::uint32_t value = 0;
};

/// How often a torus can be divided: N must be a multiple of 4 · 2^k, or 2 · 2^k where k = n - 1 for N = 2^n.
/// @param side  N, a multiple of four
/// @throws ConfigError
std::uint32_t most_torus_splits(std::uint32_t side);

/// The schedule: a pure function from the number of a step to its worms, on "torus:NxN".
class TorusExchange {
 public:
  enum class Stage { split, phase_1, phase_2, phase_3, phase_4, merge };
  /// Two rules as the paper prints them, which leave messages undelivered.
  enum class Misprint { none, phase_3, phase_4 };

  /// @param side    N
  /// @param splits  k of at most most_torus_splits(N)
  /// @throws ConfigError
  TorusExchange(std::uint32_t side, std::uint32_t splits, Misprint misprint = Misprint::none);

  std::uint32_t side() const { return side_; }
  std::uint32_t splits() const { return splits_; }
  std::uint64_t steps() const { return 3 * splits_ + exchange_steps(); }

  /// With M = 2 the exchange is the two steps of phase 4.
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

/// What a run does.
struct TorusRun {
  std::uint64_t startups = 0;
  std::uint64_t transmissions = 0;          ///< messages: over the steps, of each the largest block
  std::uint64_t words = 0;                  ///< the same, in words
  std::vector<std::uint64_t> largest = {};  ///< messages, of each step
  std::uint64_t buffer = 0;                 ///< most messages that a node held
  std::uint64_t undelivered = 0;            ///< messages that are not at their target in the end
};

/// Which messages every node holds: (origin · S + row of the target) · S + its column, S the least power of two from N
/// on.
using TorusHoldings = std::vector<std::vector<std::uint32_t>>;

/// Executes a schedule and checks every step: no channel is in two worms, no node sends or receives two.
/// @param watch  if given, is shown the holdings after each step
/// @throws ScheduleError; LimitError for sides beyond 128
TorusRun check_torus_exchange(const TorusExchange& schedule,
                              const std::function<void(std::uint64_t, const TorusHoldings&)>& watch = {});

/// The same with a block of words for each message; `out` gets what every node holds in the end, in order of origin.
/// @param task  of all_to_all
/// @throws ScheduleError, also if a message is not at its target in the end
TorusRun execute_torus_exchange(const TorusExchange& schedule, const CollectiveTask& task, const CollectiveData& in,
                                CollectiveData& out);

/// Start-ups, transmissions and buffer by formula; all three are exact.
struct TorusCost {
  std::uint64_t startups = 0;       ///< 3 k + M / 2 + 2; 3 n - 1 for M = 2
  std::uint64_t transmissions = 0;  ///< N³ / 4 + N² (3.5 · 2^k - 2.5); 1.75 N³ - 2.5 N² for M = 2
  std::uint64_t buffer = 0;         ///< 2^k N² messages
};

/// @param side    a multiple of four
/// @param splits  at most most_torus_splits(side)
/// @throws ConfigError
TorusCost torus_exchange_cost(std::uint32_t side, std::uint32_t splits);

/// The k of least time, if a start-up takes `startup` and a message `message`; the least k of those.
std::uint32_t best_torus_splits(std::uint32_t side, double startup, double message);

/// Table 1 of the paper for one side, with the corrected counts.
struct TorusTableRow {
  std::string name;
  std::uint32_t splits = 0;
  TorusCost cost;
  std::uint64_t printed_transmissions = 0;  ///< what the paper has
  std::uint64_t rearrangement = 0;          ///< messages moved inside a memory, as printed; not executed
};

/// A_(n-1), A1, Tseng and Suh.
/// @param side  a power of two, at least 4
/// @throws ConfigError
std::vector<TorusTableRow> torus_exchange_table(std::uint32_t side);

}  // namespace pram
