#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <pram/access/access_plan.hpp>
#include <pram/detail/function.hpp>
#include <pram/detail/routing/adaptive_routing.hpp>
#include <pram/detail/routing/random_access.hpp>
#include <pram/network.hpp>
#include <pram/registry.hpp>

namespace pram {

class PlannedProtocol;
class AdaptiveProtocol;
class RoutineProtocol;

/// How the requests of a step reach memory. The machine merges a step's requests at their source component; what then
/// carries them is one of three contracts, and whoever adds a protocol derives from the class of one:
///   - PlannedProtocol: in each phase every record goes where a plan sends it;
///   - AdaptiveProtocol: the components count what they hold, and the counts decide where records go;
///   - RoutineProtocol: routines of the network serve the whole step.
class AccessProtocol {
 public:
  virtual ~AccessProtocol() = default;

  /// The protocol's name with its options, as a user writes it: "combining:32,16,8,spread=modular".
  virtual std::string name() const = 0;

  /// The number of components that the protocol is made for; 0 if it serves any number.
  virtual std::uint32_t components() const { return 0; }

  /// The plan of the arrays that a program declares hot, Array::hot(); null: their requests go as all others do.
  virtual std::shared_ptr<const AccessPlan> hot_plan() const { return nullptr; }

  using Contract = std::variant<const PlannedProtocol*, const AdaptiveProtocol*, const RoutineProtocol*>;
  virtual Contract contract() const = 0;

  /// The protocol as one of the three; null if it keeps another contract.
  const PlannedProtocol* planned() const { return as<PlannedProtocol>(); }
  const AdaptiveProtocol* adaptive() const { return as<AdaptiveProtocol>(); }
  const RoutineProtocol* routine() const { return as<RoutineProtocol>(); }

  /// The plan that a planned protocol is; the plan of an adaptive one for records that must keep their order; null of
  /// routines.
  const AccessPlan* routing_plan() const;
  /// Whether records of a planned protocol need not wait for their phase to end.
  bool asynchronous() const;

 private:
  friend class PlannedProtocol;
  friend class AdaptiveProtocol;
  friend class RoutineProtocol;
  AccessProtocol() = default;

  template <class Kind>
  const Kind* as() const {
    const Contract kept = contract();
    const auto* const kind = std::get_if<const Kind*>(&kept);
    return kind != nullptr ? *kind : nullptr;
  }
};

/// A protocol that is a plan itself: records go, phase by phase, where route() sends them. A record may only be sent
/// where others of its address can meet it.
class PlannedProtocol : public AccessProtocol, public AccessPlan {
 public:
  Contract contract() const final { return this; }

  /// True if route() looks at neither Moves::weight nor Moves::arrivals, and lets no record `stay`. Where a record goes
  /// then depends on nothing that it has met, and on networks that ask for no messages a machine can charge phases
  /// without moving records, which is several times as fast.
  virtual bool routes_alone() const { return false; }

  enum class Timing {
    together,      ///< requests that await a reply and requests that do not share their phases
    separate,      ///< the two kinds are carried, and charged, one after the other
    asynchronous,  ///< records need not wait for their phase to end (asynchronous.hpp); no record may `stay`
  };
  virtual Timing timing() const { return Timing::together; }
};

/// A protocol that counts before it sends.
class AdaptiveProtocol : public AccessProtocol {
 public:
  Contract contract() const final { return this; }

  /// Makes an adaptive routing, never null. Each caller gets an object of its own and begins it anew in every step.
  virtual std::unique_ptr<AdaptiveRouting> adaptive_routing() const = 0;

  /// The plan of the steps with records that must keep their order (multiprefix): all their records follow it. The plan
  /// must bring records of one address together in the order of their sources.
  virtual const AccessPlan& ordered_plan() const = 0;
};

/// A protocol by which routines serve whole steps on a network: nothing is routed phase by phase.
class RoutineProtocol : public AccessProtocol {
 public:
  Contract contract() const final { return this; }

  /// The routines on this network, never null.
  /// @throws ConfigError if the network has none
  virtual std::unique_ptr<RandomAccess> routines(const Network& network) const = 0;
};

inline const AccessPlan* AccessProtocol::routing_plan() const {
  if (const PlannedProtocol* const own = planned()) return own;
  const AdaptiveProtocol* const counting = adaptive();
  return counting != nullptr ? &counting->ordered_plan() : nullptr;
}

inline bool AccessProtocol::asynchronous() const {
  const PlannedProtocol* const own = planned();
  return own != nullptr && own->timing() == PlannedProtocol::Timing::asynchronous;
}

/// One row of the table of access protocols.
struct AccessEntry {
  std::string name;
  std::string summary;
  /// @throws ConfigError if values, options or p do not fit
  Function<std::unique_ptr<AccessProtocol>(const Spec&, std::uint32_t components)> make;
};

/// The table of access protocols: direct, combining, adaptive and sorting are built in.
Registry<AccessEntry>& access_protocols();

}  // namespace pram
