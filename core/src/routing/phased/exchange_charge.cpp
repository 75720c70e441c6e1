#include <array>
#include <utility>

#include "../../ranks/rank_group.hpp"
#include "../agreed_step.hpp"
#include "exchange.hpp"

/// What a phase is charged, and which lines are.
namespace pram::detail {

/// Counts the messages at the busiest of this worker's components by line. A record that stays counts with them.
template <class Record>
void Exchange<Record>::count_lines(std::uint32_t w, std::uint32_t phase) {
  if constexpr (Record::carries_operand) {
    PhasedWorkerState<Record>& mine = workers_[w];
    mine.busiest.clear();
    if (mine.phases[phase].arrived == 0) return;
    std::uint32_t begin = 0;
    for (const std::uint64_t run : mine.order) {
      const auto end = static_cast<std::uint32_t>(run);
      std::uint32_t received = end - begin;
      if (mine.any_stays) received -= static_cast<std::uint32_t>(mine.staying[(run >> 32) - team_.first_component(w)]);
      for (std::uint32_t j = begin; received == mine.messages.received.all && j < end; ++j)
        mine.busiest.add(mine.arrived[j].site, 1);
      begin = end;
    }
  }
}

template <class Record>
void Exchange<Record>::note_loads(Step& step, const PhaseRecord& phase) const {
  if constexpr (Record::carries_operand) {
    PhaseLoads& noted = step.loads.emplace_back();
    noted.phase = step.phases.size();
    const bool all = loads_all(network_, phase);
    for (const PhasedWorkerState<Record>& mine : workers_) {
      if (ranked_.several && !all) {
        note_busiest(noted.loads, mine, phase);
        continue;
      }
      for (std::uint32_t j = 0; all && j < mine.phases[phases_].arrived; ++j) noted.loads.add(mine.arrived[j].site, 1);
      if (!all && has_busiest(phase, mine.messages.received.all)) noted.loads.add(mine.busiest);
    }
  }
}

/// Adds the messages at the components that receive most on all ranks together.
template <class Record>
void Exchange<Record>::note_busiest(LineLoads& loads, const PhasedWorkerState<Record>& mine,
                                    const PhaseRecord& phase) const {
  if constexpr (Record::carries_operand) {
    if (mine.phases[phases_].arrived == 0) return;
    std::uint32_t begin = 0;
    for (const std::uint64_t run : mine.order) {
      const auto end = static_cast<std::uint32_t>(run);
      const auto at = static_cast<std::uint32_t>(run >> 32);
      const bool busiest = workers_.front().received_here.messages_at(at) == phase.largest_received;
      for (std::uint32_t j = begin; busiest && j < end; ++j) loads.add(mine.arrived[j].site, 1);
      begin = end;
    }
  }
}

/// Adds up what all ranks have counted. Afterwards the first worker's counts are those of all.
template <class Record>
void Exchange<Record>::unite_counts(PhaseMessages& messages, PhaseRecord& phase) {
  RankGroup& group = *team_.agreed->group;
  PhasedWorkerState<Record>& first = workers_.front();
  for (std::size_t w = 1; w < workers_.size(); ++w) {
    first.sent_here.take(workers_[w].sent_here);
    first.received_here.take(workers_[w].received_here);
  }
  std::array<std::uint64_t, 3> sums = {messages.count, messages.replying, phase.combined};
  unite(group, {&first.sent_here, &first.received_here}, team_.components, sums);
  messages.count = sums[0];
  messages.replying = sums[1];
  phase.combined = sums[2];
  const auto largest = [](const ComponentCounts& counts) {
    LargestCounts most;
    counts.visit_packed([&most](std::uint64_t packed) {
      const auto all = static_cast<std::uint32_t>(packed);
      const auto replying = static_cast<std::uint32_t>(packed >> 32);
      most.add({all, replying, all - replying});
    });
    return most;
  };
  messages.sent = largest(first.sent_here);
  messages.received = largest(first.received_here);
  const std::uint64_t combined = phase.combined;
  phase = messages.record();
  phase.combined = combined;
}

template <class Record>
PhaseRecord Exchange<Record>::charge(Step& step) {
  PhaseMessages messages = joined(workers_, network_);
  PhaseRecord phase = messages.record();
  for (const PhasedWorkerState<Record>& mine : workers_) {
    phase.combined += mine.count;
    step.unequal_writes |= mine.context.unequal_writes;
  }
  if (ranked_.several) unite_counts(messages, phase);
  if (ranked_.in_order) messages.list = std::move(ranked_.messages);
  if (several_lines_ && phase.messages > 0) note_loads(step, phase);
  if (ranked_.several) {
    if (components_ != nullptr) {
      components_->forget_phase();  // what this rank alone has counted
      workers_.front().sent_here.add_to(components_->sent(), team_.components);
      workers_.front().received_here.add_to(components_->received(), team_.components);
    }
    workers_.front().sent_here.forget();
    workers_.front().received_here.forget();
  }
  if (components_ != nullptr) noting_ ? components_->forget_phase() : components_->end_phase(phase);
  if (noting_ || phase.messages == 0) return phase;
  const bool both_kinds = messages.replying > 0 && messages.replying < messages.count;
  const auto carry = both_kinds && separate_kinds_ ? carry_sweeps : carry_phase;
  carry(network_, *team_.host, team_.components, messages, phase);
  return phase;
}

// The members defined here; exchange.cpp has the others.
#define PRAM_CHARGE(Record)                                                                                      \
  template void Exchange<Record>::count_lines(std::uint32_t, std::uint32_t);                                     \
  template void Exchange<Record>::note_loads(Step&, const PhaseRecord&) const;                                   \
  template void Exchange<Record>::note_busiest(LineLoads&, const PhasedWorkerState<Record>&, const PhaseRecord&) \
      const;                                                                                                     \
  template void Exchange<Record>::unite_counts(PhaseMessages&, PhaseRecord&);                                    \
  template PhaseRecord Exchange<Record>::charge(Step&);
PRAM_CHARGE(ReadRecord)
PRAM_CHARGE(UpdateRecord)
#undef PRAM_CHARGE

}  // namespace pram::detail
