#pragma once

#include <cstdint>

#include <pram/network.hpp>

namespace pram::detail {

/// The most units that a network may charge for a phase, so that sums over all phases of a run stay exact. What is more
/// is a negative number, or one that has wrapped around.
inline constexpr std::uint64_t most_charge = std::uint64_t{1} << 52;

/// @throws NetworkError
[[noreturn]] void throw_charge(const Network& network, std::uint64_t charge, std::uint64_t messages);

/// Has a network carry a phase.
/// @throws NetworkError if its charge is out of range
inline std::uint64_t charge_of(Network& network, const Traffic& phase) {
  const std::uint64_t charge = network.carry(phase);
  if (charge > most_charge) [[unlikely]]
    throw_charge(network, charge, phase.messages);
  return charge;
}

/// The same of replies.
inline std::uint64_t charge_back_of(Network& network, const Traffic& replies) {
  const std::uint64_t charge = network.carry_back(replies);
  if (charge > most_charge) [[unlikely]]
    throw_charge(network, charge, replies.messages);
  return charge;
}

/// The network's estimate for as many requests to distinct addresses.
/// @throws NetworkError if it is no number from 0 on
double distinct_charge_of(const Network& network, std::uint64_t messages, std::uint32_t largest_sent);

}  // namespace pram::detail
