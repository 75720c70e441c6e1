#include <pram/detail/fork_join.hpp>

#include "arena.hpp"

#ifdef PRAM_UNDER_THREAD_SANITIZER

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

namespace pram::detail {

namespace {

class PlainArena : public Arena {
 public:
  explicit PlainArena(unsigned threads) {
    for (unsigned k = 1; k < threads; ++k) others_.emplace_back([this](const std::stop_token& stop) { serve(stop); });
  }

  void run(unsigned count, const std::function<void(unsigned)>& given) override {
    {
      const std::scoped_lock lock(mutex_);
      work_ = &given;
      next_ = 0;
      last_ = count;
      unfinished_ = count;
    }
    changed_.notify_all();
    std::unique_lock lock(mutex_);
    while (take(lock)) {
    }
    changed_.wait(lock, [this] { return unfinished_ == 0; });
  }

  void within(const std::function<void()>& given) override { given(); }

 private:
  /// Does one piece of work, if one is left.
  bool take(std::unique_lock<std::mutex>& lock) {
    if (next_ == last_) return false;
    const unsigned mine = next_++;
    lock.unlock();
    (*work_)(mine);
    lock.lock();
    if (--unfinished_ == 0) changed_.notify_all();
    return true;
  }

  void serve(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return next_ < last_; })) take(lock);
  }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  const std::function<void(unsigned)>* work_ = nullptr;
  unsigned next_ = 0;
  unsigned last_ = 0;
  unsigned unfinished_ = 0;
  std::vector<std::jthread> others_;  // last, so that they end before what they use
};

}  // namespace

std::unique_ptr<Arena> plain_arena(unsigned threads) { return std::make_unique<PlainArena>(threads); }

}  // namespace pram::detail

#endif
