#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../host/pages.hpp"

namespace pram::detail {

/// The messages that each component sent or got in a phase, as far as one worker knows. Clearing takes time in
/// proportion to the messages at most.
class ComponentCounts {
 public:
  void begin(std::uint32_t components) {
    if (counts_.size() < components) counts_.reset(components);
  }
  [[gnu::always_inline]] void add(std::uint32_t component, std::uint64_t messages, std::uint64_t replying) {
    std::uint64_t& count = counts_[component];
    if (count == 0) touched_.push_back(component);
    count += messages | (replying << 32);
  }
  std::uint32_t messages_at(std::uint32_t component) const { return static_cast<std::uint32_t>(counts_[component]); }
  std::uint32_t largest() const {
    std::uint32_t most = 0;
    for (const std::uint32_t at : touched_) most = std::max(most, messages_at(at));
    return most;
  }
  /// Calls see(component, messages) for each that has some.
  template <class Visit>
  void visit(const Visit& see) const {
    for (const std::uint32_t at : touched_) see(at, messages_at(at));
  }
  /// Adds the messages of each component to its entry. Where many have some, all are gone through in their order, which
  /// the host does several at a time.
  template <class Number>
  void add_to(Number* entries, std::uint32_t components) const {
    constexpr std::uint32_t at_once = 4;
    if (touched_.size() * at_once < components) {
      visit([entries](std::uint32_t component, std::uint32_t messages) { entries[component] += messages; });
      return;
    }
    const std::uint64_t* const counts = counts_.data();
    for (std::uint32_t c = 0; c < components; ++c) entries[c] += static_cast<std::uint32_t>(counts[c]);
  }
  /// Takes what another worker has counted, which forgets it.
  void take(ComponentCounts& other) {
    for (const std::uint32_t at : other.touched_) {
      add(at, other.counts_[at] & 0xFFFFFFFF, other.counts_[at] >> 32);
      other.counts_[at] = 0;
    }
    other.touched_.clear();
  }
  /// Calls see(packed) for each that has some: messages below, those that await a reply above.
  template <class Visit>
  void visit_packed(const Visit& see) const {
    for (const std::uint32_t at : touched_) see(counts_[at]);
  }
  void forget() {
    for (const std::uint32_t at : touched_) counts_[at] = 0;
    touched_.clear();
  }
  std::size_t touched() const { return touched_.size(); }
  /// Forgets all counts. @param see  (component, packed): its messages below, those that await a reply above
  template <class Visit>
  void release(const Visit& see) {
    for (const std::uint32_t at : touched_) see(at, std::exchange(counts_[at], 0));
    touched_.clear();
  }
  /// Forgets all counts and gives the largest.
  void finish(std::uint32_t& largest, std::uint32_t& largest_replying) {
    for (const std::uint32_t at : touched_) {
      largest = std::max(largest, messages_at(at));
      largest_replying = std::max(largest_replying, static_cast<std::uint32_t>(counts_[at] >> 32));
      counts_[at] = 0;
    }
    touched_.clear();
  }

 private:
  Pages<std::uint64_t> counts_;  // messages below, those that await a reply above
  std::vector<std::uint32_t> touched_;
};

}  // namespace pram::detail
