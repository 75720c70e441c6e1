#include <algorithm>

#include "../communication.hpp"
#include "../process_group.hpp"

/// Each worker brings the messages that have come for its processes into their order.
namespace pram::bsp::detail {

void ProcessGroup::serve_messages(std::uint32_t worker) {
  if (!has(worker)) return;
  const std::uint32_t w = worker - first_worker_;
  // What comes with a later superstep of a collective is the collective's, and the program's messages stay.
  if (!goes_on_) count_unread(w);
  Arrived& inbox = goes_on_ ? inboxes_[w].arrived_later : inboxes_[w].arrived;
  inboxes_[w].arrived_later.any = false;
  std::size_t messages = 0;
  for (const Mailbox& box : boxes_) messages += box.to[w].messages.size();
  inbox.any = messages > 0;
  inbox.any_of_program = false;
  inbox.arrivals.clear();
  if (messages == 0) return;
  const std::uint32_t base = first_rank_[w];
  const std::uint32_t own = first_rank_[w + 1] - base;
  inbox.first.assign(own + std::size_t{2}, 0);
  for (const Mailbox& box : boxes_) {
    for (const MessageRecord& message : box.to[w].messages.records) ++inbox.first[message.target - base + 2];
  }
  for (std::uint32_t at = 2; at < inbox.first.size(); ++at) inbox.first[at] += inbox.first[at - 1];
  Arrival* const arrivals = inbox.arrivals.extend(messages);
  std::uint32_t* const next = inbox.first.data() + 1;  // per own process: where its next one goes
  std::uint64_t* const received = received_.of(w);
  std::uint64_t lowest_queue = ~std::uint64_t{0};
  std::uint64_t highest_queue = 0;
  for (Mailbox& box : boxes_) {
    Bucket& bucket = box.to[w];
    const MessageRecord* const records = bucket.messages.records.begin();
    for (std::size_t number = 0; number < bucket.messages.runs.size(); ++number) {
      Run& run = bucket.messages.runs[number];
      lowest_queue = std::min<std::uint64_t>(lowest_queue, run.subject);
      highest_queue = std::max<std::uint64_t>(highest_queue, run.subject);
      if (run.subject != collective_queue) {
        inbox.any_of_program = true;
        if (goes_on_) note_sent_within(w, bucket.messages, number);
      }
      const std::uint64_t end = bucket.messages.end_of(number);
      const std::uint32_t queue_key = run.subject << 1 | (run.wide ? 1 : 0);
      for (std::uint64_t k = run.begin; k < end; ++k) {
        const MessageRecord& message = records[k];
        Arrival& arrival = arrivals[next[message.target - base]++];
        std::uint64_t words = 1;
        if (run.wide) {
          arrival.head = bucket.sent.at(message.word);
          words = message_words(arrival.wide_head().count * all_.queue_bytes(run.subject));
        } else {
          arrival.word = message.word;
        }
        arrival.source = run.source;
        arrival.queue_key = queue_key;
        if (same_component(run.source, message.target)) continue;
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

}  // namespace pram::bsp::detail
