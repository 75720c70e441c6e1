#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pram/spec.hpp>

namespace pram {

inline constexpr std::uint32_t largest_topology = 1u << 20;

/// A user's request for a topology, kept whole so that every error can show it.
struct TopologyRequest {
  const Spec& spec;
  std::uint32_t terminals = 0;  ///< 0: as many as the sizes say

  /// @throws ConfigError of option "network", with this request as the value
  [[noreturn]] void refuse(const std::string& allowed) const;

  /// The number of terminals that is wanted, for a topology asked for without sizes.
  /// @param usage  what is allowed, for the error if no number is wanted
  std::uint32_t wanted(const std::string& usage) const;

  /// The sizes behind the name, `least` to `most` of them, each of 1 to 2^20.
  /// @param usage  what is allowed, for the error if there are others
  std::vector<std::uint32_t> sizes(std::size_t least, std::size_t most, const std::string& usage) const;

  /// Refuses a topology of more than 2^20 nodes.
  void limit(std::uint64_t nodes) const;

  /// The number of terminals that is wanted as a power: its least base, which is at least 2, and the exponent.
  std::vector<std::uint32_t> exact_power(const std::string& usage) const;

  /// A power, which is refused beyond 2^20 nodes.
  std::uint32_t power(std::uint32_t base, std::uint32_t exponent) const;

  /// Refuses a topology of another number of terminals than is wanted.
  void match(std::uint64_t terminals_made) const;
};

}  // namespace pram
