#include <algorithm>
#include <cstring>

#include "../../hash.hpp"
#include "../../request/combine.hpp"
#include "../communication.hpp"
#include "runs.hpp"

/// Each worker serves the puts into the blocks of its processes, by the machine's rule.
namespace pram::bsp::detail {

namespace {

// Cache lines of a range that are fetched ahead. The host finds the rest by itself.
constexpr std::uint64_t range_lines_ahead = 8;
// Keeps BSP's draws apart from those of other parts.
constexpr std::uint64_t order_key = 0xB5B0'0B1E'C7A5'11D3U;

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

void ProcessGroup::put_judged(std::uint32_t w, StoredCoarray& coarray, Block& block, const Range& put,
                              const std::byte* from) {
  std::vector<StoredCoarray::Stamp>& stamps = coarray.stamps[put.target];
  if (stamps.size() < block.size) stamps.resize(block.size);
  const std::uint64_t width = coarray.bytes_each;
  const Operation write = write_operation(all_.rule(), coarray);
  const bool must_agree = pram::detail::with_rule(all_.rule(), [](auto type) { return type.writers_agree; });
  for (std::uint64_t k = 0; k < put.count; ++k, from += width) {
    const std::uint64_t index = put.index + k;
    std::byte* const place = block.data + index * width;
    StoredCoarray::Stamp& stamp = stamps[index];
    const bool first = stamp.superstep != all_.number();
    if (first) stamp = {all_.number(), put.source, put.line, width <= sizeof(Word) ? load(place, width) : 0};
    if (must_agree) {
      if (first) stamp.before = 0;
      put_common(w, coarray, put, index, place, from);
    } else if (first || (!write.combines() && stamp.source == put.source)) {
      std::memcpy(place, from, width);
    } else if (write.combines()) {
      const Word combined = pram::detail::normalise(
          write, pram::detail::apply_operator(write, word_of(coarray, place), word_of(coarray, from)));
      std::memcpy(place, &combined, width);
    } else {
      put_second(w, coarray, put, index, place, from);
    }
  }
}

void ProcessGroup::put_common(std::uint32_t w, StoredCoarray& coarray, const Range& put, std::uint64_t index,
                              std::byte* place, const std::byte* from) {
  StoredCoarray::Stamp& stamp = coarray.stamps[put.target][index];
  const std::uint64_t width = coarray.bytes_each;
  if (stamp.source == put.source) {
    std::memcpy(place, from, width);
    stamp.line = put.line;
    return;
  }
  const bool same = width <= sizeof(Word) && coarray.type != WordType::opaque
                        ? pram::detail::same_value(write_operation(all_.rule(), coarray), word_of(coarray, place),
                                                   word_of(coarray, from))
                        : std::memcmp(place, from, width) == 0;
  CountedVector<Dissent>& dissents = inboxes_[w].dissents;
  Dissent* const last = stamp.before == 0 ? nullptr : &dissents[stamp.before - 1];
  if (last != nullptr && last->source == put.source) {
    last->settled = same;
    last->line = put.line;
  } else if (!same && (last == nullptr || last->settled)) {
    dissents.push_back({put.source, put.target, put.coarray, put.line, index});
    stamp.before = dissents.size();
  }
}

void ProcessGroup::end_common(std::uint32_t w) {
  CountedVector<Dissent>& dissents = inboxes_[w].dissents;
  for (const Dissent& one : dissents) {
    if (one.settled) continue;
    const StoredCoarray& from = coarray(one.coarray);
    note_conflict(w, from, {one.source, one.target, one.coarray, one.line, one.index, 1}, one.index,
                  from.stamps[one.target][one.index], "two processes leave different values in an element");
  }
  dissents.clear();
}

void ProcessGroup::put_second(std::uint32_t w, StoredCoarray& coarray, const Range& put, std::uint64_t index,
                              std::byte* place, const std::byte* from) {
  StoredCoarray::Stamp& stamp = coarray.stamps[put.target][index];
  const std::uint64_t width = coarray.bytes_each;
  pram::detail::with_rule(all_.rule(), [&](auto type) {
    using Type = decltype(type);
    if constexpr (!Type::concurrent_writes) {
      note_conflict(w, coarray, put, index, stamp, "two processes put into one element");
    } else if constexpr (pram::detail::NoneWins<Type>) {
      const Word left = Type::left(stamp.before, all_.collision_marker());
      std::memcpy(place, &left, width);
    } else if (pram::detail::wins<Type>({all_.seed(), syncs_}, process_of(put.source), process_of(stamp.source))) {
      std::memcpy(place, from, width);
      stamp.source = put.source;
    }
  });
}

void ProcessGroup::prefetch_range(const Bucket& bucket, const Run& common, const PutRecord& put) const {
  if (common.subject >= coarray_count_) return;
  const StoredCoarray& into = coarray(common.subject);
  ElementRange range;
  std::memcpy(&range, bucket.ranges.at(put.value), sizeof(range));
  // Checked when it is its turn: a prefetch of any address is harmless.
  const auto place = reinterpret_cast<std::uintptr_t>(into.blocks[put.target].data) + range.index * into.bytes_each;
  for (std::uint64_t line = 0; line < range_lines_ahead; ++line)
    __builtin_prefetch(reinterpret_cast<const void*>(place + line * 64), 1);
}

void ProcessGroup::put_wide(std::uint32_t w, Bucket& bucket, std::size_t run) {
  Run& common = bucket.puts.runs[run];
  const std::uint64_t end = bucket.puts.end_of(run);
  for (std::uint64_t k = common.begin; k < end; ++k) {
    if (k + 1 < end) prefetch_range(bucket, common, bucket.puts.records[k + 1]);
    const PutRecord& put = bucket.puts.records[k];
    const std::byte* const from = bucket.ranges.at(put.value);
    ElementRange range;
    std::memcpy(&range, from, sizeof(range));
    const Range asked = {common.source, put.target, common.subject, common.line, range.index, range.count};
    StoredCoarray* const into = find(w, asked, "puts into");
    if (into == nullptr) continue;
    const std::uint64_t bytes = range.count * into->bytes_each;
    if (!same_component(common.source, put.target)) {
      received_.of(w)[put.target] += words_of(bytes);
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
  StoredCoarray& into = coarray(common.subject);
  Block* const blocks = into.blocks.data();
  const std::uint64_t width = into.bytes_each;
  const PutRecord* const records = puts.records.begin();
  const std::uint32_t* const component = component_of_;  // at hand: what is stored may be anything, for the compiler
  std::uint64_t* const received = received_.of(w);
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
      note_missing(w, {source, put.target, common.subject, common.line, put.index, 1}, "puts into");
      continue;
    }
    const std::uint64_t leaves = leaves_component(component, source, put.target);
    received[put.target] += leaves;
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
    if (common.subject >= coarray_count_) [[unlikely]] {
      note_missing_run(w, puts, run, "puts into");
      continue;
    }
    if (run >= next) same = end_of_same(puts, run, end, next);
    const std::uint64_t width = coarray(common.subject).bytes_each;
    if (!settled_by_order()) {
      put_words(w, puts, run, same, [&](StoredCoarray& into, Block& block, const PutRecord& put, const Run& of) {
        put_judged(w, into, block, {of.source, put.target, of.subject, of.line, put.index, 1},
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
  if (put_order_ == PutOrder::lowest_last) {
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
      put_order_ == PutOrder::drawn
          ? static_cast<std::uint32_t>(pram::detail::hash64(syncs_, order_key + process_of(0), all_.seed()) %
                                       this->count())
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
  end_common(w);
}

}  // namespace pram::bsp::detail
