#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "../hash.hpp"
#include "../request/combine.hpp"
#include "communication.hpp"
#include "process_group.hpp"

/// At the end of a superstep each worker serves what its processes are asked for: gets, then puts by the machine's
/// rule, then messages.
namespace pram::bsp::detail {

namespace {

// Far enough ahead to hide a miss to memory.
constexpr std::size_t blocks_ahead = 32;
constexpr std::size_t elements_ahead = 16;
// Of BSP's own, apart from the draws of other parts.
constexpr std::uint64_t order_key = 0xB5B0'0B1E'C7A5'11D3U;

Word load(const std::byte* from, std::uint64_t bytes) {
  Word word = 0;
  std::memcpy(&word, from, bytes);
  return word;
}

Operation write_operation(Rule rule, const StoredCoarray& coarray) {
  return pram::detail::settled_by(
      rule, {Action::write, OperatorKind::none, coarray.type, static_cast<std::uint8_t>(coarray.bytes_each)});
}

/// As to_word() makes it of an element: integers extended by their sign.
Word word_of(const StoredCoarray& coarray, const std::byte* from) {
  return pram::detail::normalise(
      {Action::write, OperatorKind::none, coarray.type, static_cast<std::uint8_t>(coarray.bytes_each)},
      load(from, coarray.bytes_each));
}

}  // namespace

void ProcessGroup::note(std::uint32_t w, const Breach::Key& key, std::string sentence) {
  if (key < inboxes_[w].breach.key) inboxes_[w].breach = {key, std::move(sentence), std::nullopt};
}

void ProcessGroup::note_conflict(std::uint32_t w, const StoredCoarray& coarray, const Range& put, std::uint64_t index,
                                 const StoredCoarray::Stamp& first, const char* what) {
  const Breach::Key key = key_of(put.source, put.target, put.coarray, index);
  if (!(key < inboxes_[w].breach.key)) return;
  const bool ascending = first.source < put.source;
  const std::string rule = all_.rule() <= Rule::crew ? to_string(all_.rule()) : "CRCW " + to_string(all_.rule());
  const SourceLine lines[] = {all_.line(first.line), all_.line(put.line)};
  inboxes_[w].breach = {key,
                        {},
                        ConflictError::Facts{rule,
                                             fmt::format("{} of {}", what, name_of(put.target)),
                                             all_.number(),
                                             coarray.name,
                                             index,
                                             {process_of(std::min(first.source, put.source)),
                                              process_of(std::max(first.source, put.source))},
                                             {lines[ascending ? 0 : 1], lines[ascending ? 1 : 0]},
                                             {"put", "put"},
                                             true,
                                             tag_}};
}

void ProcessGroup::note_missing(std::uint32_t w, const Range& asked, const char* what) {
  const Breach::Key key = key_of(asked.source, asked.target, asked.coarray, asked.index);
  const bool known = asked.coarray < coarray_count_;
  const std::string name = known ? coarray(asked.coarray).name : fmt::format("coarray {}", asked.coarray + 1);
  if (!known || coarray(asked.coarray).blocks[asked.target].data == nullptr) {
    const bool freed = known && coarray(asked.coarray).blocks[asked.target].freed;
    note(w, key,
         fmt::format("{} {} the block that {} has of {}, {}, at {}, but {}", name_of(asked.source), what,
                     name_of(asked.target), name, in_superstep(), all_.where(asked.line),
                     freed ? "that process has freed it: a coarray lives until the sync that ends its last use"
                           : "that process has not made it: all processes make their coarrays in the same order"));
    return;
  }
  const Block& block = coarray(asked.coarray).blocks[asked.target];
  note(w, key,
       fmt::format("{} {} {}[{}]{} of {}, {}, at {}, but that block has {} element{}", name_of(asked.source), what,
                   name, static_cast<std::int64_t>(asked.index),
                   asked.count == 1 ? "" : fmt::format(" and the next {}", asked.count - 1), name_of(asked.target),
                   in_superstep(), all_.where(asked.line), block.size, block.size == 1 ? "" : "s"));
}

inline StoredCoarray* ProcessGroup::find(std::uint32_t w, const Range& asked, const char* what) {
  if (asked.coarray < coarray_count_) [[likely]] {
    StoredCoarray& found = coarray(asked.coarray);
    const Block& block = found.blocks[asked.target];
    if (block.data != nullptr && asked.index <= block.size && asked.count <= block.size - asked.index) [[likely]]
      return &found;
  }
  note_missing(w, asked, what);
  return nullptr;
}

Breach::Key ProcessGroup::key_of(std::uint32_t source, std::uint32_t target, std::uint32_t coarray,
                                 std::uint64_t index) const {
  return {process_of(source), process_of(target), coarray, index};
}

bool ProcessGroup::settled_by_order() const { return all_.rule() == Rule::arbitrary || all_.rule() == Rule::priority; }

namespace {

/// Where the records end that follow a run and go to the same coarray.
template <class Record>
std::uint64_t end_of_same(const Runs<Record>& list, std::size_t run, std::size_t end, std::size_t& next) {
  for (next = run; next < end && !list.runs[next].wide && list.runs[next].coarray == list.runs[run].coarray;) ++next;
  return list.end_of(next - 1);
}

}  // namespace

template <class Record>
void ProcessGroup::note_missing_run(std::uint32_t w, const Runs<Record>& list, std::size_t run, const char* what) {
  const Run& common = list.runs[run];
  for (std::uint64_t k = common.begin; k < list.end_of(run); ++k) {
    const Record& one = list.records[k];
    note_missing(w, {common.source, one.target, common.coarray, common.line, one.index, 1}, what);
  }
}

// Elements lie anywhere: first the entry of the block that a record goes to is fetched, then the element.

void ProcessGroup::get_words(std::uint32_t w, Runs<GetRecord>& gets, std::size_t run, std::uint64_t same) {
  Run& common = gets.runs[run];
  const std::uint64_t end = gets.end_of(run);
  const std::uint32_t source = common.source;
  const StoredCoarray& from = coarray(common.coarray);
  const Block* const blocks = from.blocks.data();
  const std::uint64_t width = from.bytes_each;
  const GetRecord* const records = gets.records.begin();
  std::uint64_t leaving = 0;
  for (std::uint64_t k = common.begin; k < end; ++k) {
    if (k + blocks_ahead < same) __builtin_prefetch(&blocks[records[k + blocks_ahead].target]);
    if (k + elements_ahead < same) {
      const GetRecord& ahead = records[k + elements_ahead];
      __builtin_prefetch(blocks[ahead.target].data + ahead.index * width);
      __builtin_prefetch(ahead.slot, 1);
    }
    const GetRecord& get = records[k];
    const Block& block = blocks[get.target];
    if (get.index >= block.size) [[unlikely]] {  // also where there is none
      note_missing(w, {source, get.target, common.coarray, common.line, get.index, 1}, "gets");
      continue;
    }
    const std::uint64_t leaves = same_component(source, get.target) ? 0 : 1;
    received_[get.target] += leaves;
    answered_[get.target] += leaves;
    leaving += leaves;
    get.slot->word = load(block.data + get.index * width, width);
    get.slot->state = GetSlot::State::delivered;
  }
  common.leaving = leaving;
  common.leaving_words = leaving;
}

void ProcessGroup::get_wide(std::uint32_t w, Bucket& bucket, std::size_t run) {
  Run& common = bucket.gets.runs[run];
  for (std::uint64_t k = common.begin; k < bucket.gets.end_of(run); ++k) {
    const GetRecord& get = bucket.gets.records[k];
    const ElementRange range = range_of(bucket, get);
    const StoredCoarray* const from =
        find(w, {common.source, get.target, common.coarray, common.line, range.index, range.count}, "gets");
    if (from == nullptr) continue;
    const std::uint64_t bytes = range.count * from->bytes_each;
    const std::byte* const place = from->blocks[get.target].data + range.index * from->bytes_each;
    if (get.slot->data != nullptr) {
      std::memcpy(get.slot->data, place, bytes);
    } else {
      get.slot->word = load(place, bytes);
    }
    get.slot->state = GetSlot::State::delivered;
    if (same_component(common.source, get.target)) continue;
    ++received_[get.target];
    answered_[get.target] += words_of(bytes);
    ++common.leaving;
    common.leaving_words += words_of(bytes);
  }
}

void ProcessGroup::serve_gets(std::uint32_t worker) {
  if (!has(worker)) return;
  const std::uint32_t w = worker - first_worker_;
  for (Mailbox& box : boxes_) {
    Runs<GetRecord>& gets = box.to[w].gets;
    std::size_t next = 0;  // the first run from another coarray
    std::uint64_t same = 0;
    for (std::size_t run = 0; run < gets.runs.size(); ++run) {
      if (gets.runs[run].wide) {
        get_wide(w, box.to[w], run);
      } else if (gets.runs[run].coarray >= coarray_count_) {
        note_missing_run(w, gets, run, "gets");
      } else {
        if (run >= next) same = end_of_same(gets, run, gets.runs.size(), next);
        get_words(w, gets, run, same);
      }
    }
  }
}

void ProcessGroup::place_gets(std::uint32_t worker) {
  if (!has(worker)) return;
  for (const PlacedGet& get : boxes_[worker - first_worker_].placed) {
    const GetSlot& slot = *get.slot;
    if (slot.state != GetSlot::State::delivered) continue;  // a breach is noted
    if (slot.data != nullptr) {
      std::memcpy(get.place, slot.data, slot.word);
    } else {
      std::memcpy(get.place, &slot.word, slot.length);
    }
  }
}

void ProcessGroup::put_judged(std::uint32_t w, StoredCoarray& coarray, Block& block, const Range& put,
                              const std::byte* from) {
  std::vector<StoredCoarray::Stamp>& stamps = coarray.stamps[put.target];
  if (stamps.size() < block.size) stamps.resize(block.size);
  const std::uint64_t width = coarray.bytes_each;
  const Rule rule = all_.rule();
  const std::uint64_t marker = all_.collision_marker();
  for (std::uint64_t k = 0; k < put.count; ++k, from += width) {
    const std::uint64_t index = put.index + k;
    std::byte* const place = block.data + index * width;
    StoredCoarray::Stamp& stamp = stamps[index];
    const bool first = stamp.superstep != all_.number();
    if (first) stamp = {all_.number(), put.source, put.line, width <= sizeof(Word) ? load(place, width) : 0};
    if (rule >= Rule::sum) {
      if (first) {
        std::memcpy(place, from, width);
      } else {
        const Operation write = write_operation(rule, coarray);
        const Word sum = pram::detail::normalise(
            write, pram::detail::apply_operator(write, word_of(coarray, place), word_of(coarray, from)));
        std::memcpy(place, &sum, width);
      }
      continue;
    }
    if (first || stamp.source == put.source) {
      std::memcpy(place, from, width);
      continue;
    }
    switch (rule) {
      case Rule::common: {
        const bool same = width <= sizeof(Word) && coarray.type != WordType::opaque
                              ? pram::detail::same_value(write_operation(rule, coarray), word_of(coarray, place),
                                                         word_of(coarray, from))
                              : std::memcmp(place, from, width) == 0;
        if (!same) note_conflict(w, coarray, put, index, stamp, "two processes put different values into an element");
        break;
      }
      case Rule::tolerant: std::memcpy(place, &stamp.before, width); break;
      case Rule::collision: std::memcpy(place, &marker, width); break;
      default: note_conflict(w, coarray, put, index, stamp, "two processes put into one element");
    }
  }
}

void ProcessGroup::put_wide(std::uint32_t w, Bucket& bucket, std::size_t run) {
  Run& common = bucket.puts.runs[run];
  for (std::uint64_t k = common.begin; k < bucket.puts.end_of(run); ++k) {
    const PutRecord& put = bucket.puts.records[k];
    const std::byte* const from = bucket.payload.data() + put.value;
    ElementRange range;
    std::memcpy(&range, from, sizeof(range));
    const Range asked = {common.source, put.target, common.coarray, common.line, range.index, range.count};
    StoredCoarray* const into = find(w, asked, "puts into");
    if (into == nullptr) continue;
    const std::uint64_t bytes = range.count * into->bytes_each;
    if (!same_component(common.source, put.target)) {
      received_[put.target] += words_of(bytes);
      ++common.leaving;
      common.leaving_words += words_of(bytes);
    }
    Block& block = into->blocks[put.target];
    if (settled_by_order()) {
      std::memcpy(block.data + range.index * into->bytes_each, from + sizeof(range), bytes);
    } else {
      put_judged(w, *into, block, asked, from + sizeof(range));
    }
  }
}

template <class Store>
void ProcessGroup::put_words(std::uint32_t w, Runs<PutRecord>& puts, std::size_t run, std::uint64_t same,
                             const Store& store) {
  Run& common = puts.runs[run];
  const std::uint64_t end = puts.end_of(run);
  const std::uint32_t source = common.source;
  StoredCoarray& into = coarray(common.coarray);
  Block* const blocks = into.blocks.data();
  const std::uint64_t width = into.bytes_each;
  const PutRecord* const records = puts.records.begin();
  std::uint64_t leaving = 0;
  for (std::uint64_t k = common.begin; k < end; ++k) {
    if (k + blocks_ahead < same) __builtin_prefetch(&blocks[records[k + blocks_ahead].target]);
    if (k + elements_ahead < same) {
      const PutRecord& ahead = records[k + elements_ahead];
      __builtin_prefetch(blocks[ahead.target].data + ahead.index * width, 1);
    }
    const PutRecord& put = records[k];
    Block& block = blocks[put.target];
    if (put.index >= block.size) [[unlikely]] {  // also where there is none
      note_missing(w, {source, put.target, common.coarray, common.line, put.index, 1}, "puts into");
      continue;
    }
    const std::uint64_t leaves = same_component(source, put.target) ? 0 : 1;
    received_[put.target] += leaves;
    leaving += leaves;
    store(into, block, put, common);
  }
  common.leaving = leaving;
  common.leaving_words = leaving;
}

void ProcessGroup::put_all(std::uint32_t w, Bucket& bucket, std::size_t begin, std::size_t end) {
  Runs<PutRecord>& puts = bucket.puts;
  std::size_t next = begin;  // the first run to another coarray
  std::uint64_t same = 0;
  for (std::size_t run = begin; run < end; ++run) {
    const Run& common = puts.runs[run];
    if (common.wide) {
      put_wide(w, bucket, run);
      continue;
    }
    if (common.coarray >= coarray_count_) [[unlikely]] {
      note_missing_run(w, puts, run, "puts into");
      continue;
    }
    if (run >= next) same = end_of_same(puts, run, end, next);
    const std::uint64_t width = coarray(common.coarray).bytes_each;
    if (!settled_by_order()) {
      put_words(w, puts, run, same, [&](StoredCoarray& into, Block& block, const PutRecord& put, const Run& of) {
        put_judged(w, into, block, {of.source, put.target, of.coarray, of.line, put.index, 1},
                   reinterpret_cast<const std::byte*>(&put.value));
      });
    } else if (width == sizeof(Word)) {
      put_words(w, puts, run, same, [](StoredCoarray&, Block& block, const PutRecord& put, const Run&) {
        std::memcpy(block.data + put.index * sizeof(Word), &put.value, sizeof(Word));
      });
    } else {
      put_words(w, puts, run, same, [width](StoredCoarray&, Block& block, const PutRecord& put, const Run&) {
        std::memcpy(block.data + put.index * width, &put.value, width);
      });
    }
  }
}

void ProcessGroup::serve_puts(std::uint32_t worker) {
  if (!has(worker)) return;
  const std::uint32_t w = worker - first_worker_;
  const auto count = static_cast<std::uint32_t>(boxes_.size());
  if (all_.rule() == Rule::priority) {
    for (std::uint32_t from = count; from-- > 0;) {
      Bucket& bucket = boxes_[from].to[w];
      for (std::size_t end = bucket.puts.runs.size(); end > 0;) {
        std::size_t begin = end;
        while (begin > 0 && bucket.puts.runs[begin - 1].source == bucket.puts.runs[end - 1].source) --begin;
        put_all(w, bucket, begin, end);
        end = begin;
      }
    }
    return;
  }
  const std::uint32_t first =
      all_.rule() == Rule::arbitrary
          ? static_cast<std::uint32_t>(pram::detail::hash64(all_.number(), order_key, all_.seed()) % this->count())
          : 0;
  const std::uint32_t holder = worker_of_[first];
  Bucket& parted = boxes_[holder].to[w];
  const auto part = static_cast<std::size_t>(std::ranges::lower_bound(parted.puts.runs, first, {}, &Run::source) -
                                             parted.puts.runs.begin());
  put_all(w, parted, part, parted.puts.runs.size());
  for (std::uint32_t k = 1; k < count; ++k) {
    Bucket& bucket = boxes_[(holder + k) % count].to[w];
    put_all(w, bucket, 0, bucket.puts.runs.size());
  }
  put_all(w, parted, 0, part);
}

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
