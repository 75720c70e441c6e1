#include "message_list.hpp"

namespace pram::detail {

void MessageList::clear() {
  source.clear();
  destination.clear();
  key.clear();
  awaits.clear();
}

void MessageList::reserve(std::size_t messages, bool keyed) {
  source.reserve(messages);
  destination.reserve(messages);
  awaits.reserve(messages);
  if (keyed) key.reserve(messages);
}

void MessageList::append(const MessageList& other) {
  source.insert(source.end(), other.source.begin(), other.source.end());
  destination.insert(destination.end(), other.destination.begin(), other.destination.end());
  key.insert(key.end(), other.key.begin(), other.key.end());
  awaits.insert(awaits.end(), other.awaits.begin(), other.awaits.end());
}

MessageList MessageList::only(bool replying) const {
  MessageList some;
  for (std::size_t k = 0; k < source.size(); ++k) {
    if ((awaits[k] != Awaits::nothing) != replying) continue;
    some.add(source[k], destination[k], awaits[k]);
    if (!key.empty()) some.key.push_back(key[k]);
  }
  return some;
}

MessageList MessageList::replies(std::uint32_t components) const {
  std::vector<std::uint32_t> place(components + std::size_t{1});
  std::uint32_t count = 0;
  for (std::size_t k = 0; k < source.size(); ++k) {
    if (awaits[k] == Awaits::nothing) continue;
    ++place[destination[k] + std::size_t{1}];
    ++count;
  }
  for (std::uint32_t c = 0; c < components; ++c) place[c + std::size_t{1}] += place[c];
  MessageList back;
  back.source.resize(count);
  back.destination.resize(count);
  for (std::size_t k = 0; k < source.size(); ++k) {
    if (awaits[k] == Awaits::nothing) continue;
    const std::uint32_t to = place[destination[k]]++;
    back.source[to] = destination[k];
    back.destination[to] = source[k];
  }
  return back;
}

void carry_phase(Network& network, Workers& host, std::uint32_t components, const MessageList& list,
                 const ReplyCounts& replies, PhaseRecord& phase) {
  const auto carry = [&] {
    phase.charge = network.carry({components, phase.messages, phase.largest_sent, phase.largest_received, list.source,
                                  list.destination, list.key, list.awaits});
    if (replies.messages == 0) return;
    const MessageList back = network.wants_messages() ? list.replies(components) : MessageList();
    phase.charge_back = network.carry_back({components,
                                            replies.messages,
                                            replies.largest_sent,
                                            replies.largest_received,
                                            back.source,
                                            back.destination,
                                            {},
                                            {}});
  };
  network.wants_messages() ? host.within(carry) : carry();
}

void carry_sweeps(Network& network, Workers& host, std::uint32_t components, const MessageList& list,
                  const ReplyCounts& replies, PhaseRecord silent, PhaseRecord& phase) {
  PhaseRecord replying;
  replying.messages = replies.messages;
  replying.largest_sent = replies.largest_received;
  replying.largest_received = replies.largest_sent;
  carry_phase(network, host, components, list.only(true), replies, replying);
  carry_phase(network, host, components, list.only(false), {}, silent);
  phase.charge = replying.charge + silent.charge;
  phase.charge_back = replying.charge_back;
}

}  // namespace pram::detail
