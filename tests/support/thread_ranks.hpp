#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <pram/detail/ranks/transport.hpp>

/// Ranks of one program as threads of one process.
namespace pram::testing {

/// What the ranks of one program share.
struct RankThreads;
std::shared_ptr<RankThreads> make_rank_threads(std::uint32_t ranks);
/// The transport of one of them.
std::unique_ptr<detail::Transport> thread_transport(std::shared_ptr<RankThreads> threads, std::uint32_t rank);

/// Bytes that ranks have sent to others, since the threads were made.
std::uint64_t bytes_sent(const RankThreads& threads);

/// Runs f() on so many ranks. @returns what each has returned
/// @throws what rank 0 throws, or else the lowest rank that throws
template <class Function>
auto on_ranks(std::uint32_t ranks, const Function& f, std::uint64_t* bytes = nullptr) {
  using Result = std::invoke_result_t<Function>;
  const std::shared_ptr<RankThreads> shared = make_rank_threads(ranks);
  std::vector<Result> results(ranks);
  std::vector<std::exception_ptr> thrown(ranks);
  std::vector<std::thread> threads;
  for (std::uint32_t r = 0; r < ranks; ++r) {
    threads.emplace_back([&, r] {
      const detail::RankScope scope(thread_transport(shared, r));
      try {
        results[r] = f();
      } catch (...) {
        thrown[r] = std::current_exception();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  if (bytes != nullptr) *bytes = bytes_sent(*shared);
  for (const std::exception_ptr& one : thrown) {
    if (one != nullptr) std::rethrow_exception(one);
  }
  return results;
}

}  // namespace pram::testing
