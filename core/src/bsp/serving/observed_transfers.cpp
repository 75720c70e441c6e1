#include <algorithm>
#include <vector>

#include "../communication.hpp"

/// What an observer is told of puts, gets and messages. An observed superstep has one worker.
namespace pram::bsp::detail {

namespace {

/// Calls visit(run, record) for each record, in the order in which they were asked for.
template <class Record, class Visit>
void visit_records(const Runs<Record>& list, const Visit& visit) {
  for (std::size_t number = 0; number < list.runs.size(); ++number) {
    for (std::uint64_t k = list.runs[number].begin; k < list.end_of(number); ++k)
      visit(list.runs[number], list.records[k]);
  }
}

}  // namespace

void Communication::tell_transfers(const ProcessGroup& group, std::vector<Observer::Transfer>& told) const {
  using Kind = Observer::Transfer::Kind;
  const auto tell = [&](Kind kind, const Run& run, std::uint32_t target, const std::string& subject) {
    Observer::Transfer& made = told.emplace_back();
    made.kind = kind;
    made.from = group.process_of(run.source);
    made.to = group.process_of(target);
    made.from_component = group.component_of(run.source);
    made.to_component = group.component_of(target);
    made.subject = subject;
    made.where = line(run.line);
    return &made;
  };
  for (const Mailbox& box : group.mailboxes()) {
    for (const Bucket& bucket : box.to) {
      const auto tell_range = [&](Kind kind, const Run& run, const auto& record, const ElementRange& range) {
        const StoredCoarray& coarray = group.coarray(run.subject);
        Observer::Transfer* const made = tell(kind, run, record.target, coarray.name);
        made->index = range.index;
        made->count = range.count;
        made->words = words_of(range.count * coarray.bytes_each);
      };
      visit_records(bucket.puts, [&](const Run& run, const PutRecord& put) {
        ElementRange range{put.index, 1};
        if (run.wide) std::memcpy(&range, bucket.ranges.at(put.value), sizeof(range));
        tell_range(Kind::put, run, put, range);
      });
      visit_records(bucket.gets, [&](const Run& run, const GetRecord& get) {
        tell_range(Kind::get, run, get, run.wide ? range_of(bucket, get) : ElementRange{get.index, 1});
      });
      visit_records(bucket.messages, [&](const Run& run, const MessageRecord& message) {
        Observer::Transfer* const made = tell(Kind::send, run, message.target, queue_name(run.subject));
        if (!run.wide) return;
        MessageHead head;
        std::memcpy(&head, bucket.sent.at(message.word), sizeof(head));
        made->count = head.count;
        made->words = message_words(head.count * queue_bytes(run.subject));
      });
    }
  }
}

}  // namespace pram::bsp::detail
