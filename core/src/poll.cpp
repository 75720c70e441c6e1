#include <pram/network/poll.hpp>

#include <utility>

namespace pram {

namespace {

thread_local PollScope* innermost = nullptr;

}  // namespace

void poll(std::string_view doing) {
  if (innermost != nullptr && innermost->hook_) innermost->hook_(doing);
}

bool poll_around(std::string_view doing) {
  const PollScope* const around = innermost != nullptr ? innermost->outer_ : nullptr;
  if (around == nullptr || !around->hook_) return false;
  around->hook_(doing);
  return true;
}

PollScope::PollScope(Hook hook) : hook_(std::move(hook)), outer_(std::exchange(innermost, this)) {}

PollScope::~PollScope() { innermost = outer_; }

}  // namespace pram
