#include "limits.hpp"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <new>
#include <numeric>
#include <stdexcept>

#include <sys/mman.h>

namespace pram::bench {

namespace {

/// Calls work(t, first, last) for each thread's part of [0, count).
template <class Work>
void in_parts(std::size_t count, unsigned threads, const Work& work) {
  const auto part = [&](unsigned t) { work(t, count * t / threads, count * (t + 1) / threads); };
  if (threads == 1) {
    part(0);
    return;
  }
  tbb::task_arena(static_cast<int>(threads)).execute([&] { tbb::parallel_for(0U, threads, part); });
}

struct Bare {
  struct promise_type {
    static inline thread_local std::byte* next = nullptr;
    static void* operator new(std::size_t bytes) {
      std::byte* const frame = next;
      next += (bytes + 15) / 16 * 16;
      return frame;
    }
    static void operator delete(void*) {}
    Bare get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

Bare count_up(std::uint32_t* place) {
  for (;;) {
    ++*place;
    co_await std::suspend_always();
  }
}

}  // namespace

LargeBlock::LargeBlock(std::size_t bytes)
    : bytes_(bytes), data_(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
  if (data_ == MAP_FAILED) throw std::bad_alloc();
  ::madvise(data_, bytes_, MADV_HUGEPAGE);
}

LargeBlock::~LargeBlock() { ::munmap(data_, bytes_); }

Triad::Triad(std::size_t words)
    : words_(words),
      block_(3 * words * sizeof(double)),
      a_(reinterpret_cast<double*>(block_.data())),
      b_(a_ + words),
      c_(b_ + words) {
  std::iota(b_, b_ + words, 0.0);
  std::fill_n(c_, words, 1.0);
}

std::uint64_t Triad::run(unsigned threads) {
  in_parts(words_, threads, [this](unsigned, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) a_[i] = b_[i] + 3 * c_[i];
  });
  return 3 * words_ * sizeof(double);
}

void Triad::check() const {
  for (std::size_t i = 0; i < words_; ++i) {
    if (a_[i] != static_cast<double>(i) + 3) throw std::logic_error("a sum of the triad is wrong");
  }
}

RandomWords::RandomWords(std::size_t words)
    : block_(words * sizeof(std::uint64_t)), table_(reinterpret_cast<std::uint64_t*>(block_.data())), order_(words) {
  std::uint64_t draw = 1;
  for (std::uint32_t& one : order_) {
    draw = draw * 6364136223846793005U + 1442695040888963407U;
    one = static_cast<std::uint32_t>((draw >> 33) % words);
  }
  for (std::size_t i = 0; i < words; ++i) table_[i] = i;
  for (const std::uint32_t at : order_) total_ += at;
}

std::uint64_t RandomWords::gather(unsigned threads) {
  std::vector<std::uint64_t> sums(threads);
  in_parts(order_.size(), threads, [&](unsigned t, std::size_t first, std::size_t last) {
    std::uint64_t sum = 0;
    for (std::size_t k = first; k < last; ++k) sum += table_[order_[k]];
    sums[t] = sum;
  });
  if (rounds_ == 0) wrong_ |= std::accumulate(sums.begin(), sums.end(), std::uint64_t{0}) != total_;
  return order_.size();
}

std::uint64_t RandomWords::add() {
  for (const std::uint32_t at : order_) ++table_[at];
  ++rounds_;
  return order_.size();
}

void RandomWords::check() const {
  const std::uint64_t n = order_.size();
  if (wrong_ || std::accumulate(table_, table_ + n, std::uint64_t{0}) != n * (n - 1) / 2 + rounds_ * n)
    throw std::logic_error("a word was lost");
}

BareCoroutines::BareCoroutines(std::size_t count) : block_(count * 256), counts_(count) {
  Bare::promise_type::next = block_.data();
  for (std::uint32_t& one : counts_) all_.push_back(count_up(&one).handle);
}

BareCoroutines::~BareCoroutines() {
  for (const std::coroutine_handle<> one : all_) one.destroy();
}

}  // namespace pram::bench
