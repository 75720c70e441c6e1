#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <pram/access_plan.hpp>
#include <pram/detail/adaptive_routing.hpp>
#include <pram/detail/random_access.hpp>
#include <pram/network.hpp>
#include <pram/registry.hpp>

namespace pram {

/// How the requests of a step reach memory: by which components, phase by phase, on the way to their home.
///
/// Contract, for whoever adds a protocol: a step's requests are merged at their source component; then they go the way
/// of an AccessPlan, which is the protocol itself, or of its adaptive_routing(). Records of one address must only be
/// sent where others of that address may meet them.
class AccessProtocol : public AccessPlan {
 public:
  /// As it would be asked for, with its options: "combining:32,16,8,spread=modular".
  virtual std::string name() const = 0;

  /// How many components it is made for; 0: as many as there are.
  virtual std::uint32_t components() const { return 0; }

  /// 0 for a protocol that does not route but has routines().
  std::uint32_t phases() const override = 0;

  /// The routines by which the protocol serves whole steps on a network, instead of routing records phase by phase;
  /// none for a protocol that routes.
  /// @throws ConfigError if the network has none
  virtual std::unique_ptr<RandomAccess> routines(const Network& network) const {
    (void)network;
    return nullptr;
  }

  /// True if records need not wait for their phase to end (asynchronous.hpp). Then none may rest, and there is no
  /// adaptive routing.
  virtual bool asynchronous() const { return false; }

  /// The protocol's adaptive routing, an object for each user, who begins it anew each step. Null if records follow a
  /// plan. Not for records that must keep their order (multiprefix): those go the protocol's own way.
  virtual std::unique_ptr<AdaptiveRouting> adaptive_routing() const { return nullptr; }

  /// Are requests that await a reply and those that do not carried, and charged, one kind after the other, instead of
  /// sharing phases?
  virtual bool separate_sweeps() const { return false; }
};

/// One row of the table of access protocols.
struct AccessEntry {
  std::string name;
  std::string summary;
  /// @throws ConfigError if values, options or p do not fit
  std::function<std::unique_ptr<AccessProtocol>(const Spec&, std::uint32_t components)> make;
};

/// The table of access protocols: direct, combining, adaptive and sorting are built in.
Registry<AccessEntry>& access_protocols();

}  // namespace pram
