#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "step_checker.hpp"

namespace pram {

/// Consecutive blocks of a vector.
struct Blocks {
  std::uint32_t first = 0;
  std::uint32_t count = 1;
};

/// The number of a row: of a vector that is being combined at a node. Row i is that of node i; more can be added.
using VectorRow = std::uint32_t;

/// Executes collectives that combine, with real data, in steps that StepChecker checks. Each node has a vector, cut
/// into blocks. A block at a row is a partial result: the words, and the contributions in them, which are nodes. What
/// arrives in a step is combined with what is there when the step ends, words and contributions alike. What a node
/// sends is what it had when the step began.
///
/// Contributions of nodes that follow each other are a run, known exactly. Any other set is known by how many they are
/// and by the sum of random keys, one for each node, so that a contribution that is missing or comes twice is noticed
/// at the end. An operator that does not commute combines only runs, and no node with those before it.
class ReductionExecutor {
 public:
  /// What becomes of blocks that arrive.
  enum class Arrival {
    merges,   ///< are combined with those that are there, before or behind these as the order of the nodes asks
    replaces  ///< take the place of those that are there
  };

  /// @param algorithm  its name, for errors
  /// @param in         one vector for each node, all of one length
  ReductionExecutor(const CollectiveModel& model, std::string_view algorithm, ReductionOperator combine,
                    const CollectiveData& in);

  std::uint32_t nodes() const { return checker_.nodes(); }
  std::uint32_t memory() const { return checker_.nodes(); }  ///< the shared memory, as a node
  const CollectiveModel& model() const { return checker_.model(); }

  /// Cuts all vectors into this many blocks, as evenly as possible; before the first step.
  void cut(std::uint64_t blocks);
  std::uint32_t blocks() const { return static_cast<std::uint32_t>(begin_.size() - 1); }
  Blocks all() const { return {0, blocks()}; }

  /// Adds a row without contributions at a node, before the first step and after cut().
  VectorRow add_row(std::uint32_t node);
  /// Takes memory for so many rows more, and none beyond.
  void reserve_rows(std::size_t more);

  void begin_step() { checker_.begin_step(); }
  /// Sends blocks of a row to a neighbour, to be combined with one of its rows; nothing if they have no words.
  /// @throws ScheduleError, also for blocks without contributions
  void send(VectorRow from, VectorRow to, std::span<const Blocks> blocks, Arrival arrival = Arrival::merges);
  void send(VectorRow from, VectorRow to, Blocks blocks, Arrival arrival = Arrival::merges) {
    send(from, to, std::span(&blocks, 1), arrival);
  }
  /// Sends the same blocks of several rows of one node in one message, each to a row of its own.
  struct RowPair {
    VectorRow from = 0;
    VectorRow to = 0;
  };
  void send_rows(std::span<const RowPair> rows, Blocks blocks, Arrival arrival = Arrival::merges);
  /// Sends blocks of several rows of one node in one message, each to a row of its own.
  struct Part {
    VectorRow from = 0;
    VectorRow to = 0;
    Blocks blocks;
    Arrival arrival = Arrival::merges;
  };
  void send_parts(std::span<const Part> parts);
  /// Puts blocks of a row on the bus, which all nodes hear.
  void say(VectorRow from, Blocks blocks);
  /// Lets a row take a part of what was sent or said last: of the node that gets it, or on a bus of any.
  void take(VectorRow to, Blocks part, Arrival arrival = Arrival::merges);
  /// @throws ScheduleError for contributions that cannot be combined in the order of the nodes, of an operator that
  /// does not commute
  void end_step();

  /// Combines blocks of a row with those of another one of the same node, between steps; none that are empty.
  void merge_rows(VectorRow from, VectorRow to, Blocks blocks);

  /// The words of these blocks at a row.
  /// @param contributions  the nodes 0, 1, … that must be in each of them, once
  /// @throws ScheduleError if others are
  std::vector<Word> collect(VectorRow row, Blocks blocks, std::uint32_t contributions) const;

  const CollectiveCost& cost() const { return checker_.cost(); }

 private:
  /// The contributions of a partial result: a run of nodes around the circle of all, or the sum of their keys.
  struct Partial {
    std::uint32_t tag = 0;         // the first node of a run, or the sum
    std::uint32_t count : 31 = 0;  // 0: there is none
    std::uint32_t run : 1 = 1;
  };
  struct Arriving {
    VectorRow to = 0;
    Blocks blocks;
    std::uint64_t words = 0;     // place of the words among those on their way
    std::uint64_t partials = 0;  // place of the contributions
    Arrival arrival = Arrival::merges;
  };
  using Combine = void (*)(const Word* left, const Word* right, Word* out, std::uint64_t count);

  std::uint64_t words_of(Blocks blocks) const { return begin_[blocks.first + blocks.count] - begin_[blocks.first]; }
  void post(std::uint32_t from, std::uint32_t to, std::uint64_t rows, std::span<const Blocks> blocks);
  void add_pieces(Blocks blocks);
  void load(VectorRow from, std::uint32_t to, Blocks blocks);
  void arrive(const Arriving& one, const Word* words, const Partial* partials);
  /// Joins contributions.
  /// @returns whether the others come before these in the order of the nodes
  bool join(Partial& mine, const Partial& other, VectorRow to) const;
  std::uint32_t keys_of(const Partial& partial) const;

  StepChecker checker_;
  Combine combine_;
  bool commutes_;
  std::uint64_t length_;                // words of a vector
  std::vector<std::uint64_t> begin_;    // of each block
  std::uint32_t filled_ = 0;            // blocks that have words, which are the first ones
  std::vector<std::uint32_t> node_of_;  // by row
  std::vector<std::uint32_t> keys_;     // sums of those of the nodes below each, twice around
  std::vector<Word> held_;              // the vectors of all rows
  std::vector<Partial> partials_;       // of all blocks of all rows
  std::vector<Word> on_the_way_;
  std::vector<Partial> partials_on_the_way_;
  std::vector<Arriving> arrivals_;
  Arriving last_;                      // what was loaded last
  std::vector<std::uint32_t> pieces_;  // of a message, for a watch
};

}  // namespace pram
