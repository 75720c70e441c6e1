#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <pram/network.hpp>

#include "network_charge.hpp"

namespace pram::detail {

/// What components send each other in one phase: words, and the messages for networks that ask.
struct TransferPhase {
  std::uint64_t messages = 0;
  std::vector<std::uint64_t> sent;      ///< words, per component
  std::vector<std::uint64_t> received;  ///< words, per component
  std::vector<std::uint32_t> source;
  std::vector<std::uint32_t> destination;
  std::vector<std::uint32_t> length;  ///< empty: all messages are of a word

  void begin(std::uint32_t components) {
    messages = 0;
    sent.assign(components, 0);
    received.assign(components, 0);
    source.clear();
    destination.clear();
    length.clear();
  }
  /// Messages of a word each. Words that stay at home are none.
  void add(std::uint32_t from, std::uint32_t to, std::uint64_t words, bool listed) {
    if (from == to || words == 0) return;
    messages += words;
    sent[from] += words;
    received[to] += words;
    if (!listed) return;
    source.insert(source.end(), words, from);
    destination.insert(destination.end(), words, to);
  }
  /// Has a network carry the phase.
  /// @param back  as replies
  /// @returns the charge; 0 if there was nothing to send
  std::uint64_t charge(Network& network, bool back = false) const {
    if (messages == 0) return 0;
    Traffic traffic;
    traffic.components = static_cast<std::uint32_t>(sent.size());
    traffic.messages = std::accumulate(sent.begin(), sent.end(), std::uint64_t{0});
    traffic.largest_sent = static_cast<std::uint32_t>(*std::ranges::max_element(sent));
    traffic.largest_received = static_cast<std::uint32_t>(*std::ranges::max_element(received));
    traffic.source = source;
    traffic.destination = destination;
    traffic.words = length;
    return back ? charge_back_of(network, traffic) : charge_of(network, traffic);
  }
};

}  // namespace pram::detail
