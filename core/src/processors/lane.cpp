#include <pram/lane.hpp>

#include <algorithm>

#include "../step/worker.hpp"

namespace pram::detail {

constinit thread_local Lane* current_lane = nullptr;

namespace {

Worker& current_worker() { return *static_cast<Worker*>(current_lane); }

constexpr std::size_t known_site_slots = 64;

}  // namespace

const MemoryCell& invalid_cell(const MemoryCell* array, std::int64_t index) noexcept {
  static constexpr MemoryCell nowhere{};
  if (current_lane != nullptr) {
    current_lane->invalid_index = index;
    current_lane->invalid_array = array;
  }
  return nowhere;
}

void throw_unawaited() { throw Error("a request was made but never awaited: await each request where it is made"); }

void enter_site(Lane* lane, const MemoryCell* cell, Operation operation, const char* file, std::uint32_t line) {
  if (lane == nullptr) throw Error("shared memory can only be awaited by a processor, inside a pardo");
  auto& worker = static_cast<Worker&>(*lane);
  const std::uint64_t key = site_key(operation, line);
  const auto address = reinterpret_cast<std::uintptr_t>(cell);
  if (worker.known_sites_.empty()) worker.known_sites_.resize(known_site_slots);
  Worker::KnownSite& known = worker.known_sites_[(key * 0x9E3779B97F4A7C15U) >> 58];
  if (known.key != key || known.file != file || address - known.begin >= known.bytes) {
    known = worker.find_site(cell, operation, file, line);
  }
  Chunk& chunk = *worker.chunk;
  if (chunk.requests == 0) {
    chunk.site = known.site;
    chunk.requests = 1;  // the true number is counted when the chunk has run
  } else if (known.site != chunk.site && worker.site_of == nullptr) {
    worker.sites_of.reserve(worker.slots);
    for (std::uint32_t at = chunk.first; at < worker.slot; ++at) worker.sites_of[at] = chunk.site;
    worker.site_of = worker.sites_of.data();
    chunk.mixed = true;
  }
  worker.site = known.site;
  worker.site_key = key;
  worker.site_file = file;
  worker.site_begin = known.begin;
  worker.site_bytes = known.bytes;
}

void note_idle(Lane* lane) {
  auto& worker = static_cast<Worker&>(*lane);
  if (worker.sites_before_idling.size() == 0) {
    worker.sites_before_idling.reset(worker.slots);
    std::fill_n(worker.sites_before_idling.data(), worker.slots, no_request);
  }
  worker.sites_before_idling[worker.slot] = worker.last_site();
  worker.index[worker.slot] = no_request;
}

void note_subtasks(Lane* lane) {
  auto& worker = static_cast<Worker&>(*lane);
  worker.leaves.reserve(worker.slots);
  lane->leaf = worker.leaves.data();
  for (std::uint32_t at = 0; at < worker.slots; ++at) lane->leaf[at] = worker.root_of(at);
}

void* allocate_frame(std::size_t bytes) {
  if (current_lane == nullptr) throw Error("a task can only be made by a processor, inside a pardo");
  return current_worker().frames.allocate(bytes);
}

void release_frame(void* frame, std::size_t bytes) noexcept {
  // A task that outlived its pardo lies in memory that the machine has taken back already.
  if (current_lane != nullptr) current_worker().frames.release(frame, bytes);
}

void processor_finished() noexcept {
  Worker& worker = current_worker();
  worker.index[worker.slot] = finished_processor;
  worker.finished.push_back(worker.slot);
}

void processor_failed() noexcept {
  Worker& worker = current_worker();
  const std::uint32_t site = worker.last_site();
  worker.failures.push_back({worker.first_processor + worker.slot,
                             site == no_request ? SourceLine() : worker.sites.line(site), std::current_exception()});
}

}  // namespace pram::detail
