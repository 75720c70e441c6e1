#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <thread>
#include <vector>

#include "../../mpi/src/host_board.hpp"
#include "../support.hpp"

/// Memory that ranks share, here of threads, which look at it as processes do.
namespace pram::mpi {

namespace {

struct alignas(64) SharedLine {
  std::byte bytes[64]{};
};

/// What a rank leaves in a round: its length and bytes follow from both.
std::vector<std::byte> left_in(std::uint64_t seed, std::uint32_t rank, std::uint64_t round) {
  std::mt19937_64 random(seed + round * 64 + rank);
  const std::size_t longest = round % 50 == 0 ? HostBoard::capacity : 700;
  std::vector<std::byte> bytes(random() % (longest + 1));
  for (std::byte& one : bytes) one = static_cast<std::byte>(random());
  return bytes;
}

void check_rounds(std::uint32_t ranks, bool gives_way, std::uint64_t rounds, std::uint64_t seed) {
  constexpr std::size_t lines = (HostBoard::part_bytes() + 63) / 64;
  const std::vector<std::unique_ptr<SharedLine[]>> memory = [&] {
    std::vector<std::unique_ptr<SharedLine[]>> made;
    for (std::uint32_t r = 0; r < ranks; ++r) made.push_back(std::make_unique<SharedLine[]>(lines));
    return made;
  }();
  std::atomic<std::uint64_t> wrong = 0;
  std::vector<std::thread> threads;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    threads.emplace_back([&, rank] {
      std::vector<std::byte*> parts;
      for (const auto& part : memory) parts.push_back(part[0].bytes);
      HostBoard board(parts, rank, gives_way);
      std::mt19937_64 random(seed ^ rank);
      for (std::uint64_t round = 1; round <= rounds; ++round) {
        const std::vector<std::byte> mine = left_in(seed, rank, round);
        std::ranges::copy(mine, board.mine().begin());
        if (random() % 8 == 0) std::this_thread::yield();
        board.leave();
        for (std::uint32_t k = 0; k < ranks; ++k) {
          const std::uint32_t other = (rank + k) % ranks;
          const std::vector<std::byte> expected = left_in(seed, other, round);
          const std::span<const std::byte> left = board.of(other).first(expected.size());
          if (random() % 8 == 0) std::this_thread::yield();
          if (!std::ranges::equal(left, expected)) ++wrong;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("every rank reads what each has left in the same round, however far the others are") {
  const std::uint64_t seed = testing::seed();
  CAPTURE(seed);
  for (const std::uint32_t ranks : {1U, 2U, 3U, 8U}) {
    CAPTURE(ranks);
    check_rounds(ranks, true, 1600 / ranks, seed);
    check_rounds(ranks, false, 1600 / ranks, seed);
  }
}

}  // namespace pram::mpi
