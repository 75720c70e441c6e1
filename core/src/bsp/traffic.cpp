#include "traffic.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "../ranks/bytes.hpp"

namespace pram::bsp::detail {

namespace {

/// Brings the messages of a phase into the order of their sources.
void sort_messages(pram::detail::TransferPhase& phase) {
  if (std::ranges::is_sorted(phase.source)) return;
  std::vector<std::uint32_t> order(phase.source.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t one) { return phase.source[one]; });
  for (std::vector<std::uint32_t>* const column : {&phase.source, &phase.destination, &phase.length}) {
    std::vector<std::uint32_t> sorted;
    sorted.reserve(order.size());
    for (const std::uint32_t one : order) sorted.push_back((*column)[one]);
    *column = std::move(sorted);
  }
}

}  // namespace

void SuperstepTraffic::measure(SuperstepRecord& record, ProcessGroup& all, Ready ready,
                               pram::detail::ComponentLoads* loads) {
  requests_.begin(components_);
  replies_.begin(components_);
  std::vector<std::uint64_t> work(components_);
  ProcessState* const states = all.mailboxes().front().state;
  for (std::uint32_t process = 0; process < all.count(); ++process) {
    const std::uint64_t operations = std::exchange(states[process].work, 0);
    record.largest_operations = std::max(record.largest_operations, operations);
    work[all.members().component_of(process)] += operations;
  }
  for (Mailbox& box : all.mailboxes()) box.of_run.worked = false;
  listed_.clear();
  for (const ProcessGroup* const group : ready) {
    measure_group(*group);
    if (ranks_ != nullptr) listed_.emplace_back(requests_.source.size(), replies_.source.size());
    if (ranks_ == nullptr && group->splits() > 0) measure_split(*group);
  }
  if (ranks_ != nullptr) unite(ready, work);
  sort_messages(requests_);
  sort_messages(replies_);
  record.messages = requests_.messages + replies_.messages;
  for (std::uint32_t component = 0; component < components_; ++component) {
    const std::uint64_t sent = requests_.sent[component] + replies_.sent[component];
    const std::uint64_t received = requests_.received[component] + replies_.received[component];
    record.words += sent;
    record.work += work[component];
    record.largest_work = std::max(record.largest_work, work[component]);
    record.largest_sent = std::max(record.largest_sent, sent);
    record.largest_received = std::max(record.largest_received, received);
    if (loads != nullptr) loads->add_words(component, sent, received);
    record.pattern = std::max({record.pattern, requests_.sent[component], requests_.received[component]});
    record.pattern_back = std::max({record.pattern_back, replies_.sent[component], replies_.received[component]});
  }
  if (loads != nullptr) loads->end_superstep();
}

void SuperstepTraffic::unite(Ready ready, std::vector<std::uint64_t>& work) {
  add_up(work);
  if (run_.options().lists_messages) {
    unite_lists(ready);
    return;
  }
  for (const ProcessGroup* const group : ready) {
    if (group->splits() > 0) measure_split(*group);
  }
}

void SuperstepTraffic::unite_lists(Ready ready) {
  pram::detail::BytesWriter written;
  std::pair<std::size_t, std::size_t> begin;
  const auto write = [&](const pram::detail::TransferPhase& phase, std::size_t first, std::size_t last) {
    written.number(last - first);
    for (std::size_t k = first; k < last; ++k) {
      for (const std::uint32_t number : {phase.source[k], phase.destination[k], phase.length[k]})
        written.number(number);
    }
  };
  for (const auto& end : listed_) {
    write(requests_, begin.first, end.first);
    write(replies_, begin.second, end.second);
    begin = end;
  }
  const pram::detail::GatheredBytes all = ranks_->ranks().gather(written.bytes());
  std::vector<pram::detail::BytesReader> readers(all.begin(), all.end());
  for (pram::detail::TransferPhase* const phase : {&requests_, &replies_}) {
    phase->source.clear();
    phase->destination.clear();
    phase->length.clear();
  }
  for (const ProcessGroup* const group : ready) {
    for (pram::detail::BytesReader& reader : readers) {
      for (pram::detail::TransferPhase* const phase : {&requests_, &replies_}) {
        for (std::uint64_t left = reader.number(); left > 0; --left) {
          phase->source.push_back(static_cast<std::uint32_t>(reader.number()));
          phase->destination.push_back(static_cast<std::uint32_t>(reader.number()));
          phase->length.push_back(static_cast<std::uint32_t>(reader.number()));
        }
      }
    }
    if (group->splits() > 0) measure_split(*group);
  }
}

void SuperstepTraffic::add_up(std::vector<std::uint64_t>& work) {
  std::vector<std::uint64_t> sums = {requests_.messages, replies_.messages};
  std::vector<std::uint64_t>* const columns[] = {&requests_.sent, &requests_.received, &replies_.sent,
                                                 &replies_.received, &work};
  for (const std::vector<std::uint64_t>* const column : columns)
    sums.insert(sums.end(), column->begin(), column->end());
  const CommonNumbers& numbers = ranks_->lines();
  for (std::uint32_t common = 0; common < numbers.count(); ++common) {
    const LineTotal& line = lines_[numbers.own(common)];
    sums.insert(sums.end(), {line.messages, line.words, line.words_back});
  }
  ranks_->ranks().add(sums);
  const std::uint64_t* next = sums.data();
  requests_.messages = *next++;
  replies_.messages = *next++;
  for (std::vector<std::uint64_t>* const column : columns) {
    std::copy_n(next, column->size(), column->begin());
    next += column->size();
  }
  for (std::uint32_t common = 0; common < numbers.count(); ++common) {
    LineTotal& line = lines_[numbers.own(common)];
    line.messages = *next++;
    line.words = *next++;
    line.words_back = *next++;
  }
}

void SuperstepTraffic::measure_group(const ProcessGroup& group) {
  const GroupMembers& members = group.members();
  const WordCounts& words = group.words();
  for (std::uint32_t rank = 0; rank < group.count(); ++rank) {
    const std::uint32_t component = members.component_of(rank);
    requests_.received[component] += words.received.of(members.worker_of(rank), rank);
    replies_.sent[component] += words.answered.of(members.worker_of(rank), rank);
  }
  // What others of several ranks serve, they measure.
  const auto [first, last] = ranks_ == nullptr ? std::pair(0U, members.workers()) : ranks_->own_places(members);
  for (const Mailbox& box : group.mailboxes()) {
    const auto append = [](std::vector<std::uint32_t>& to, const CountedVector<std::uint32_t>& from) {
      to.insert(to.end(), from.begin(), from.end());
    };
    append(requests_.source, box.listed.source);
    append(requests_.destination, box.listed.destination);
    append(requests_.length, box.listed.words);
    for (std::uint32_t to = first; to < last; ++to) {
      const Bucket& bucket = box.to[to];
      for (const auto* const runs : {&bucket.puts.runs, &bucket.messages.runs}) {
        for (const Run& run : *runs) {
          requests_.messages += run.leaving;
          requests_.sent[members.component_of(run.source)] += run.leaving_words;
        }
      }
      for (const Run& run : bucket.gets.runs) {
        const std::uint32_t component = members.component_of(run.source);
        requests_.messages += run.leaving;
        requests_.sent[component] += run.leaving;
        replies_.messages += run.leaving;
        replies_.received[component] += run.leaving_words;
      }
      if (box.listed.wanted) list_replies(group, bucket);
    }
  }
}

void SuperstepTraffic::list_replies(const ProcessGroup& group, const Bucket& bucket) {
  const GroupMembers& members = group.members();
  for (std::size_t number = 0; number < bucket.gets.runs.size(); ++number) {
    const Run& run = bucket.gets.runs[number];
    const std::uint64_t width = group.coarrays()[run.subject].bytes_each;
    for (std::uint64_t k = run.begin; k < bucket.gets.end_of(number); ++k) {
      const GetRecord& get = bucket.gets.records[k];
      if (members.same_component(run.source, get.target)) continue;
      replies_.source.push_back(members.component_of(get.target));
      replies_.destination.push_back(members.component_of(run.source));
      const std::uint64_t count = run.wide ? range_of(bucket, get).count : 1;
      replies_.length.push_back(static_cast<std::uint32_t>(words_of(count * width)));
    }
  }
}

void SuperstepTraffic::measure_split(const ProcessGroup& group) {
  for (const Mailbox& box : group.mailboxes()) {
    for (const SplitRecord& made : box.splits.records) {
      const GroupMembers& part = made.group->group->members();
      const std::uint32_t lowest = part.component_of(0);
      const std::uint32_t own = part.component_of(made.rank);
      if (own == lowest) continue;
      const bool listed = run_.options().lists_messages;
      requests_.add(own, lowest, 1, listed);
      replies_.add(lowest, own, 1, listed);
      if (listed) requests_.length.push_back(1);
      if (listed) replies_.length.push_back(1);
      LineTotal& line = lines_[made.line];
      line.messages += 2;
      ++line.words;
      ++line.words_back;
    }
  }
}

void SuperstepTraffic::charge(SuperstepRecord& record, Network& network) {
  record.charge = charge_ = requests_.charge(network);
  // Networks that combine send replies back along the paths of the messages before, which know nothing of gets.
  record.charge_back = charge_back_ = replies_.charge(network, network.wants_messages() && !network.combines());
}

void SuperstepTraffic::sum_by_line(Ready ready) {
  lines_.assign(run_.lines().size(), {});
  for (const ProcessGroup* const group : ready) {
    for (const Mailbox& box : group->mailboxes()) {
      for (const Bucket& bucket : box.to) {
        for (const auto* const runs : {&bucket.puts.runs, &bucket.messages.runs}) {
          for (const Run& run : *runs) {
            lines_[run.line].messages += run.leaving;
            lines_[run.line].words += run.leaving_words;
          }
        }
        for (const Run& run : bucket.gets.runs) {
          lines_[run.line].messages += 2 * run.leaving;  // there and back
          lines_[run.line].words += run.leaving;
          lines_[run.line].words_back += run.leaving_words;
        }
      }
    }
  }
}

std::vector<TransferTotal> SuperstepTraffic::transfers() const {
  static constexpr const char* names[] = {"put", "get", "send", "split"};
  std::uint64_t words = 0;
  std::uint64_t words_back = 0;
  for (const LineTotal& line : lines_) {
    words += line.words;
    words_back += line.words_back;
  }
  const auto share = [](std::uint64_t charge, std::uint64_t part, std::uint64_t whole) {
    return whole > 0 ? static_cast<double>(charge) * (static_cast<double>(part) / static_cast<double>(whole)) : 0;
  };
  std::vector<TransferTotal> made;
  for (std::size_t number = 0; number < lines_.size(); ++number) {
    const LineTotal& total = lines_[number];
    if (total.messages == 0) continue;
    const RunContext::Line& line = run_.lines()[number];
    made.push_back({{line.file, line.line},
                    line.subject,
                    names[static_cast<std::size_t>(line.transfer)],
                    total.messages,
                    total.words + total.words_back,
                    1,
                    share(charge_, total.words, words) + share(charge_back_, total.words_back, words_back)});
  }
  // Lines have numbers in the order in which host threads met them.
  std::ranges::sort(made, [](const TransferTotal& a, const TransferTotal& b) {
    return std::tie(a.where.file, a.where.line, a.subject, a.operation) <
           std::tie(b.where.file, b.where.line, b.subject, b.operation);
  });
  return made;
}

}  // namespace pram::bsp::detail
