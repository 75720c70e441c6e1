#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
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

/// Tells the first values, which lie behind each other.
void show(Observer::Transfer& made, const ElementType& type, const void* values) {
  const auto* const first = static_cast<const std::byte*>(values);
  made.are_numbers = type.is_number;
  for (std::uint64_t k = 0; k < std::min<std::uint64_t>(made.count, Observer::Transfer::most_values); ++k)
    made.values.push_back(type.text(first + k * type.bytes));
}

}  // namespace

std::string bytes_text(const std::byte* value, std::uint64_t bytes) {
  constexpr std::uint64_t most = 16;
  std::string digits;
  for (std::uint64_t k = 0; k < std::min(bytes, most); ++k)
    digits += fmt::format("{:02x}", std::to_integer<unsigned>(value[k]));
  return digits + (bytes > most ? "…" : "");
}

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
        return made;
      };
      visit_records(bucket.puts, [&](const Run& run, const PutRecord& put) {
        ElementRange range{put.index, 1};
        const void* values = &put.value;
        if (run.wide) {
          const std::byte* const payload = bucket.ranges.at(put.value);
          std::memcpy(&range, payload, sizeof(range));
          values = payload + sizeof(range);
        }
        show(*tell_range(Kind::put, run, put, range), *group.coarray(run.subject).element, values);
      });
      visit_records(bucket.gets, [&](const Run& run, const GetRecord& get) {
        Observer::Transfer* const made =
            tell_range(Kind::get, run, get, run.wide ? range_of(bucket, get) : ElementRange{get.index, 1});
        show(*made, *group.coarray(run.subject).element, get.slot->values().data());
      });
      visit_records(bucket.messages, [&](const Run& run, const MessageRecord& message) {
        Observer::Transfer* const made = tell(Kind::send, run, message.target, queue_name(run.subject));
        const void* values = &message.word;
        if (run.wide) {
          MessageHead head;
          std::memcpy(&head, bucket.sent.at(message.word), sizeof(head));
          made->count = head.count;
          made->words = message_words(head.count * queue_bytes(run.subject));
          values = bucket.sent.at(message.word) + sizeof(head);
        }
        show(*made, *queues_[place_of_queue(run.subject)].type, values);
      });
    }
  }
}

}  // namespace pram::bsp::detail
