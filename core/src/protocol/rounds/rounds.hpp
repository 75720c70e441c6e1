#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <pram/ledger.hpp>
#include <pram/network.hpp>

/// Rounds of messages in which the components of a block tell each other numbers.
namespace pram::detail {

/// What a message carries beside its header: an address and an operand, of 64 bits each.
inline constexpr std::uint32_t message_bits = 128;

/// The messages that carry so many numbers of so many bits.
std::uint32_t messages_for(std::uint32_t numbers, std::uint32_t bits);

/// A superstep: which places of the block send to which, one message each.
struct Round {
  enum class Kind { to_neighbour, exchange, from_neighbour, rotation } kind = Kind::exchange;
  std::uint32_t group = 1;  ///< of an exchange: components whose sums are equal
  std::uint32_t radix = 2;  ///< groups that exchange sums
  std::uint32_t shift = 1;  ///< a group, or in a rotation a component, sends to the one so many further on
};

struct Rounds {
  std::uint32_t first = 0;       ///< place of the block's first component
  std::uint32_t components = 1;  ///< of the block
  std::uint32_t beyond = 0;      ///< components that exchange only by their neighbours
  std::vector<Round> rounds;

  std::uint32_t senders(const Round& round) const;
  /// The k-th sender of a round, and where it sends to: places within the block.
  std::pair<std::uint32_t, std::uint32_t> message(const Round& round, std::uint32_t k) const;
};

/// Has a network carry the rounds of disjoint blocks at once.
/// @param at  the component of each place
PhaseRecord carry_rounds(Network& network, std::span<const Rounds> blocks, std::span<const std::uint32_t> at);

}  // namespace pram::detail
