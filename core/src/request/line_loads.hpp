#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

/// The share of each line in the load of a phase that several lines of the program share: its messages at the
/// components that receive most. A record merged from requests of several lines counts for the first line.
namespace pram::detail {

/// Messages by site.
class LineLoads {
 public:
  void clear() {
    for (const std::uint32_t site : sites_) messages_[site] = 0;
    sites_.clear();
  }

  void add(std::uint32_t site, std::uint64_t messages) {
    if (messages == 0) return;
    if (messages_.size() <= site) messages_.resize(site + std::size_t{1}, 0);
    if (messages_[site] == 0) sites_.push_back(site);
    messages_[site] += messages;
  }

  void add(const LineLoads& other) {
    for (const std::uint32_t site : other.sites_) add(site, other.messages_[site]);
  }

  std::uint64_t of(std::uint32_t site) const { return site < messages_.size() ? messages_[site] : 0; }
  bool empty() const { return sites_.empty(); }

 private:
  std::vector<std::uint64_t> messages_;
  std::vector<std::uint32_t> sites_;  ///< those with messages
};

/// The loads of one phase of a step.
struct PhaseLoads {
  std::size_t phase = 0;  ///< its number in Step::phases
  LineLoads loads;
};

}  // namespace pram::detail
