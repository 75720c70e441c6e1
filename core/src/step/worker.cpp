#include "worker.hpp"

#include <algorithm>

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
  slots = static_cast<std::uint32_t>(seating.first_of(last) - first_processor);
  live = 0;
  failures.clear();
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
  // After a failed spawn only the first tasks exist; otherwise every slot had one, and the finished ones are gone
  // already.
  if (spawned < slots) {
    for (std::uint32_t at = 0; at < spawned; ++at) root_of(at).destroy();
  } else if (live > 0) {
    for (std::uint32_t at = 0; at < slots; ++at) {
      if (index[at] != finished_processor) root_of(at).destroy();
    }
  }
  live = 0;
  frames.reset();
  chunks.clear();
}

void Worker::resume(Chunk& given) {
  const RunAs me(*this);
  chunk = &given;
  given.last_site = given.requests > 0 ? given.site : no_request;
  given.last_mixed = given.mixed;
  given.requests = 0;
  given.mixed = false;
  site_key = ~std::uint64_t{0};
  site_of = nullptr;
  finished.clear();
  const char* const even_frames = roots.size() == 0 ? static_cast<const char*>(first_root) : nullptr;
  for (std::uint32_t at = given.first; at < given.last; ++at) {
    if (even_frames != nullptr) {
      const char* const ahead = even_frames + root_stride * (at + frames_ahead);
      for (std::ptrdiff_t line = 0; line < root_stride; line += 64) __builtin_prefetch(ahead + line, 1);
    }
    if (index[at] == finished_processor) continue;
    slot = at;
    (leaf != nullptr ? leaf[at] : root_of(at)).resume();
  }
  for (const std::uint32_t at : finished) root_of(at).destroy();
  given.live -= static_cast<std::uint32_t>(finished.size());
  live -= finished.size();
  if (given.requests == 0) return;
  std::uint32_t requests = 0;
  for (std::uint32_t at = given.first; at < given.last; ++at) requests += index[at] < finished_processor ? 1 : 0;
  given.requests = requests;
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
