#include "processors/frames.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

namespace pram {

namespace {

using detail::FrameSlab;

constexpr std::size_t mebibyte = std::size_t{1} << 20;

std::uint64_t mapped_now() {
  std::ifstream in("/proc/self/statm");
  std::uint64_t pages = 0;
  in >> pages;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

[[maybe_unused]] bool is_mapped(const void* place) {
  auto address = reinterpret_cast<std::uintptr_t>(place) / 4096 * 4096;
  return ::msync(reinterpret_cast<void*>(address), 4096, MS_ASYNC) == 0 || errno != ENOMEM;
}

/// Does the work hold in a process that may map only so many bytes more? 0 is yes, else its number of what is wrong.
[[maybe_unused]] int with_addresses(std::uint64_t more, const std::function<int()>& work) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const std::uint64_t may_map = mapped_now() + more;
    const struct rlimit limit { may_map, may_map };
    if (::setrlimit(RLIMIT_AS, &limit) != 0) ::_exit(99);
    int wrong = 98;
    try {
      wrong = work();
    } catch (...) {
    }
    ::_exit(wrong);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

struct Taken {
  void* frame = nullptr;
  std::size_t bytes = 0;
};

/// Frames of several sizes, each filled with a byte of its own.
[[maybe_unused]] std::vector<Taken> take(FrameSlab& slab, std::size_t count) {
  std::vector<Taken> taken;
  taken.reserve(count);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t bytes = 48 + 16 * (k % 37);
    void* const frame = slab.allocate(bytes);
    std::memset(frame, static_cast<int>(k % 251), bytes);
    taken.push_back({frame, bytes});
  }
  return taken;
}

[[maybe_unused]] bool intact(const std::vector<Taken>& taken) {
  for (std::size_t k = 0; k < taken.size(); ++k) {
    const auto* const bytes = static_cast<const unsigned char*>(taken[k].frame);
    for (std::size_t at = 0; at < taken[k].bytes; ++at) {
      if (bytes[at] != k % 251) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("equal frames made in a row lie at equal distances") {
  FrameSlab slab;
  std::vector<std::byte*> frames;
  for (int k = 0; k < 100'000; ++k) frames.push_back(static_cast<std::byte*>(slab.allocate(100)));
  for (std::size_t k = 1; k < frames.size(); ++k) REQUIRE(frames[k] - frames[k - 1] == frames[1] - frames[0]);
  CHECK(slab.reservations() == 1);
  for (std::byte* const frame : frames) CHECK(slab.release(frame, 100));
  CHECK(slab.live() == 0);
}

// Sanitizers map addresses of their own.
#ifndef PRAM_SANITIZED

TEST_CASE("where addresses are few, frames lie in several reservations, and nothing else changes") {
  CHECK(with_addresses(128 * mebibyte, [] {
          FrameSlab slab;
          const FrameSlab others[7];  // which may want as much
          for (int round = 0; round < 3; ++round) {
            const std::vector<Taken> taken = take(slab, 100'000);
            if (slab.reservations() < 2) return 1;
            if (slab.live() != taken.size()) return 2;
            if (!intact(taken)) return 3;
            const std::size_t reservations = slab.reservations();
            for (std::size_t k = 0; k < taken.size(); k += 2) {
              if (!slab.release(taken[k].frame, taken[k].bytes)) return 4;
            }
            if (slab.live() != taken.size() / 2) return 5;
            for (std::size_t k = 0; k < taken.size(); k += 2) static_cast<void>(slab.allocate(taken[k].bytes));
            if (slab.reservations() != reservations) return 6;  // those that were released are used again
            for (const Taken& one : taken) {
              if (!slab.release(one.frame, one.bytes)) return 7;
            }
            slab.reset();
          }
          int local = 0;
          return slab.release(&local, 64) ? 8 : 0;
        }) == 0);
}

TEST_CASE("frames leave most addresses to others, and end in bad_alloc when there are none") {
  CHECK(with_addresses(64 * mebibyte, [] {
          FrameSlab slab;
          static_cast<void>(slab.allocate(64));
          void* const other =
              ::mmap(nullptr, 32 * mebibyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
          if (other == MAP_FAILED) return 1;
          std::uint64_t taken = 1;
          try {
            for (;; ++taken) static_cast<void>(slab.allocate(4096));
          } catch (const std::bad_alloc&) {
          }
          if (taken < 24 * mebibyte / 4096) return 2;  // nearly all that was left
          if (slab.live() != taken) return 3;
          ::munmap(other, 32 * mebibyte);
          static_cast<void>(slab.allocate(4096));
          return 0;
        }) == 0);
}

TEST_CASE("reservations stay for frames that outlive their slab, and go with the last") {
  CHECK(with_addresses(128 * mebibyte, [] {
          std::vector<Taken> taken;
          {
            auto slab = std::make_unique<FrameSlab>();
            taken = take(*slab, 100'000);
            if (slab->reservations() < 2) return 1;
            // Some end while the slab is there, by another thread.
            std::thread([&taken] {
              for (std::size_t k = 50'000; k < taken.size(); ++k)
                FrameSlab::release_elsewhere(taken[k].frame, taken[k].bytes);
            }).join();
            taken.resize(50'000);
            if (slab->live() != taken.size()) return 2;
          }
          if (!intact(taken)) return 3;
          for (std::size_t k = 0; k < taken.size(); ++k) {
            if (!is_mapped(taken.front().frame) || !is_mapped(taken.back().frame)) return 4;
            FrameSlab::release_elsewhere(taken[k].frame, taken[k].bytes);
          }
          return is_mapped(taken.front().frame) || is_mapped(taken.back().frame) ? 5 : 0;
        }) == 0);
}

TEST_CASE("a pardo under an address limit gives what it gives without") {
  // On one worker: host threads do not follow a process into its child.
  const auto sums = [] {
    constexpr std::uint64_t n = 200'000;
    Machine machine({.components = 64, .threads = 1});
    const auto cells = machine.array<std::uint64_t>(1000, 0);
    for (int round = 0; round < 2; ++round) {
      machine.pardo(n, [&](Processor self) -> Task<> {
        co_await cells[self.id() % 1000].add(self.id());
        const std::uint64_t other = co_await cells[(self.id() * 7) % 1000];
        co_await cells[self.id() % 1000].add(other % 3);
      });
    }
    return cells.host();
  };
  const auto expected = sums();
  CHECK(with_addresses(160 * mebibyte, [&] { return sums() == expected ? 0 : 1; }) == 0);
}

#endif

}  // namespace pram
