#include "naive_exchange.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace pram::testing {

namespace {

struct Message {
  std::uint32_t origin = 0;
  std::uint32_t target = 0;
};

using Memory = std::vector<Message>;

std::uint32_t coordinate(const TorusExchange& schedule, std::uint32_t node, std::uint32_t dimension) {
  for (std::uint32_t k = 0; k < dimension; ++k) node /= schedule.size(k);
  return node % schedule.size(dimension);
}

std::uint32_t part_of(const TorusExchange& schedule, const TorusSend& send, const Message& message) {
  return coordinate(schedule, message.target, send.dimension) >> send.shift & send.mask;
}

bool chosen(const TorusExchange& schedule, const TorusSend& send, const Message& message) {
  const std::uint64_t part = part_of(schedule, send, message);
  const bool in_interval = part >= send.first && part < std::uint64_t{send.first} + send.count;
  return in_interval == send.inside;
}

/// The node at the other end of a port; none: the number of nodes.
std::uint32_t next_node(const TorusExchange& schedule, std::uint32_t node, std::uint32_t port) {
  const std::uint32_t factor = port / 2;
  const std::uint32_t dimension = schedule.dimensions() - 1 - factor;
  std::uint32_t stride = 1;
  for (std::uint32_t k = 0; k < dimension; ++k) stride *= schedule.size(k);
  const std::uint32_t size = schedule.size(dimension);
  const std::uint32_t at = coordinate(schedule, node, dimension);
  const bool forwards = port % 2 == 0;
  const bool edge = forwards ? at + 1 == size : at == 0;
  if (!edge) return forwards ? node + stride : node - stride;
  if (schedule.factors()[factor].kind != TopologyFactor::Kind::ring) return schedule.nodes();
  return forwards ? node - (size - 1) * stride : node + (size - 1) * stride;
}

bool side_by_side(const TorusExchange& schedule, const TorusSend& send, const Memory& memory) {
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < memory.size(); ++k) {
    if (chosen(schedule, send, memory[k])) places.push_back(k);
  }
  return places.empty() || places.back() - places.front() + 1 == places.size();
}

void lay_out(const TorusExchange& schedule, const TorusSend& send, const TorusSend* next, Memory& memory) {
  const std::uint32_t size = schedule.size(send.dimension) >> schedule.splits();
  const bool two = next != nullptr && next->order == TorusSend::Order::by_choice;
  std::ranges::stable_sort(memory, {}, [&](const Message& message) -> std::uint32_t {
    const std::uint32_t part = part_of(schedule, send, message);
    if (send.order == TorusSend::Order::upwards) return (part + size - send.first) % size;
    if (send.order == TorusSend::Order::downwards) return (send.first + send.count - 1 + size - part) % size;
    const bool now = chosen(schedule, send, message);
    const bool then = two && chosen(schedule, *next, message);
    return now ? (then || !two ? 2U : 3U) : (then ? 1U : 0U);
  });
}

/// Crosses the links of a worm.
/// @returns where it ends
std::uint32_t cross(const TorusExchange& schedule, const TorusSend& send,
                    std::set<std::pair<std::uint32_t, std::uint32_t>>& channels, bool& lawful) {
  std::uint32_t at = send.node;
  for (std::uint32_t hop = 0; hop < send.hops; ++hop) {
    lawful = channels.insert({at, send.port}).second && lawful;
    at = next_node(schedule, at, send.port);
    if (at < schedule.nodes()) continue;
    lawful = false;
    return send.node;
  }
  return at;
}

}  // namespace

NaiveExchange naive_exchange(const TorusExchange& schedule) {
  NaiveExchange found;
  std::vector<Memory> memories(schedule.nodes());
  for (std::uint32_t origin = 0; origin < schedule.nodes(); ++origin) {
    for (std::uint32_t target = 0; target < schedule.nodes(); ++target) memories[origin].push_back({origin, target});
  }
  std::set<std::uint32_t> have_sent;
  for (std::uint64_t number = 0; number < schedule.steps(); ++number) {
    std::vector<TorusSend> sends;
    std::vector<TorusSend> later;
    schedule.step(number, sends);
    if (number + 1 < schedule.steps()) schedule.step(number + 1, later);
    std::map<std::uint32_t, const TorusSend*> next;
    for (const TorusSend& send : later) next[send.node] = &send;
    const bool in_pieces = std::ranges::any_of(
        sends, [&](const TorusSend& send) { return !side_by_side(schedule, send, memories[send.node]); });
    std::uint64_t copied = 0;
    std::uint64_t largest = 0;
    std::set<std::pair<std::uint32_t, std::uint32_t>> channels;
    std::set<std::uint32_t> senders;
    std::vector<std::pair<std::uint32_t, Memory>> arrivals;
    std::map<std::uint32_t, std::size_t> gaps;
    for (const TorusSend& send : sends) {
      Memory& memory = memories[send.node];
      if (in_pieces) {
        lay_out(schedule, send, next.contains(send.node) ? next[send.node] : nullptr, memory);
        if (have_sent.contains(send.node)) copied = std::max<std::uint64_t>(copied, memory.size());
      }
      found.lawful = senders.insert(send.node).second && side_by_side(schedule, send, memory) && found.lawful;
      Memory block;
      Memory rest;
      for (const Message& message : memory) {
        if (!chosen(schedule, send, message)) {
          rest.push_back(message);
          continue;
        }
        if (block.empty()) gaps[send.node] = rest.size();
        block.push_back(message);
      }
      memory = rest;
      largest = std::max<std::uint64_t>(largest, block.size());
      arrivals.emplace_back(cross(schedule, send, channels, found.lawful), block);
    }
    have_sent.merge(senders);
    std::set<std::uint32_t> receivers;
    for (const auto& [to, block] : arrivals) {
      found.lawful = receivers.insert(to).second && found.lawful;
      Memory& memory = memories[to];
      const std::size_t gap = gaps.contains(to) ? gaps[to] : memory.size();
      memory.insert(memory.begin() + static_cast<std::ptrdiff_t>(gap), block.begin(), block.end());
      found.buffer = std::max<std::uint64_t>(found.buffer, memory.size());
    }
    found.largest.push_back(largest);
    found.transmissions += largest;
    found.rearrangement += copied;
  }
  found.buffer = std::max<std::uint64_t>(found.buffer, schedule.nodes());
  found.delivered = true;
  for (std::uint32_t node = 0; node < schedule.nodes(); ++node) {
    std::set<std::uint32_t> origins;
    for (const Message& message : memories[node]) {
      found.delivered = message.target == node && origins.insert(message.origin).second && found.delivered;
    }
    found.delivered = origins.size() == schedule.nodes() && found.delivered;
  }
  return found;
}

}  // namespace pram::testing
