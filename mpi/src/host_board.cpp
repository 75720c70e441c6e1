#include "host_board.hpp"

#include <sched.h>

#include <utility>

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

namespace pram::mpi {

namespace {

static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "other locks do not work between processes");

/// Looks at a rank's number before the processor is left to others, where no rank has to give way: some 50 µs. Hosts
/// that have other work than this do not lose more.
constexpr int most_looks = 1000;

void rest() {
#if defined(__x86_64__) || defined(__i386__)
  _mm_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace

HostBoard::HostBoard(std::vector<std::byte*> parts, std::uint32_t rank, bool gives_way)
    : parts_(std::move(parts)), rank_(rank), gives_way_(gives_way) {}

std::span<std::byte> HostBoard::mine() { return place(rank_, round_ + 1); }

void HostBoard::leave() { left_by(rank_).store(++round_, std::memory_order_release); }

std::span<const std::byte> HostBoard::of(std::uint32_t rank) {
  const std::atomic<std::uint64_t>& left = left_by(rank);
  for (int looks = 0; left.load(std::memory_order_acquire) < round_; ++looks) {
    if (gives_way_ || looks >= most_looks) {
      ::sched_yield();
    } else {
      rest();
    }
  }
  return place(rank, round_);
}

}  // namespace pram::mpi
