#include <pram/detail/routing/collision_rounds.hpp>

#include <bit>
#include <numeric>

namespace pram::detail {

void CollisionRounds::begin(std::span<const std::uint32_t> modules) {
  modules_.assign(modules.begin(), modules.end());
  unfinished_.resize(modules.size() / options_.copies);
  std::iota(unfinished_.begin(), unfinished_.end(), 0U);
  answered_.assign(unfinished_.size(), 0);
  messages_.clear();
  stuck_ = false;
}

bool CollisionRounds::round() {
  if (unfinished_.empty()) return false;
  messages_.clear();
  for (const std::uint32_t request : unfinished_) {
    for (std::uint32_t copy = 0; copy < options_.copies; ++copy) {
      if ((answered_[request] >> copy & 1U) != 0) continue;
      const std::uint32_t module = modules_[std::size_t{request} * options_.copies + copy];
      messages_.push_back({request, copy, module, false});
      ++load_[module];
    }
  }
  const bool in_turn = options_.in_turn || stuck_;
  stuck_ = true;
  if (in_turn) {
    for (const CollisionMessage& message : messages_) load_[message.module] = 0;
  }
  for (CollisionMessage& message : messages_) {
    // In turn, the load is that of the messages before this one.
    message.answered = in_turn ? load_[message.module]++ < options_.collide : load_[message.module] <= options_.collide;
    if (!message.answered) continue;
    answered_[message.request] |= 1U << message.copy;
    stuck_ = false;
  }
  for (const CollisionMessage& message : messages_) load_[message.module] = 0;
  std::erase_if(unfinished_, [this](std::uint32_t request) {
    return static_cast<std::uint32_t>(std::popcount(answered_[request])) >= options_.needed;
  });
  return true;
}

}  // namespace pram::detail
