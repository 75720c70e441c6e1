#pragma once

#include <cstddef>

namespace pram::bsplib {

/// The place at which a stack goes on after another one has run on its host thread. A context also keeps the C++
/// runtime's notes on the exceptions that are handled on the stack.
class Context {
 public:
  /// The function that a new stack begins with, given the owner of the context that left for it; it never returns.
  using Entry = void (*)(void* owner);

  /// The context of a stack that runs now, or that begin() will make.
  /// @param owner  given to the entry of every new stack that this one leaves for
  explicit Context(void* owner = nullptr) : owner_(owner) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  void own(void* owner) { owner_ = owner; }

  /// Makes a new stack of these bytes, which starts with `entry`.
  void begin(std::byte* lowest, std::size_t bytes, Entry entry);

  /// Fetches the top of the stack into the cache, because it will soon go on. A context without a stack is left alone.
  void prefetch() const {
    if (place_ == nullptr) return;
    const auto* const place = static_cast<const char*>(place_);
    for (std::ptrdiff_t line = 0; line < 5; ++line) __builtin_prefetch(place + 64 * line, 1);
  }

  /// Goes on in another context, and returns when a context goes on in this one, perhaps on another host thread.
  void go_to(Context& other);
  /// Goes on in another context for good: nothing may go on in this one later.
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
  // The bounds of the stack, which the address sanitizer must know.
  const void* lowest_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace pram::bsplib
