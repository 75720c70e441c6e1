#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../../host/pages.hpp"

namespace pram::detail {

/// The number of messages that each component of a range got in a phase. Clearing takes time in proportion to the
/// messages at most.
class ReceivedCounts {
 public:
  void begin(std::uint32_t first, std::uint32_t last) {
    first_ = first;
    if (counts_.size() < last - first) counts_.reset(last - first);
  }
  [[gnu::always_inline]] void add(std::uint32_t component, std::uint64_t messages, std::uint64_t replying) {
    std::uint64_t& count = counts_[component - first_];
    if (count == 0) touched_.push_back(component - first_);
    count += messages | (replying << 32);
  }
  std::uint32_t messages_at(std::uint32_t component) const {
    return static_cast<std::uint32_t>(counts_[component - first_]);
  }
  std::uint32_t largest() const {
    std::uint32_t most = 0;
    for (const std::uint32_t at : touched_) most = std::max(most, static_cast<std::uint32_t>(counts_[at]));
    return most;
  }
  /// Calls see(component, messages) for each that got some.
  template <class Visit>
  void visit(const Visit& see) const {
    for (const std::uint32_t at : touched_) see(first_ + at, static_cast<std::uint32_t>(counts_[at]));
  }
  /// Forgets all counts and gives the largest.
  void finish(std::uint32_t& largest, std::uint32_t& largest_replying) {
    for (const std::uint32_t at : touched_) {
      largest = std::max(largest, static_cast<std::uint32_t>(counts_[at]));
      largest_replying = std::max(largest_replying, static_cast<std::uint32_t>(counts_[at] >> 32));
      counts_[at] = 0;
    }
    touched_.clear();
  }

 private:
  std::uint32_t first_ = 0;
  Pages<std::uint64_t> counts_;  // messages below, those that await a reply above
  std::vector<std::uint32_t> touched_;
};

}  // namespace pram::detail
