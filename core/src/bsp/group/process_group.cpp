#include "process_group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace pram::bsp::detail {

ProcessGroup::ProcessGroup(RunContext& run, const ProcessLayout& layout, std::span<SlotSupply> slots,
                           std::uint32_t number, CountedVector<std::uint32_t> members)
    : run_(run),
      number_(number),
      members_(layout, std::move(members)),
      states_(members_.count()),
      boxes_(members_.workers()),
      coarrays_(run, members_),
      breaches_(run, members_, coarrays_, tag_),
      puts_({run, members_, coarrays_, breaches_, words_}),
      gets_({run, members_, coarrays_, breaches_, words_}),
      messages_({run, members_, coarrays_, breaches_, words_}) {
  for (std::uint32_t w = 0; w < boxes_.size(); ++w) {
    Mailbox& box = boxes_[w];
    box.run = &run;
    box.group = this;
    box.first_rank = members_.first_rank(w);
    box.processes = members_.count();
    box.worker_of = members_.worker_of_ranks();
    box.state = states_.data();
    box.slots = &slots[members_.first_worker() + w];
    box.to.resize(boxes_.size());
    box.listed.wanted = run.options().lists_messages;
  }
}

std::uint32_t ProcessGroup::make_block(std::uint32_t rank, std::uint64_t size, const ElementType& element,
                                       const void* initial, std::string_view name, const std::string& where) {
  const std::uint32_t number = states_[rank].coarrays;
  coarrays_.make_block(rank, number, size, element, initial, name, where);
  ++states_[rank].coarrays;
  return number;
}

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

std::uint64_t ProcessGroup::splits() const {
  std::uint64_t all = 0;
  for (const Mailbox& box : boxes_) all += box.splits.standing;
  return all;
}

bool ProcessGroup::all_go_on() const {
  std::uint64_t going_on = 0;
  for (const Mailbox& box : boxes_) going_on += box.reached.going_on;
  if (going_on == 0 || going_on == count()) return going_on > 0;
  const auto lowest = [this](bool goes_on) {
    const auto found = std::ranges::find_if(states_, [=](const ProcessState& one) { return one.goes_on == goes_on; });
    return members_.name_of(static_cast<std::uint32_t>(found - states_.begin()));
  };
  throw Error(
      fmt::format("{} is in the midst of a collective, {}, at {}, and {} is not: all processes call the same "
                  "collectives in the same order, with the same root and sizes",
                  lowest(true), in_superstep(), to_string(SourceLine{passed_.file, passed_.line}), lowest(false)));
}

void ProcessGroup::begin_delivery() {
  passed_ = first_reached();
  tag_ = run_.tag(passed_.tag);
  goes_on_ = all_go_on();
  if (!goes_on_) puts_.begin_sync();
  messages_.forget_unread();
  if (asked() > 0) words_.begin(count(), boxes_.size());
}

void ProcessGroup::serve_gets(std::uint32_t worker) {
  if (has(worker)) gets_.serve(worker - members_.first_worker(), boxes_);
}

void ProcessGroup::serve_puts_and_messages(std::uint32_t worker) {
  if (!has(worker)) return;
  const std::uint32_t w = worker - members_.first_worker();
  GetServer::place(boxes_[w]);
  puts_.serve(w, boxes_);
  messages_.serve(w, boxes_, goes_on_);
}

void ProcessGroup::end_delivery() {
  const bool exchanged = asked() > 0;
  if (exchanged) messages_.keep_payloads(boxes_, goes_on_);
  for (Mailbox& box : boxes_) {
    if (exchanged) std::ranges::for_each(box.to, &Bucket::clear);
    for (const PlacedGet& get : box.placed) box.slots->give_back(get.slot);
    box.placed.clear();
    box.splits.standing = 0;
    box.reached.count = box.reached.going_on = 0;
    box.listed.clear();
  }
  if (goes_on_) {
    for (ProcessState& one : states_) one.goes_on = 0;
  }
  words_.clear();
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

}  // namespace pram::bsp::detail
