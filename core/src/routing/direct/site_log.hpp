#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/detail/processors/outbox.hpp>

#include "../../request/line_loads.hpp"
#include "../component_counts.hpp"

namespace pram::detail {

/// The lines of the program whose messages one worker serves in a step of direct access, and the components that these
/// load. While all messages come from one line, its number is enough. From the second line on, each message is noted.
class CallSiteLog {
 public:
  void begin() {
    site_ = no_request;
    several_ = false;
  }

  /// Some messages are going to be counted, all from one line.
  void expect(std::uint32_t site, const ComponentCounts& received) {
    if (site_ == no_request && !several_) site_ = site;
    if (site != site_) expect_several(received);
  }

  /// The same, from several lines.
  void expect_several(const ComponentCounts& received) {
    if (several_) return;
    several_ = true;
    noted_.clear();
    first_.clear();
    received.visit(
        [this](std::uint32_t component, std::uint32_t messages) { first_.emplace_back(component, messages); });
  }

  /// Whether each message must be noted.
  bool several() const { return several_; }

  void note(std::uint32_t component, std::uint32_t site) { noted_.push_back((std::uint64_t{component} << 32) | site); }

  /// The line of all messages; no_request if there were none.
  std::uint32_t site() const { return site_; }

  /// After the last message, in a step that several lines share.
  /// @param received  by the components, of all workers
  void end(const ComponentCounts& received) {
    busiest_.clear();
    all_.clear();
    most_ = received.largest();
    for (const auto& [component, messages] : first_) add(component, site_, messages, received);
    for (const std::uint64_t one : noted_)
      add(static_cast<std::uint32_t>(one >> 32), static_cast<std::uint32_t>(one), 1, received);
  }

  std::uint32_t most() const { return most_; }           ///< messages that one component received
  const LineLoads& busiest() const { return busiest_; }  ///< messages of components that received so many
  const LineLoads& all() const { return all_; }          ///< messages of all components

 private:
  void add(std::uint32_t component, std::uint32_t site, std::uint32_t messages, const ComponentCounts& received) {
    all_.add(site, messages);
    if (received.messages_at(component) == most_) busiest_.add(site, messages);
  }

  std::uint32_t site_ = no_request;  ///< of the first messages
  bool several_ = false;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> first_;  ///< per component, what it had of that line alone
  CountedVector<std::uint64_t> noted_;                          ///< later messages: component above, site below
  std::uint32_t most_ = 0;
  LineLoads busiest_;
  LineLoads all_;
};

}  // namespace pram::detail
