#pragma once

#include <functional>
#include <memory>

namespace pram::detail {

/// Host threads that share out pieces of work among each other.
class Arena {
 public:
  virtual ~Arena() = default;

  /// Calls work(0), …, work(count - 1), on several threads, and returns when all are done.
  virtual void run(unsigned count, const std::function<void(unsigned)>& work) = 0;

  /// Calls work() so that what it does in parallel with oneTBB stays on these threads.
  virtual void within(const std::function<void()>& work) = 0;
};

/// Threads of oneTBB: what every machine has. At most as many as the host has processors.
std::unique_ptr<Arena> tbb_arena(unsigned threads);

/// `threads` of std::thread, all of whose waiting the thread sanitizer sees. Made for it alone.
std::unique_ptr<Arena> plain_arena(unsigned threads);

}  // namespace pram::detail
