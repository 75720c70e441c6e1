#include <benchmark/benchmark.h>

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <sys/mman.h>

/// What the host can do at best, without a machine on it: set the other benchmarks' figures beside these.
namespace {

/// Memory in 2 MiB pages where the host has them.
class LargeBlock {
 public:
  explicit LargeBlock(std::size_t bytes)
      : bytes_(bytes), data_(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    if (data_ == MAP_FAILED) throw std::bad_alloc();
    ::madvise(data_, bytes_, MADV_HUGEPAGE);
  }
  ~LargeBlock() { ::munmap(data_, bytes_); }
  LargeBlock(const LargeBlock&) = delete;
  LargeBlock& operator=(const LargeBlock&) = delete;

  std::byte* data() const { return static_cast<std::byte*>(data_); }

 private:
  std::size_t bytes_;
  void* data_;
};

constexpr std::size_t table_words = 10'000'000;  // 80 MB: beyond the caches of one core

/// Adds one to words in random order: what serving a cell costs when nothing else does.
void random_words(benchmark::State& state) {
  const LargeBlock block(table_words * sizeof(std::uint64_t));
  auto* const table = reinterpret_cast<std::uint64_t*>(block.data());
  std::vector<std::uint32_t> order(table_words);
  std::uint64_t draw = 1;
  for (std::uint32_t& one : order) {
    draw = draw * 6364136223846793005U + 1442695040888963407U;
    one = static_cast<std::uint32_t>((draw >> 33) % table_words);
  }
  for (auto _ : state) {
    for (const std::uint32_t at : order) ++table[at];
    benchmark::ClobberMemory();
  }
  const auto rounds = static_cast<std::uint64_t>(state.iterations());
  if (std::accumulate(table, table + table_words, std::uint64_t{0}) != rounds * table_words)
    throw std::logic_error("lost a word");
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(table_words));
}

/// Reads words in order.
void streamed_words(benchmark::State& state) {
  const LargeBlock block(table_words * sizeof(std::uint64_t));
  auto* const table = reinterpret_cast<std::uint64_t*>(block.data());
  std::iota(table, table + table_words, std::uint64_t{0});
  std::uint64_t sum = 0;
  for (auto _ : state) benchmark::DoNotOptimize(sum = std::accumulate(table, table + table_words, std::uint64_t{0}));
  if (sum != std::uint64_t{table_words} * (table_words - 1) / 2) throw std::logic_error("read something else");
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(table_words * sizeof(std::uint64_t)));
}

struct Bare {
  struct promise_type {
    static inline std::byte* next = nullptr;
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

/// Resumes coroutines in the order of their frames, each of which writes a word.
void resumed_coroutines(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0));
  const LargeBlock block(n * 256);
  Bare::promise_type::next = block.data();
  std::vector<std::uint32_t> counts(n);
  std::vector<std::coroutine_handle<>> all;
  for (std::uint32_t& count : counts) all.push_back(count_up(&count).handle);
  for (auto _ : state) {
    for (const std::coroutine_handle<> one : all) one.resume();
  }
  if (counts.back() != static_cast<std::uint32_t>(state.iterations()))
    throw std::logic_error("a coroutine fell behind");
  for (const std::coroutine_handle<> one : all) one.destroy();
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

const bool limits_registered = [] {
  benchmark::RegisterBenchmark("limit/random_words", random_words)->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("limit/streamed_words", streamed_words)->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("limit/resumed_coroutines", resumed_coroutines)
      ->Arg(1 << 12)
      ->Arg(1 << 16)
      ->Arg(1 << 20);
  return true;
}();

}  // namespace
