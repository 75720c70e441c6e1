#include "component_loads.hpp"

#include <algorithm>
#include <utility>

#include "load_frames.hpp"

namespace pram::detail {

namespace {

/// The lowest of the components that have most; no_component if none has any.
std::uint32_t busiest_of(const CountedVector<std::uint32_t>& messages) {
  std::uint32_t most = 0;
  for (const std::uint32_t count : messages) most = std::max(most, count);  // by vectors, unlike max_element()
  if (most == 0) return no_component;
  return static_cast<std::uint32_t>(std::ranges::find(messages, most) - messages.begin());
}

void add(CountedVector<std::uint64_t>& sum, const CountedVector<std::uint32_t>& counts) {
  for (std::size_t c = 0; c < counts.size(); ++c) sum[c] += counts[c];
}

}  // namespace

void ComponentLoads::begin_step() {
  if (!std::exchange(counted_, true)) return;
  forget_phase();
  for (auto* const counts : {&served_, &all_sent_, &all_received_}) std::ranges::fill(*counts, 0);
  busiest_.clear();
  most_words_ = 0;
  got_most_words_ = no_component;
}

void ComponentLoads::forget_phase() {
  std::ranges::fill(sent_, 0U);
  std::ranges::fill(received_, 0U);
}

void ComponentLoads::end_phase(PhaseRecord& phase) {
  phase.busiest_sender = busiest_of(sent_);
  phase.busiest_receiver = busiest_of(received_);
  if (phase.busiest_receiver != no_component) busiest_.push_back(phase.busiest_receiver);
  add(all_sent_, sent_);
  add(all_received_, received_);
  forget_phase();
}

void ComponentLoads::add_words(std::uint32_t component, std::uint64_t sent, std::uint64_t received) {
  counted_ = true;
  all_sent_[component] += sent;
  all_received_[component] += received;
  if (received <= most_words_) return;
  most_words_ = received;
  got_most_words_ = component;
}

void ComponentLoads::end_superstep() {
  if (got_most_words_ != no_component) busiest_.push_back(got_most_words_);
  most_words_ = 0;
  got_most_words_ = no_component;
}

void ComponentLoads::enter(std::vector<ComponentTotal>& totals, LoadFrames& received, std::uint64_t step) noexcept {
  if (!std::exchange(counted_, false)) return;
  add_loads(received, step, all_received_);
  for (std::size_t c = 0; c < totals.size(); ++c) {
    ComponentTotal& total = totals[c];
    total.sent += all_sent_[c];
    total.received += all_received_[c];
    total.served += served_[c];
  }
  for (auto* const counts : {&served_, &all_sent_, &all_received_}) std::ranges::fill(*counts, 0);
  for (const std::uint32_t component : busiest_) ++totals[component].times_busiest;
  busiest_.clear();
}

}  // namespace pram::detail
