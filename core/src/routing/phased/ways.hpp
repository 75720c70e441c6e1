#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <pram/access.hpp>

#include "../delivery.hpp"

/// Which plan the records of a step follow: the protocol's, its course, or their array's own.
namespace pram::detail {

class Ways {
 public:
  explicit Ways(const AccessProtocol& protocol) : protocol_(protocol), course_(protocol.course()) {}

  /// Looks at what the step asks for. Records without a plan of their own go the protocol's way, or its course.
  void begin(const Crew& crew, std::uint64_t step, bool ordered) {
    phases_ = 0;
    wants_arrivals_ = false;
    keeps_order_ = false;
    own_.clear();
    bool others = false;
    for (const auto& worker : crew.workers) {
      for (const std::uint32_t site : worker->first_sites) {
        const std::uint32_t species = worker->sites.site(site).species;
        const AccessPlan* const own = worker->memory.array(worker->sites.species(species).array).plan.get();
        others |= own == nullptr;
        if (own == nullptr) continue;
        own_.emplace_back(species, own);
        keeps_order_ |= ordered && worker->sites.species(species).operation.action == Action::multiprefix;
        take(*own);
      }
    }
    on_course_ = others && !ordered && course_ != nullptr;
    if (on_course_) course_->begin(step, crew.live());
    wants_arrivals_ |= on_course_;
    if (others && !on_course_) take(protocol_);
  }

  /// The course of the records that have no plan; null if they have one.
  Course* course() const { return on_course_ ? course_.get() : nullptr; }

  /// Of the longest plan.
  std::uint32_t phases() const { return phases_; }
  bool wants_arrivals() const { return wants_arrivals_; }

  /// Do records that must keep their order (multiprefix) follow a plan that may know nothing of it?
  bool keeps_order() const { return keeps_order_; }

  /// Do all records follow the same plan?
  bool one_plan() const { return own_.empty(); }

  const AccessPlan& plan_of(std::uint32_t species) const {
    for (const auto& [known, own] : own_) {
      if (known == species) return *own;
    }
    return protocol_;
  }
  bool has_own(std::uint32_t species) const { return &plan_of(species) != &protocol_; }

 private:
  void take(const AccessPlan& plan) {
    phases_ = std::max(phases_, plan.phases());
    wants_arrivals_ |= plan.wants_arrivals();
  }

  const AccessProtocol& protocol_;
  std::unique_ptr<Course> course_;
  std::vector<std::pair<std::uint32_t, const AccessPlan*>> own_;  // by species
  std::uint32_t phases_ = 0;
  bool wants_arrivals_ = false;
  bool keeps_order_ = false;
  bool on_course_ = false;
};

}  // namespace pram::detail
