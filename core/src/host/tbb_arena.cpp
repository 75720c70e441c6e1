#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>

#include <pram/detail/fork_join.hpp>
#include <pram/error.hpp>

#include "arena.hpp"

namespace pram::detail {

namespace {

/// Has oneTBB make what it makes once in a process. If memory runs out there, oneTBB 2021 keeps its lock, and whoever
/// calls it later waits for ever.
bool make_tbb_ready() noexcept {
  try {
    return tbb::this_task_arena::max_concurrency() > 0;
  } catch (...) {
    return false;
  }
}

bool tbb_is_ready() noexcept {
  static const bool ready = make_tbb_ready();
  return ready;
}

// Before main(), where memory does not run out: takes a fifth of a millisecond, and starts no thread.
[[maybe_unused]] const bool ready_at_start = tbb_is_ready();

class TbbArena : public Arena {
 public:
  /// Initialises the arena at once. An arena whose initialisation has failed lets all wait that come after, so that it
  /// must not outlive the failure.
  /// @throws std::bad_alloc, Error
  explicit TbbArena(unsigned threads) {
    if (!tbb_is_ready()) {
      throw Error(
          "oneTBB found no memory when this process began, and cannot be used any more: end the process, and give it "
          "more");
    }
    arena_.initialize(std::min(static_cast<int>(threads), tbb::this_task_arena::max_concurrency()));
  }

  void run(unsigned count, const std::function<void(unsigned)>& work) override {
    within([&] { tbb::parallel_for(0U, count, 1U, ForkJoin(work), tbb::static_partitioner()); });
  }

  // Another thread may do the work, where this one finds no place in the arena.
  void within(const std::function<void()>& work) override { arena_.execute(ForkJoin(work)); }

 private:
  tbb::task_arena arena_;
};

}  // namespace

std::unique_ptr<Arena> tbb_arena(unsigned threads) { return std::make_unique<TbbArena>(threads); }

}  // namespace pram::detail
