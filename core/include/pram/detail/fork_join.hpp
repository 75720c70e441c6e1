#pragma once

#include <utility>

#if defined(__SANITIZE_THREAD__)
#define PRAM_UNDER_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define PRAM_UNDER_THREAD_SANITIZER 1
#endif
#endif

#ifdef PRAM_UNDER_THREAD_SANITIZER
extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);
#define PRAM_UNSEEN_BY_THREAD_SANITIZER __attribute__((no_sanitize("thread")))
#else
#define PRAM_UNSEEN_BY_THREAD_SANITIZER
#endif

namespace pram {

/// Work that oneTBB is to share out to threads, by reference. The object passes the order in time to the thread
/// sanitizer, which cannot see into a oneTBB that was built without it: all that was done before the object was made
/// comes before every call, and every call before what follows join(). Two calls stay unordered, so that a race between
/// them is found. In other builds the object is the work and nothing else.
///
///     const auto do_part = [&](unsigned part) { … };
///     ForkJoin fork(do_part);
///     tbb::parallel_for(0U, parts, fork);
///     fork.join();
template <class Work>
class ForkJoin {
 public:
  explicit ForkJoin(const Work& work) : work_(&work) { release(forked_); }
  ~ForkJoin() { join(); }
  ForkJoin(const ForkJoin&) = delete;
  ForkJoin& operator=(const ForkJoin&) = delete;

  /// Unseen by the sanitizer, because the call reads this object before it can say what came before.
  template <class... Arguments>
  PRAM_UNSEEN_BY_THREAD_SANITIZER auto operator()(Arguments&&... arguments) const {
    const Call call(*this);
    return (*work_)(std::forward<Arguments>(arguments)...);
  }

  /// All calls are over, as they are when the object dies, also where one has thrown.
  void join() const { acquire(joined_); }

 private:
  struct Call {
    PRAM_UNSEEN_BY_THREAD_SANITIZER explicit Call(const ForkJoin& of) : of_(of) { acquire(of.forked_); }
    ~Call() { release(of_.joined_); }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    const ForkJoin& of_;
  };

#ifdef PRAM_UNDER_THREAD_SANITIZER
  static void acquire(char& edge) { __tsan_acquire(&edge); }
  static void release(char& edge) { __tsan_release(&edge); }
  mutable char forked_ = 0;  // only their addresses count
  mutable char joined_ = 0;
#else
  static void acquire(char) {}
  static void release(char) {}
  static constexpr char forked_ = 0;
  static constexpr char joined_ = 0;
#endif

  const Work* work_;
};

}  // namespace pram
