#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "../host/pages.hpp"
#include "../memory/placement.hpp"

namespace pram::detail {

/// The messages of a step as one worker counts them: by the homes of all requests, less those that merge at their
/// source, or by the homes of all cells that nobody asks for, where these are fewer.
class MessageCounts {
 public:
  explicit MessageCounts(std::uint32_t components) : components_(components) {
    received_.reset(components);
    merged_.reset(components);
  }

  /// @param profiled  does anybody ask for take_merged_at()?
  void begin(bool profiled) {
    merges_ = 0;
    profiled_ = profiled;
    if (profiled_ && merged_at_.size() < components_) merged_at_.reset(components_);
  }

  /// Room for what the requests of a chunk ask for, where they do not stand side by side already.
  std::uint32_t* indices(std::uint32_t most) {
    home_.reserve(most);
    return home_.data();
  }
  /// The homes of what the requests of the last chunk ask for.
  const std::uint32_t* homes() const { return home_.data(); }
  /// Counts the requests of a chunk, or other cells.
  /// @param index  what they ask for; may be indices()
  void add(const CellMap& map, const std::uint32_t* index, std::uint32_t count) {
    std::uint32_t* const home = indices(count);
    std::uint32_t* const received = received_.data();
    if (all_equal(index, count)) {
      if (count == 0) return;
      map.locate({index, 1}, home);
      std::fill_n(home + 1, count - 1, home[0]);
      received[home[0]] += count;  // one by one each would wait for the one before
      return;
    }
    map.locate({index, count}, home);
    for (std::uint32_t k = 0; k < count; ++k) ++received[home[k]];
  }

  /// Takes off requests that have become part of another of their component.
  void merge(std::uint32_t home, std::uint32_t component, std::uint32_t requests) {
    received_[home] -= requests;
    merged_[component] += requests;
    merges_ += requests;
    if (profiled_) [[unlikely]]
      merged_at_[home] += requests;
  }

  /// Forgets what was counted, before anything has merged.
  void forget() { std::fill_n(received_.data(), components_, 0); }
  std::uint64_t merges() const { return merges_; }
  /// Forgets what a component has received, or what it has merged. @returns how many that were
  std::uint32_t take_received(std::uint32_t component) { return std::exchange(received_[component], 0); }
  std::uint32_t take_merged(std::uint32_t component) { return std::exchange(merged_[component], 0); }
  /// The same of requests for cells of a component that were merged, for a profile.
  std::uint32_t take_merged_at(std::uint32_t component) { return std::exchange(merged_at_[component], 0); }

 private:
  /// Some at a time: most unequal lists are recognised by a few of their entries.
  static bool all_equal(const std::uint32_t* index, std::uint32_t count) {
    constexpr std::uint32_t some = 64;
    std::uint32_t differ = 0;
    for (std::uint32_t first = 0; differ == 0 && first < count; first += some) {
      const std::uint32_t last = std::min(count, first + some);
      for (std::uint32_t k = first; k < last; ++k) differ |= index[k] ^ index[0];
    }
    return differ == 0;
  }

  std::uint32_t components_;
  Pages<std::uint32_t> received_;   // per component: requests, less those that were merged
  Pages<std::uint32_t> merged_;     // per component: requests that became part of another
  Pages<std::uint32_t> home_;       // of a chunk
  Pages<std::uint32_t> merged_at_;  // per component, for a profile: requests for its cells that were merged
  bool profiled_ = false;
  std::uint64_t merges_ = 0;
};

}  // namespace pram::detail
