#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <pram/detail/processors/outbox.hpp>
#include <pram/ledger.hpp>

#include "../host/pages.hpp"
#include "../memory/modules.hpp"
#include "../request/call_sites.hpp"
#include "../request/merge_table.hpp"
#include "../request/record.hpp"
#include "draws.hpp"
#include "frames.hpp"

namespace pram::detail {

inline constexpr std::uint32_t finished_processor = no_request - 1;

/// The least slots of a chunk, unless a worker has fewer.
inline constexpr std::uint32_t chunk_slots = 2048;

// Bytes of host stack that tasks may use by calling one another.
inline constexpr std::uintptr_t stack_for_tasks = std::uintptr_t{256} << 10;

/// Tasks inside one another that the host stack holds when they end by recursion.
inline constexpr std::uint32_t nested_ends = 500;

/// Consecutive processors of whole components that are resumed and served together, few enough for the first caches.
struct Chunk {
  std::uint32_t first = 0;  ///< slots [first, last)
  std::uint32_t last = 0;
  std::uint32_t live = 0;
  std::uint32_t requests = 0;            ///< in this step
  std::uint32_t site = 0;                ///< of all its requests, unless mixed
  bool mixed = false;                    ///< each request's site stands in Worker::sites_of
  std::uint32_t last_site = no_request;  ///< site, as the step before had it
  bool last_mixed = false;               ///< mixed, likewise
};

/// How the n processors of a pardo are dealt to p components: processor i belongs to component floor(i p / n).
struct BlockDistribution {
  std::uint64_t processors = 0;
  std::uint32_t components = 1;
  std::uint64_t pardo = 0;  ///< its number in the process

  std::uint32_t component_of(std::uint64_t processor) const {
    return static_cast<std::uint32_t>(processor * components / processors);
  }
  /// The first processor of a component.
  std::uint64_t first_of(std::uint64_t component) const {
    return (component * processors + components - 1) / components;
  }
};

/// The processes and components of a superstep's slots. A slot is a request of a BSP process, which may have any number
/// of them.
struct RequestOrigins {
  Pages<std::uint32_t> process;          ///< per slot
  std::vector<std::uint32_t> component;  ///< those that have slots, ascending
  std::vector<std::uint32_t> first;      ///< their first slots, and the end of the last one's
};

/// The exception of a processor that fails the step, with the processor and its call site.
struct Failure {
  std::uint64_t processor = 0;
  std::uint32_t site = no_request;  ///< of its last request, if it had made one
  std::exception_ptr error = nullptr;
};

/// One host worker: the processors and the memory modules of a contiguous range of components.
class Worker : public Outbox {
 public:
  /// @param stop  becomes true when the processors are to stop where they are
  Worker(SharedMemory& shared, CallSites& known, const std::atomic<bool>* stop)
      : memory(shared), sites(known), modules(shared, known), stop_(stop) {}

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

  /// The call site of a request of this chunk.
  std::uint32_t site_at(const Chunk& one, std::uint32_t at) const { return one.mixed ? sites_of[at] : one.site; }

  std::coroutine_handle<> root_of(std::uint32_t at) const {
    void* const frame = roots.size() != 0 ? roots[at] : static_cast<char*>(first_root) + root_stride * at;
    return std::coroutine_handle<>::from_address(frame);
  }

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

  void drop_empty_chunks();
  CallSiteFacts& facts_of(std::uint32_t at_site) {
    if (site_facts.size() <= at_site) site_facts.resize(at_site + std::size_t{1});
    return site_facts[at_site];
  }
  /// Puts the chunk's requests into site_facts.
  void count_requests(const Chunk& one);
  void count_requests(std::uint32_t at_site, std::uint64_t requests) {
    CallSiteFacts& facts = facts_of(at_site);
    if (facts.requests == 0) first_sites.push_back(at_site);
    facts.requests += requests;
  }

  /// Makes room for the slots of requests, in place of processors'.
  void begin_requests(std::uint32_t most);
  /// The processor that a slot belongs to, or the process.
  std::uint64_t processor_of(std::uint32_t at) const {
    return origins == nullptr ? first_processor + at : origins->process[at];
  }

  /// Has its modules serve the records that have arrived, see Modules::serve().
  void serve(ReadRecord* records, std::size_t count, std::uint32_t from_site) {
    modules.serve(records, count, from_site, facts_of(from_site));
  }
  /// @param highest_site  of the records
  void serve(UpdateRecord* records, std::size_t count, std::uint32_t highest_site) {
    facts_of(highest_site);
    modules.serve(records, count, site_facts);
  }

  SharedMemory& memory;
  CallSites& sites;
  Modules modules;
  FrameSlab frames;
  MergeTable merge_table;

  BlockDistribution distribution;
  std::uint32_t first_component = 0;
  std::uint32_t last_component = 0;
  std::uint32_t slots = 0;
  std::uint64_t step = 0;  ///< the one in progress, by which random words are drawn
  /// Of BSP processes in groups, per slot: what comes to `step`. Else null.
  const std::uint64_t* own_steps = nullptr;
  std::unique_ptr<RequestOrigins> origins;  ///< null: every slot is a processor
  std::vector<Chunk> chunks;
  Chunk* chunk = nullptr;  ///< in progress
  std::uint64_t live = 0;
  std::uint32_t spawned = 0;

  Pages<std::uint32_t> indices;  ///< what Outbox::index points to
  Pages<Word> values;
  Pages<std::uint32_t> sites_of;
  Pages<std::uint32_t> sites_before_idling;  ///< per slot that idles, or no_request; empty until one does
  Pages<std::coroutine_handle<>> leaves;
  Pages<std::uint32_t> depths;
  Pages<void*> roots;  ///< empty while the frames lie at equal distances
  void* first_root = nullptr;
  std::ptrdiff_t root_stride = 0;

  std::vector<CallSiteFacts> site_facts;
  DegreeBins
      degrees{};  ///< for a profile: groups of the step that were served without the modules, but for those of one
  std::vector<std::uint32_t> first_sites;  ///< sites met in this step, in the order of their first requests
  std::vector<std::uint32_t> finished;     ///< slots whose tasks ended in the chunk in progress
  Failure failure;                         ///< its error is null while there is none

  Draws draws;
  std::uint64_t waiting = 0;  ///< processors at a barrier
  std::uint64_t barriers_opened = 0;
  std::uint32_t turn_end = 0;    ///< the slot before which the chunk in progress pauses or ends
  bool gave_up = false;          ///< no further processor runs in this step
  bool put_off = false;          ///< the current processor is to go on from an empty host stack
  bool destroying = false;       ///< a processor's tasks may end before they are done
  const void* ending = nullptr;  ///< a task of a deep chain that ends before the one that awaits it
  const void* ended = nullptr;   ///< the one that ended so before it
  std::pair<void*, std::size_t> kept = {nullptr, 0};  ///< the frame of the last of them: the awaiting task looks at it
  void* end_later = nullptr;  ///< the first of the tasks whose end would nest too deep, linked by their promises
  std::vector<std::coroutine_handle<>> dropped;  ///< tasks whose handles died while they ran

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
  // Frames that lie further apart are in different reservations or on the heap, even if two distances happen to agree.
  static constexpr std::ptrdiff_t widest_stride = 8192;

  /// Resumes processors from slot `at` on up to turn_end, which may come nearer meanwhile.
  void resume_roots(std::uint32_t& at);
  void resume_leaves(std::uint32_t& at);

  const std::atomic<bool>* stop_;
  /// Fails the step if the current processor leaves a request that it made and did not await.
  void note_unawaited() noexcept;
  void end_processor(std::uint32_t at);
  void end_waiting();

  std::vector<KnownCallSite> known_sites_;  ///< of this pardo, direct-mapped
};

/// Makes this worker the one that runs on the calling host thread.
class RunAs {
 public:
  explicit RunAs(Worker& worker) : before_(current_outbox) { current_outbox = &worker; }
  ~RunAs() { current_outbox = before_; }
  RunAs(const RunAs&) = delete;
  RunAs& operator=(const RunAs&) = delete;

 private:
  Outbox* before_;
};

template <class Spawn, class Check>
void Worker::spawn(const Spawn& make, const Check& check) {
  const RunAs me(*this);
  stack_floor = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) - stack_for_tasks;
  const auto even_place = [this](std::uint32_t at) { return static_cast<char*>(first_root) + root_stride * at; };
  root_stride = 0;
  std::fill_n(index, slots, no_request);
  for (spawned = 0; spawned < slots; ++spawned) {
    if (spawned % look_often == 0 && stopped()) throw Interrupted(step);
    slot = spawned;
    const std::coroutine_handle<> task = make(first_processor + spawned);
    void* const frame = task.address();
    if (spawned == 0) first_root = frame;
    if (spawned == 1) root_stride = static_cast<char*>(frame) - static_cast<char*>(first_root);
    try {
      if (made_for != nullptr) [[unlikely]]
        refuse_unawaited();
      if (roots.size() == 0 && (frame != even_place(spawned) || root_stride > widest_stride)) {
        roots.reset(slots);
        for (std::uint32_t at = 0; at < spawned; ++at) roots[at] = even_place(at);
      }
      check(spawned);
    } catch (...) {
      task.destroy();  // it is not entered yet
      throw;
    }
    if (roots.size() != 0) roots[spawned] = frame;
    ++live;
  }
  if (roots.size() != 0) note_subtasks(this);
  end_waiting();
}

}  // namespace pram::detail
