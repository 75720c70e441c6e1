#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <pram/access/access_plan.hpp>
#include <pram/detail/function.hpp>
#include <pram/detail/routing/adaptive_routing.hpp>
#include <pram/detail/routing/random_access.hpp>
#include <pram/network.hpp>
#include <pram/registry.hpp>

namespace pram {

/// How the requests of a step reach memory: by which components, phase by phase, on the way to their home.
///
/// Contract, for whoever adds a protocol: the machine merges a step's requests at their source component. The records
/// then follow an AccessPlan, which is the protocol itself, or its adaptive_routing(). A record may only be sent where
/// others of its address can meet it.
class AccessProtocol : public AccessPlan {
 public:
  /// The protocol's name with its options, as a user writes it: "combining:32,16,8,spread=modular".
  virtual std::string name() const = 0;

  /// The number of components that the protocol is made for; 0 if it serves any number.
  virtual std::uint32_t components() const { return 0; }

  /// The number of phases; 0 for a protocol that has routines() and does not route.
  std::uint32_t phases() const override = 0;

  /// The routines by which the protocol serves whole steps on a network, instead of routing records phase by phase;
  /// none for a protocol that routes.
  /// @throws ConfigError if the network has none
  virtual std::unique_ptr<RandomAccess> routines(const Network& network) const {
    (void)network;
    return nullptr;
  }

  /// True if records need not wait for their phase to end (asynchronous.hpp). Such a protocol has no adaptive routing,
  /// and lets no record `stay`.
  virtual bool asynchronous() const { return false; }

  /// Makes an adaptive routing. Each caller gets an object of its own and begins it anew in every step. Null if records
  /// follow the plan. Records that must keep their order (multiprefix) follow the plan in any case.
  virtual std::unique_ptr<AdaptiveRouting> adaptive_routing() const { return nullptr; }

  /// True if route() looks at neither Moves::weight nor Moves::arrivals, and lets no record `stay`. Where a record goes
  /// then depends on nothing that it has met, and on networks that ask for no messages a machine can charge phases
  /// without moving records, which is several times as fast.
  virtual bool routes_alone() const { return false; }

  /// True if requests that await a reply and requests that do not are carried, and charged, one kind after the other.
  /// Otherwise both kinds share their phases.
  virtual bool separate_sweeps() const { return false; }
};

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
