#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include <pram/detail/memory_account.hpp>
#include <pram/detail/routing/collision_rounds.hpp>
#include <pram/network.hpp>

#include "../../routing/phase_messages.hpp"

namespace pram::detail {

/// What the messages of rounds, and the answers, are charged on a network.
class RoundCharges {
 public:
  RoundCharges(std::unique_ptr<Network> network, std::uint32_t components);

  struct Charge {
    std::uint64_t forward = 0;
    std::uint64_t back = 0;
    std::uint64_t transfers = 0;  ///< messages and answers that left their component
  };

  /// Has the network carry a round.
  /// @param sources  component of each request of the batch, ascending
  Charge carry(std::span<const CollisionMessage> messages, std::span<const std::uint32_t> sources);

 private:
  Traffic traffic_of(const MessageList& list);

  std::unique_ptr<Network> network_;
  std::uint32_t components_;
  MessageList list_;
  CountedVector<std::uint32_t> sent_;
  CountedVector<std::uint32_t> received_;
};

}  // namespace pram::detail
