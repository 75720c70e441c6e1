#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "communication.hpp"

/// What an observer sees of puts, gets and messages.
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

/// Enters the first values, which lie one after the other.
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

void list_transfers(const RunContext& run, const ProcessGroup& group, std::vector<Observer::Transfer>& transfers) {
  using TransferKind = Observer::Transfer::Kind;
  const GroupMembers& members = group.members();
  const auto list = [&](TransferKind kind, const Run& common, std::uint32_t target, const std::string& subject) {
    Observer::Transfer& made = transfers.emplace_back();
    made.kind = kind;
    made.from = members.process_of(common.source);
    made.to = members.process_of(target);
    made.from_component = members.component_of(common.source);
    made.to_component = members.component_of(target);
    made.subject = subject;
    made.where = run.line(common.line);
    return &made;
  };
  for (const Mailbox& box : group.mailboxes()) {
    for (const Bucket& bucket : box.to) {
      const auto list_range = [&](TransferKind kind, const Run& common, const auto& record, const ElementRange& range) {
        const StoredCoarray& coarray = group.coarrays()[common.subject];
        Observer::Transfer* const made = list(kind, common, record.target, coarray.name);
        made->index = range.index;
        made->count = range.count;
        made->words = words_of(range.count * coarray.bytes_each);
        return made;
      };
      visit_records(bucket.puts, [&](const Run& common, const PutRecord& put) {
        ElementRange range{put.index, 1};
        const void* values = &put.value;
        if (common.wide) {
          const std::byte* const payload = bucket.ranges.at(put.value);
          std::memcpy(&range, payload, sizeof(range));
          values = payload + sizeof(range);
        }
        show(*list_range(TransferKind::put, common, put, range), *group.coarrays()[common.subject].element, values);
      });
      visit_records(bucket.gets, [&](const Run& common, const GetRecord& get) {
        Observer::Transfer* const made = list_range(TransferKind::get, common, get,
                                                    common.wide ? range_of(bucket, get) : ElementRange{get.index, 1});
        show(*made, *group.coarrays()[common.subject].element, get.slot->values().data());
      });
      visit_records(bucket.messages, [&](const Run& common, const MessageRecord& message) {
        Observer::Transfer* const made =
            list(TransferKind::send, common, message.target, run.queue_name(common.subject));
        const void* values = &message.word;
        if (common.wide) {
          MessageHead head;
          std::memcpy(&head, bucket.sent.at(message.word), sizeof(head));
          made->count = head.count;
          made->words = message_words(head.count * run.queue_type(common.subject).bytes);
          values = bucket.sent.at(message.word) + sizeof(head);
        }
        show(*made, run.queue_type(common.subject), values);
      });
    }
  }
}

}  // namespace pram::bsp::detail
