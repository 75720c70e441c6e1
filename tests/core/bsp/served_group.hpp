#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <pram/detail/bsp/mailbox.hpp>
#include <pram/rule.hpp>

#include "bsp/coarrays/coarrays.hpp"
#include "bsp/run/members.hpp"
#include "bsp/run/run_context.hpp"
#include "bsp/serving/breaches.hpp"
#include "bsp/serving/context.hpp"

namespace pram::testing {

/// Processes in order on some workers, of which a worker may have none, and on as many components as there are or
/// fewer.
inline bsp::detail::ProcessLayout random_layout(std::mt19937_64& random, std::uint32_t processes,
                                                std::uint32_t workers) {
  bsp::detail::ProcessLayout layout;
  layout.first_process = {0, processes};
  while (layout.first_process.size() <= workers)
    layout.first_process.push_back(static_cast<std::uint32_t>(random() % (processes + 1)));
  std::ranges::sort(layout.first_process);
  if (random() % 2 == 0) return layout;
  for (std::uint32_t process = 0; process < processes; ++process) layout.component.push_back(process / 2);
  return layout;
}

/// A group of BSP processes on several workers, without a machine. What its processes ask for lies in mailboxes, for
/// one server to be tested.
class ServedGroup {
 public:
  ServedGroup(Rule rule, const bsp::detail::ProcessLayout& where, std::uint64_t seed = 1,
              std::vector<std::uint32_t> processes = {})
      : layout(where),
        run({rule, seed, marker}),
        members(layout, {processes.begin(), processes.end()}),
        coarrays(run, members),
        breaches(run, members, coarrays, tag),
        boxes(members.workers()) {
    for (bsp::detail::Mailbox& box : boxes) box.to.resize(members.workers());
    for (const auto transfer : {bsp::detail::Transfer::put, bsp::detail::Transfer::get, bsp::detail::Transfer::send})
      run.enter_line(transfer, "cells", "program.cpp", 10 + static_cast<std::uint32_t>(transfer));
    words.begin(members.count(), members.workers());
  }
  ServedGroup(const ServedGroup&) = delete;
  ServedGroup& operator=(const ServedGroup&) = delete;

  /// Makes a coarray with blocks of these sizes. @returns the number
  template <class T>
  std::uint32_t make(const std::vector<std::uint64_t>& sizes, T initial = {}, const std::string& name = "cells") {
    const std::uint32_t number = coarrays.count();
    for (std::uint32_t rank = 0; rank < sizes.size(); ++rank) {
      coarrays.make_block(rank, number, sizes[rank], bsp::detail::element_type<T>, &initial, name, "program.cpp:1");
    }
    return number;
  }
  template <class T>
  T element(std::uint32_t coarray, std::uint32_t rank, std::uint64_t index) const {
    T value;
    std::memcpy(&value, coarrays[coarray].blocks[rank].data + index * sizeof(T), sizeof(T));
    return value;
  }
  template <class T>
  void set(std::uint32_t coarray, std::uint32_t rank, std::uint64_t index, const T& value) {
    std::memcpy(coarrays[coarray].blocks[rank].data + index * sizeof(T), &value, sizeof(T));
  }

  /// What a server of the group is made of.
  bsp::detail::ServingContext context() { return {run, members, coarrays, breaches, words}; }

  // What a process asks for. Processes ask in the order of their ranks.

  /// A put of one value of a word or less, or of several values or large ones.
  template <class T>
  void put(std::uint32_t source, std::uint32_t target, std::uint32_t coarray, std::uint64_t index,
           const std::vector<T>& values) {
    bsp::detail::Bucket& to = bucket(source, target);
    if constexpr (sizeof(T) <= sizeof(Word)) {
      if (values.size() == 1) {
        begin(to.puts, source, coarray, false);
        Word word = 0;
        std::memcpy(&word, values.data(), sizeof(T));
        to.puts.records.add({target, static_cast<std::uint32_t>(index), word});
        return;
      }
    }
    begin(to.puts, source, coarray, true);
    const bsp::detail::ElementRange range{index, values.size()};
    to.puts.records.add({target, 0, to.ranges.add(range, values.data(), values.size() * sizeof(T))});
  }
  /// A get of `count` values of so many bytes.
  bsp::detail::GetSlot* get(std::uint32_t source, std::uint32_t target, std::uint32_t coarray, std::uint64_t index,
                            std::uint64_t count, std::uint64_t bytes_each) {
    bsp::detail::Bucket& to = bucket(source, target);
    const bool wide = count != 1 || bytes_each > sizeof(Word);
    begin(to.gets, source, coarray, wide);
    bsp::detail::GetSlot* const slot = slots_.take(count * bytes_each, 0);
    const std::uint64_t place =
        wide ? to.ranges.add(bsp::detail::ElementRange{index, count}, nullptr, 0) / bsp::detail::payload_alignment
             : index;
    to.gets.records.add({target, static_cast<std::uint32_t>(place), slot});
    return slot;
  }
  /// A message of one word without a tag, or of several words.
  void send(std::uint32_t source, std::uint32_t target, std::uint32_t queue, std::uint64_t message_tag,
            const std::vector<std::uint64_t>& values, bool wide) {
    bsp::detail::Bucket& to = bucket(source, target);
    begin(to.messages, source, queue, wide);
    to.messages.records.add({target, wide ? to.sent.add(bsp::detail::MessageHead{message_tag, values.size()},
                                                        values.data(), values.size() * sizeof(std::uint64_t))
                                          : values[0]});
  }
  /// The superstep has ended: nothing is asked for.
  void clear() {
    for (bsp::detail::Mailbox& box : boxes) std::ranges::for_each(box.to, &bsp::detail::Bucket::clear);
    words.begin(members.count(), members.workers());
    run.end_superstep();
  }

  bsp::detail::Bucket& bucket(std::uint32_t source, std::uint32_t target) {
    return boxes[members.worker_of(source)].to[members.worker_of(target)];
  }
  std::uint64_t received(std::uint32_t rank) const { return words.received.of(members.worker_of(rank), rank); }
  std::uint64_t answered(std::uint32_t rank) const { return words.answered.of(members.worker_of(rank), rank); }
  /// Calls serve(w) for all workers, in any order.
  template <class Serve>
  void serve(std::mt19937_64& random, const Serve& serve) {
    std::vector<std::uint32_t> order;
    for (std::uint32_t w = 0; w < members.workers(); ++w) order.push_back(w);
    std::ranges::shuffle(order, random);
    std::ranges::for_each(order, serve);
  }

  static constexpr std::uint64_t marker = 0xABCDEF;

  bsp::detail::ProcessLayout layout;
  bsp::detail::RunContext run;
  bsp::detail::GroupMembers members;
  std::string tag = "exchange";
  bsp::detail::Coarrays coarrays;
  bsp::detail::Breaches breaches;
  bsp::detail::WordCounts words;
  std::vector<bsp::detail::Mailbox> boxes;

 private:
  template <class Record>
  static void begin(bsp::detail::Runs<Record>& list, std::uint32_t source, std::uint32_t subject, bool wide) {
    const bool goes_on = !list.runs.empty() && list.runs.back().source == source &&
                         list.runs.back().subject == subject && list.runs.back().wide == wide;
    if (!goes_on)
      list.runs.push_back({list.records.size(), source, subject, static_cast<std::uint32_t>(Record::transfer), wide});
  }

  bsp::detail::SlotSupply slots_;
};

}  // namespace pram::testing
