#pragma once

#include <concepts>
#include <coroutine>
#include <cstdint>
#include <exception>
#include <optional>
#include <type_traits>
#include <utility>

#include <pram/detail/processors/show.hpp>
#include <pram/machine/cell.hpp>
#include <pram/machine/random_bits.hpp>

namespace pram {

namespace bsp {
class Sync;
}

template <class T = void>
class Task;

namespace detail {

struct RootTask;

template <class>
inline constexpr bool is_task = false;
template <class T>
inline constexpr bool is_task<Task<T>> = true;

template <class>
inline constexpr bool is_update = false;
template <class T, Action action, class Operator>
inline constexpr bool is_update<Update<T, action, Operator>> = true;

[[noreturn]] void throw_no_result();

struct NoResult {};

/// Hands control to the task that awaits this one; a root task ends its processor.
struct FinalAwaiter {
  bool await_ready() const noexcept { return false; }
  template <class Promise>
  std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> self) const noexcept {
    const std::uint64_t awaiting = self.promise().awaiting;
    if (!is_maker(awaiting)) return return_to(awaiting);
    processor_finished();
    return std::noop_coroutine();
  }
  void await_resume() const noexcept {}
};

/// Runs a subtask at once, in the same step; the awaiting task goes on when it returns.
template <class T>
struct TaskAwaiter {
  std::coroutine_handle<typename Task<T>::promise_type> child;  ///< null: too many are nested, and the pardo ends

  bool await_ready() const noexcept { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> parent) const noexcept {
    if (child == nullptr) [[unlikely]]
      return std::noop_coroutine();
    child.promise().awaiting = reinterpret_cast<std::uintptr_t>(parent.address());
    return go_on_in(current_outbox, child);
  }
  T await_resume() const {
    if (current_outbox->nested_failure != nullptr) [[unlikely]] {
      std::rethrow_exception(std::exchange(current_outbox->nested_failure, nullptr));
    }
    if constexpr (!std::is_void_v<T>) {
      if (!child.promise().result) [[unlikely]]
        throw_no_result();
      return std::move(*child.promise().result);
    }
  }
};

/// The bytes that a frame takes. Frames whose size is a multiple of 16 are aligned to 16 bytes, all others to 8. g++
/// gives such a size to every frame with something that is aligned to 16 bytes, Clang does not.
constexpr std::size_t frame_size(std::size_t bytes) {
#ifdef __clang__
  return (bytes + 15) / 16 * 16;
#else
  return bytes;
#endif
}

/// What all tasks share: frames from the slab, a lazy start, and the requests that they may await.
/// g++ 12 keeps every temporary of a co_await in the frame. So cells and requests are references, awaiters are empty,
/// and the source line comes from __builtin_FILE and __builtin_LINE instead of a std::source_location argument: a frame
/// of half the size.
class PromiseBase {
 public:
  /// The frame of the task that awaits this one; before that, and always in a processor's own task, its maker().
  std::uint64_t awaiting;

  PromiseBase() {
    if (current_outbox == nullptr) throw_no_processor("a task is made");
    awaiting = maker(current_outbox);
  }

  static void* operator new(std::size_t bytes) { return allocate_frame(frame_size(bytes)); }
  static void operator delete(void* frame, std::size_t bytes) noexcept { release_frame(frame, frame_size(bytes)); }

  std::suspend_always initial_suspend() const noexcept { return {}; }
  FinalAwaiter final_suspend() const noexcept { return {}; }

  void unhandled_exception() const noexcept {
    if (is_maker(awaiting)) {
      processor_failed();
    } else {
      current_outbox->nested_failure = std::current_exception();
    }
  }

  template <Storable T>
  SuspendForReply<T> await_transform(const Cell<T>& cell, const char* file = __builtin_FILE(),
                                     std::uint32_t line = __builtin_LINE()) const {
    issue(cell.address(), Operation{Action::read, OperatorKind::none, word_type<T>(), sizeof(T)}, file, line);
    return {};
  }

  template <Storable T, Action action, class Operator>
  auto await_transform(Update<T, action, Operator>&& request, const char* file = __builtin_FILE(),
                       std::uint32_t line = __builtin_LINE()) const {
    request.issue(file, line);
    return std::conditional_t<action >= Action::fetch, SuspendForReply<T>, Suspend>();
  }

  Suspend await_transform(Idle) const {
    Outbox* const outbox = current_outbox;
    outbox->idled = true;
    if (outbox->index[outbox->slot] != no_request) note_idle(outbox);
    return {};
  }

  /// A BSP process ends its superstep.
  template <std::same_as<bsp::Sync> Sync>
  Suspend await_transform(Sync&& sync) const {
    sync.reach();
    return await_transform(Idle());
  }

  template <class T>
  TaskAwaiter<T> await_transform(const Task<T>& task, const char* file = __builtin_FILE(),
                                 std::uint32_t line = __builtin_LINE()) const {
    Outbox* const outbox = current_outbox;
    if (!task.is_fresh(outbox)) [[unlikely]]
      refuse_task(task.handle_, file, line);
    if (outbox->leaf == nullptr) [[unlikely]]
      note_subtasks(outbox);
    if (outbox->depth[outbox->slot] == most_nested_tasks) [[unlikely]] {
      refuse_depth(file, line);
      return {};
    }
    ++outbox->depth[outbox->slot];
    return {task.handle_};
  }

  /// Anything else.
  template <class Other>
  requires(!is_task<std::remove_cvref_t<Other>> && !std::same_as<Other, bsp::Sync>) Suspend await_transform(Other&&)
  const {
    if constexpr (is_update<std::remove_cvref_t<Other>>) {
      static_assert(never<Other>,
                    "a request is awaited where it is made: `co_await cells[i].add(value)`, "
                    "`before = co_await cells[i].fetch_add(value)`");
    } else if constexpr (std::same_as<std::remove_cvref_t<Other>, bsp::Sync>) {
      static_assert(never<Other>, "a sync is awaited where it is made: `co_await self.sync()`");
    } else {
      static_assert(never<Other>,
                    "a processor awaits a cell, `co_await cells[i]`, a request, `co_await (cells[i] = value)`, or a "
                    "task: a function that it awaits is `pram::Task<T> name(...)` and awaits or returns by co_await "
                    "and co_return");
    }
    return {};
  }
};

template <class T>
class Promise : public PromiseBase {
 public:
  std::optional<T> result;

  Task<T> get_return_object() noexcept;
  template <class Value>
  requires std::constructible_from<T, Value&&>
  void return_value(Value&& value) { result.emplace(std::forward<Value>(value)); }
};

template <>
class Promise<void> : public PromiseBase {
 public:
  Task<void> get_return_object() noexcept;
  void return_void() const noexcept {}
};

}  // namespace detail

/// A processor's program, or a part of one. Only a processor may make tasks; awaiting one runs it as a subroutine,
/// which costs no step of its own. Exceptions pass to the task that awaits.
/// A task runs once, awaited by the processor that made it, in its pardo: anything else throws Error. Nested deeper
/// than detail::most_nested_tasks, tasks end the pardo with a LimitError.
template <class T>
class [[nodiscard("a task does nothing until it is awaited: co_await it")]] Task {
 public:
  using promise_type = detail::Promise<T>;

  Task(Task && other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Task& operator=(Task&&) = delete;
  ~Task() {
    static_assert(alignof(promise_type) <= 16, "a task returns a value that is aligned to 16 bytes at most");
    if (handle_ != nullptr) detail::end_task(handle_);
  }

  /// Declared for its message.
  operator std::conditional_t<std::is_void_v<T>, detail::NoResult, T>() const {  // NOLINT(google-explicit-constructor)
    static_assert(detail::never<T>, "a task returns its value to the one that awaits it: `value = co_await task(...)`");
    detail::throw_no_result();
  }

 private:
  friend detail::Promise<T>;
  friend detail::PromiseBase;
  friend detail::RootTask;
  explicit Task(std::coroutine_handle<promise_type> handle) noexcept : handle_(handle) {}

  /// Made by the processor that runs now, and never awaited?
  bool is_fresh(const detail::Outbox* outbox) const {
    return handle_ != nullptr && handle_.promise().awaiting == detail::maker(outbox);
  }

  /// Gives the coroutine away: the machine keeps its processors' own tasks so.
  /// @throws Error if it is no new one
  std::coroutine_handle<promise_type> release()&& {
    if (!is_fresh(detail::current_outbox)) [[unlikely]]
      detail::refuse_task(handle_, nullptr, 0);
    return std::exchange(handle_, nullptr);
  }

  std::coroutine_handle<promise_type> handle_;
};

namespace detail {

template <class T>
Task<T> Promise<T>::get_return_object() noexcept {
  return Task<T>(std::coroutine_handle<Promise<T>>::from_promise(*this));
}

inline Task<void> Promise<void>::get_return_object() noexcept {
  return Task<void>(std::coroutine_handle<Promise<void>>::from_promise(*this));
}

}  // namespace detail

namespace detail {

/// Subroutines behind Processor::idle(k) and Processor::barrier().
Task<> idle_steps(std::uint64_t steps);
Task<> wait_for_all();

/// @throws std::invalid_argument: a number of steps is not negative
[[noreturn]] void refuse_steps(std::int64_t steps);

template <class T>
concept WholeNumber = std::integral<T> && !std::same_as<T, bool>;

}  // namespace detail

/// What a program knows of the processor that runs it.
class Processor {
 public:
  explicit Processor(std::uint64_t id) : id_(id) {}

  /// In [0, count()).
  std::uint64_t id() const { return id_; }

  /// Processors of this pardo, those that have finished included.
  /// @throws Error in host code, where no pardo runs
  std::uint64_t count() const {
    if (detail::current_outbox == nullptr) detail::throw_no_processor("processors are counted");
    return detail::current_outbox->processors;
  }

  /// A step without a request: `co_await self.idle()`.
  Idle idle() const { return {}; }

  /// k steps without a request, none for k = 0: `co_await self.idle(k)`.
  /// @throws std::invalid_argument, and so ProgramError from the pardo, for a negative k
  template <detail::WholeNumber Steps>
  Task<> idle(Steps k) const {
    if (std::cmp_less(k, 0)) detail::refuse_steps(static_cast<std::int64_t>(k));
    return detail::idle_steps(static_cast<std::uint64_t>(k));
  }

  /// Waits until all live processors of the pardo wait at a barrier: `co_await self.barrier()`. Processors that have
  /// returned are not waited for, so that a barrier always opens once the others have come or ended. The barrier opens
  /// after the first step in which every live processor stands at it: one step for those who come last, and as many
  /// more for the others as they wait. Who waits is live and idle, so that work counts them.
  Task<> barrier() const { return detail::wait_for_all(); }

  /// A random word, each of the 2^64 equally likely: a function of the machine's seed, the pardo (counted over the
  /// machine's life), the processor, the step, and of how many it has drawn in this step. So the word is the same for
  /// any number of host threads and on every network. A free local computation.
  [[nodiscard]] std::uint64_t random() const { return detail::random_word(); }

  /// A random number in [0, bound), all equally likely, made of one word, and seldom of more.
  /// @throws std::invalid_argument, and so ProgramError from the pardo, for a bound below 1
  template <detail::WholeNumber Number>
  [[nodiscard]] Number random(Number bound) const {
    if (std::cmp_less(bound, 1)) detail::refuse_bound(static_cast<std::int64_t>(bound));
    return static_cast<Number>(detail::random_below(static_cast<std::uint64_t>(bound)));
  }

  /// The same words for the distributions of the standard library.
  RandomBits random_bits() const { return {}; }

  /// Shows a value under a name to whoever observes the machine: `self.show("i", i)`. A trace has the value beside the
  /// processor from the step on that the next request is part of. The call changes nothing, and costs nothing in the
  /// model. On a machine that nobody observes the call only checks that.
  template <Storable T>
  void show(const char* name, T value, const char* file = __builtin_FILE(),
            std::uint32_t line = __builtin_LINE()) const {
    detail::show(name, value, file, line);
  }

 private:
  std::uint64_t id_;
};

}  // namespace pram
