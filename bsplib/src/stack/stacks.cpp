#include "stack/stacks.hpp"

#include <fmt/format.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <pram/error.hpp>

namespace pram::bsplib {

namespace {

std::uint64_t page_size() { return static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)); }

std::uint64_t whole_pages(std::uint64_t bytes) { return (bytes + page_size() - 1) / page_size() * page_size(); }

/// The stack on which a signal handler runs when the thread's own stack is used up.
class SignalStack {
 public:
  SignalStack() {
    stack_t now = {};
    if (::sigaltstack(nullptr, &now) != 0 || (now.ss_flags & SS_DISABLE) == 0) return;
    stack_t wanted = {};
    wanted.ss_sp = place_.data();
    wanted.ss_size = place_.size();
    set_ = ::sigaltstack(&wanted, nullptr) == 0;
  }
  // No destructor, whose registration would take memory: the setting ends with the thread.
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;
  bool set() const { return set_; }

 private:
  std::array<std::byte, 64 << 10> place_;
  bool set_ = false;
};

}  // namespace

StackBounds StackBounds::of_this_thread() {
  StackBounds bounds;
  pthread_attr_t attributes;
  if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) return bounds;
  void* lowest = nullptr;
  std::size_t bytes = 0;
  if (::pthread_attr_getstack(&attributes, &lowest, &bytes) == 0)
    bounds = {static_cast<const std::byte*>(lowest), bytes};
  ::pthread_attr_destroy(&attributes);
  return bounds;
}

bool StackBounds::overrun_at(const void* address) const {
  constexpr std::uint64_t gap = std::uint64_t{1} << 20;  // Linux maps nothing so close below a stack that grows
  const auto below = static_cast<std::uint64_t>(lowest - static_cast<const std::byte*>(address));
  return lowest != nullptr && below > 0 && below <= gap;
}

Stacks::Stacks(std::uint64_t count, std::uint64_t bytes_each)
    : page_(page_size()), distance_(whole_pages(bytes_each) + page_), count_(count), counted_(count * distance_) {
  void* const place = ::mmap(nullptr, count_ * distance_, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  const auto refuse = [&](int error) {
    throw LimitError("memory", count_ * distance_, 0,
                     fmt::format("the host has no room for {} stack{} of {} KiB each: {}", count_,
                                 count_ == 1 ? "" : "s", this->bytes_each() >> 10, std::strerror(error)));
  };
  if (place == MAP_FAILED) refuse(errno);
  base_ = static_cast<std::byte*>(place);
  ::madvise(place, count_ * distance_, MADV_NOHUGEPAGE);  // a process touches a page or two of its stack
  for (std::uint64_t k = 0; k < count_; ++k) {
    if (::mprotect(base_ + k * distance_, page_, PROT_NONE) == 0) continue;
    const int error = errno;
    ::munmap(base_, count_ * distance_);
    refuse(error);
  }
}

Stacks::~Stacks() { ::munmap(base_, count_ * distance_); }

std::int64_t Stacks::overrun_at(const void* address) const {
  const auto offset = static_cast<std::uint64_t>(static_cast<const std::byte*>(address) - base_);
  if (offset >= count_ * distance_ || offset % distance_ >= page_) return -1;
  return static_cast<std::int64_t>(offset / distance_);
}

void Stacks::prepare_thread() {
  static thread_local const SignalStack stack;
  (void)stack.set();
}

}  // namespace pram::bsplib
