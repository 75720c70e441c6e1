#include <pram/detail/routing/counted_phases.hpp>

#include <vector>

#include <pram/detail/random/seeded_hash.hpp>

#include "phase_counts.hpp"
#include "step_plan.hpp"

namespace pram::detail {

namespace {

/// Of records whose addresses have their owners in a table.
class TablePlan final : public StepPlan {
 public:
  TablePlan(const AccessPlan& plan, std::span<const std::uint32_t> home, std::uint64_t seed)
      : StepPlan(plan, 0, seeded_hash(~std::uint64_t{0}, seed), false), home_(home), seed_(seed) {}

  void locate(std::span<const std::uint32_t> index, std::uint32_t* home) const override {
    for (std::size_t k = 0; k < index.size(); ++k) home[k] = home_[index[k]];
  }

 protected:
  std::uint64_t draw(std::uint32_t phase) const override { return seeded_hash(phase, seed_); }

 private:
  std::span<const std::uint32_t> home_;
  std::uint64_t seed_;
};

}  // namespace

struct CountedPhases::Counts {
  PhaseCounts phases;
  std::vector<std::uint32_t> sent;  // of the first phase, per component
};

CountedPhases::CountedPhases() : counts_(std::make_unique<Counts>()) {}
CountedPhases::~CountedPhases() = default;
CountedPhases::CountedPhases(CountedPhases&&) noexcept = default;
CountedPhases& CountedPhases::operator=(CountedPhases&&) noexcept = default;

bool CountedPhases::count(const AccessPlan& plan, std::uint32_t components, std::uint64_t seed,
                          const Records& records) {
  const TablePlan routes(plan, records.home, seed);
  counts_->sent.assign(components, 0);
  std::uint32_t* const sent = counts_->sent.data();
  for (const std::uint32_t source : records.source) ++sent[source];
  counts_->phases.begin(routes, components);
  counts_->phases.count_cells(records.address, records.source);
  counts_->phases.end();
  return !counts_->phases.misrouted();
}

void CountedPhases::add(std::uint32_t phase, std::span<std::uint32_t> sent, std::span<std::uint32_t> received) const {
  const PhaseCounts& phases = counts_->phases;
  for (std::uint32_t c = 0; c < sent.size(); ++c) sent[c] += phase == 0 ? counts_->sent[c] : phases.held(phase - 1, c);
  for (std::uint32_t c = 0; c < received.size(); ++c) received[c] += phases.received(phase, c);
}

}  // namespace pram::detail
