#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <pram/network.hpp>
#include <pram/random_access.hpp>
#include <pram/registry.hpp>

namespace pram {

/// How the requests of a step reach memory: by which components, phase by phase, on the way to their home.
///
/// Contract, for whoever adds a protocol: a step's requests are merged at their source component; then in phase i of
/// phases() every record moves to the component that route() names, where records of one address merge; after the last
/// phase every record must be at its home. Replies retrace the way. route() must be a pure function of its arguments
/// and the constructor's, and send records of one address only where others of that address may meet them.
class AccessProtocol {
 public:
  virtual ~AccessProtocol() = default;

  /// As it would be asked for, with its options: "combining:32,16,8,spread=modular".
  virtual std::string name() const = 0;

  /// 0 for a protocol that does not route but has routines().
  virtual std::uint32_t phases() const = 0;

  /// The routines by which the protocol serves whole steps on a network, instead of routing records phase by phase;
  /// none for a protocol that routes.
  /// @throws ConfigError if the network has none
  virtual std::unique_ptr<RandomAccess> routines(const Network& network) const {
    (void)network;
    return nullptr;
  }

  /// True if records need not wait for their phase to end (asynchronous.hpp).
  virtual bool asynchronous() const { return false; }

  /// What a phase is told of the records that it moves, one entry a record.
  struct Moves {
    std::uint32_t phase = 0;  ///< from 0
    bool ordered = false;     ///< records of one address must meet in the order of their sources (multiprefix)
    std::uint64_t draw = 0;   ///< differs for every step and phase, the same on every run: seed of random choices
    std::span<const std::uint32_t> source;  ///< the component that the record leaves
    std::span<const std::uint32_t> home;    ///< the component that owns its address
    std::span<const std::uint64_t> token;   ///< differs from record to record of the phase
  };

  /// Names the component to which each record goes next.
  virtual void route(const Moves& moves, std::span<std::uint32_t> destination) const = 0;
};

/// One row of the table of access protocols.
struct AccessEntry {
  std::string name;
  std::string summary;
  /// @throws ConfigError if the arguments or p do not fit
  std::function<std::unique_ptr<AccessProtocol>(std::string_view arguments, std::uint32_t components)> make;
};

/// The table of access protocols: direct, combining and sorting are built in.
Registry<AccessEntry>& access_protocols();

}  // namespace pram
