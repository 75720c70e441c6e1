#pragma once

#include <coroutine>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <pram/detail/function.hpp>
#include <pram/machine/task.hpp>

/// What a program may give a pardo or an spmd as its body: what cannot be one does not compile, and says why.
namespace pram {

namespace bsp {
class Process;
}

namespace detail {

/// The program of every processor as the engine sees it: makes the task of processor `id`.
using Spawn = Function<std::coroutine_handle<>(std::uint64_t id)>;

/// Takes the task that a body has made for a processor from its handle: the machine ends it.
struct RootTask {
  static std::coroutine_handle<> of(Task<>&& task) { return std::move(task).release(); }
};

template <class Result, class Closure, class Parameter>
consteval bool takes_reference(Result (Closure::*)(Parameter)) {
  return std::is_reference_v<Parameter>;
}
template <class Result, class Closure, class Parameter>
consteval bool takes_reference(Result (Closure::*)(Parameter) const) {
  return std::is_reference_v<Parameter>;
}
template <class Result, class Parameter>
consteval bool takes_reference(Result (*)(Parameter)) {
  return std::is_reference_v<Parameter>;
}

/// Would the body's task know its processor by a reference, to something that dies as soon as the task is made?
template <class Body>
consteval bool keeps_reference() {
  if constexpr (requires { takes_reference(std::declval<Body>()); }) {
    return takes_reference(static_cast<std::decay_t<Body>>(nullptr));
  } else if constexpr (requires { takes_reference(&Body::operator()); }) {
    return takes_reference(&Body::operator());
  } else if constexpr (requires { takes_reference(&Body::template operator()<Processor>); }) {
    return takes_reference(&Body::template operator()<Processor>);
  } else {
    return false;
  }
}

/// Does not compile.
template <class T>
void refuse_element() {
  static_assert(never<T>,
                "a cell of an array is one word: its values are trivially copyable and have 8 bytes at most; what is "
                "larger takes an array for each of its parts");
}

/// Does not compile for what cannot be a pardo's body.
template <class Body>
consteval bool check_body() {
  if constexpr (!std::is_invocable_v<Body&, Processor>) {
    static_assert(never<Body>,
                  "the body of a pardo takes its processor: [&](pram::Processor self) -> pram::Task<> { ... }");
    return false;
  } else if constexpr (!std::is_same_v<std::invoke_result_t<Body&, Processor>, Task<>>) {
    static_assert(never<Body>,
                  "the body of a pardo is a task, and says so: [&](pram::Processor self) -> pram::Task<> { ... }");
    return false;
  } else if constexpr (keeps_reference<Body>()) {
    static_assert(never<Body>,
                  "the body of a pardo takes its processor by value, since its task outlives what a reference would "
                  "name: [&](pram::Processor self) -> pram::Task<> { ... }");
    return false;
  } else {
    return true;
  }
}

/// The process that a body of spmd takes. As a type that depends on the body it need not be complete for those who run
/// no processes, so that this header goes without those of BSP.
template <class Body>
struct ProcessOf {
  using Type = bsp::Process;
};
template <class Body>
concept ProcessIsKnown = requires {
  sizeof(typename ProcessOf<Body>::Type);
};

/// Does not compile for what cannot be the body of BSP processes.
template <class Body>
consteval bool check_process_body() {
  if constexpr (!ProcessIsKnown<Body>) {
    static_assert(never<Body>, "spmd runs the processes of <pram/bsp.hpp>, which <pram/pram.hpp> includes, too");
    return false;
  } else if constexpr (!std::is_invocable_v<Body&, bsp::Process>) {
    static_assert(never<Body>,
                  "the body of spmd takes its process: [&](pram::bsp::Process self) -> pram::Task<> { ... }");
    return false;
  } else if constexpr (!std::is_same_v<std::invoke_result_t<Body&, bsp::Process>, Task<>>) {
    static_assert(never<Body>,
                  "the body of spmd is a task, and says so: [&](pram::bsp::Process self) -> pram::Task<> { ... }");
    return false;
  } else if constexpr (keeps_reference<Body>()) {
    static_assert(never<Body>,
                  "the body of spmd takes its process by value, since its task outlives what a reference would name: "
                  "[&](pram::bsp::Process self) -> pram::Task<> { ... }");
    return false;
  } else {
    return true;
  }
}

}  // namespace detail

}  // namespace pram
