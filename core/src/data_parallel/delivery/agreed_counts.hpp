#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "../../routing/agreed_step.hpp"
#include "../../routing/component_counts.hpp"
#include "../../routing/phase_messages.hpp"
#include "../served_line.hpp"

namespace pram::detail {

/// What several ranks count together in a step of processors that ask for the cells of their own numbers. A processor's
/// cell is on its rank, so that nothing else crosses.
class AgreedCounts {
 public:
  /// @param agreed  what all ranks know of a step of the team; null: there is one rank
  AgreedCounts(WorkerTeam& team, AgreedStep* agreed) : team_(team), agreed_(agreed) {
    if (agreed_ != nullptr) loads_.begin(team.components);
  }

  bool of_ranks() const { return agreed_ != nullptr; }

  /// Adds up what the ranks know of the step. The first worker has it all then.
  void agree(const ServedLine& line) {
    Numbers mine;
    for (const auto& worker : team_.workers) {
      mine.requests += worker->facts_of(line.site).requests;
      mine.live += worker->live;
      mine.failed |= worker->failure.error != nullptr ? 1 : 0;
      worker->facts_of(line.site) = {};
      worker->first_sites.clear();
    }
    Worker& first = *team_.workers.front();
    mine.stopped = first.stopped() ? 1 : 0;
    Numbers all;
    for (const std::vector<std::byte>& bytes : agreed_->group->gather(std::as_bytes(std::span(&mine, 1)))) {
      Numbers one;
      std::memcpy(&one, bytes.data(), sizeof one);
      all.requests += one.requests;
      all.live += one.live;
      all.failed |= one.failed;
      all.stopped |= one.stopped;
    }
    team_.live_elsewhere = all.live - mine.live;
    agreed_->serving = &team_;
    agreed_->failed = all.failed != 0;
    agreed_->stopped = all.stopped != 0;
    agreed_->sites.clear();
    agreed_->line = {};
    if (all.requests == 0) return;
    agreed_->sites.push_back(line.site);
    agreed_->line = {AskedLine::Lines::one, line.site, line.array, line.operation, all.requests};
    first.first_sites.push_back(line.site);
    first.facts_of(line.site) = {all.requests, all.requests, 1};
    AccessFacts facts;
    (line.operation.action == Action::read ? facts.largest_read_degree : facts.largest_write_degree) = 1;
    first.modules.add(facts);
  }
  /// Of all ranks, in the step that was agreed on last.
  std::uint64_t requests() const { return agreed_->line.requests; }

  void count(std::uint32_t component, std::uint32_t sent, std::uint32_t received) {
    if (sent > 0 || received > 0) loads_.add(component, received, sent);
  }
  /// Adds up what was counted on all ranks, and forgets it.
  /// @param see  (component, sent, received): of each component with messages
  template <class See>
  void add_up(const See& see) {
    unite(*agreed_->group, {&loads_}, team_.components, {});
    loads_.release([&see](std::uint32_t component, std::uint64_t packed) {
      see(component, static_cast<std::uint32_t>(packed >> 32), static_cast<std::uint32_t>(packed));
    });
  }

 private:
  struct Numbers {
    std::uint64_t requests = 0;
    std::uint64_t live = 0;
    std::uint64_t failed = 0;
    std::uint64_t stopped = 0;
  };

  WorkerTeam& team_;
  AgreedStep* agreed_;
  ComponentCounts loads_;  // per component: messages received, and those sent in place of those that await a reply
};

}  // namespace pram::detail
