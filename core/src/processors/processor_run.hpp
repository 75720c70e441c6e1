#pragma once

#include <algorithm>
#include <atomic>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include <pram/error.hpp>

#include "../memory/shared_memory.hpp"
#include "../request/call_sites.hpp"
#include "draws.hpp"
#include "tasks.hpp"

namespace pram::detail {

/// The exception of a processor that fails the step, with the processor and its call site.
struct Failure {
  std::uint64_t processor = 0;
  std::uint32_t site = no_request;  ///< of its last request, if it had made one
  std::exception_ptr error = nullptr;
};

/// The processors of a host worker at work: runs each to its next request, and knows why one has failed.
class ProcessorRun : public Tasks {
 public:
  /// @param stop  becomes true when the processors are to stop where they are
  ProcessorRun(SharedMemory& shared, CallSites& known, const std::atomic<bool>* stop)
      : memory(shared), sites(known), stop_(stop) {}

  /// True if the step under way will not be completed. Its remaining work may then be left out.
  bool stopped() const { return stop_->load(std::memory_order_relaxed); }

  /// Takes over the processors of components [first, last).
  void assign(const BlockDistribution& how, std::uint32_t first, std::uint32_t last);
  /// Makes its processors' tasks, and has each checked by its slot.
  /// @throws what the program throws when called, what a check throws; Interrupted if stopped
  template <class Spawn, class Check>
  void spawn(const Spawn& make, const Check& check);
  /// Ends those of its processors' tasks that still live.
  void destroy_tasks() noexcept;

  /// Runs the chunk's processors to their next requests. After one processor has too many tasks, no other runs: the
  /// step has failed, and the others could take as long.
  void resume(Chunk& given);

  /// The site of the current processor's last request, asked before it makes its next; no_request if there was none.
  std::uint32_t last_site() const;
  /// "processor 5", or "process 5" of BSP: the current one.
  std::string who() const;
  /// The number of its step, or of the run's superstep.
  std::uint64_t when() const;

  /// Fails the step in the current processor's name. Of several failures the first one of the lowest processor stays.
  void fail(std::exception_ptr error) noexcept;

  /// @throws Error: the current processor has made a request and not awaited it
  [[noreturn]] void refuse_unawaited();

  SharedMemory& memory;
  CallSites& sites;

  std::uint32_t pause_at = 0;  ///< the slot before which the chunk in progress pauses or ends
  bool gave_up = false;        ///< no further processor runs in this step
  bool put_off = false;        ///< the current processor is to go on from an empty host stack
  Chunk* chunk = nullptr;      ///< in progress
  std::uint64_t step = 0;      ///< the one in progress, by which random words are drawn
  /// Per slot of BSP processes in groups: what is added to `step`; else null.
  const std::uint64_t* own_steps = nullptr;
  Draws draws;
  std::uint64_t waiting = 0;  ///< processors at a barrier
  std::uint64_t barriers_opened = 0;
  Pages<std::uint32_t> sites_before_idling;  ///< per slot that idles, or no_request; empty until one does
  Failure failure;                           ///< its error is null while there is none

 private:
  friend void find_site(Outbox*, const void*, Operation, const char*, std::uint32_t);

  struct KnownCallSite {
    std::uint64_t key = 0;
    const char* file = nullptr;
    std::uint32_t site = 0;
    std::uintptr_t begin = 0;  ///< of its array's cells
    std::uint64_t bytes = 0;
  };

  /// Enters a site that is new in this pardo. @throws AddressError, Error
  KnownCallSite enter_new_site(const void* cell, Operation operation, const char* file, std::uint32_t line);

  static constexpr std::uint32_t look_often = 4096;  // processors

  /// Resumes processors from slot `at` on up to pause_at, which may come nearer meanwhile.
  void resume_roots(std::uint32_t& at);
  void resume_leaves(std::uint32_t& at);
  /// Fails the step if the current processor leaves a request that it made and did not await.
  void note_unawaited() noexcept;

  const std::atomic<bool>* stop_;
  std::vector<KnownCallSite> known_sites_;  ///< of this pardo, direct-mapped
};

/// Makes these processors the ones that run on the calling host thread.
class RunAs {
 public:
  explicit RunAs(Outbox& outbox) : before_(current_outbox) { current_outbox = &outbox; }
  ~RunAs() { current_outbox = before_; }
  RunAs(const RunAs&) = delete;
  RunAs& operator=(const RunAs&) = delete;

 private:
  Outbox* before_;
};

template <class Spawn, class Check>
void ProcessorRun::spawn(const Spawn& make, const Check& check) {
  const RunAs me(*this);
  watch_stack();
  begin_tasks();
  for (; spawned < slots; ++spawned) {
    if (spawned % look_often == 0 && stopped()) throw Interrupted(step);
    slot = spawned;
    const std::coroutine_handle<> task = make(first_processor + spawned);
    try {
      if (made_for != nullptr) [[unlikely]]
        refuse_unawaited();
      place_root(task);
      check(spawned);
    } catch (...) {
      task.destroy();  // it is not entered yet
      throw;
    }
    ++live;
  }
  end_spawning();
}

}  // namespace pram::detail
