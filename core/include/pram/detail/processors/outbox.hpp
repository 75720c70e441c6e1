#pragma once

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <type_traits>
#include <utility>

#include <pram/detail/operation.hpp>

namespace pram::bsp::detail {
struct Mailbox;
}

/// Where a running processor meets the machine: the outbox into which its requests go and from which its replies come.
namespace pram::detail {

/// A value in shared memory, with the stamp of the last step that touched the cell, see Stamps.
/// A program holds a cell by its address alone: which cell it is in its array, never what it contains.
/// @tparam Stored  as wide as a value needs it
template <class Stored>
struct MemoryCell {
  Stored word;
  Stored stamp;
};

/// Of values of 32 bits and less, without the bits by which a word extends them.
using NarrowCell = MemoryCell<std::uint32_t>;
using WideCell = MemoryCell<Word>;

template <Storable T>
using CellOf = std::conditional_t<sizeof(T) <= sizeof(NarrowCell::word), NarrowCell, WideCell>;

inline constexpr std::uint32_t no_request = 0xFFFFFFFF;

struct ShownLocals;

/// One host worker's view of its processors. Slots number its processors from 0, in order of their ids.
struct Outbox {
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
      nullptr;                          ///< per slot: the innermost running task; null while no processor has a subtask
  std::uint32_t* depth = nullptr;       ///< per slot: tasks between the processor's own and that one
  std::uint64_t first_maker = 1;        ///< maker() of slot 0
  std::uintptr_t stack_floor = 0;       ///< host stack below which tasks do not call one another
  std::exception_ptr nested_failure;    ///< on its way from a subtask to the task that awaits it
  const void* invalid_cell = nullptr;   ///< stands for what a program looked for outside an array
  std::int64_t invalid_index = 0;       ///< the index of that cell
  const void* invalid_array = nullptr;  ///< the cells of that array
  bool idled = false;                   ///< some processor of the chunk in progress has asked for nothing
  /// The cell of a request with an operand that is made and not yet awaited; null: there is none.
  const void* made_for = nullptr;
  const char* made_in = nullptr;  ///< where it was made, as far as that is known
  std::uint32_t made_at = 0;
  bsp::detail::Mailbox* mailbox = nullptr;  ///< of BSP processes; null in a pardo
  ShownLocals* shown = nullptr;             ///< takes what processors show of themselves; null: nobody observes them
};

/// The outbox of the processor that runs now on this host thread; null outside a pardo.
extern constinit thread_local Outbox* current_outbox;

/// More tasks than this inside one another are taken for a recursion that does not end.
inline constexpr std::uint32_t most_nested_tasks = 1'000'000;

/// Who makes a task: pardo and processor in one odd number, which is no frame's address.
inline std::uint64_t maker(const Outbox* outbox) { return outbox->first_maker + 2 * std::uint64_t{outbox->slot}; }
constexpr bool is_maker(std::uint64_t number) { return number % 2 == 1; }

/// @param what  the operation, which only a processor inside a pardo may do
/// @throws Error always
[[noreturn]] void throw_no_processor(const char* what);

/// A request's origin and kind in one word, compared in one go.
constexpr std::uint64_t site_key(Operation operation, std::uint32_t line) {
  static_assert(static_cast<std::uint64_t>(OperatorKind::own) < 16);
  const auto code = (static_cast<std::uint64_t>(operation.action) << 4) | static_cast<std::uint64_t>(operation.op);
  return code | (static_cast<std::uint64_t>(line) << 8) | (static_cast<std::uint64_t>(operation.own) << 40);
}

/// Makes a line's call site the outbox's current one. Off the hot path.
/// @throws AddressError, Error (the cell is not of this machine), ConfigError (the rule cannot settle writes of its
/// type)
void find_site(Outbox* outbox, const void* cell, Operation operation, const char* file, std::uint32_t line);

/// The same for the request that is being issued. Off the hot path.
/// @throws AddressError, Error (no processor runs here, or the cell is not of this machine)
void enter_site(Outbox* outbox, const void* cell, Operation operation, const char* file, std::uint32_t line);

/// Notes that the current processor has looked for a cell outside an array.
/// @param cell   that stands for it, which enter_site() turns into an AddressError
/// @param array  its cells
void note_invalid(const void* cell, const void* array, std::int64_t index) noexcept;

/// Inlined, as all that a request passes on its way into a slot: a call would take as long as the rest of it.
template <class Stored>
[[gnu::always_inline]] inline Outbox* issue(const MemoryCell<Stored>* cell, Operation operation, const char* file,
                                            std::uint32_t line) {
  Outbox* const outbox = current_outbox;
  const auto address = reinterpret_cast<std::uintptr_t>(cell);
  if (outbox == nullptr || site_key(operation, line) != outbox->site_key || file != outbox->site_file ||
      address - outbox->site_begin >= outbox->site_bytes) [[unlikely]] {
    enter_site(outbox, cell, operation, file, line);
  }
  if (outbox->site_of != nullptr) [[unlikely]]
    outbox->site_of[outbox->slot] = outbox->site;
  outbox->index[outbox->slot] = static_cast<std::uint32_t>((address - outbox->site_begin) / sizeof *cell);
  return outbox;
}

/// @throws Error: the processor that runs now has made a request and not awaited it, or none runs
[[noreturn]] void throw_unawaited();

/// Makes a request with an operand for the processor that runs now. The request has a step as soon as it is issued.
/// @param file  where, null where that is not known
/// @throws Error if the request made before was never awaited, or no processor runs
[[gnu::always_inline]] inline void make_request(const void* cell, Word operand, const char* file, std::uint32_t line) {
  Outbox* const outbox = current_outbox;
  if (outbox == nullptr || outbox->made_for != nullptr) [[unlikely]]
    throw_unawaited();
  outbox->made_for = cell;
  outbox->made_in = file;
  outbox->made_at = line;
  outbox->value[outbox->slot] = operand;
}

/// Hands the request that was made over to the machine.
/// @tparam Cell  that it was made for
template <class Cell>
[[gnu::always_inline]] inline void issue_made(Operation operation, const char* file, std::uint32_t line) {
  Outbox* const outbox = current_outbox;
  const void* cell = nullptr;
  if (outbox != nullptr) [[likely]]
    cell = std::exchange(outbox->made_for, nullptr);
  issue(static_cast<const Cell*>(cell), operation, file, line);
}

/// The current processor asks for nothing in this step, but did in the one before: an error may still want to know
/// where.
void note_idle(Outbox* outbox);

/// Allocates Outbox::leaf and Outbox::depth.
void note_subtasks(Outbox* outbox);

/// The current processor is to go on in its leaf as soon as the host stack is empty again.
std::coroutine_handle<> put_off(Outbox* outbox) noexcept;

/// Is there host stack left for tasks that call one another?
inline bool stack_suffices(const Outbox* outbox) noexcept {
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) >= outbox->stack_floor;
}

/// Lets the current processor go on in this task. Compilers that do not turn the transfer into a jump, as g++ without
/// optimization, nest the transfer on the host stack, whose height is therefore watched.
inline std::coroutine_handle<> go_on_in(Outbox* outbox, std::coroutine_handle<> task) noexcept {
  outbox->leaf[outbox->slot] = task;
  if (!stack_suffices(outbox)) [[unlikely]]
    return put_off(outbox);
  return task;
}

/// Ends the current processor's task: the processor goes on in the task that awaits it.
inline std::coroutine_handle<> return_to(std::uint64_t awaiting) noexcept {
  Outbox* const outbox = current_outbox;
  --outbox->depth[outbox->slot];
  return go_on_in(outbox, std::coroutine_handle<>::from_address(reinterpret_cast<void*>(awaiting)));
}

/// @throws Error: the task is empty, has been awaited before, or is not the current processor's
/// @param file  where it is awaited; null for what a body returns to its pardo
[[noreturn]] void refuse_task(std::coroutine_handle<> task, const char* file, std::uint32_t line);

/// Ends the pardo with a LimitError.
void refuse_depth(const char* file, std::uint32_t line);

/// Ends a task that is not done, or any task where the host stack is nearly used up.
void end_other_task(std::coroutine_handle<> task) noexcept;

/// Ends a task whose handle dies: however many own one another, the host stack suffices.
inline void end_task(std::coroutine_handle<> task) noexcept {
  if (task.done() && current_outbox != nullptr && stack_suffices(current_outbox)) [[likely]] {
    task.destroy();
  } else {
    end_other_task(task);
  }
}

/// Coroutine frames come from slabs that a machine reuses from pardo to pardo.
void* allocate_frame(std::size_t bytes);
void release_frame(void* frame, std::size_t bytes) noexcept;

/// Called by a root task that ends or throws: the processor of the current slot is done.
void processor_finished() noexcept;
void processor_failed() noexcept;

}  // namespace pram::detail
