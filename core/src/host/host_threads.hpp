#pragma once

#include <functional>
#include <memory>

#include "arena.hpp"

namespace pram::detail {

/// The host threads of one machine. Work is named by logical worker, so that results never depend on who runs it.
class HostThreads {
 public:
  explicit HostThreads(unsigned threads);

  unsigned threads() const { return threads_; }

  /// Calls work(0), …, work(count - 1), on several threads if `spread`, and returns when all are done.
  /// The calls must not wait for each other.
  /// @throws the exception of the lowest call that threw one; all others have run nevertheless
  void run(unsigned count, bool spread, const std::function<void(unsigned)>& work);

  /// Calls work() so that what it does in parallel with oneTBB stays on these threads.
  void within(const std::function<void()>& work);

 private:
  unsigned threads_;
  std::unique_ptr<Arena> arena_;
};

}  // namespace pram::detail
