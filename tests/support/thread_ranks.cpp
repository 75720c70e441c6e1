#include "thread_ranks.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <span>

namespace pram::testing {

struct RankThreads {
  explicit RankThreads(std::uint32_t count) : ranks(count), headers(count), out(count), numbers(count) {}

  /// Waits until all ranks are here.
  void wait() {
    std::unique_lock lock(mutex);
    const std::uint64_t mine = round;
    if (++here == ranks) {
      here = 0;
      ++round;
      all_here.notify_all();
      return;
    }
    all_here.wait(lock, [&] { return round != mine; });
  }

  const std::uint32_t ranks;
  std::mutex mutex;
  std::condition_variable all_here;
  std::uint32_t here = 0;
  std::uint64_t round = 0;
  std::atomic<std::uint64_t> sent = 0;
  // What each rank shows the others between two waits.
  std::vector<std::span<const std::byte>> headers;
  std::vector<std::span<const std::span<const std::byte>>> out;
  std::vector<std::span<std::uint64_t>> numbers;
};

namespace {

class ThreadTransport : public detail::Transport {
 public:
  ThreadTransport(std::shared_ptr<RankThreads> shared, std::uint32_t rank) : shared_(std::move(shared)), rank_(rank) {}

  std::uint32_t rank() const override { return rank_; }
  std::uint32_t ranks() const override { return shared_->ranks; }

  void meet(std::span<const std::byte> mine, std::span<std::byte> all) override {
    shared_->headers[rank_] = mine;
    shared_->wait();
    for (std::uint32_t r = 0; r < ranks(); ++r) std::ranges::copy(shared_->headers[r], all.begin() + offset(r, mine));
    shared_->wait();
  }

  void exchange(std::span<const std::span<const std::byte>> out, std::span<const std::span<std::byte>> in) override {
    shared_->out[rank_] = out;
    for (std::uint32_t r = 0; r < ranks(); ++r) {
      if (r != rank_) shared_->sent += out[r].size();
    }
    shared_->wait();
    for (std::uint32_t r = 0; r < ranks(); ++r) {
      const std::span<const std::byte> from = shared_->out[r][rank_];
      const bool both = in[r].data() != nullptr && from.data() != nullptr;
      if (both && in[r].data() != from.data()) std::ranges::copy(from, in[r].begin());
    }
    shared_->wait();
  }

  void add(std::span<std::uint64_t> numbers) override {
    shared_->numbers[rank_] = numbers;
    shared_->wait();
    std::vector<std::uint64_t> sums(numbers.size());
    for (std::uint32_t r = 0; r < ranks(); ++r) {
      for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += shared_->numbers[r][k];
    }
    shared_->wait();
    std::ranges::copy(sums, numbers.begin());
  }

 private:
  static std::ptrdiff_t offset(std::uint32_t rank, std::span<const std::byte> header) {
    return static_cast<std::ptrdiff_t>(rank * header.size());
  }

  std::shared_ptr<RankThreads> shared_;
  std::uint32_t rank_;
};

}  // namespace

std::shared_ptr<RankThreads> make_rank_threads(std::uint32_t ranks) { return std::make_shared<RankThreads>(ranks); }

std::unique_ptr<detail::Transport> thread_transport(std::shared_ptr<RankThreads> threads, std::uint32_t rank) {
  return std::make_unique<ThreadTransport>(std::move(threads), rank);
}

std::uint64_t bytes_sent(const RankThreads& threads) { return threads.sent; }

}  // namespace pram::testing
