#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <pram/error.hpp>
#include <pram/machines/switching.hpp>

/// Schedules: communication as a list of synchronous steps. This file has the rules of a step, its cost and its error;
/// <pram/machines/detail/lockstep.hpp> executes schedules.
namespace pram {

/// The transfers that a node may take part in at one step, and the length of a step.
struct PortModel {
  SwitchingOptions::Ports ports = SwitchingOptions::Ports::one;      ///< one: at most one send and one receive
  SwitchingOptions::Duplex duplex = SwitchingOptions::Duplex::full;  ///< half: an exchange takes two steps
  std::uint32_t startup = 0;                                         ///< τ
  std::uint32_t bandwidth = 1;                                       ///< b: words a time step, at least 1

  /// Time steps of one transfer of `words`: max(1, τ + ⌈words / b⌉).
  std::uint64_t steps(std::uint64_t words) const {
    return std::max<std::uint64_t>(1, startup + (words + bandwidth - 1) / bandwidth);
  }
};

/// A step that the network or the port model does not permit, or that puts two records into one place.
class ScheduleError : public Error {
 public:
  enum class Breach {
    no_such_link,
    two_sends,
    two_receives,
    both_directions,
    not_mutual,
    collision,
    not_held,  ///< a node does not hold what it sends, or what it should have at the end
    too_many,  ///< more transfers at a time than a bus or memory serves
  };

  struct Facts {
    Breach breach = Breach::no_such_link;
    std::string network;
    std::string routine;      ///< names of the nested routines, outermost first: "read/concentrate"
    std::uint64_t step = 0;   ///< steps done before this one
    std::uint32_t node = 0;   ///< for a collision: the place, in the routine's numbering
    std::uint32_t other = 0;  ///< the port, or the other node; for too_many: how many are served; not used for a
                              ///< collision
    std::uint32_t origins[2] = {no_node, no_node};  ///< of a collision: the places where the two records started
  };
  explicit ScheduleError(Facts facts);

  Facts facts;
};

/// The cost of schedules by routine. Routines nest. The figures of a routine include those of the routines that it
/// uses.
class ScheduleLedger {
 public:
  struct Routine {
    std::string name;
    std::uint32_t parent = no_node;  ///< index of the routine that used it
    std::uint32_t depth = 0;
    std::uint64_t calls = 0;
    std::uint64_t steps = 0;      ///< communication, in time steps
    std::uint64_t transfers = 0;  ///< records (or blocks) that crossed a link
    std::uint64_t local = 0;      ///< steps without communication
  };

  /// While it lives, charges go to the routine of this name.
  class [[nodiscard]] Scope {
   public:
    explicit Scope(ScheduleLedger& ledger, std::string_view name) : ledger_(ledger) { ledger_.enter(name); }
    ~Scope() { ledger_.leave(); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    ScheduleLedger& ledger_;
  };

  ScheduleLedger();

  void charge(std::uint64_t steps, std::uint64_t transfers);
  void charge_local(std::uint64_t operations = 1);

  std::uint64_t steps() const { return routines_.front().steps; }
  std::uint64_t transfers() const { return routines_.front().transfers; }

  /// All routines in order of first use: first the whole, then each routine after the one that used it.
  std::vector<Routine> routines() const;

  /// Steps of the routine with this path ("read/sort"); 0 if it was never used.
  std::uint64_t steps_of(std::string_view path) const;

  /// The path of the routine that takes charges now: names from the outermost, joined by "/".
  std::string path() const { return path_of(current_); }

  void clear();

 private:
  void enter(std::string_view name);
  void leave() { current_ = routines_[current_].parent; }
  std::string path_of(std::uint32_t routine) const;

  std::vector<Routine> routines_;
  std::uint32_t current_ = 0;
};

}  // namespace pram
