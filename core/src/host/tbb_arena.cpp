#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>

#include <pram/detail/fork_join.hpp>

#include "arena.hpp"

namespace pram::detail {

namespace {

class TbbArena : public Arena {
 public:
  explicit TbbArena(unsigned threads)
      : arena_(std::min(static_cast<int>(threads), tbb::this_task_arena::max_concurrency())) {}

  void run(unsigned count, const std::function<void(unsigned)>& work) override {
    within([&] { tbb::parallel_for(0U, count, 1U, ForkJoin(work), tbb::static_partitioner()); });
  }

  // Another thread may do it, where this one finds no place in the arena.
  void within(const std::function<void()>& work) override { arena_.execute(ForkJoin(work)); }

 private:
  tbb::task_arena arena_;
};

}  // namespace

std::unique_ptr<Arena> tbb_arena(unsigned threads) { return std::make_unique<TbbArena>(threads); }

}  // namespace pram::detail
