#include "gets.hpp"

#include <cstring>

#include "runs.hpp"

namespace pram::bsp::detail {

template <class Load>
void GetServer::serve_words(std::uint32_t w, Runs<GetRecord>& gets, std::size_t run, std::uint64_t same,
                            const Load& load_element) {
  Run& common = gets.runs[run];
  const std::uint64_t end = gets.end_of(run);
  const std::uint32_t source = common.source;
  const StoredCoarray& from = group_.coarrays[common.subject];
  const Block* const blocks = from.blocks.data();
  const std::uint64_t width = from.bytes_each;
  const GetRecord* const records = gets.records.begin();
  // At hand: for all that the compiler knows, a store may change anything behind a reference.
  const std::uint32_t* const component = group_.members.components();
  std::uint64_t* const received = group_.words.received.of(w);
  std::uint64_t* const answered = group_.words.answered.of(w);
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
      group_.breaches.note_missing(w, {source, get.target, common.subject, common.line, get.index, 1}, "gets");
      continue;
    }
    const std::uint64_t leaves = leaves_component(component, source, get.target);
    received[get.target] += leaves;
    answered[get.target] += leaves;
    leaving += leaves;
    get.slot->word = load_element(block.data + get.index * width);
    get.slot->state = GetSlot::State::delivered;
  }
  common.leaving = leaving;
  common.leaving_words = leaving;
}

void GetServer::serve_wide(std::uint32_t w, Bucket& bucket, std::size_t run) {
  Run& common = bucket.gets.runs[run];
  for (std::uint64_t k = common.begin; k < bucket.gets.end_of(run); ++k) {
    const GetRecord& get = bucket.gets.records[k];
    const ElementRange range = range_of(bucket, get);
    const StoredCoarray* const from = group_.breaches.find(
        w, {common.source, get.target, common.subject, common.line, range.index, range.count}, "gets");
    if (from == nullptr) continue;
    const std::uint64_t bytes = range.count * from->bytes_each;
    const std::byte* const place = from->blocks[get.target].data + range.index * from->bytes_each;
    if (get.slot->has_room()) {
      std::memcpy(get.slot->room_values().data(), place, bytes);
    } else {
      get.slot->word = load(place, bytes);
    }
    get.slot->state = GetSlot::State::delivered;
    if (group_.members.same_component(common.source, get.target)) continue;
    ++group_.words.received.of(w)[get.target];
    group_.words.answered.of(w)[get.target] += words_of(bytes);
    ++common.leaving;
    common.leaving_words += words_of(bytes);
  }
}

void GetServer::serve(std::uint32_t w, std::span<Mailbox> boxes) {
  // Each worker begins with what its own processes get: two workers at the slots of one process would take its cache
  // lines from each other, slot by slot.
  for (std::size_t k = 0; k < boxes.size(); ++k) {
    Mailbox& box = boxes[(w + k) % boxes.size()];
    Runs<GetRecord>& gets = box.to[w].gets;
    std::size_t next = 0;  // the first run from another coarray
    std::uint64_t same = 0;
    for (std::size_t run = 0; run < gets.runs.size(); ++run) {
      if (gets.runs[run].wide) {
        serve_wide(w, box.to[w], run);
      } else if (gets.runs[run].subject >= group_.coarrays.count()) {
        group_.breaches.note_missing_run(w, gets, run, "gets");
      } else {
        if (run >= next) same = end_of_same(gets, run, gets.runs.size(), next);
        const std::uint64_t width = group_.coarrays[gets.runs[run].subject].bytes_each;
        if (width == sizeof(Word)) {  // a copy of known length takes no call
          serve_words(w, gets, run, same, [](const std::byte* from) { return load(from, sizeof(Word)); });
        } else {
          serve_words(w, gets, run, same, [width](const std::byte* from) { return load(from, width); });
        }
      }
    }
  }
}

void GetServer::place(const Mailbox& box) {
  for (const PlacedGet& get : box.placed) {
    const GetSlot& slot = *get.slot;
    if (slot.state != GetSlot::State::delivered) continue;  // a breach is noted
    const std::span<const std::byte> values = slot.values();
    std::memcpy(get.place, values.data(), values.size());
  }
}

}  // namespace pram::bsp::detail
