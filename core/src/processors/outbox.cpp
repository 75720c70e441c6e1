#include <pram/detail/processors/outbox.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "processor_run.hpp"
#include "promise.hpp"

namespace pram::detail {

constinit thread_local Outbox* current_outbox = nullptr;

namespace {

ProcessorRun& current_run() { return *static_cast<ProcessorRun*>(current_outbox); }

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

void note_invalid(const void* cell, const void* array, std::int64_t index) noexcept {
  if (current_outbox == nullptr) return;
  current_outbox->invalid_cell = cell;
  current_outbox->invalid_index = index;
  current_outbox->invalid_array = array;
}

void throw_no_processor(const char* what) {
  throw Error(fmt::format("{} by a processor, inside a pardo, not by host code", what));
}

void throw_no_result() { throw Error("a task ended without co_return, but owes a value to the one that awaits it"); }

void refuse_task(std::coroutine_handle<> task, const char* file, std::uint32_t line) {
  const ProcessorRun& run = current_run();
  const auto [what, instead] = why_not_fresh(task, run);
  if (file == nullptr) {
    throw Error(fmt::format("the body of the {} gave {} {}: {}", run.mailbox != nullptr ? "spmd" : "pardo", run.who(),
                            what, instead));
  }
  throw Error(fmt::format("{} awaited {}, at {}: {}", run.who(), what, to_string(SourceLine{file, line}), instead));
}

void refuse_depth(const char* file, std::uint32_t line) {
  ProcessorRun& run = current_run();
  const std::uint64_t depth = std::uint64_t{run.depth[run.slot]} + 1;
  run.fail(std::make_exception_ptr(
      LimitError("nested tasks", depth, most_nested_tasks,
                 fmt::format("{} nests {} tasks inside one another in {} {}, at {}: at most {} are allowed, a "
                             "recursion may have no end",
                             run.who(), depth, run.mailbox != nullptr ? "superstep" : "step", run.when(),
                             to_string(SourceLine{file, line}), most_nested_tasks))));
  run.gave_up = true;
  run.pause_at = 0;
}

std::coroutine_handle<> put_off(Outbox* outbox) noexcept {
  auto& run = static_cast<ProcessorRun&>(*outbox);
  run.put_off = true;
  run.pause_at = 0;
  return std::noop_coroutine();
}

void end_other_task(std::coroutine_handle<> task) noexcept {
  if (current_outbox == nullptr) {
    task.destroy();
    return;
  }
  ProcessorRun& run = current_run();
  const bool runs = !task.done() && has_begun(task);
  if (runs && run.destroying) {
    if (task.address() != run.ended) task.destroy();
  } else if (runs) {
    try {
      run.dropped.push_back(task);  // it may be the leaf of a processor: it stays until the pardo has ended
      throw Error(
          fmt::format("{} destroyed a task that has begun and not ended: a task lives where it is awaited", run.who()));
    } catch (...) {  // without memory to note it the task stays for good
      run.fail(std::current_exception());
    }
  } else if (stack_suffices(&run)) {
    task.destroy();
  } else {
    // Nobody asks for the task again: its promise links it to the next.
    promise_of(task).awaiting = reinterpret_cast<std::uintptr_t>(std::exchange(run.end_later, task.address()));
  }
}

void throw_unawaited() {
  if (current_outbox == nullptr)
    throw Error("requests can only be made by a processor, inside a pardo, not by host code");
  current_run().refuse_unawaited();
}

void find_site(Outbox* outbox, const void* cell, Operation operation, const char* file, std::uint32_t line) {
  auto& run = static_cast<ProcessorRun&>(*outbox);
  const std::uint64_t key = site_key(operation, line);
  const auto address = reinterpret_cast<std::uintptr_t>(cell);
  if (run.known_sites_.empty()) run.known_sites_.resize(known_site_slots);
  ProcessorRun::KnownCallSite& known = run.known_sites_[(key * 0x9E3779B97F4A7C15U) >> 58];
  if (known.key != key || known.file != file || address - known.begin >= known.bytes) {
    known = run.enter_new_site(cell, operation, file, line);
  }
  run.site = known.site;
  run.site_key = key;
  run.site_file = file;
  run.site_begin = known.begin;
  run.site_bytes = known.bytes;
}

void enter_site(Outbox* outbox, const void* cell, Operation operation, const char* file, std::uint32_t line) {
  if (outbox == nullptr) throw Error("shared memory can only be awaited by a processor, inside a pardo");
  find_site(outbox, cell, operation, file, line);
  auto& run = static_cast<ProcessorRun&>(*outbox);
  Chunk& chunk = *run.chunk;
  if (chunk.requests == 0) {
    chunk.site = run.site;
    chunk.requests = 1;  // the true number is counted when the chunk has run
  } else if (run.site != chunk.site && run.site_of == nullptr) {
    const std::uint64_t key = std::exchange(run.site_key, ~std::uint64_t{0});  // unless there is room
    run.sites_of.reserve(run.slots);
    run.site_key = key;
    for (std::uint32_t at = chunk.first; at < run.slot; ++at) run.sites_of[at] = chunk.site;
    run.site_of = run.sites_of.data();
    chunk.mixed = true;
  }
}

void note_idle(Outbox* outbox) {
  auto& run = static_cast<ProcessorRun&>(*outbox);
  if (run.sites_before_idling.size() == 0) {
    run.sites_before_idling.reset(run.slots);
    std::fill_n(run.sites_before_idling.data(), run.slots, no_request);
  }
  run.sites_before_idling[run.slot] = run.last_site();
  run.index[run.slot] = no_request;
}

void note_subtasks(Outbox* outbox) { static_cast<Tasks&>(*outbox).note_subtasks(); }

void* allocate_frame(std::size_t bytes) {
  if (current_outbox == nullptr) throw_no_processor("a task is made");
  return current_run().frames.allocate(bytes);
}

void release_frame(void* frame, std::size_t bytes) noexcept {
  if (current_outbox != nullptr && current_run().take_back(frame, bytes)) return;
  // The frame is of a task that another processor or host code ends, in its pardo or later; or of no processor's task.
  FrameSlab::release_elsewhere(frame, bytes);
}

void processor_finished() noexcept {
  ProcessorRun& run = current_run();
  run.index[run.slot] = finished_processor;
  run.finished.push_back(run.slot);
}

void processor_failed() noexcept { current_run().fail(std::current_exception()); }

}  // namespace pram::detail
