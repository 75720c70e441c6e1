#pragma once

#include <coroutine>
#include <cstdint>

#include <pram/machine/task.hpp>

namespace pram::detail {

/// What a task of any type knows of itself. A frame begins with two pointers, and its promise stands behind them, since
/// no promise is aligned to more than 16 bytes (see Task).
inline PromiseBase& promise_of(std::coroutine_handle<> task) {
  return std::coroutine_handle<PromiseBase>::from_address(task.address()).promise();
}

/// The task that awaits this one.
inline std::coroutine_handle<> awaiting_task(std::coroutine_handle<> task) {
  return std::coroutine_handle<>::from_address(reinterpret_cast<void*>(promise_of(task).awaiting));
}

/// Whether the task has begun.
inline bool has_begun(std::coroutine_handle<> task) { return !is_maker(promise_of(task).awaiting); }

}  // namespace pram::detail
