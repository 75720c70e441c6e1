#include "worker.hpp"

#include <algorithm>
#include <utility>

#include "../processors/promise.hpp"

namespace pram::detail {

namespace {

constexpr std::uint32_t chunk_slots = 2048;
// Frames are met in order, but too many lines at a time for the hardware to fetch them unasked.
constexpr std::uint32_t frames_ahead = 12;

}  // namespace

void Worker::seat(const Seating& how, std::uint32_t first, std::uint32_t last) {
  seating = how;
  first_component = first;
  last_component = last;
  first_processor = seating.first_of(first);
  processors = seating.processors;
  first_maker = seating.pardo << 33 | first_processor << 1 | 1;
  slots = static_cast<std::uint32_t>(seating.first_of(last) - first_processor);
  live = 0;
  failures.clear();
  gave_up = false;
  known_sites_.clear();
  site_facts.clear();
  first_sites.clear();
  indices.reserve(slots);
  values.reserve(slots);
  index = indices.data();
  value = values.data();
  roots.release();
  sites_before_idling.release();
  leaf = nullptr;
  depth = nullptr;
  chunks.clear();
  for (std::uint64_t at = 0; at < slots;) {
    std::uint64_t end = at + chunk_slots;
    if (end < slots) {
      end = std::min<std::uint64_t>(
          seating.first_of(std::uint64_t{seating.component_of(first_processor + end - 1)} + 1) - first_processor,
          slots);
    } else {
      end = slots;
    }
    Chunk made;
    made.first = static_cast<std::uint32_t>(at);
    made.last = static_cast<std::uint32_t>(end);
    made.live = made.last - made.first;
    chunks.push_back(made);
    at = end;
  }
  std::fill_n(index, slots, no_request);
}

void Worker::dismiss() noexcept {
  const RunAs me(*this);
  stack_floor = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) - stack_for_tasks;
  dismissing = true;
  for (const std::coroutine_handle<> task : dropped) end_task(task);
  // After a failed spawn only the first tasks exist; otherwise every slot had one, and the finished ones are gone
  // already.
  if (spawned < slots) {
    for (std::uint32_t at = 0; at < spawned; ++at) end_processor(at);
  } else if (live > 0) {
    for (std::uint32_t at = 0; at < slots; ++at) {
      if (index[at] != finished_processor) end_processor(at);
    }
  }
  end_waiting();
  dismissing = false;
  dropped.clear();
  live = 0;
  nested_failure = nullptr;
  frames.reset();
  chunks.clear();
}

void Worker::end_processor(std::uint32_t at) {
  if (leaf != nullptr && depth[at] > nested_ends && dropped.empty()) {
    // The innermost go first, in parts that the host stack holds.
    std::vector<std::coroutine_handle<>> parts;
    std::coroutine_handle<> task = leaf[at];
    for (std::uint32_t k = 1; k < depth[at]; ++k) {
      task = awaiting_task(task);
      if (k % nested_ends == 0) parts.push_back(task);
    }
    frames_stay = true;
    for (const std::coroutine_handle<> part : parts) {
      part.destroy();
      ended = part.address();
    }
  }
  root_of(at).destroy();
  if (!frames_stay) return;
  ended = nullptr;
  frames_stay = false;
  for (const auto& [frame, bytes] : release_later) release_frame(frame, bytes);
  release_later.clear();
}

void Worker::end_waiting() {
  while (!end_later.empty()) {
    const std::coroutine_handle<> task = end_later.back();
    end_later.pop_back();
    end_task(task);
  }
}

void Worker::resume(Chunk& given) {
  const RunAs me(*this);
  chunk = &given;
  given.last_site = given.requests > 0 ? given.site : no_request;
  given.last_mixed = given.mixed;
  given.requests = 0;
  given.mixed = false;
  if (gave_up) return;
  site_key = ~std::uint64_t{0};
  site_of = nullptr;
  stack_floor = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) - stack_for_tasks;
  finished.clear();
  const char* const even_frames = roots.size() == 0 ? static_cast<const char*>(first_root) : nullptr;
  std::uint32_t at = given.first;
  do {
    turn_end = given.last;
    for (; at < turn_end; ++at) {
      if (even_frames != nullptr) {
        const char* const ahead = even_frames + root_stride * (at + frames_ahead);
        for (std::ptrdiff_t line = 0; line < root_stride; line += 64) __builtin_prefetch(ahead + line, 1);
      }
      if (index[at] == finished_processor) continue;
      slot = at;
      (leaf != nullptr ? leaf[at] : root_of(at)).resume();
    }
    while (std::exchange(put_off, false)) leaf[slot].resume();
  } while (!gave_up && at < given.last);
  for (const std::uint32_t one : finished) root_of(one).destroy();
  end_waiting();
  given.live -= static_cast<std::uint32_t>(finished.size());
  live -= finished.size();
  if (gave_up) given.requests = 0;
  if (given.requests == 0) return;
  std::uint32_t requests = 0;
  for (at = given.first; at < given.last; ++at) requests += index[at] < finished_processor ? 1 : 0;
  given.requests = requests;
}

void Worker::fail(std::exception_ptr error) {
  const std::uint32_t last = last_site();
  const SourceLine line = last == no_request ? SourceLine() : sites.line(last);
  failures.push_back({first_processor + slot, line, std::move(error)});
}

void Worker::resume_all() {
  for (Chunk& each : chunks) {
    if (stopped()) return;
    resume(each);
    count_requests(each);
  }
}

Worker::KnownSite Worker::find_site(const MemoryCell* cell, Operation operation, const char* file, std::uint32_t line) {
  const std::uint64_t processor = first_processor + slot;
  if (cell == &invalid_cell(invalid_array, invalid_index)) {
    const std::optional<std::uint32_t> number = memory.find(invalid_array);
    throw AddressError({number ? memory.array(*number).name : "(no array)",
                        invalid_index,
                        number ? memory.array(*number).size : 0,
                        processor,
                        step,
                        {file, line}});
  }
  const std::optional<std::uint32_t> number = memory.find(cell);
  if (cell == nullptr) {
    throw Error("processor " + std::to_string(processor) + " awaited a request twice, at " +
                to_string(SourceLine{file, line}) + ": make it anew where it is awaited");
  }
  if (!number) {
    throw Error("processor " + std::to_string(processor) + " awaited a cell that is not of this machine, at " +
                to_string(SourceLine{file, line}));
  }
  const StoredArray& array = memory.array(*number);
  return {detail::site_key(operation, line), file, sites.enter(file, line, *number, array.name, operation),
          reinterpret_cast<std::uintptr_t>(array.cells.data()), array.size * sizeof(MemoryCell)};
}

std::uint32_t Worker::last_site() const {
  if (index[slot] == no_request) return sites_before_idling.size() == 0 ? no_request : sites_before_idling[slot];
  return chunk->last_mixed ? sites_of[slot] : chunk->last_site;
}

void Worker::drop_empty_chunks() {
  std::erase_if(chunks, [](const Chunk& one) { return one.live == 0; });
}

void Worker::count_requests(const Chunk& one) {
  const auto count = [this](std::uint32_t at_site, std::uint32_t requests) {
    SiteFacts& facts = facts_of(at_site);
    if (facts.requests == 0) first_sites.push_back(at_site);
    facts.requests += requests;
  };
  if (one.requests == 0) return;
  if (!one.mixed) {
    count(one.site, one.requests);
    return;
  }
  for (std::uint32_t at = one.first; at < one.last; ++at) {
    if (index[at] < finished_processor) count(sites_of[at], 1);
  }
}

}  // namespace pram::detail
