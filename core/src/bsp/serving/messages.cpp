#include <algorithm>

#include "../communication.hpp"
#include "../process_group.hpp"

/// Each worker brings the messages that have come for its processes into their order.
namespace pram::bsp::detail {

void ProcessGroup::serve_messages(std::uint32_t worker) {
  if (!has(worker)) return;
  const std::uint32_t w = worker - first_worker_;
  Inbox& inbox = inboxes_[w];
  std::size_t messages = 0;
  for (const Mailbox& box : boxes_) messages += box.to[w].messages.size();
  inbox.any = messages > 0;
  inbox.arrivals.clear();
  if (messages == 0) return;
  const std::uint32_t own = first_rank_[w + 1] - first_rank_[w];
  inbox.first.assign(own + std::size_t{2}, 0);
  for (const Mailbox& box : boxes_) {
    for (const MessageRecord& message : box.to[w].messages) ++inbox.first[message.target - first_rank_[w] + 2];
  }
  for (std::uint32_t at = 2; at < inbox.first.size(); ++at) inbox.first[at] += inbox.first[at - 1];
  inbox.arrivals.resize(messages);
  bool several_queues = false;
  for (const Mailbox& box : boxes_) {
    const Bucket& bucket = box.to[w];
    for (const MessageRecord& message : bucket.messages) {
      const std::uint64_t bytes = message.count * all_.queue_bytes(message.queue);
      count_received(message.source, message.target, std::max<std::uint64_t>(words_of(bytes), 1));
      several_queues |= message.queue != bucket.messages.front().queue || message.queue != 0;
      Arrival& arrival = inbox.arrivals[inbox.first[message.target - first_rank_[w] + 1]++];
      arrival.count = message.count;
      arrival.tag = message.tag;
      arrival.source = message.source;
      arrival.queue = message.queue;
      if (bytes <= sizeof(Word)) {
        arrival.word = message.word;
      } else {
        arrival.data = bucket.payload.data() + message.word;
      }
    }
  }
  inbox.first.pop_back();  // the counts have moved on by one place
  if (!several_queues) return;
  for (std::uint32_t at = 0; at < own; ++at) {
    std::stable_sort(inbox.arrivals.begin() + inbox.first[at], inbox.arrivals.begin() + inbox.first[at + 1],
                     [](const Arrival& a, const Arrival& b) { return a.queue < b.queue; });
  }
}

}  // namespace pram::bsp::detail
