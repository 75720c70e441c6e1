#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <pram/access.hpp>
#include <pram/network.hpp>

namespace pram::detail {

/// What the phases of a protocol carry, counted address by address without moving records. Machines count the steps of
/// programs by the same code.
class CountedPhases {
 public:
  /// Records of a step. Those of one address stand side by side, and come from different components.
  struct Records {
    std::span<const std::uint32_t> address;
    std::span<const std::uint32_t> source;  ///< per record: the component that it leaves
    std::span<const std::uint32_t> home;    ///< per address: the component that owns it
  };

  CountedPhases();
  ~CountedPhases();
  CountedPhases(CountedPhases&&) noexcept;
  CountedPhases& operator=(CountedPhases&&) noexcept;

  /// Whether counting takes the place of moving: each record goes as if it were alone, waits for its phase to end, and
  /// the network asks for no list of messages.
  static bool fits(const AccessProtocol& protocol, const Network& network) {
    const PlannedProtocol* const planned = protocol.planned();
    return planned != nullptr && planned->routes_alone() && !protocol.asynchronous() && !network.wants_messages();
  }

  /// Counts all phases of these records.
  /// @param seed  draws the plan's random choices
  /// @returns false if the plan sends a record out of the machine, or leaves one away from its home; then nothing is
  ///          counted
  bool count(const AccessPlan& plan, std::uint32_t components, std::uint64_t seed, const Records& records);

  /// Adds the messages of a phase.
  /// @param sent, received  per component: those that leave it, and those that reach it
  void add(std::uint32_t phase, std::span<std::uint32_t> sent, std::span<std::uint32_t> received) const;

 private:
  struct Counts;
  std::unique_ptr<Counts> counts_;
};

}  // namespace pram::detail
