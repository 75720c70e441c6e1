#include "workers.hpp"

#include <algorithm>
#include <exception>
#include <mutex>

#if defined(__SANITIZE_THREAD__)
#define PRAM_PLAIN_THREADS 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define PRAM_PLAIN_THREADS 1
#endif
#endif

#ifdef PRAM_PLAIN_THREADS
#include <condition_variable>
#include <stop_token>
#include <thread>
#include <vector>
#else
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>
#endif

namespace pram::detail {

#ifdef PRAM_PLAIN_THREADS

// The thread sanitizer cannot see through a oneTBB that was built without it, so it gets threads that it can follow.
struct Workers::Arena {
  explicit Arena(unsigned threads) {
    for (unsigned k = 1; k < threads; ++k) others.emplace_back([this](const std::stop_token& stop) { serve(stop); });
  }

  void run(unsigned count, const std::function<void(unsigned)>& given) {
    {
      const std::scoped_lock lock(mutex);
      work = &given;
      next = 0;
      last = count;
      unfinished = count;
    }
    changed.notify_all();
    std::unique_lock lock(mutex);
    while (take(lock)) {
    }
    changed.wait(lock, [this] { return unfinished == 0; });
  }

  void within(const std::function<void()>& given) { given(); }

 private:
  /// Does one piece of work, if one is left.
  bool take(std::unique_lock<std::mutex>& lock) {
    if (next == last) return false;
    const unsigned mine = next++;
    lock.unlock();
    (*work)(mine);
    lock.lock();
    if (--unfinished == 0) changed.notify_all();
    return true;
  }

  void serve(const std::stop_token& stop) {
    std::unique_lock lock(mutex);
    while (changed.wait(lock, stop, [this] { return next < last; })) take(lock);
  }

  std::mutex mutex;
  std::condition_variable_any changed;
  const std::function<void(unsigned)>* work = nullptr;
  unsigned next = 0;
  unsigned last = 0;
  unsigned unfinished = 0;
  std::vector<std::jthread> others;  // last, so that they end before what they use
};

#else

struct Workers::Arena {
  explicit Arena(unsigned threads)
      : arena(std::min(static_cast<int>(threads), tbb::this_task_arena::max_concurrency())) {}

  void run(unsigned count, const std::function<void(unsigned)>& work) {
    arena.execute([&] { tbb::parallel_for(0U, count, 1U, work, tbb::static_partitioner()); });
  }

  void within(const std::function<void()>& given) { arena.execute(given); }

  tbb::task_arena arena;
};

#endif

Workers::Workers(unsigned threads) : threads_(threads) {
  if (threads > 1) arena_ = std::make_unique<Arena>(threads);
}

Workers::~Workers() = default;

namespace {

/// What one call of several threw: that of the lowest worker, so that it does not depend on who was first.
class LowestFailure {
 public:
  void keep(unsigned worker, std::exception_ptr error) noexcept {
    const std::lock_guard lock(mutex_);
    if (error_ != nullptr && worker_ < worker) return;
    worker_ = worker;
    error_ = std::move(error);
  }
  void rethrow() const {
    if (error_ != nullptr) std::rethrow_exception(error_);
  }

 private:
  std::mutex mutex_;
  unsigned worker_ = 0;
  std::exception_ptr error_;
};

}  // namespace

void Workers::run(unsigned count, bool spread, const std::function<void(unsigned)>& work) {
  LowestFailure failure;
  const auto call = [&work, &failure](unsigned worker) {
    try {
      work(worker);
    } catch (...) {
      failure.keep(worker, std::current_exception());
    }
  };
  if (spread && count > 1 && threads_ > 1) {
    arena_->run(count, call);
  } else {
    for (unsigned worker = 0; worker < count; ++worker) call(worker);
  }
  failure.rethrow();
}

void Workers::within(const std::function<void()>& work) {
  if (arena_ == nullptr) arena_ = std::make_unique<Arena>(threads_);
  arena_->within(work);
}

}  // namespace pram::detail
