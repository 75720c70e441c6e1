#include "host_threads.hpp"

#include <exception>
#include <mutex>
#include <utility>

#include <pram/detail/fork_join.hpp>
#include <pram/detail/memory_account.hpp>

#ifdef PRAM_UNDER_THREAD_SANITIZER
#include <cstdlib>
#include <string>

#include <pram/error.hpp>
#endif

namespace pram::detail {

namespace {

#ifdef PRAM_UNDER_THREAD_SANITIZER
/// The sanitizer sees all that orders std::threads, but inside oneTBB only what ForkJoin reports: tests choose.
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

/// The work of one run, as each thread does it: in the account of the machine, and keeping what it throws. Of several
/// failures that of the lowest worker stays, whoever was first.
class Calls {
 public:
  explicit Calls(const std::function<void(unsigned)>& work) : work_(work), account_(current_account) {}

  void operator()(unsigned worker) noexcept {
    const AccountScope scope(account_);
    try {
      work_(worker);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (error_ != nullptr && worker_ < worker) return;
      worker_ = worker;
      error_ = std::current_exception();
    }
  }

  void rethrow() const {
    if (error_ != nullptr) std::rethrow_exception(error_);
  }

 private:
  const std::function<void(unsigned)>& work_;
  MemoryAccount* account_;
  std::mutex mutex_;
  unsigned worker_ = 0;
  std::exception_ptr error_;
};

}  // namespace

HostThreads::HostThreads(unsigned threads) : threads_(threads) {
  if (threads > 1) arena_ = make_arena(threads);
}

void HostThreads::run(unsigned count, bool spread, const std::function<void(unsigned)>& work) {
  Calls calls(work);
  if (spread && count > 1 && threads_ > 1) {
    arena_->run(count, std::ref(calls));
  } else {
    for (unsigned worker = 0; worker < count; ++worker) calls(worker);
  }
  calls.rethrow();
}

void HostThreads::within(const std::function<void()>& work) {
  if (arena_ == nullptr) arena_ = make_arena(threads_);
  arena_->within([&work, account = current_account] {
    const AccountScope scope(account);
    work();
  });
}

}  // namespace pram::detail
