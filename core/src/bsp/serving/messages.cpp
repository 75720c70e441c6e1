#include "messages.hpp"

#include <algorithm>
#include <utility>

namespace pram::bsp::detail {

MessageServer::MessageServer(const ServingContext& group) : group_(group), inboxes_(group.members.workers()) {
  for (Inbox& inbox : inboxes_) {
    inbox.arrived.payloads.resize(group.members.workers());
    inbox.arrived_later.payloads.resize(group.members.workers());
  }
}

void MessageServer::serve(std::uint32_t w, std::span<Mailbox> boxes, bool goes_on) {
  // What comes with a later superstep of a collective is the collective's, and the program's messages stay.
  if (!goes_on) count_unread(w);
  Arrived& inbox = goes_on ? inboxes_[w].arrived_later : inboxes_[w].arrived;
  inboxes_[w].arrived_later.any = false;
  std::size_t messages = 0;
  for (const Mailbox& box : boxes) messages += box.to[w].messages.size();
  inbox.any = messages > 0;
  inbox.any_of_program = false;
  inbox.arrivals.clear();
  if (messages == 0) return;
  const std::uint32_t base = group_.members.first_rank(w);
  const std::uint32_t own = group_.members.count_of(w);
  inbox.first.assign(own + std::size_t{2}, 0);
  for (const Mailbox& box : boxes) {
    for (const MessageRecord& message : box.to[w].messages.records) ++inbox.first[message.target - base + 2];
  }
  for (std::uint32_t at = 2; at < inbox.first.size(); ++at) inbox.first[at] += inbox.first[at - 1];
  Arrival* const arrivals = inbox.arrivals.extend(messages);
  std::uint32_t* const next = inbox.first.data() + 1;  // per own process: where its next one goes
  std::uint64_t* const received = group_.words.received.of(w);
  std::uint64_t lowest_queue = ~std::uint64_t{0};
  std::uint64_t highest_queue = 0;
  for (Mailbox& box : boxes) {
    Bucket& bucket = box.to[w];
    const MessageRecord* const records = bucket.messages.records.begin();
    for (std::size_t number = 0; number < bucket.messages.runs.size(); ++number) {
      Run& run = bucket.messages.runs[number];
      lowest_queue = std::min<std::uint64_t>(lowest_queue, run.subject);
      highest_queue = std::max<std::uint64_t>(highest_queue, run.subject);
      if (run.subject != collective_queue) {
        inbox.any_of_program = true;
        if (goes_on) group_.breaches.note_sent_within(w, bucket.messages, number);
      }
      const std::uint64_t end = bucket.messages.end_of(number);
      const std::uint32_t queue_key = run.subject << 1 | (run.wide ? 1 : 0);
      for (std::uint64_t k = run.begin; k < end; ++k) {
        const MessageRecord& message = records[k];
        Arrival& arrival = arrivals[next[message.target - base]++];
        std::uint64_t words = 1;
        if (run.wide) {
          arrival.head = bucket.sent.at(message.word);
          words = message_words(arrival.wide_head().count * group_.run.queue_type(run.subject).bytes);
        } else {
          arrival.word = message.word;
        }
        arrival.source = run.source;
        arrival.queue_key = queue_key;
        if (group_.members.same_component(run.source, message.target)) continue;
        received[message.target] += words;
        ++run.leaving;
        run.leaving_words += words;
      }
    }
  }
  inbox.first.pop_back();  // the counts have moved on by one place
  if (lowest_queue == highest_queue) return;
  for (std::uint32_t at = 0; at < own; ++at) {
    std::stable_sort(arrivals + inbox.first[at], arrivals + inbox.first[at + 1],
                     [](const Arrival& a, const Arrival& b) { return a.queue() < b.queue(); });
  }
}

void MessageServer::keep_payloads(std::span<Mailbox> boxes, bool goes_on) {
  // The program's messages lie where they came, until it syncs again.
  const bool keeps =
      goes_on && std::ranges::any_of(inboxes_, [](const Inbox& inbox) { return inbox.arrived.any_of_program; });
  for (std::size_t w = 0; w < inboxes_.size(); ++w) {
    Arrived& into = keeps ? inboxes_[w].arrived_later : inboxes_[w].arrived;
    for (std::size_t from = 0; from < boxes.size(); ++from) std::swap(boxes[from].to[w].sent, into.payloads[from]);
  }
}

bool MessageServer::any() const {
  return std::ranges::any_of(inboxes_, [](const Inbox& inbox) { return inbox.arrived.any || inbox.arrived_later.any; });
}

std::span<const Arrival> MessageServer::arrivals(std::uint32_t rank, std::uint32_t queue, bool goes_on) {
  const std::uint32_t w = group_.members.worker_of(rank);
  Inbox& inbox = inboxes_[w];
  Arrived& from = goes_on && queue == collective_queue ? inbox.arrived_later : inbox.arrived;
  if (!from.any) return {};
  const std::uint32_t at = rank - group_.members.first_rank(w);
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

void MessageServer::count_unread(std::uint32_t w) {
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

void MessageServer::forget_unread() {
  for (Inbox& inbox : inboxes_) inbox.unread.clear();
}

void MessageServer::end() {
  forget_unread();
  for (std::uint32_t w = 0; w < inboxes_.size(); ++w) count_unread(w);
}

}  // namespace pram::bsp::detail
