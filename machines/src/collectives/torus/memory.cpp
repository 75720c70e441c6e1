#include "memory.hpp"

#include <algorithm>
#include <bit>

namespace pram {

TorusNumbering::TorusNumbering(const TorusExchange& schedule) : code_(schedule.nodes()) {
  for (std::uint32_t dimension = 0; dimension < schedule.dimensions(); ++dimension) {
    const auto bits = static_cast<std::uint32_t>(std::bit_width(schedule.size(dimension) - 1));
    places_.push_back(bits_);
    masks_.push_back((1U << bits) - 1);
    bits_ += bits;
  }
  mask_ = (1U << bits_) - 1;
  node_.resize(std::size_t{mask_} + 1);
  for (std::uint32_t node = 0; node < code_.size(); ++node) {
    std::uint32_t rest = node;
    for (std::uint32_t dimension = 0; dimension < schedule.dimensions(); ++dimension) {
      code_[node] |= rest % schedule.size(dimension) << places_[dimension];
      rest /= schedule.size(dimension);
    }
    node_[code_[node]] = node;
  }
}

TorusMemories::TorusMemories(const TorusExchange& schedule, const TorusNumbering& numbering)
    : schedule_(schedule), numbering_(numbering), held_(numbering.nodes()), has_sent_(numbering.nodes()) {
  const std::uint32_t nodes = numbering.nodes();
  for (std::uint32_t node = 0; node < nodes; ++node) {
    held_[node].resize(nodes);
    for (std::uint32_t target = 0; target < nodes; ++target) held_[node][target] = numbering.message(node, target);
  }
}

bool TorusMemories::in_one_piece(const TorusSend& send) const {
  const TorusChoice choice(send, numbering_);
  std::uint32_t pieces = 0;
  bool before = false;
  for (const std::uint32_t message : held_[send.node]) {
    const bool goes = choice(message);
    pieces += static_cast<std::uint32_t>(goes && !before);
    before = goes;
  }
  return pieces <= 1;
}

void TorusMemories::take(const TorusSend& send, std::vector<std::uint32_t>& taken) {
  const TorusChoice choice(send, numbering_);
  std::vector<std::uint32_t>& held = held_[send.node];
  const auto first = std::ranges::find_if(held, choice);
  const auto last = std::find_if_not(first, held.end(), choice);
  taken.assign(first, last);
  gaps_[send.node] = static_cast<std::size_t>(first - held.begin());
  held.erase(first, last);
  has_sent_[send.node] = true;
}

/// Sorts a node's messages by where they go along the line, or by what is chosen now and next: first what stays in both
/// steps, then what goes next, now and next, and now only. What arrives has the same order, so that after this step
/// what goes next stands in the middle.
std::uint64_t TorusMemories::lay_out(const TorusSend& send, const TorusSend* next) {
  std::vector<std::uint32_t>& held = held_[send.node];
  const TorusChoice now(send, numbering_);
  const bool pairs = next != nullptr && next->order == TorusSend::Order::by_choice;
  const TorusChoice then(pairs ? *next : send, numbering_);
  const std::uint32_t places = schedule_.size(send.dimension) >> schedule_.splits();
  const auto key_of = [&](std::uint32_t message) -> std::uint32_t {
    switch (send.order) {
      case TorusSend::Order::upwards: return (now.coordinate(message) + places - send.first) % places;
      case TorusSend::Order::downwards:
        return (send.first + send.count - 1 + places - now.coordinate(message)) % places;
      default: break;
    }
    if (!pairs) return now(message) ? 1 : 0;
    return now(message) ? (then(message) ? 2 : 3) : (then(message) ? 1 : 0);
  };
  keys_.resize(held.size());
  counts_.assign(std::max(places, 4U) + 1, 0);
  for (std::size_t place = 0; place < held.size(); ++place) {
    keys_[place] = key_of(held[place]);
    ++counts_[keys_[place] + 1];
  }
  for (std::size_t key = 1; key < counts_.size(); ++key) counts_[key] += counts_[key - 1];
  sorted_.resize(held.size());
  for (std::size_t place = 0; place < held.size(); ++place) sorted_[counts_[keys_[place]]++] = held[place];
  held.swap(sorted_);
  return has_sent_[send.node] ? held.size() : 0;
}

void TorusMemories::put(std::uint32_t node, const std::vector<std::uint32_t>& arrived) {
  std::vector<std::uint32_t>& held = held_[node];
  const std::size_t place = std::min(gaps_[node], held.size());
  held.insert(held.begin() + static_cast<std::ptrdiff_t>(place), arrived.begin(), arrived.end());
}

}  // namespace pram
