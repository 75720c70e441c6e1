#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pram/access.hpp>

#include "../../hash.hpp"
#include "../../request/line_memory.hpp"
#include "../agreed_step.hpp"
#include "../delivery.hpp"

/// The plan that the records of a step follow: the protocol's, its adaptive routing, or their array's own.
namespace pram::detail {

class Routes {
 public:
  /// @param protocol  that has a plan
  /// @param lines     as in make_phased_delivery()
  Routes(const AccessProtocol& protocol, LineMemory* lines)
      : protocol_(protocol), plan_(*protocol.routing_plan()), lines_(lines) {
    if (const AdaptiveProtocol* const adaptive = protocol.adaptive()) adaptive_ = adaptive->adaptive_routing();
    if (lines_ != nullptr) remembers_ = dynamic_cast<RemembersLines*>(adaptive_.get());
  }

  /// Looks at the requests of the step. Records of arrays without a plan follow the protocol or its adaptive routing.
  void begin(const WorkerTeam& team, std::uint64_t step, bool ordered) {
    phases_ = 0;
    wants_arrivals_ = false;
    keeps_order_ = false;
    own_.clear();
    keys_.clear();
    bool others = false;
    const Worker& any = *team.workers.front();
    for_each_asked_site(team, [&](std::uint32_t site) {
      const std::uint32_t species = any.sites.site(site).species;
      const AccessPlan* const own = any.memory.array(any.sites.species(species).array).plan.get();
      others |= own == nullptr;
      if (own == nullptr && remembers_ != nullptr) keys_.push_back(line_key(any.sites, site));
      if (own == nullptr) return;
      own_.emplace_back(species, own);
      keeps_order_ |= ordered && any.sites.species(species).operation.action == Action::multiprefix;
      take(*own);
    });
    routes_adaptively_ = others && !ordered && adaptive_ != nullptr;
    if (routes_adaptively_) adaptive_->begin(step, team.agreed != nullptr ? team.agreed->live : team.live());
    if (routes_adaptively_ && remembers_ != nullptr) remembers_->recall(lines_->of(key_of_all()));
    wants_arrivals_ |= routes_adaptively_;
    if (others && !routes_adaptively_) take(plan_);
  }

  /// The adaptive routing of the records that have no plan; null if they have one.
  AdaptiveRouting* adaptive_routing() const { return routes_adaptively_ ? adaptive_.get() : nullptr; }

  /// The most phases that a step may have. A routing with more does not end.
  static constexpr std::uint32_t most_phases = 1024;

  /// The number of phases of the longest plan.
  std::uint32_t phases() const { return phases_; }
  bool wants_arrivals() const { return wants_arrivals_; }

  /// Whether records that must keep their order (multiprefix) follow a plan that may ignore it.
  bool keeps_order() const { return keeps_order_; }

  /// Whether all records follow the same plan.
  bool one_plan() const { return own_.empty(); }

  const AccessPlan& plan_of(std::uint32_t species) const {
    for (const auto& [known, own] : own_) {
      if (known == species) return *own;
    }
    return plan_;
  }
  bool has_own(std::uint32_t species) const { return &plan_of(species) != &plan_; }

 private:
  /// @throws Error if the plan has too many phases
  void take(const AccessPlan& plan) {
    const std::uint32_t phases = plan.phases();
    if (phases > most_phases) {
      throw Error((&plan == &plan_ ? "access " + protocol_.name() : "an array's own plan") + " has " +
                  std::to_string(phases) + " phases, and at most " + std::to_string(most_phases) + " are allowed");
    }
    phases_ = std::max(phases_, phases);
    wants_arrivals_ |= plan.wants_arrivals();
  }

  /// Of the lines that ask together, in whatever order the workers have met them, and however many have met each.
  std::uint64_t key_of_all() {
    std::ranges::sort(keys_);
    const auto repeated = std::ranges::unique(keys_);
    keys_.erase(repeated.begin(), repeated.end());
    std::uint64_t key = keys_.front();
    for (const std::uint64_t more : std::span(keys_).subspan(1)) key = hash64(more, key);
    return key;
  }

  const AccessProtocol& protocol_;
  const AccessPlan& plan_;  // the protocol's
  LineMemory* lines_;
  std::unique_ptr<AdaptiveRouting> adaptive_;
  RemembersLines* remembers_ = nullptr;                           // adaptive_; null: it goes by no line
  std::vector<std::uint64_t> keys_;                               // of the lines that ask for arrays without a plan
  std::vector<std::pair<std::uint32_t, const AccessPlan*>> own_;  // by species
  std::uint32_t phases_ = 0;
  bool wants_arrivals_ = false;
  bool keeps_order_ = false;
  bool routes_adaptively_ = false;
};

}  // namespace pram::detail
