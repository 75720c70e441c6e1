#pragma once

#include <cstddef>

namespace pram::bsplib {

/// Where a stack stands while another one runs on its host thread. With the stack goes what the C++ runtime notes of
/// the exceptions that are handled on it.
class Context {
 public:
  /// The function that a new stack begins with; it never returns. `owner` is that of the context that left for it.
  using Entry = void (*)(void* owner);

  /// Of a stack that runs now, or will be made. @param owner  handed to the entries of stacks that this one leaves for
  explicit Context(void* owner = nullptr) : owner_(owner) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  void own(void* owner) { owner_ = owner; }

  /// Makes it the beginning of a stack of these bytes.
  void begin(std::byte* lowest, std::size_t bytes, Entry entry);

  /// Somebody will soon go on here, if it has begun.
  void prefetch() const {
    if (place_ == nullptr) return;
    const auto* const place = static_cast<const char*>(place_);
    for (std::ptrdiff_t line = 0; line < 5; ++line) __builtin_prefetch(place + 64 * line, 1);
  }

  /// Goes on in another context; returns when somebody goes on in this one.
  void go_to(Context& other);
  /// The same, never to return.
  [[noreturn]] void leave_for(Context& other);

 private:
  struct Exceptions {  // as __cxa_get_globals() has them
    void* caught = nullptr;
    unsigned int uncaught = 0;
  };

  void depart_to(Context& other);
  static void arrive(void* from, void* place, void* fake_stack);
  friend struct ContextStart;

  void* place_ = nullptr;
  void* owner_ = nullptr;
  Entry entry_ = nullptr;
  Exceptions exceptions_;
  // What the address sanitizer is told.
  const void* lowest_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace pram::bsplib
