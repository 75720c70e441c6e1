#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "../network_charge.hpp"
#include "communication.hpp"

/// What a superstep cost: work and words of every component, what the network charges, what every line transferred.
namespace pram::bsp::detail {

void Communication::Way::begin(std::uint32_t components) {
  messages = charge = 0;
  sent.assign(components, 0);
  received.assign(components, 0);
  source.clear();
  destination.clear();
  length.clear();
}

std::uint64_t Communication::Way::carried_by(Network& network, bool back) {
  if (messages == 0) return charge = 0;
  Traffic traffic;
  traffic.components = static_cast<std::uint32_t>(sent.size());
  for (const std::uint64_t words : sent) traffic.messages += words;
  traffic.largest_sent = static_cast<std::uint32_t>(*std::ranges::max_element(sent));
  traffic.largest_received = static_cast<std::uint32_t>(*std::ranges::max_element(received));
  traffic.source = source;
  traffic.destination = destination;
  traffic.words = length;
  // Networks that combine send replies the way that the messages before came, which knows nothing of gets.
  back = back && network.wants_messages() && !network.combines();
  return charge = back ? pram::detail::charge_back_of(network, traffic) : pram::detail::charge_of(network, traffic);
}

void Communication::Way::add(std::uint32_t from, std::uint32_t to, bool listed) {
  if (from == to) return;
  ++messages;
  ++sent[from];
  ++received[to];
  if (!listed) return;
  source.push_back(from);
  destination.push_back(to);
  length.push_back(1);
}

void Communication::Way::sort() {
  if (std::ranges::is_sorted(source)) return;
  std::vector<std::uint32_t> order(source.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [this](std::uint32_t one) { return source[one]; });
  for (std::vector<std::uint32_t>* const column : {&source, &destination, &length}) {
    std::vector<std::uint32_t> sorted;
    sorted.reserve(order.size());
    for (const std::uint32_t one : order) sorted.push_back((*column)[one]);
    *column = std::move(sorted);
  }
}

void Communication::measure(SuperstepRecord& record, pram::detail::ComponentLoads* components) {
  requests_.begin(distribution_.components);
  replies_.begin(distribution_.components);
  std::vector<std::uint64_t> work(distribution_.components);
  ProcessGroup& run = *groups_.front();
  ProcessState* const states = run.mailboxes().front().state;
  for (std::uint32_t process = 0; process < run.count(); ++process) {
    const std::uint64_t operations = std::exchange(states[process].work, 0);
    record.largest_operations = std::max(record.largest_operations, operations);
    work[run.component_of(process)] += operations;
  }
  for (Mailbox& box : run.mailboxes()) box.worked = false;
  for (ProcessGroup* const group : ready_) {
    measure(*group);
    if (group->splits() > 0) measure_split(*group);
  }
  requests_.sort();
  replies_.sort();
  record.messages = requests_.messages + replies_.messages;
  for (std::uint32_t component = 0; component < distribution_.components; ++component) {
    const std::uint64_t sent = requests_.sent[component] + replies_.sent[component];
    const std::uint64_t received = requests_.received[component] + replies_.received[component];
    record.words += sent;
    record.work += work[component];
    record.largest_work = std::max(record.largest_work, work[component]);
    record.largest_sent = std::max(record.largest_sent, sent);
    record.largest_received = std::max(record.largest_received, received);
    if (components != nullptr) components->add_words(component, sent, received);
    record.pattern = std::max({record.pattern, requests_.sent[component], requests_.received[component]});
    record.pattern_back = std::max({record.pattern_back, replies_.sent[component], replies_.received[component]});
  }
  if (components != nullptr) components->end_superstep();
}

void Communication::measure(ProcessGroup& group) {
  for (std::uint32_t rank = 0; rank < group.count(); ++rank) {
    const std::uint32_t component = group.component_of(rank);
    requests_.received[component] += group.received(rank);
    replies_.sent[component] += group.answered(rank);
  }
  for (const Mailbox& box : group.mailboxes()) {
    requests_.source.insert(requests_.source.end(), box.source.begin(), box.source.end());
    requests_.destination.insert(requests_.destination.end(), box.destination.begin(), box.destination.end());
    requests_.length.insert(requests_.length.end(), box.words.begin(), box.words.end());
    for (const Bucket& bucket : box.to) {
      for (const auto* const runs : {&bucket.puts.runs, &bucket.messages.runs}) {
        for (const Run& run : *runs) {
          requests_.messages += run.leaving;
          requests_.sent[group.component_of(run.source)] += run.leaving_words;
        }
      }
      for (const Run& run : bucket.gets.runs) {
        const std::uint32_t component = group.component_of(run.source);
        requests_.messages += run.leaving;
        requests_.sent[component] += run.leaving;
        replies_.messages += run.leaving;
        replies_.received[component] += run.leaving_words;
      }
      if (box.listed) list_replies(group, bucket);
    }
  }
}

void Communication::list_replies(const ProcessGroup& group, const Bucket& bucket) {
  for (std::size_t number = 0; number < bucket.gets.runs.size(); ++number) {
    const Run& run = bucket.gets.runs[number];
    const std::uint64_t width = group.coarray(run.subject).bytes_each;
    for (std::uint64_t k = run.begin; k < bucket.gets.end_of(number); ++k) {
      const GetRecord& get = bucket.gets.records[k];
      if (group.same_component(run.source, get.target)) continue;
      replies_.source.push_back(group.component_of(get.target));
      replies_.destination.push_back(group.component_of(run.source));
      const std::uint64_t count = run.wide ? range_of(bucket, get).count : 1;
      replies_.length.push_back(static_cast<std::uint32_t>(words_of(count * width)));
    }
  }
}

void Communication::measure_split(ProcessGroup& group) {
  for (const Mailbox& box : group.mailboxes()) {
    for (const SplitRecord& made : box.splits) {
      const std::uint32_t lowest = made.group->group->component_of(0);
      const std::uint32_t own = made.group->group->component_of(made.rank);
      requests_.add(own, lowest, listed_);
      replies_.add(lowest, own, listed_);
      if (own == lowest) continue;
      lines_[made.line].messages += 2;
      ++lines_[made.line].words;
      ++lines_[made.line].words_back;
    }
  }
}

void Communication::sum_by_line() {
  for (Line& line : lines_) line.messages = line.words = line.words_back = 0;
  for (ProcessGroup* const group : ready_) {
    for (Mailbox& box : group->mailboxes()) {
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

std::vector<TransferTotal> Communication::transfers() const {
  static constexpr const char* names[] = {"put", "get", "send", "split"};
  std::uint64_t words = 0;
  std::uint64_t words_back = 0;
  for (const Line& line : lines_) {
    words += line.words;
    words_back += line.words_back;
  }
  const auto share = [](std::uint64_t charge, std::uint64_t part, std::uint64_t whole) {
    return whole > 0 ? static_cast<double>(charge) * (static_cast<double>(part) / static_cast<double>(whole)) : 0;
  };
  std::vector<TransferTotal> made;
  for (const Line& line : lines_) {
    if (line.messages == 0) continue;
    made.push_back({{line.file, line.line},
                    line.subject,
                    names[static_cast<std::size_t>(line.transfer)],
                    line.messages,
                    line.words + line.words_back,
                    1,
                    share(requests_.charge, line.words, words) + share(replies_.charge, line.words_back, words_back)});
  }
  // Lines have numbers in the order in which host threads met them.
  std::ranges::sort(made, [](const TransferTotal& a, const TransferTotal& b) {
    return std::tie(a.where.file, a.where.line, a.subject, a.operation) <
           std::tie(b.where.file, b.where.line, b.subject, b.operation);
  });
  return made;
}

}  // namespace pram::bsp::detail
