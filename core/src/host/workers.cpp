#include "workers.hpp"

#include <exception>
#include <mutex>
#include <utility>

#include <pram/fork_join.hpp>
#include <pram/memory_account.hpp>

#ifdef PRAM_UNDER_THREAD_SANITIZER
#include <cstdlib>
#include <string>

#include <pram/error.hpp>
#endif

namespace pram::detail {

namespace {

#ifdef PRAM_UNDER_THREAD_SANITIZER
/// The sanitizer sees all that orders std::threads, but inside oneTBB only what ForkJoin tells: tests choose.
/// @throws ConfigError if PRAM_HOST_THREADS is neither plain nor tbb
std::unique_ptr<Arena> make_arena(unsigned threads) {
  const char* const given = std::getenv("PRAM_HOST_THREADS");
  const std::string kind = given == nullptr ? "plain" : given;
  if (kind == "plain") return plain_arena(threads);
  if (kind == "tbb") return tbb_arena(threads);
  throw ConfigError("PRAM_HOST_THREADS", kind, "plain or tbb");
}
#else
std::unique_ptr<Arena> make_arena(unsigned threads) { return tbb_arena(threads); }
#endif

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

Workers::Workers(unsigned threads) : threads_(threads) {
  if (threads > 1) arena_ = make_arena(threads);
}

void Workers::run(unsigned count, bool spread, const std::function<void(unsigned)>& work) {
  LowestFailure failure;
  const auto call = [&work, &failure, account = current_account](unsigned worker) {
    const AccountScope scope(account);
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
  if (arena_ == nullptr) arena_ = make_arena(threads_);
  arena_->within([&work, account = current_account] {
    const AccountScope scope(account);
    work();
  });
}

}  // namespace pram::detail
