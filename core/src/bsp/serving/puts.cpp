#include "puts.hpp"

#include <algorithm>
#include <cstring>

#include "../../hash.hpp"
#include "../../request/combine.hpp"
#include "runs.hpp"

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

/// The word that to_word() makes of an element: integers extended by their sign.
Word word_of(const StoredCoarray& coarray, const std::byte* from) {
  return pram::detail::normalise(
      {Action::write, OperatorKind::none, coarray.type, static_cast<std::uint8_t>(coarray.bytes_each)},
      load(from, coarray.bytes_each));
}

}  // namespace

void PutServer::put_judged(std::uint32_t w, StoredCoarray& coarray, const Block& block, const ElementAccess& put,
                           const std::byte* from) {
  std::vector<StoredCoarray::Stamp>& stamps = coarray.stamps[put.target];
  if (stamps.size() < block.size) stamps.resize(block.size);
  const std::uint64_t width = coarray.bytes_each;
  const Operation write = write_operation(group_.run.rule(), coarray);
  const bool must_agree = pram::detail::with_rule(group_.run.rule(), [](auto type) { return type.writers_agree; });
  for (std::uint64_t k = 0; k < put.count; ++k, from += width) {
    const std::uint64_t index = put.index + k;
    std::byte* const place = block.data + index * width;
    StoredCoarray::Stamp& stamp = stamps[index];
    const bool first = stamp.superstep != group_.run.superstep();
    if (first) stamp = {group_.run.superstep(), put.source, put.line, width <= sizeof(Word) ? load(place, width) : 0};
    if (must_agree) {
      if (first) stamp.before = 0;
      put_common(w, coarray, put, index, stamp, place, from);
    } else if (first || (!write.combines() && stamp.source == put.source)) {
      std::memcpy(place, from, width);
    } else if (write.combines()) {
      const Word combined = pram::detail::normalise(
          write, pram::detail::apply_operator(write, word_of(coarray, place), word_of(coarray, from)));
      std::memcpy(place, &combined, width);
    } else {
      put_second(w, coarray, put, index, stamp, place, from);
    }
  }
}

void PutServer::put_common(std::uint32_t w, const StoredCoarray& coarray, const ElementAccess& put, std::uint64_t index,
                           StoredCoarray::Stamp& stamp, std::byte* place, const std::byte* from) {
  const std::uint64_t width = coarray.bytes_each;
  if (stamp.source == put.source) {
    std::memcpy(place, from, width);
    stamp.line = put.line;
    return;
  }
  const bool same = width <= sizeof(Word) && coarray.type != WordType::opaque
                        ? pram::detail::same_value(write_operation(group_.run.rule(), coarray), word_of(coarray, place),
                                                   word_of(coarray, from))
                        : std::memcmp(place, from, width) == 0;
  CountedVector<Disagreement>& disagreements = disagreements_[w];
  Disagreement* const last = stamp.before == 0 ? nullptr : &disagreements[stamp.before - 1];
  if (last != nullptr && last->source == put.source) {
    last->resolved = same;
    last->line = put.line;
  } else if (!same && (last == nullptr || last->resolved)) {
    disagreements.push_back({put.source, put.target, put.coarray, put.line, index});
    stamp.before = disagreements.size();
  }
}

void PutServer::end_common(std::uint32_t w) {
  for (const Disagreement& one : disagreements_[w]) {
    if (one.resolved) continue;
    group_.breaches.note_conflict(w, {one.source, one.target, one.coarray, one.line, one.index, 1}, one.index,
                                  group_.coarrays[one.coarray].stamps[one.target][one.index],
                                  "two processes leave different values in an element");
  }
  disagreements_[w].clear();
}

void PutServer::put_second(std::uint32_t w, const StoredCoarray& coarray, const ElementAccess& put, std::uint64_t index,
                           StoredCoarray::Stamp& stamp, std::byte* place, const std::byte* from) {
  const std::uint64_t width = coarray.bytes_each;
  pram::detail::with_rule(group_.run.rule(), [&](auto type) {
    using Type = decltype(type);
    if constexpr (!Type::concurrent_writes) {
      group_.breaches.note_conflict(w, put, index, stamp, "two processes put into one element");
    } else if constexpr (pram::detail::NoneWins<Type>) {
      const Word left = Type::left(stamp.before, group_.run.options().collision_marker);
      std::memcpy(place, &left, width);
    } else if (pram::detail::wins<Type>({group_.run.options().seed, syncs_}, group_.members.process_of(put.source),
                                        group_.members.process_of(stamp.source))) {
      std::memcpy(place, from, width);
      stamp.source = put.source;
    }
  });
}

void PutServer::prefetch_range(const Bucket& bucket, const Run& common, const PutRecord& put) const {
  if (common.subject >= group_.coarrays.count()) return;
  const StoredCoarray& into = group_.coarrays[common.subject];
  ElementRange range;
  std::memcpy(&range, bucket.ranges.at(put.value), sizeof(range));
  // The range is checked when it is served: a prefetch of any address is harmless.
  const auto place = reinterpret_cast<std::uintptr_t>(into.blocks[put.target].data) + range.index * into.bytes_each;
  for (std::uint64_t line = 0; line < range_lines_ahead; ++line)
    __builtin_prefetch(reinterpret_cast<const void*>(place + line * 64), 1);
}

void PutServer::serve_wide(std::uint32_t w, Bucket& bucket, std::size_t run) {
  Run& common = bucket.puts.runs[run];
  const std::uint64_t end = bucket.puts.end_of(run);
  for (std::uint64_t k = common.begin; k < end; ++k) {
    if (k + 1 < end) prefetch_range(bucket, common, bucket.puts.records[k + 1]);
    const PutRecord& put = bucket.puts.records[k];
    const std::byte* const from = bucket.ranges.at(put.value);
    ElementRange range;
    std::memcpy(&range, from, sizeof(range));
    const ElementAccess asked = {common.source, put.target, common.subject, common.line, range.index, range.count};
    const StoredCoarray* const into = group_.breaches.find(w, asked, "puts into");
    if (into == nullptr) continue;
    const std::uint64_t bytes = range.count * into->bytes_each;
    if (!group_.members.same_component(common.source, put.target)) {
      group_.words.received.of(w)[put.target] += words_of(bytes);
      ++common.leaving;
      common.leaving_words += words_of(bytes);
    }
    if (settled_by_order()) {
      std::memcpy(into->blocks[put.target].data + range.index * into->bytes_each, from + sizeof(range), bytes);
    } else {
      put_judged(w, group_.coarrays[common.subject], into->blocks[put.target], asked, from + sizeof(range));
    }
  }
}

template <class Store>
void PutServer::serve_words(std::uint32_t w, Runs<PutRecord>& puts, std::size_t run, std::uint64_t same,
                            const Store& store) {
  Run& common = puts.runs[run];
  const std::uint64_t end = puts.end_of(run);
  const std::uint32_t source = common.source;
  const StoredCoarray& into = group_.coarrays[common.subject];
  const Block* const blocks = into.blocks.data();
  const std::uint64_t width = into.bytes_each;
  const PutRecord* const records = puts.records.begin();
  // At hand: for all that the compiler knows, a store may change anything behind a reference.
  const std::uint32_t* const component = group_.members.components();
  std::uint64_t* const received = group_.words.received.of(w);
  std::uint64_t leaving = 0;
  for (std::uint64_t k = common.begin; k < end; ++k) {
    if (k + blocks_ahead < same) __builtin_prefetch(&blocks[records[k + blocks_ahead].target]);
    if (k + elements_ahead < same) {
      const PutRecord& ahead = records[k + elements_ahead];
      __builtin_prefetch(blocks[ahead.target].data + ahead.index * width, 1);
    }
    const PutRecord& put = records[k];
    const Block& block = blocks[put.target];
    if (put.index >= block.size) [[unlikely]] {  // also where there is none
      group_.breaches.note_missing(w, {source, put.target, common.subject, common.line, put.index, 1}, "puts into");
      continue;
    }
    const std::uint64_t leaves = leaves_component(component, source, put.target);
    received[put.target] += leaves;
    leaving += leaves;
    store(block, put, common);
  }
  common.leaving = leaving;
  common.leaving_words = leaving;
}

void PutServer::serve_runs(std::uint32_t w, Bucket& bucket, std::size_t begin, std::size_t end) {
  Runs<PutRecord>& puts = bucket.puts;
  std::size_t next = begin;  // the first run to another coarray
  std::uint64_t same = 0;
  for (std::size_t run = begin; run < end; ++run) {
    const Run& common = puts.runs[run];
    if (common.wide) {
      serve_wide(w, bucket, run);
      continue;
    }
    if (common.subject >= group_.coarrays.count()) [[unlikely]] {
      group_.breaches.note_missing_run(w, puts, run, "puts into");
      continue;
    }
    if (run >= next) same = end_of_same(puts, run, end, next);
    const std::uint64_t width = group_.coarrays[common.subject].bytes_each;
    if (!settled_by_order()) {
      StoredCoarray& into = group_.coarrays[common.subject];
      serve_words(w, puts, run, same, [&](const Block& block, const PutRecord& put, const Run& of) {
        put_judged(w, into, block, {of.source, put.target, of.subject, of.line, put.index, 1},
                   reinterpret_cast<const std::byte*>(&put.value));
      });
    } else if (width == sizeof(Word)) {
      serve_words(w, puts, run, same, [](const Block& block, const PutRecord& put, const Run&) {
        std::memcpy(block.data + put.index * sizeof(Word), &put.value, sizeof(Word));
      });
    } else {
      serve_words(w, puts, run, same, [width](const Block& block, const PutRecord& put, const Run&) {
        std::memcpy(block.data + put.index * width, &put.value, width);
      });
    }
  }
}

void PutServer::serve(std::uint32_t w, std::span<Mailbox> boxes) {
  const auto count = static_cast<std::uint32_t>(boxes.size());
  if (order_ == PutOrder::lowest_last) {
    for (std::uint32_t from = count; from-- > 0;) {
      Bucket& bucket = boxes[from].to[w];
      for (std::size_t end = bucket.puts.runs.size(); end > 0;) {
        std::size_t begin = end;
        while (begin > 0 && bucket.puts.runs[begin - 1].source == bucket.puts.runs[end - 1].source) --begin;
        serve_runs(w, bucket, begin, end);
        end = begin;
      }
    }
    return;
  }
  const std::uint32_t first =
      order_ == PutOrder::drawn
          ? static_cast<std::uint32_t>(
                pram::detail::hash64(syncs_, order_key + group_.members.process_of(0), group_.run.options().seed) %
                group_.members.count())
          : 0;
  // From the first process on and round: its worker's bucket is served in two parts.
  const std::uint32_t holder = group_.members.worker_of(first);
  Bucket& parted = boxes[holder].to[w];
  const auto part = static_cast<std::size_t>(std::ranges::lower_bound(parted.puts.runs, first, {}, &Run::source) -
                                             parted.puts.runs.begin());
  serve_runs(w, parted, part, parted.puts.runs.size());
  for (std::uint32_t k = 1; k < count; ++k) {
    Bucket& bucket = boxes[(holder + k) % count].to[w];
    serve_runs(w, bucket, 0, bucket.puts.runs.size());
  }
  serve_runs(w, parted, 0, part);
  end_common(w);
}

}  // namespace pram::bsp::detail
