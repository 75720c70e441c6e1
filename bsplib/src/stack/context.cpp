#include "stack/context.hpp"

#include <cxxabi.h>

#include <boost/context/detail/fcontext.hpp>
#include <cstdlib>
#include <cstring>

#if defined(__SANITIZE_ADDRESS__)
#define PRAM_UNDER_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PRAM_UNDER_ADDRESS_SANITIZER 1
#endif
#endif

#ifdef PRAM_UNDER_ADDRESS_SANITIZER
extern "C" void __sanitizer_start_switch_fiber(void** fake_stack_save, const void* bottom, std::size_t size);
extern "C" void __sanitizer_finish_switch_fiber(void* fake_stack_save, const void** bottom_old, std::size_t* size_old);
#endif

namespace pram::bsplib {

namespace fcontext = boost::context::detail;

/// The first function of every new stack.
struct ContextStart {
  static void run(fcontext::transfer_t from) {
    auto* const left = static_cast<Context*>(from.data);
    Context::arrive(left, from.fctx, nullptr);
    next(left->owner_);
    std::abort();
  }
  // Hands a new stack its entry. A thread starts one stack at a time, so that one variable a thread is enough.
  static thread_local Context::Entry next;
};

thread_local Context::Entry ContextStart::next = nullptr;

void Context::begin(std::byte* lowest, std::size_t bytes, Entry entry) {
  entry_ = entry;
  lowest_ = lowest;
  bytes_ = bytes;
  place_ = fcontext::make_fcontext(lowest + bytes, bytes, &ContextStart::run);
}

void Context::depart_to(Context& other) {
  if (other.entry_ != nullptr) {
    ContextStart::next = other.entry_;
    other.entry_ = nullptr;
  }
  auto* const handled = abi::__cxa_get_globals();
  std::memcpy(static_cast<void*>(&exceptions_), handled, sizeof(exceptions_));
  std::memcpy(handled, &other.exceptions_, sizeof(exceptions_));
}

void Context::arrive(void* from, void* place, [[maybe_unused]] void* fake_stack) {
  auto* const left = static_cast<Context*>(from);
  left->place_ = place;
#ifdef PRAM_UNDER_ADDRESS_SANITIZER
  __sanitizer_finish_switch_fiber(fake_stack, &left->lowest_, &left->bytes_);
#endif
}

// Not inlined: the caller may go on on another host thread, and must not keep the address of a thread_local variable.
__attribute__((noinline)) void Context::go_to(Context& other) {
  void* fake_stack = nullptr;
  depart_to(other);
#ifdef PRAM_UNDER_ADDRESS_SANITIZER
  __sanitizer_start_switch_fiber(&fake_stack, other.lowest_, other.bytes_);
#endif
  const fcontext::transfer_t back = fcontext::jump_fcontext(other.place_, this);
  arrive(back.data, back.fctx, fake_stack);
}

void Context::leave_for(Context& other) {
  depart_to(other);
#ifdef PRAM_UNDER_ADDRESS_SANITIZER
  __sanitizer_start_switch_fiber(nullptr, other.lowest_, other.bytes_);
#endif
  fcontext::jump_fcontext(other.place_, this);
  std::abort();
}

}  // namespace pram::bsplib
