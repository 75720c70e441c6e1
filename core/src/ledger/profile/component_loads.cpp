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

void move_to(CountedVector<std::uint64_t>& sum, CountedVector<std::uint32_t>& counts) {
  std::uint64_t* const into = sum.data();
  std::uint32_t* const from = counts.data();
  for (std::size_t c = 0; c < counts.size(); ++c) into[c] += std::exchange(from[c], 0);
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
  move_to(all_sent_, sent_);
  move_to(all_received_, received_);
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
    total.sent += std::exchange(all_sent_[c], 0);
    total.received += std::exchange(all_received_[c], 0);
    total.served += std::exchange(served_[c], 0);
  }
  for (const std::uint32_t component : busiest_) ++totals[component].times_busiest;
  busiest_.clear();
}

}  // namespace pram::detail
