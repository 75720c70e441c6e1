#include <pram/detail/processors/outbox.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "promise.hpp"
#include "worker.hpp"

namespace pram::detail {

constinit thread_local Outbox* current_outbox = nullptr;

namespace {

Worker& current_worker() { return *static_cast<Worker*>(current_outbox); }

constexpr std::size_t known_site_slots = 64;

/// Why a task that is not fresh cannot be awaited, and what to write instead.
std::pair<std::string, std::string> why_not_fresh(std::coroutine_handle<> task, const Outbox& outbox) {
  if (task == nullptr) return {"a task that was moved from", "the one that it was moved to has its place"};
  if (task.done()) return {"a task a second time", "a task runs once, call its function again for another"};
  if (has_begun(task)) return {"a task that is running", "a task is awaited once, by the processor that makes it"};
  const std::uint64_t made_by = promise_of(task).awaiting;
  if (made_by >> 33 != outbox.first_maker >> 33)
    return {"a task of another pardo", "a task ends with its pardo, make it where it is awaited"};
  return {fmt::format("a task of processor {}", (made_by & 0x1FFFFFFFF) >> 1),
          "a processor awaits the tasks that it makes itself"};
}

}  // namespace

namespace {

constexpr NarrowCell narrow_nowhere{};
constexpr WideCell wide_nowhere{};

void note_invalid(const void* array, std::int64_t index) noexcept {
  if (current_outbox == nullptr) return;
  current_outbox->invalid_index = index;
  current_outbox->invalid_array = array;
}

}  // namespace

const NarrowCell& invalid_cell(const NarrowCell* array, std::int64_t index) noexcept {
  note_invalid(array, index);
  return narrow_nowhere;
}

const WideCell& invalid_cell(const WideCell* array, std::int64_t index) noexcept {
  note_invalid(array, index);
  return wide_nowhere;
}

bool is_invalid(const void* cell) { return cell == &narrow_nowhere || cell == &wide_nowhere; }

void throw_no_processor(const char* what) {
  throw Error(fmt::format("{} by a processor, inside a pardo, not by host code", what));
}

void throw_no_result() { throw Error("a task ended without co_return, but owes a value to the one that awaits it"); }

void refuse_task(std::coroutine_handle<> task, const char* file, std::uint32_t line) {
  const Worker& worker = current_worker();
  const auto [what, instead] = why_not_fresh(task, worker);
  if (file == nullptr) {
    throw Error(fmt::format("the body of the {} gave {} {}: {}", worker.mailbox != nullptr ? "spmd" : "pardo",
                            worker.who(), what, instead));
  }
  throw Error(fmt::format("{} awaited {}, at {}: {}", worker.who(), what, to_string(SourceLine{file, line}), instead));
}

void refuse_depth(const char* file, std::uint32_t line) {
  Worker& worker = current_worker();
  const std::uint64_t depth = std::uint64_t{worker.depth[worker.slot]} + 1;
  worker.fail(std::make_exception_ptr(
      LimitError("nested tasks", depth, most_nested_tasks,
                 fmt::format("{} nests {} tasks inside one another in {} {}, at {}: at most {} are allowed, a "
                             "recursion may have no end",
                             worker.who(), depth, worker.mailbox != nullptr ? "superstep" : "step", worker.when(),
                             to_string(SourceLine{file, line}), most_nested_tasks))));
  worker.gave_up = true;
  worker.turn_end = 0;
}

std::coroutine_handle<> put_off(Outbox* outbox) noexcept {
  auto& worker = static_cast<Worker&>(*outbox);
  worker.put_off = true;
  worker.turn_end = 0;
  return std::noop_coroutine();
}

void end_other_task(std::coroutine_handle<> task) noexcept {
  if (current_outbox == nullptr) {
    task.destroy();
    return;
  }
  Worker& worker = current_worker();
  const bool runs = !task.done() && has_begun(task);
  if (runs && worker.destroying) {
    if (task.address() != worker.ended) task.destroy();
  } else if (runs) {
    try {
      worker.dropped.push_back(task);  // it may be the leaf of a processor: it stays until the pardo has ended
      throw Error(fmt::format("{} destroyed a task that has begun and not ended: a task lives where it is awaited",
                              worker.who()));
    } catch (...) {  // without memory to note it the task stays for good
      worker.fail(std::current_exception());
    }
  } else if (stack_suffices(&worker)) {
    task.destroy();
  } else {
    // Nobody asks for it any more: its promise links it to the next.
    promise_of(task).awaiting = reinterpret_cast<std::uintptr_t>(std::exchange(worker.end_later, task.address()));
  }
}

void throw_unawaited() {
  if (current_outbox == nullptr)
    throw Error("requests can only be made by a processor, inside a pardo, not by host code");
  current_worker().refuse_unawaited();
}

void find_site(Outbox* outbox, const void* cell, Operation operation, const char* file, std::uint32_t line) {
  auto& worker = static_cast<Worker&>(*outbox);
  const std::uint64_t key = site_key(operation, line);
  const auto address = reinterpret_cast<std::uintptr_t>(cell);
  if (worker.known_sites_.empty()) worker.known_sites_.resize(known_site_slots);
  Worker::KnownCallSite& known = worker.known_sites_[(key * 0x9E3779B97F4A7C15U) >> 58];
  if (known.key != key || known.file != file || address - known.begin >= known.bytes) {
    known = worker.enter_new_site(cell, operation, file, line);
  }
  worker.site = known.site;
  worker.site_key = key;
  worker.site_file = file;
  worker.site_begin = known.begin;
  worker.site_bytes = known.bytes;
}

void enter_site(Outbox* outbox, const void* cell, Operation operation, const char* file, std::uint32_t line) {
  if (outbox == nullptr) throw Error("shared memory can only be awaited by a processor, inside a pardo");
  find_site(outbox, cell, operation, file, line);
  auto& worker = static_cast<Worker&>(*outbox);
  Chunk& chunk = *worker.chunk;
  if (chunk.requests == 0) {
    chunk.site = worker.site;
    chunk.requests = 1;  // the true number is counted when the chunk has run
  } else if (worker.site != chunk.site && worker.site_of == nullptr) {
    const std::uint64_t key = std::exchange(worker.site_key, ~std::uint64_t{0});  // unless there is room
    worker.sites_of.reserve(worker.slots);
    worker.site_key = key;
    for (std::uint32_t at = chunk.first; at < worker.slot; ++at) worker.sites_of[at] = chunk.site;
    worker.site_of = worker.sites_of.data();
    chunk.mixed = true;
  }
}

void note_idle(Outbox* outbox) {
  auto& worker = static_cast<Worker&>(*outbox);
  if (worker.sites_before_idling.size() == 0) {
    worker.sites_before_idling.reset(worker.slots);
    std::fill_n(worker.sites_before_idling.data(), worker.slots, no_request);
  }
  worker.sites_before_idling[worker.slot] = worker.last_site();
  worker.index[worker.slot] = no_request;
}

void note_subtasks(Outbox* outbox) {
  auto& worker = static_cast<Worker&>(*outbox);
  worker.leaves.reserve(worker.slots);
  worker.depths.reserve(worker.slots);
  outbox->leaf = worker.leaves.data();
  outbox->depth = worker.depths.data();
  for (std::uint32_t at = 0; at < worker.slots; ++at) outbox->leaf[at] = worker.root_of(at);
  std::fill_n(outbox->depth, worker.slots, 0);
}

void* allocate_frame(std::size_t bytes) {
  if (current_outbox == nullptr) throw_no_processor("a task is made");
  return current_worker().frames.allocate(bytes);
}

void release_frame(void* frame, std::size_t bytes) noexcept {
  if (current_outbox != nullptr) {
    Worker& worker = current_worker();
    if (worker.ending != nullptr) [[unlikely]] {
      const auto first = reinterpret_cast<std::uintptr_t>(frame);
      if (reinterpret_cast<std::uintptr_t>(worker.ending) - first < bytes) {
        worker.kept = {frame, bytes};
        return;
      }
    }
    if (worker.frames.release(frame, bytes)) return;
  }
  // The frame is of a task that another processor or host code ends, in its pardo or later; or of no processor's task.
  FrameSlab::release_elsewhere(frame, bytes);
}

void processor_finished() noexcept {
  Worker& worker = current_worker();
  worker.index[worker.slot] = finished_processor;
  worker.finished.push_back(worker.slot);
}

void processor_failed() noexcept { current_worker().fail(std::current_exception()); }

}  // namespace pram::detail
