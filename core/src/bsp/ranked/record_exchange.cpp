#include "record_exchange.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "../../ranks/bytes.hpp"

namespace pram::bsp::detail {

namespace {

/// What stands before the records of a run.
struct RunHead {
  std::uint32_t group = 0;
  Transfer transfer = Transfer::put;
  bool wide = false;
  std::uint16_t unused = 0;
  std::uint32_t source = 0;
  std::uint32_t subject = 0;  ///< of queues the common number
  std::uint32_t line = 0;     ///< the common number
  std::uint32_t bytes = 0;    ///< of a value of a get that is not wide
  std::uint64_t count = 0;
};

/// A get on its way.
struct AskedGet {
  std::uint32_t target = 0;
  std::uint32_t index = 0;
};
struct AskedRange {
  std::uint64_t target = 0;
  ElementRange range;
  std::uint64_t bytes = 0;
};

/// What stands before the values of a wide put or message.
template <class Head>
struct WideHead {
  std::uint64_t target = 0;
  std::uint64_t bytes = 0;
  Head head;
};

template <class One>
void append(std::vector<Word>& to, const One* from, std::size_t count) {
  static_assert(sizeof(One) % sizeof(Word) == 0);
  const std::size_t had = to.size();
  to.resize(had + count * words_of(sizeof(One)));
  if (count > 0) std::memcpy(static_cast<void*>(to.data() + had), static_cast<const void*>(from), count * sizeof(One));
}

void append_bytes(std::vector<Word>& to, const std::byte* from, std::uint64_t bytes) {
  const std::size_t had = to.size();
  to.resize(had + words_of(bytes));
  if (bytes > 0) std::memcpy(to.data() + had, from, bytes);
}

template <class One>
One take(const Word*& from) {
  static_assert(sizeof(One) % sizeof(Word) == 0);
  One made;
  std::memcpy(static_cast<void*>(&made), from, sizeof(One));
  from += words_of(sizeof(One));
  return made;
}

/// Words that the value of a get takes on its way back.
std::uint64_t reply_words(const GetSlot& slot) { return slot.has_room() ? words_of(slot.room_values().size()) : 1; }

}  // namespace

RecordExchange::RecordExchange(RankedProcesses& ranks)
    : ranks_(ranks), out_(ranks.ranks().ranks()), in_(ranks.ranks().ranks()), served_(ranks.ranks().ranks()) {}

template <class Record, class Write>
void RecordExchange::write_runs(Bytes& to, const ProcessGroup& group, const Runs<Record>& list,
                                const Write& write) const {
  for (std::size_t number = 0; number < list.runs.size(); ++number) {
    const Run& run = list.runs[number];
    RunHead head;
    head.group = group.number();
    head.transfer = Record::transfer;
    head.wide = run.wide;
    head.source = run.source;
    head.subject = run.subject;
    head.line = ranks_.lines().common(run.line);
    head.count = list.end_of(number) - run.begin;
    if (Record::transfer == Transfer::send) {
      head.subject = ranks_.common_queue(run.subject);
    } else {
      head.bytes = static_cast<std::uint32_t>(group.coarrays()[run.subject].bytes_each);
    }
    append(to, &head, 1);
    write(run, list.records.begin() + run.begin, static_cast<std::size_t>(head.count));
  }
}

void RecordExchange::write_bucket(Bytes& to, const ProcessGroup& group, const Bucket& bucket) const {
  write_runs(to, group, bucket.gets, [&](const Run& run, const GetRecord* records, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
      if (!run.wide) {
        const AskedGet asked{records[k].target, records[k].index};
        append(to, &asked, 1);
        continue;
      }
      const ElementRange range = range_of(bucket, records[k]);
      const AskedRange asked{records[k].target, range, records[k].slot->values().size()};
      append(to, &asked, 1);
    }
  });
  write_runs(to, group, bucket.puts, [&](const Run& run, const PutRecord* records, std::size_t count) {
    if (!run.wide) {
      append(to, records, count);
      return;
    }
    for (std::size_t k = 0; k < count; ++k) {
      WideHead<ElementRange> head;
      const std::byte* const from = bucket.ranges.at(records[k].value);
      std::memcpy(&head.head, from, sizeof(head.head));
      head.target = records[k].target;
      head.bytes = head.head.count * group.coarrays()[run.subject].bytes_each;
      append(to, &head, 1);
      append_bytes(to, from + sizeof(head.head), head.bytes);
    }
  });
  write_runs(to, group, bucket.messages, [&](const Run& run, const MessageRecord* records, std::size_t count) {
    if (!run.wide) {
      append(to, records, count);
      return;
    }
    for (std::size_t k = 0; k < count; ++k) {
      WideHead<MessageHead> head;
      const std::byte* const from = bucket.sent.at(records[k].word);
      std::memcpy(&head.head, from, sizeof(head.head));
      head.target = records[k].target;
      head.bytes = head.head.count * ranks_.value_bytes(run.subject);
      append(to, &head, 1);
      append_bytes(to, from + sizeof(head.head), head.bytes);
    }
  });
}

/// Takes in the records of a run: each goes to the worker that has its target.
/// @param read  called with add(target, record): reads one record, and adds it
template <class Record, class Read>
void RecordExchange::read_run(ProcessGroup& group, std::uint32_t rank, const Run& common, std::uint64_t count,
                              const Read& read) {
  const GroupMembers& members = group.members();
  Mailbox& box = group.mailboxes()[*ranks_.place_of(members, rank)];
  const auto bucket_of = [&](std::uint32_t target) -> Bucket& {
    Bucket& bucket = bucket_for(box, target);
    Runs<Record>* list = nullptr;
    if constexpr (Record::transfer == Transfer::put) list = &bucket.puts;
    if constexpr (Record::transfer == Transfer::get) list = &bucket.gets;
    if constexpr (Record::transfer == Transfer::send) list = &bucket.messages;
    const Run* const last = list->runs.empty() ? nullptr : &list->runs.back();
    if (last == nullptr || last->source != common.source || last->subject != common.subject ||
        last->line != common.line || last->wide != common.wide) {
      list->runs.push_back({list->records.size(), common.source, common.subject, common.line, common.wide});
    }
    return bucket;
  };
  for (std::uint64_t k = 0; k < count; ++k) read(box, bucket_of);
}

void RecordExchange::read(std::uint32_t rank) {
  const Word* from = in_[rank].data();
  const Word* const end = from + in_[rank].size();
  while (from != end) {
    const auto head = take<RunHead>(from);
    ProcessGroup& group = *ranks_.group(head.group);
    const Run common{0, head.source, head.subject, ranks_.lines().own(head.line), head.wide};
    if (head.transfer == Transfer::get) {
      read_run<GetRecord>(group, rank, common, head.count, [&](Mailbox& box, const auto& bucket_of) {
        GetRecord get;
        if (head.wide) {
          const auto asked = take<AskedRange>(from);
          get.target = static_cast<std::uint32_t>(asked.target);
          Bucket& bucket = bucket_of(get.target);
          get.index = static_cast<std::uint32_t>(bucket.ranges.add(asked.range, nullptr, 0) / payload_alignment);
          get.slot = box.slots->take(asked.bytes, common.line);
          bucket.gets.records.add(get);
        } else {
          const auto asked = take<AskedGet>(from);
          get = {asked.target, asked.index, box.slots->take(head.bytes, common.line)};
          bucket_of(get.target).gets.records.add(get);
        }
        served_[rank].push_back({get.slot, box.slots});
      });
    } else if (head.transfer == Transfer::put) {
      read_run<PutRecord>(group, rank, common, head.count, [&](Mailbox&, const auto& bucket_of) {
        if (!head.wide) {
          const auto put = take<PutRecord>(from);
          bucket_of(put.target).puts.records.add(put);
          return;
        }
        const auto wide = take<WideHead<ElementRange>>(from);
        const auto target = static_cast<std::uint32_t>(wide.target);
        Bucket& bucket = bucket_of(target);
        bucket.puts.records.add({target, 0, bucket.ranges.add(wide.head, from, wide.bytes)});
        from += words_of(wide.bytes);
      });
    } else {
      Run sent = common;
      sent.subject = ranks_.own_queue(head.subject);
      read_run<MessageRecord>(group, rank, sent, head.count, [&](Mailbox&, const auto& bucket_of) {
        if (!head.wide) {
          const auto message = take<MessageRecord>(from);
          bucket_of(message.target).messages.records.add(message);
          return;
        }
        const auto wide = take<WideHead<MessageHead>>(from);
        const auto target = static_cast<std::uint32_t>(wide.target);
        Bucket& bucket = bucket_of(target);
        bucket.messages.records.add({target, bucket.sent.add(wide.head, from, wide.bytes)});
        from += words_of(wide.bytes);
      });
    }
  }
}

void RecordExchange::exchange(std::vector<Bytes>& out, std::vector<Bytes>& in) {
  std::vector<std::span<const std::byte>> sent;
  std::vector<std::span<std::byte>> received;
  for (const Bytes& one : out) sent.push_back(std::as_bytes(std::span(one)));
  for (Bytes& one : in) received.push_back(std::as_writable_bytes(std::span(one)));
  ranks_.ranks().exchange(sent, received);
}

void RecordExchange::carry(Ready ready) {
  const std::uint32_t count = ranks_.ranks().ranks();
  pram::detail::BytesWriter sizes;
  std::uint64_t gets = 0;
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    out_[rank].clear();
    served_[rank].clear();
    for (ProcessGroup* const group : ready) {
      const std::optional<std::uint32_t> place = ranks_.place_of(group->members(), rank);
      if (ranks_.is_own(rank) || !place) continue;
      const auto [first, last] = ranks_.own_places(group->members());
      for (std::uint32_t own = first; own < last; ++own) {
        const Bucket& bucket = group->mailboxes()[own].to[*place];
        write_bucket(out_[rank], *group, bucket);
        gets += bucket.gets.size();
      }
    }
    sizes.number(out_[rank].size());
  }
  sizes.number(gets);
  const pram::detail::GatheredBytes all = ranks_.ranks().gather(sizes.bytes());
  gets_ = false;
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    pram::detail::BytesReader reader(all[rank]);
    for (std::uint32_t to = 0; to < count; ++to) {
      const std::uint64_t size = reader.number();
      if (ranks_.is_own(to)) in_[rank].resize(size);
    }
    gets_ |= reader.number() > 0;
  }
  exchange(out_, in_);
  for (std::uint32_t rank = 0; rank < count; ++rank) read(rank);
}

template <class Visit>
void RecordExchange::visit_asked(Ready ready, std::uint32_t rank, const Visit& visit) const {
  for (ProcessGroup* const group : ready) {
    const std::optional<std::uint32_t> place = ranks_.place_of(group->members(), rank);
    if (ranks_.is_own(rank) || !place) continue;
    const auto [first, last] = ranks_.own_places(group->members());
    for (std::uint32_t own = first; own < last; ++own) {
      for (const GetRecord& get : group->mailboxes()[own].to[*place].gets.records) visit(*get.slot);
    }
  }
}

void RecordExchange::answer(Ready ready) {
  if (!gets_) return;
  const std::uint32_t count = ranks_.ranks().ranks();
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    out_[rank].clear();
    for (const Served& one : served_[rank]) {
      if (one.slot->has_room()) {
        const std::span<const std::byte> values = one.slot->room_values();
        append_bytes(out_[rank], values.data(), values.size());
      } else {
        append(out_[rank], &one.slot->word, 1);
      }
      one.slots->give_back(one.slot);
    }
    served_[rank].clear();
    std::uint64_t words = 0;
    visit_asked(ready, rank, [&](const GetSlot& slot) { words += reply_words(slot); });
    in_[rank].resize(words);
  }
  exchange(out_, in_);
  for (std::uint32_t rank = 0; rank < count; ++rank) {
    const Word* from = in_[rank].data();
    visit_asked(ready, rank, [&](GetSlot& slot) {
      if (slot.has_room()) {
        const std::span<std::byte> values = slot.room_values();
        std::memcpy(values.data(), from, values.size());
      } else {
        slot.word = *from;
      }
      from += reply_words(slot);
      slot.state = GetSlot::State::delivered;
    });
  }
}

}  // namespace pram::bsp::detail
