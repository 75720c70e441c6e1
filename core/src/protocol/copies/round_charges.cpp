#include "round_charges.hpp"

#include <algorithm>
#include <utility>

#include "../../network_charge.hpp"

namespace pram::detail {

RoundCharges::RoundCharges(std::unique_ptr<Network> network, std::uint32_t components)
    : network_(std::move(network)), components_(components) {}

RoundCharges::Charge RoundCharges::carry(std::span<const CollisionMessage> messages,
                                         std::span<const std::uint32_t> sources) {
  Charge charge;
  list_.clear();
  std::uint64_t answers = 0;
  for (const CollisionMessage& message : messages) {
    const std::uint32_t source = sources[message.request];
    // Of two messages for one module none merge: they are for different cells, or for different copies.
    list_.add(source, message.module, message.answered ? Awaits::own_reply : Awaits::nothing);
    if (network_->combines()) list_.key.push_back(list_.source.size());
    answers += message.answered ? 1U : 0U;
    if (source != message.module) charge.transfers += message.answered ? 2U : 1U;
  }
  charge.forward = charge_of(*network_, traffic_of(list_));
  if (answers == 0) return charge;
  charge.back = charge_back_of(*network_, traffic_of(list_.replies(components_)));
  return charge;
}

Traffic RoundCharges::traffic_of(const MessageList& list) {
  sent_.assign(components_, 0);
  received_.assign(components_, 0);
  for (const std::uint32_t source : list.source) ++sent_[source];
  for (const std::uint32_t destination : list.destination) ++received_[destination];
  Traffic traffic;
  traffic.components = components_;
  traffic.messages = list.source.size();
  traffic.largest_sent = std::ranges::max(sent_);
  traffic.largest_received = std::ranges::max(received_);
  if (!network_->wants_messages()) return traffic;
  traffic.source = list.source;
  traffic.destination = list.destination;
  traffic.key = list.key;
  if (!list.key.empty()) traffic.awaits = list.awaits;
  return traffic;
}

}  // namespace pram::detail
