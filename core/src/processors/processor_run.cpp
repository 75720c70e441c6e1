#include "processor_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include <pram/detail/bsp/mailbox.hpp>
#include <pram/error.hpp>
#include <pram/network/poll.hpp>

namespace pram::detail {

namespace {

// Frames are met in order, but too many lines at a time for the hardware to fetch them unasked.
constexpr std::uint32_t frames_ahead = 12;

// Processes that run between two looks at whether they are to stop.
constexpr std::uint32_t processes_between_looks = 8;

}  // namespace

void ProcessorRun::assign(const BlockDistribution& how, std::uint32_t first, std::uint32_t last) {
  Tasks::assign(how, first, last);
  failure = {};
  own_steps = nullptr;
  made_for = nullptr;
  gave_up = false;
  known_sites_.clear();
  sites_before_idling.release();
}

void ProcessorRun::destroy_tasks() noexcept {
  const RunAs me(*this);
  Tasks::destroy();
  failure = {};
}

/// For processors without subtasks, whose frames lie at equal distances. A subtask that is made meanwhile is the leaf
/// of its own processor alone, which has run already.
void ProcessorRun::resume_roots(std::uint32_t& at) {
  const std::uint32_t* const asked = index;
  const std::ptrdiff_t stride = root_stride;
  char* frame = static_cast<char*>(first_root) + stride * at;
  for (; at < pause_at; ++at, frame += stride) {
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

void ProcessorRun::resume_leaves(std::uint32_t& at) {
  for (; at < pause_at; ++at) {
    if (index[at] == finished_processor) continue;
    slot = at;
    (leaf != nullptr ? leaf[at] : root_of(at)).resume();
    if (made_for != nullptr) [[unlikely]]
      note_unawaited();
  }
}

void ProcessorRun::resume(Chunk& given) {
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
  watch_stack();
  finished.clear();
  std::uint32_t at = given.first;
  do {
    pause_at = processes ? std::min(given.last, at + processes_between_looks) : given.last;
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

void ProcessorRun::fail(std::exception_ptr error) noexcept {
  const std::uint64_t processor = first_processor + slot;
  if (failure.error == nullptr || processor < failure.processor) failure = {processor, last_site(), std::move(error)};
}

std::string ProcessorRun::who() const {
  return fmt::format("{} {}", mailbox != nullptr ? "process" : "processor", first_processor + slot);
}

std::uint64_t ProcessorRun::when() const { return mailbox != nullptr ? bsp::detail::superstep_of(*mailbox) : step; }

void ProcessorRun::refuse_unawaited() {
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

void ProcessorRun::note_unawaited() noexcept {
  try {
    refuse_unawaited();
  } catch (...) {
    fail(std::current_exception());
  }
}

ProcessorRun::KnownCallSite ProcessorRun::enter_new_site(const void* cell, Operation operation, const char* file,
                                                         std::uint32_t line) {
  const std::uint64_t processor = first_processor + slot;
  if (cell != nullptr && cell == invalid_cell) {
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
          reinterpret_cast<std::uintptr_t>(array.address()), array.size * array.cell_bytes()};
}

std::uint32_t ProcessorRun::last_site() const {
  if (index[slot] == no_request) return sites_before_idling.size() == 0 ? no_request : sites_before_idling[slot];
  return chunk->last_mixed ? sites_of[slot] : chunk->last_site;
}

}  // namespace pram::detail
