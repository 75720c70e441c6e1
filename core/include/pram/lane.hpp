#pragma once

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <exception>

#include <pram/operation.hpp>

/// Where a running processor meets the machine: the outbox into which its requests go and from which its replies come.
namespace pram::detail {

/// One word of shared memory with what the current step did to it. `epoch` names the last step that touched the cell;
/// `state` then counts its readers, or, with updated_cell set, is the number of its update.
/// A program holds a cell by its address alone: which cell it is in its array, never what it contains.
struct MemoryCell {
  Word word;
  std::uint32_t epoch;
  std::uint32_t state;
};

inline constexpr std::uint32_t updated_cell = 0x80000000;
inline constexpr std::uint32_t no_request = 0xFFFFFFFF;

/// One host worker's view of its processors. Slots number its processors from 0, in order of their ids.
struct Lane {
  std::uint32_t slot = 0;                      ///< of the processor that runs now
  std::uint32_t* index = nullptr;              ///< per slot: index asked for in this step, or no_request
  Word* value = nullptr;                       ///< per slot: operand on the way in, reply on the way out
  std::uint64_t site_key = ~std::uint64_t{0};  ///< line and operation of the last request
  const char* site_file = nullptr;
  std::uintptr_t site_begin = 0;  ///< the cells of its array
  std::uint64_t site_bytes = 0;
  std::uint32_t* site_of = nullptr;   ///< per slot, where the requests of a chunk come from several sites; else null
  std::uint32_t site = 0;             ///< of the last request
  std::uint64_t first_processor = 0;  ///< id of slot 0
  std::uint64_t processors = 0;       ///< of the whole pardo
  std::coroutine_handle<>* leaf =
      nullptr;                        ///< per slot: the innermost running task; null while no processor has a subtask
  std::exception_ptr nested_failure;  ///< on its way from a subtask to the task that awaits it
  std::int64_t invalid_index = 0;     ///< what a program asked for outside an array
  const MemoryCell* invalid_array = nullptr;  ///< and that array's cells
};

/// The lane of the processor that runs now on this host thread; null outside a pardo.
extern constinit thread_local Lane* current_lane;

/// A request's origin and kind in one word, compared in one go.
constexpr std::uint64_t site_key(Operation operation, std::uint32_t line) {
  const auto code = (static_cast<std::uint64_t>(operation.action) << 4) | static_cast<std::uint64_t>(operation.fold);
  return code | (static_cast<std::uint64_t>(line) << 8) | (static_cast<std::uint64_t>(operation.own) << 40);
}

/// Makes the site of the request that is being issued the lane's current one. Off the hot path.
/// @throws AddressError, Error (no processor runs here, or the cell is not of this machine)
void enter_site(Lane* lane, const MemoryCell* cell, Operation operation, const char* file, std::uint32_t line);

/// Notes an index outside an array and returns a cell that enter_site() turns into an AddressError.
const MemoryCell& invalid_cell(const MemoryCell* array, std::int64_t index) noexcept;

inline Lane* issue(const MemoryCell* cell, Operation operation, const char* file, std::uint32_t line) {
  Lane* const lane = current_lane;
  const auto address = reinterpret_cast<std::uintptr_t>(cell);
  if (lane == nullptr || site_key(operation, line) != lane->site_key || file != lane->site_file ||
      address - lane->site_begin >= lane->site_bytes) [[unlikely]] {
    enter_site(lane, cell, operation, file, line);
  }
  if (lane->site_of != nullptr) [[unlikely]]
    lane->site_of[lane->slot] = lane->site;
  lane->index[lane->slot] = static_cast<std::uint32_t>((address - lane->site_begin) / sizeof(MemoryCell));
  return lane;
}

inline void issue(const MemoryCell* cell, Operation operation, Word operand, const char* file, std::uint32_t line) {
  Lane* const lane = issue(cell, operation, file, line);
  lane->value[lane->slot] = operand;
}

/// The current processor asks for nothing in this step, but did in the one before: an error may still want to know
/// where.
void note_idle(Lane* lane);

/// Allocates Lane::leaf.
void note_subtasks(Lane* lane);

/// From now on the current processor runs in this task.
inline void enter_task(std::coroutine_handle<> task) {
  Lane* const lane = current_lane;
  if (lane->leaf == nullptr) [[unlikely]]
    note_subtasks(lane);
  lane->leaf[lane->slot] = task;
}

/// Coroutine frames come from slabs that a machine reuses from pardo to pardo.
void* allocate_frame(std::size_t bytes);
void release_frame(void* frame, std::size_t bytes) noexcept;

/// Called by a root task that ends or throws: the processor of the current slot is done.
void processor_finished() noexcept;
void processor_failed() noexcept;

}  // namespace pram::detail
