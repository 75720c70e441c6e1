#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

namespace pram {

/// The path of one step's records to memory. In each of the phases() every record moves to the component that route()
/// names; records of one address that meet there merge. After the last phase every record must be at its home. Replies
/// go back by the same path.
class AccessPlan {
 public:
  virtual ~AccessPlan() = default;

  virtual std::uint32_t phases() const = 0;

  /// The destination of a record that stays where it is, costs nothing, and merges with records that arrive there. No
  /// program comes to this number by mistake, as to -1.
  static constexpr std::uint32_t stay = 0x80000000;
  /// Stands for a number that no component can have: one below 0, or of more than 32 bits.
  static constexpr std::uint32_t nowhere = 0xFFFFFFFE;

  /// What route() gets of the records that a phase moves. Each span has one entry per record.
  struct Moves {
    std::uint32_t phase = 0;  ///< from 0
    /// True if records of one address must meet in the order of their sources (multiprefix). A protocol has to keep
    /// that order. An array's own plan need not: the flag only shows where merging is best.
    bool ordered = false;
    std::uint64_t draw = 0;  ///< differs for every step and phase, the same on every run: seed of random choices
    std::uint64_t step = 0;  ///< likewise, and the same in all phases of a step
    std::span<const std::uint32_t> source;    ///< the component that the record leaves
    std::span<const std::uint32_t> home;      ///< the component that owns its address
    std::span<const std::uint64_t> address;   ///< differs from address to address
    std::span<const std::uint64_t> token;     ///< differs from record to record of the phase
    std::span<const std::uint32_t> weight;    ///< requests that it stands for
    std::span<const std::uint32_t> arrivals;  ///< messages that became it in the phase before; empty unless wanted
  };

  /// Does route() look at Moves::arrivals?
  virtual bool wants_arrivals() const { return false; }

  /// Names the component to which each record goes next, or `stay`.
  /// The result must depend on nothing but the arguments and the constructor's: which records one call gets together
  /// differs from run to run.
  virtual void route(const Moves& moves, std::span<std::uint32_t> destination) const = 0;
};

/// A record as a program's own plan sees it.
struct Hop {
  std::uint32_t source = 0;   ///< the component that it leaves
  std::uint32_t home = 0;     ///< the component that owns its cell
  std::uint64_t address = 0;  ///< differs from cell to cell
  std::uint32_t weight = 1;   ///< requests that it stands for
};

/// A plan of functions, one a phase, each Hop -> the component where the record goes next, or AccessPlan::stay. The
/// last function must return the record's home, or let a record stay that is there.
template <class... Phases>
class HopPlan : public AccessPlan {
 public:
  explicit HopPlan(Phases... phases) : hops_(std::move(phases)...) {}

  std::uint32_t phases() const override { return sizeof...(Phases); }

  void route(const Moves& moves, std::span<std::uint32_t> destination) const override {
    route_in(moves, destination, std::index_sequence_for<Phases...>());
  }

 private:
  template <std::size_t... phase>
  void route_in(const Moves& moves, std::span<std::uint32_t> destination, std::index_sequence<phase...>) const {
    static_cast<void>(((moves.phase == phase && (move(std::get<phase>(hops_), moves, destination), true)) || ...));
  }

  template <class Phase>
  static void move(const Phase& next, const Moves& moves, std::span<std::uint32_t> destination) {
    for (std::size_t k = 0; k < destination.size(); ++k) {
      const auto to = next(Hop{moves.source[k], moves.home[k], moves.address[k], moves.weight[k]});
      using Number = std::remove_const_t<decltype(to)>;
      static_assert(std::integral<Number> && !std::same_as<Number, bool>,
                    "each phase of a plan names a component, a whole number: [](pram::Hop hop) { return hop.home; }");
      destination[k] = std::in_range<std::uint32_t>(to) ? static_cast<std::uint32_t>(to) : nowhere;
    }
  }

  std::tuple<Phases...> hops_;
};

/// A plan for Array::send_by() of one function a phase. A broadcast down a tree of two levels on p = b² components:
///
///     cells.send_by(pram::plan([=](pram::Hop hop) { return hop.source / b * b; },   // first of each block of b
///                              [](pram::Hop hop) { return hop.home; }));
template <class... Phases>
std::shared_ptr<const AccessPlan> plan(Phases... phases) {
  return std::make_shared<HopPlan<Phases...>>(std::move(phases)...);
}

}  // namespace pram
