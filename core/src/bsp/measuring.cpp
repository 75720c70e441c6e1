#include <algorithm>
#include <utility>

#include "communication.hpp"

/// What a superstep cost: work and words of every component, what the network charges, what every line transferred.
namespace pram::bsp::detail {

void Communication::Way::begin(std::uint32_t components) {
  messages = 0;
  sent.assign(components, 0);
  received.assign(components, 0);
  source.clear();
  destination.clear();
  length.clear();
}

std::uint64_t Communication::Way::carried_by(Network& network) const {
  if (messages == 0) return 0;
  Traffic traffic;
  traffic.components = static_cast<std::uint32_t>(sent.size());
  for (const std::uint64_t words : sent) traffic.messages += words;
  traffic.largest_sent = static_cast<std::uint32_t>(*std::ranges::max_element(sent));
  traffic.largest_received = static_cast<std::uint32_t>(*std::ranges::max_element(received));
  traffic.source = source;
  traffic.destination = destination;
  traffic.words = length;
  return network.carry(traffic);
}

void Communication::measure(SuperstepRecord& record) {
  requests_.begin(seating_.components);
  replies_.begin(seating_.components);
  std::vector<std::uint64_t> work(seating_.components);
  for (std::uint32_t w = 0; w < boxes_.size(); ++w) {
    const Mailbox& box = boxes_[w];
    for (std::size_t slot = 0; slot < states_[w].size(); ++slot) {
      ProcessState& state = states_[w][slot];
      const std::uint32_t component = component_of(first_process_[w] + static_cast<std::uint32_t>(slot));
      requests_.sent[component] += std::exchange(state.sent, 0);
      work[component] += std::exchange(state.work, 0);
    }
    std::ranges::copy(inboxes_[w].received, requests_.received.begin() + first_component_[w]);
    std::ranges::copy(inboxes_[w].answered, replies_.sent.begin() + first_component_[w]);
    requests_.source.insert(requests_.source.end(), box.source.begin(), box.source.end());
    requests_.destination.insert(requests_.destination.end(), box.destination.begin(), box.destination.end());
    requests_.length.insert(requests_.length.end(), box.words.begin(), box.words.end());
    requests_.messages += box.messages;
    for (const Bucket& bucket : box.to) {
      for (const GetRecord& get : bucket.gets) {
        if (same_component(get.source, get.target)) continue;
        ++replies_.messages;
        const std::uint64_t words = words_of(get.count * coarray(get.coarray).bytes_each);
        replies_.received[component_of(get.source)] += words;
        if (!box.listed) continue;
        replies_.source.push_back(component_of(get.target));
        replies_.destination.push_back(component_of(get.source));
        replies_.length.push_back(static_cast<std::uint32_t>(words));
      }
    }
  }
  record.messages = requests_.messages + replies_.messages;
  for (std::uint32_t component = 0; component < seating_.components; ++component) {
    const std::uint64_t sent = requests_.sent[component] + replies_.sent[component];
    record.words += sent;
    record.work += work[component];
    record.largest_work = std::max(record.largest_work, work[component]);
    record.largest_sent = std::max(record.largest_sent, sent);
    record.largest_received =
        std::max(record.largest_received, requests_.received[component] + replies_.received[component]);
  }
}

void Communication::sum_by_line() {
  for (Line& line : lines_) line.messages = line.words = 0;
  for (Mailbox& box : boxes_) {
    for (std::size_t number = 0; number < box.of_line.size(); ++number) {
      lines_[number].messages += box.of_line[number].messages;
      lines_[number].words += box.of_line[number].words;
      box.of_line[number] = {};
    }
  }
}

std::vector<TransferTotal> Communication::transfers() const {
  static constexpr const char* names[] = {"put", "get", "send"};
  std::vector<TransferTotal> made;
  for (const Line& line : lines_) {
    if (line.messages == 0) continue;
    const bool sent = line.transfer == Transfer::send;
    const std::string queue = sent ? queues_[line.subject].name : "";
    made.push_back({{line.file, line.line},
                    sent ? (queue.empty() ? "queue" : queue) : coarray(line.subject).name,
                    names[static_cast<std::size_t>(line.transfer)],
                    line.messages,
                    line.words,
                    1});
  }
  return made;
}

}  // namespace pram::bsp::detail
