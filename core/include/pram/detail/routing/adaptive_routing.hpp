#pragma once

#include <cstdint>
#include <span>

#include <pram/access/access_plan.hpp>
#include <pram/detail/function.hpp>
#include <pram/ledger.hpp>
#include <pram/network.hpp>

namespace pram {

/// The path of one step's records, found as they go: between the phases the components count what they hold, and what
/// all of them learn from the counts decides on the next phase. Every message of the counts is charged.
///
/// Contract, for whoever adds an adaptive routing. Before each phase, if looks(), all records that the components hold
/// pass look(); then comes settle(); then, until ended(), all records pass route(), and every one ends at its home.
/// look() and route() are called from several threads at a time, but for the records of one component from one thread,
/// and in the same order in both. What a component does may rest on its own records and on what settle() has charged
/// for.
class AdaptiveRouting {
 public:
  using Moves = AccessPlan::Moves;

  virtual ~AdaptiveRouting() = default;

  /// @param step  AccessPlan::Moves::step
  /// @param most_requests  that the step may have: the machine knows its processors
  virtual void begin(std::uint64_t step, std::uint64_t most_requests) = 0;

  virtual bool looks() const = 0;
  virtual void look(const Moves& moves) = 0;

  /// Adds numbers up over all ranks of a program, place by place; every rank gets the sums.
  using AddUp = Function<void(std::span<std::uint64_t>)>;
  /// Whether each of several ranks of one program has the records of its own components pass: unite() then makes what
  /// one of them has counted the count of all. Otherwise all records pass on every rank.
  virtual bool unites() const { return false; }
  /// Called on every rank before each settle(), after look() if looks(). If unites(), the records of a component have
  /// passed look() on one of the ranks, which also has them pass route(). After unite() every rank's settle() must do
  /// the same as the others', and have the network carry the same.
  /// @param add_up  every rank calls it as often, and with as many numbers
  virtual void unite(const AddUp& add_up) { static_cast<void>(add_up); }

  /// Has the network carry what the components send each other about the records that they saw.
  /// @returns the supersteps as one phase; without messages if the components send each other nothing
  virtual PhaseRecord settle(Network& network) = 0;

  /// Are all records at their homes?
  virtual bool ended() const = 0;

  /// As AccessPlan::route().
  virtual void route(const Moves& moves, std::span<std::uint32_t> destination) = 0;
};

}  // namespace pram
