#include "process_group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "communication.hpp"

namespace pram::bsp::detail {

ProcessGroup::ProcessGroup(Communication& all, std::uint32_t number, CountedVector<std::uint32_t> members)
    : all_(all), put_order_(put_order(all.rule())), number_(number), members_(std::move(members)) {
  const bool whole = members_.empty();
  const auto processes = static_cast<std::uint32_t>(whole ? all.processes() : members_.size());
  first_worker_ = whole ? 0 : all.worker_of(members_.front());
  const std::uint32_t last_worker = whole ? all.workers() - 1 : all.worker_of(members_.back());
  for (std::uint32_t w = first_worker_; w <= last_worker; ++w) {
    const std::uint32_t process = all.first_process(w);
    first_rank_.push_back(
        whole ? process : static_cast<std::uint32_t>(std::ranges::lower_bound(members_, process) - members_.begin()));
  }
  first_rank_.push_back(processes);
  component_of_ = all.components_of();
  if (component_of_ != nullptr && !whole) {
    for (const std::uint32_t process : members_) own_components_.push_back(component_of_[process]);
    component_of_ = own_components_.data();
  }
  states_.resize(processes);
  worker_of_.resize(processes);
  boxes_.resize(last_worker - first_worker_ + 1);
  inboxes_.resize(boxes_.size());
  for (std::uint32_t w = 0; w < boxes_.size(); ++w) {
    std::fill(worker_of_.begin() + first_rank_[w], worker_of_.begin() + first_rank_[w + 1],
              static_cast<std::uint16_t>(w));
    Mailbox& box = boxes_[w];
    box.all = &all;
    box.group = this;
    box.worker = first_worker_ + w;
    box.first_rank = first_rank_[w];
    box.processes = processes;
    box.worker_of = worker_of_.data();
    box.component_of = component_of_;
    box.state = states_.data();
    box.to.resize(boxes_.size());
    box.arrived.resize(boxes_.size());
    box.arrived_later.resize(boxes_.size());
    box.listed = all.lists_messages();
  }
}

ProcessGroup::~ProcessGroup() {
  for (std::uint32_t number = 0; number < coarray_count_; ++number) {
    for (Block& block : coarray(number).blocks) free_block(number, block);
  }
}

std::string ProcessGroup::name_of(std::uint32_t rank) const {
  if (members_.empty()) return fmt::format("process {}", rank);
  return fmt::format("process {} ({} of its group)", members_[rank], rank);
}

std::string ProcessGroup::in_superstep() const { return all_.in_superstep(tag_); }

std::uint64_t ProcessGroup::reached() const {
  std::uint64_t all = 0;
  for (const Mailbox& box : boxes_) all += box.reached.count;
  return all;
}

const Mailbox::SyncReached& ProcessGroup::first_reached() const {
  return std::ranges::find_if(boxes_, [](const Mailbox& box) { return box.reached.count > 0; })->reached;
}

std::uint64_t ProcessGroup::asked() const {
  std::uint64_t all = 0;
  for (const Mailbox& box : boxes_) {
    for (const Bucket& bucket : box.to) all += bucket.puts.size() + bucket.gets.size() + bucket.messages.size();
  }
  return all;
}

bool ProcessGroup::had_messages() const {
  return std::ranges::any_of(inboxes_, [](const Inbox& inbox) { return inbox.arrived.any || inbox.arrived_later.any; });
}

std::uint64_t ProcessGroup::splits() const {
  std::uint64_t all = 0;
  for (const Mailbox& box : boxes_) all += box.splitting;
  return all;
}

bool ProcessGroup::all_go_on() const {
  std::uint64_t going_on = 0;
  for (const Mailbox& box : boxes_) going_on += box.going_on;
  if (going_on == 0 || going_on == count()) return going_on > 0;
  const auto lowest = [this](bool goes_on) {
    const auto found = std::ranges::find_if(states_, [=](const ProcessState& one) { return one.goes_on == goes_on; });
    return name_of(static_cast<std::uint32_t>(found - states_.begin()));
  };
  throw Error(
      fmt::format("{} is in the midst of a collective, {}, at {}, and {} is not: all processes call the same "
                  "collectives in the same order, with the same root and sizes",
                  lowest(true), in_superstep(), to_string(SourceLine{passed_.file, passed_.line}), lowest(false)));
}

void ProcessGroup::begin_delivery() {
  passed_ = first_reached();
  tag_ = all_.tag(passed_.tag);
  goes_on_ = all_go_on();
  if (!goes_on_) ++syncs_;
  for (Inbox& inbox : inboxes_) inbox.unread.clear();
  if (asked() == 0) return;
  received_.begin(count(), boxes_.size());
  answered_.begin(count(), boxes_.size());
}

void ProcessGroup::end_delivery() {
  const bool exchanged = asked() > 0;
  // The program's messages lie where they came, until it syncs again.
  const bool keeps =
      goes_on_ && std::ranges::any_of(inboxes_, [](const Inbox& inbox) { return inbox.arrived.any_of_program; });
  for (Mailbox& box : boxes_) {
    for (std::size_t w = 0; exchanged && w < box.to.size(); ++w) {
      std::swap(box.to[w].sent, keeps ? box.arrived_later[w] : box.arrived[w]);
      box.to[w].clear();
    }
    box.going_on = 0;
    for (const PlacedGet& get : box.placed) all_.slots(box.worker).give_back(get.slot);
    box.placed.clear();
    box.splitting = 0;
    box.reached.count = 0;
    box.source.clear();
    box.destination.clear();
    box.words.clear();
  }
  if (goes_on_) {
    for (ProcessState& one : states_) one.goes_on = 0;
  }
  received_.clear();
  answered_.clear();
  tag_.clear();
}

namespace {

template <class Record>
void restore_runs(Runs<Record>& list) {
  if (std::ranges::is_sorted(list.runs, {}, &Run::source)) return;
  std::vector<std::size_t> order(list.runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t run) { return list.runs[run].source; });
  const std::vector<Record> records(list.records.begin(), list.records.end());
  CountedVector<Run> runs;
  Record* next = list.records.begin();
  for (const std::size_t run : order) {
    runs.push_back(list.runs[run]);
    runs.back().begin = static_cast<std::uint64_t>(next - list.records.begin());
    next = std::copy(records.begin() + static_cast<std::ptrdiff_t>(list.runs[run].begin),
                     records.begin() + static_cast<std::ptrdiff_t>(list.end_of(run)), next);
  }
  list.runs = std::move(runs);
}

}  // namespace

void ProcessGroup::restore_order() {
  for (Mailbox& box : boxes_) {
    for (Bucket& bucket : box.to) {
      restore_runs(bucket.puts);
      restore_runs(bucket.gets);
      restore_runs(bucket.messages);
    }
  }
}

const Breach* ProcessGroup::breach() const {
  const Breach* lowest = nullptr;
  for (const Inbox& inbox : inboxes_) {
    if (inbox.breach.found() && (lowest == nullptr || inbox.breach.key < lowest->key)) lowest = &inbox.breach;
  }
  return lowest;
}

std::span<const Arrival> ProcessGroup::arrivals(std::uint32_t rank, std::uint32_t queue) {
  const std::uint32_t w = worker_of_[rank];
  Inbox& inbox = inboxes_[w];
  Arrived& from = goes_on_ && queue == collective_queue ? inbox.arrived_later : inbox.arrived;
  if (!from.any) return {};
  const std::uint32_t at = rank - first_rank_[w];
  const std::span<Arrival> all(from.arrivals.begin() + from.first[at], from.first[at + 1] - from.first[at]);
  if (all.empty()) return {};
  std::span<Arrival> asked = all;
  if (all.front().queue() != queue || all.back().queue() != queue) {
    const auto [begin, end] = std::ranges::equal_range(all, queue, {}, &Arrival::queue);
    asked = {begin, end};
  }
  if (!asked.empty()) {
    asked.front().queue_key |= Arrival::looked_at;
  } else if (!has_name(queue)) {
    all.front().queue_key |= Arrival::looked_in_vain;
  }
  return asked;
}

void ProcessGroup::count_unread(std::uint32_t w) {
  Inbox& inbox = inboxes_[w];
  const Arrived& from = inbox.arrived;
  if (!from.any || !from.any_of_program) return;
  const Arrival* const arrivals = from.arrivals.begin();
  for (std::size_t at = 0; at + 1 < from.first.size(); ++at) {
    const Arrival* const begin = arrivals + from.first[at];
    const Arrival* const end = arrivals + from.first[at + 1];
    const bool in_vain = begin != end && (begin->queue_key & Arrival::looked_in_vain) != 0;
    for (const Arrival* next = begin; next != end;) {
      const Arrival& first = *next;
      const std::uint32_t queue = first.queue();
      next = end[-1].queue() == queue
                 ? end
                 : std::upper_bound(next, end, queue, [](std::uint32_t a, const Arrival& b) { return a < b.queue(); });
      if ((first.queue_key & Arrival::looked_at) != 0 || queue == collective_queue) continue;
      auto unread = std::ranges::find(inbox.unread, queue, &Unread::queue);
      if (unread == inbox.unread.end()) unread = inbox.unread.insert(unread, {queue, 0, 0});
      const auto messages = static_cast<std::uint64_t>(next - &first);
      unread->messages += messages;
      if (in_vain && !has_name(queue)) unread->looked_for += messages;
    }
  }
}

void ProcessGroup::end_inboxes() {
  for (std::uint32_t w = 0; w < inboxes_.size(); ++w) {
    inboxes_[w].unread.clear();
    count_unread(w);
  }
}

}  // namespace pram::bsp::detail
