#include "worker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include <pram/detail/bsp/mailbox.hpp>
#include <pram/error.hpp>
#include <pram/network/poll.hpp>

#include "promise.hpp"

namespace pram::detail {

namespace {

// Frames are met in order, but too many lines at a time for the hardware to fetch them unasked.
constexpr std::uint32_t frames_ahead = 12;

// Processes that run between two looks at whether they are to stop.
constexpr std::uint32_t processes_a_turn = 8;

}  // namespace

void Worker::assign(const BlockDistribution& how, std::uint32_t first, std::uint32_t last) {
  slots = spawned = 0;  // until all is there that destroy_tasks() looks at
  distribution = how;
  first_component = first;
  last_component = last;
  first_processor = distribution.first_of(first);
  processors = distribution.processors;
  first_maker = distribution.pardo << 33 | first_processor << 1 | 1;
  const auto count = static_cast<std::uint32_t>(distribution.first_of(last) - first_processor);
  live = 0;
  failure = {};
  own_steps = nullptr;
  made_for = nullptr;
  gave_up = false;
  known_sites_.clear();
  site_facts.clear();
  first_sites.clear();
  indices.reserve(count);
  values.reserve(count);
  index = indices.data();
  value = values.data();
  roots.release();
  sites_before_idling.release();
  leaf = nullptr;
  depth = nullptr;
  chunks.clear();
  std::uint32_t largest_chunk = 0;
  for (std::uint64_t at = 0; at < count;) {
    std::uint64_t end = at + chunk_slots;
    if (end < count) {
      end = std::min<std::uint64_t>(
          distribution.first_of(std::uint64_t{distribution.component_of(first_processor + end - 1)} + 1) -
              first_processor,
          count);
    } else {
      end = count;
    }
    Chunk made;
    made.first = static_cast<std::uint32_t>(at);
    made.last = static_cast<std::uint32_t>(end);
    made.live = made.last - made.first;
    chunks.push_back(made);
    largest_chunk = std::max(largest_chunk, made.live);
    at = end;
  }
  finished.reserve(largest_chunk);  // a task that ends must not fail
  slots = count;
}

void Worker::destroy_tasks() noexcept {
  const RunAs me(*this);
  stack_floor = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) - stack_for_tasks;
  destroying = true;
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
  destroying = false;
  dropped.clear();
  live = 0;
  slots = spawned = 0;
  nested_failure = nullptr;
  failure = {};
  frames.reset();
  chunks.clear();
}

void Worker::end_processor(std::uint32_t at) {
  if (leaf != nullptr && depth[at] > nested_ends && dropped.empty()) {
    // The innermost go first, in parts that the host stack holds. The frame of the last one that is gone stays, since
    // the task that awaits it looks at it once more.
    std::coroutine_handle<> awaiting = awaiting_task(leaf[at]);
    for (std::uint32_t k = 1; k < depth[at]; ++k) {
      const std::coroutine_handle<> task = std::exchange(awaiting, awaiting_task(awaiting));
      if (k % nested_ends != 0) continue;
      const auto [frame, bytes] = kept;
      ending = task.address();
      task.destroy();
      ended = std::exchange(ending, nullptr);
      if (frame != nullptr) release_frame(frame, bytes);
    }
  }
  root_of(at).destroy();
  ended = nullptr;
  if (const auto [frame, bytes] = std::exchange(kept, {nullptr, 0}); frame != nullptr) release_frame(frame, bytes);
}

void Worker::end_waiting() {
  while (end_later != nullptr) {
    const auto task = std::coroutine_handle<>::from_address(end_later);
    end_later = reinterpret_cast<void*>(promise_of(task).awaiting);
    task.destroy();
  }
}

/// Where no processor has a subtask and frames lie at equal distances. A subtask that is made meanwhile is the leaf of
/// its own processor alone, which has had its turn.
void Worker::resume_roots(std::uint32_t& at) {
  const std::uint32_t* const asked = index;
  const std::ptrdiff_t stride = root_stride;
  char* frame = static_cast<char*>(first_root) + stride * at;
  for (; at < turn_end; ++at, frame += stride) {
    const char* const ahead = frame + stride * frames_ahead;
    __builtin_prefetch(ahead, 1);
    for (std::ptrdiff_t line = 64; line < stride; line += 64) __builtin_prefetch(ahead + line, 1);
    if (asked[at] == finished_processor) [[unlikely]]
      continue;
    slot = at;
    std::coroutine_handle<>::from_address(frame).resume();
    if (made_for != nullptr) [[unlikely]]
      note_unawaited();
  }
}

void Worker::resume_leaves(std::uint32_t& at) {
  for (; at < turn_end; ++at) {
    if (index[at] == finished_processor) continue;
    slot = at;
    (leaf != nullptr ? leaf[at] : root_of(at)).resume();
    if (made_for != nullptr) [[unlikely]]
      note_unawaited();
  }
}

void Worker::resume(Chunk& given) {
  const RunAs me(*this);
  // What a process does between two syncs may take long, so a stop is heeded at its polls, and between processes.
  const bool processes = mailbox != nullptr;
  std::optional<PollScope> watched;
  if (processes) {
    watched.emplace([this](std::string_view doing) {
      if (stopped()) throw Interrupted(step);
      poll_around(doing);
    });
  }
  chunk = &given;
  given.last_site = given.requests > 0 ? given.site : no_request;
  given.last_mixed = given.mixed;
  given.requests = 0;
  given.mixed = false;
  if (gave_up) return;
  site_key = ~std::uint64_t{0};
  site_of = nullptr;
  idled = false;
  stack_floor = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) - stack_for_tasks;
  finished.clear();
  std::uint32_t at = given.first;
  do {
    turn_end = processes ? std::min(given.last, at + processes_a_turn) : given.last;
    if (leaf == nullptr && roots.size() == 0) {
      resume_roots(at);
    } else {
      resume_leaves(at);
    }
    // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): what is put off is a leaf
    while (std::exchange(put_off, false)) leaf[slot].resume();
    if (made_for != nullptr) [[unlikely]]
      note_unawaited();
  } while (!gave_up && at < given.last && !(processes && stopped()));
  for (const std::uint32_t one : finished) root_of(one).destroy();
  end_waiting();
  given.live -= static_cast<std::uint32_t>(finished.size());
  live -= finished.size();
  if (gave_up) given.requests = 0;
  if (given.requests == 0) return;
  given.requests = given.live;
  if (!idled) return;
  std::uint32_t requests = 0;
  for (at = given.first; at < given.last; ++at) requests += index[at] < finished_processor ? 1 : 0;
  given.requests = requests;
}

void Worker::fail(std::exception_ptr error) noexcept {
  const std::uint64_t processor = first_processor + slot;
  if (failure.error == nullptr || processor < failure.processor) failure = {processor, last_site(), std::move(error)};
}

std::string Worker::who() const {
  return fmt::format("{} {}", mailbox != nullptr ? "process" : "processor", first_processor + slot);
}

std::uint64_t Worker::when() const { return mailbox != nullptr ? bsp::detail::superstep_of(*mailbox) : step; }

void Worker::refuse_unawaited() {
  const void* const cell = std::exchange(made_for, nullptr);
  std::string what = "a request";
  if (const std::optional<std::uint32_t> number = memory.find(cell)) {
    const StoredArray& array = memory.array(*number);
    const auto offset = static_cast<const char*>(cell) - static_cast<const char*>(array.address());
    const auto position = static_cast<std::uint32_t>(static_cast<std::size_t>(offset) / array.cell_bytes());
    what = fmt::format("a request for {}[{}]", array.name, array.map.index(position));
  }
  std::string where;
  if (made_in != nullptr) where = ", at " + to_string(SourceLine{made_in, made_at});
  throw Error(
      fmt::format("{} made {} and did not await it{}: await each request where it is made", who(), what, where));
}

void Worker::note_unawaited() noexcept {
  try {
    refuse_unawaited();
  } catch (...) {
    fail(std::current_exception());
  }
}

Worker::KnownCallSite Worker::enter_new_site(const void* cell, Operation operation, const char* file,
                                             std::uint32_t line) {
  const std::uint64_t processor = first_processor + slot;
  if (is_invalid(cell)) {
    const std::optional<std::uint32_t> number = memory.find(invalid_array);
    throw AddressError({number ? memory.array(*number).name : "(no array)",
                        invalid_index,
                        number ? memory.array(*number).size : 0,
                        processor,
                        when(),
                        {file, line},
                        mailbox != nullptr});
  }
  const std::optional<std::uint32_t> number = memory.find(cell);
  if (cell == nullptr) {
    throw Error(fmt::format("{} awaited a request twice, at {}: make it anew where it is awaited", who(),
                            to_string(SourceLine{file, line})));
  }
  if (!number) {
    throw Error(fmt::format("{} {} a cell that is not of this machine, at {}", who(),
                            mailbox != nullptr ? "asked for" : "awaited", to_string(SourceLine{file, line})));
  }
  const StoredArray& array = memory.array(*number);
  return {detail::site_key(operation, line), file, sites.enter(file, line, *number, array.name, operation),
          reinterpret_cast<std::uintptr_t>(array.address()), array.bytes()};
}

std::uint32_t Worker::last_site() const {
  if (index[slot] == no_request) return sites_before_idling.size() == 0 ? no_request : sites_before_idling[slot];
  return chunk->last_mixed ? sites_of[slot] : chunk->last_site;
}

void Worker::drop_empty_chunks() {
  std::erase_if(chunks, [](const Chunk& one) { return one.live == 0; });
}

void Worker::count_requests(const Chunk& one) {
  if (one.requests == 0) return;
  if (!one.mixed) {
    count_requests(one.site, one.requests);
    return;
  }
  for (std::uint32_t at = one.first; at < one.last; ++at) {
    if (index[at] < finished_processor) count_requests(sites_of[at], 1);
  }
}

void Worker::begin_requests(std::uint32_t most) {
  if (origins == nullptr) origins = std::make_unique<RequestOrigins>();
  origins->process.reserve(most);
  origins->component.clear();
  origins->first.assign(1, 0);
  indices.reserve(most);
  values.reserve(most);
  sites_of.reserve(most);
  index = indices.data();
  value = values.data();
  slots = 0;
  chunks.clear();
  chunks.reserve(most / chunk_slots + std::size_t{1});  // deliveries keep where they stand
}

}  // namespace pram::detail
