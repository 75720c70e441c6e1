#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <pram/detail/memory_account.hpp>

/// The c-collision protocol (Dietzfelbinger, Meyer auf der Heide, SPAA 1993): how a batch of requests reaches copies of
/// its cells, round by round.
namespace pram::detail {

struct CollisionOptions {
  std::uint32_t copies = 3;   ///< of each cell, in modules that are drawn
  std::uint32_t needed = 2;   ///< answers by which a request is finished
  std::uint32_t collide = 4;  ///< c: a module with more messages in a round answers none of them
  bool in_turn = false;       ///< instead a module with more messages answers the first c
};

/// A message of a round.
struct CollisionMessage {
  std::uint32_t request = 0;
  std::uint32_t copy = 0;
  std::uint32_t module = 0;
  bool answered = false;
};

/// The rounds of one batch after the other. In a round every unfinished request sends to those of its copies that have
/// not answered. A module with at most c messages answers all, with more it answers none. If no module answers, the
/// same messages would collide for ever: then, in the next round, every module answers the first c of its messages.
class CollisionRounds {
 public:
  CollisionRounds(const CollisionOptions& options, std::uint32_t modules) : options_(options), load_(modules, 0) {}

  /// Begins a batch.
  /// @param modules  of the copies, request by request: options.copies for each
  void begin(std::span<const std::uint32_t> modules);
  /// Has all unfinished requests send once.
  /// @returns false, without a round, if all are finished
  bool round();

  /// The messages of the last round, in the order of requests, then copies.
  std::span<const CollisionMessage> messages() const { return messages_; }
  /// The copies that have answered a request of the batch: bit i is copy i.
  std::uint32_t answered(std::size_t request) const { return answered_[request]; }
  std::size_t unfinished() const { return unfinished_.size(); }
  /// Whether no module has answered in the last round.
  bool stuck() const { return stuck_; }

 private:
  CollisionOptions options_;
  bool stuck_ = false;
  CountedVector<std::uint32_t> modules_;
  CountedVector<std::uint32_t> answered_;
  CountedVector<std::uint32_t> unfinished_;
  CountedVector<CollisionMessage> messages_;
  CountedVector<std::uint32_t> load_;  ///< messages of this round, per module
};

/// The batch, as a share of the modules, from which on the rounds do not end: with that many requests a constant share
/// of them collides for ever, with fewer all are finished with high probability. It is where the mean field of the
/// rounds, exact for infinitely many modules, gets a fixed point besides 0: the chance q that a module has not answered
/// a message is that of c or more others, of which each is unfinished.
/// @param options  in_turn does not matter
double largest_batch(const CollisionOptions& options);

/// The share of the requests that is never finished, of a batch of `batch` times the modules: 0 below largest_batch().
double unfinished_share(const CollisionOptions& options, double batch);

}  // namespace pram::detail
