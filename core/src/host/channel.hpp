#pragma once

#include <atomic>
#include <cstddef>
#include <deque>

#include <boost/lockfree/spsc_queue.hpp>

namespace pram::detail {

/// Carries blocks of messages from one worker to another while both still work. Never waits: what finds the queue full
/// stays with the sender until the receiver comes for it after both have joined.
template <class Block>
class Channel {
 public:
  /// Sender.
  void send(Block* block) {
    flush();
    if (!kept_.empty() || !queue_.push(block)) kept_.push_back(block);
  }

  /// Sender: says that nothing more comes in this phase.
  void close() {
    flush();
    if (kept_.empty()) closed_.store(true, std::memory_order_release);
  }

  /// Receiver, while the sender may still work: the next block, or null if none is there.
  Block* receive() {
    Block* block = nullptr;
    return queue_.pop(block) ? block : nullptr;
  }

  /// Receiver: true once nothing more can come.
  bool exhausted() { return closed_.load(std::memory_order_acquire) && queue_.read_available() == 0; }

  /// Receiver, after sender and receiver have joined: the next block, or null at the end, which readies the channel for
  /// the next phase.
  Block* receive_rest() {
    if (Block* const block = receive()) return block;
    if (!kept_.empty()) {
      Block* const block = kept_.front();
      kept_.pop_front();
      return block;
    }
    closed_.store(false, std::memory_order_relaxed);
    return nullptr;
  }

 private:
  void flush() {
    while (!kept_.empty() && queue_.push(kept_.front())) kept_.pop_front();
  }

  boost::lockfree::spsc_queue<Block*, boost::lockfree::capacity<1024>> queue_;
  std::deque<Block*> kept_;
  std::atomic<bool> closed_ = false;
};

}  // namespace pram::detail
