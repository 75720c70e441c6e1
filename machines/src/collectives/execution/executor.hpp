#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "piece_index.hpp"
#include "step_checker.hpp"

namespace pram {

/// The number of a piece: of consecutive words that move as a whole.
using Piece = std::uint32_t;

/// Executes collective algorithms with real data. Pieces are copied from node to node, in steps that StepChecker
/// checks. A node holds what it receives in a step from the end of that step on. Pieces of no words are at every node
/// and cost nothing.
class CollectiveExecutor {
 public:
  /// What becomes of a piece at the node that sends it.
  enum class Sender { keeps, forgets };

  /// @param algorithm  its name, for errors
  CollectiveExecutor(const CollectiveModel& model, std::string_view algorithm);

  std::uint32_t nodes() const { return checker_.nodes(); }
  std::uint32_t memory() const { return checker_.nodes(); }  ///< the shared memory, as a node
  const CollectiveModel& model() const { return checker_.model(); }

  /// Adds a piece at a node, before the first step. Pieces get the numbers 0, 1, 2, …
  Piece add(std::uint32_t node, std::span<const Word> words);
  /// Cuts words into pieces, as evenly as possible, and adds them.
  std::vector<Piece> add_shares(std::uint32_t node, std::span<const Word> words, std::uint64_t parts);

  std::uint64_t length(Piece piece) const { return pieces_[piece].length; }
  bool holds(std::uint32_t node, Piece piece) const;

  void begin_step() { checker_.begin_step(); }
  /// Sends one block with these pieces to a neighbour; nothing if they have no words.
  /// @throws ScheduleError, also if the sender does not hold a piece
  void send(std::uint32_t from, std::uint32_t to, std::span<const Piece> pieces, Sender sender = Sender::keeps);
  void send(std::uint32_t from, std::uint32_t to, Piece piece, Sender sender = Sender::keeps) {
    send(from, to, std::span(&piece, 1), sender);
  }
  /// Sends one block on the bus. listeners(piece, hears) calls hears(node) for every node that keeps the piece.
  template <class Listeners>
  void send_to_all(std::uint32_t from, std::span<const Piece> pieces, Listeners&& listeners) {
    const std::uint32_t other = from == 0 ? 1 : 0;
    if (!transfer(from, other, pieces)) return;
    for (const Piece piece : pieces) {
      if (length(piece) == 0) continue;
      const std::uint64_t place = load(from, piece, other);
      listeners(piece, [&](std::uint32_t to) { arrivals_.push_back({to, piece, place}); });
    }
  }
  void end_step();

  /// The words of these pieces, one after the other, as a node holds them.
  /// @throws ScheduleError if the node lacks a piece
  std::vector<Word> collect(std::uint32_t node, std::span<const Piece> pieces) const;

  const CollectiveCost& cost() const { return checker_.cost(); }

 private:
  struct Extent {
    std::uint64_t length = 0;
    std::uint32_t pool = 0;  // the pool of places of this length
  };
  struct Arrival {
    std::uint32_t to = 0;
    Piece piece = 0;
    std::uint64_t place = 0;  // place among the words on their way
  };

  bool transfer(std::uint32_t from, std::uint32_t to, std::span<const Piece> pieces);
  std::uint64_t place_of(std::uint32_t node, Piece piece, std::uint32_t other) const;
  std::uint64_t load(std::uint32_t from, Piece piece, std::uint32_t to);
  void store(std::uint32_t node, Piece piece, std::span<const Word> words);

  StepChecker checker_;
  std::vector<Extent> pieces_;
  PieceIndex index_;
  std::vector<Word> held_;  // words of all nodes
  std::unordered_map<std::uint64_t, std::uint32_t> pools_;
  std::vector<std::vector<std::uint64_t>> free_;  // by pool: free places in held_
  std::vector<Word> on_the_way_;
  std::vector<Arrival> arrivals_;
  std::vector<std::uint64_t> forgotten_;  // as keys of the index
  std::vector<Piece> seen_;               // of a block, by a watch
};

}  // namespace pram
