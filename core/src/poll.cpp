#include <pram/detail/poll.hpp>

#include <utility>

namespace pram {

namespace {

thread_local PollScope* innermost = nullptr;

}  // namespace

void poll(std::string_view doing) {
  if (innermost != nullptr && innermost->hook_) innermost->hook_(doing);
}

PollScope::PollScope(Hook hook) : hook_(std::move(hook)), outer_(std::exchange(innermost, this)) {}

PollScope::~PollScope() { innermost = outer_; }

}  // namespace pram
