#include <algorithm>
#include <cstdint>
#include <deque>
#include <random>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../../support/forced.hpp"
#include "thread_counts.hpp"

/// What processes take of the machine's memory, by its own account.
namespace pram {

namespace {

/// The most that a machine has taken beyond what it took before the run.
template <class Program>
std::uint64_t taken_by(std::uint32_t process_count, unsigned threads, const Program& program) {
  Machine machine({.components = process_count, .threads = threads, .ledger = LedgerDetail::totals});
  const std::uint64_t before = machine.memory_use().now;
  machine.spmd(program);
  return machine.memory_use().most - before;
}

}  // namespace

TEST_CASE("a process that only synchronises takes less than 1 KiB") {
  const auto idle = [](bsp::Process self) -> Task<> {
    for (int k = 0; k < 3; ++k) co_await self.sync();
  };
  for (const unsigned threads : {1U, 2U}) {
    CAPTURE(threads);
    const std::uint64_t few = taken_by(1U << 14, threads, idle);
    const std::uint64_t many = taken_by(1U << 16, threads, idle);
    const std::uint64_t each = (many - few) / ((1U << 16) - (1U << 14));
    CAPTURE(each);
    CHECK(each > sizeof(void*));  // its frame at least
    CHECK(each < 1024);
  }
}

TEST_CASE("futures count against the memory limit, and supersteps that ask for as much as before take no more") {
  constexpr std::uint32_t process_count = 4;
  constexpr std::uint64_t each = 20'000;
  const auto gets = [](int supersteps) {
    return [supersteps](bsp::Process self) -> Task<> {
      auto cells = self.coarray<std::uint64_t>(1, self.id());
      co_await self.sync();
      for (int k = 0; k < supersteps; ++k) {
        std::vector<bsp::Future<std::uint64_t>> futures;
        for (std::uint64_t n = 0; n < each; ++n) futures.push_back(cells((self.id() + n) % self.count())[0].get());
        co_await self.sync();
        std::uint64_t sum = 0;
        for (const auto& future : futures) sum += future.value();
        if (sum != each / process_count * (process_count * (process_count - 1) / 2)) throw Error("a wrong sum");
      }
    };
  };
  for (const unsigned threads : testing::thread_counts) {
    CAPTURE(threads);
    const std::uint64_t none = taken_by(process_count, threads, gets(0));
    const std::uint64_t one = taken_by(process_count, threads, gets(1));
    CHECK(one - none >= process_count * each * (sizeof(bsp::detail::GetSlot) + sizeof(bsp::detail::GetRecord)));
    CHECK(taken_by(process_count, threads, gets(4)) <= one + (std::uint64_t{64} << 10) * process_count);
  }
  // The slots alone pass the limit.
  Machine small({.components = process_count, .threads = 1, .memory_limit = std::uint64_t{12} << 20});
  CHECK_THROWS_AS(small.spmd([](bsp::Process self) -> Task<> {
    auto cells = self.coarray<std::uint64_t>(1);
    co_await self.sync();
    std::deque<bsp::Future<std::uint64_t>> futures;
    for (std::uint64_t n = 0; n < 400'000; ++n) futures.push_back(cells(self.id())[0].get());
    co_await self.sync();
    for (const auto& future : futures) (void)future.value();
  }),
                  LimitError);
}

TEST_CASE("futures may live for many supersteps and die in any order: their values stay") {
  constexpr std::uint32_t process_count = 6;
  constexpr std::uint64_t size = 32;
  constexpr std::uint64_t supersteps = 12;
  const std::uint64_t seed = testing::seed();
  // What an element holds before the puts of a superstep: its process changes it by hand each time.
  const auto content = [](std::uint64_t process, std::uint64_t index, std::uint64_t superstep) {
    return (process << 40) + (index << 20) + superstep;
  };
  for (const unsigned threads : testing::thread_counts) {
    CAPTURE(threads);
    const testing::ForcedWorkers all_workers;
    Machine machine({.components = process_count, .threads = threads});
    std::vector<std::uint64_t> wrong(process_count);
    machine.spmd([&](bsp::Process self) -> Task<> {
      std::mt19937_64 draw(seed + self.id());
      auto cells = self.coarray<std::uint64_t>(size);
      struct Kept {
        bsp::Future<std::uint64_t> future;
        std::uint64_t process;
        std::uint64_t index;
        std::uint64_t count;
        std::uint64_t superstep;
      };
      std::vector<Kept> kept;
      co_await self.sync();
      for (std::uint64_t superstep = 0; superstep < supersteps; ++superstep) {
        for (std::uint64_t k = 0; k < size; ++k) cells[k] = content(self.id(), k, superstep);
        for (std::uint64_t n = draw() % 3000; n > 0; --n) {
          const std::uint64_t process = draw() % self.count();
          const std::uint64_t index = draw() % size;
          const std::uint64_t count = draw() % 8 == 0 ? 1 + draw() % (size - index) : 1;
          if (count == 1) {
            kept.push_back({cells(process)[index].get(), process, index, count, superstep});
          } else {
            kept.push_back({cells(process).get(index, count), process, index, count, superstep});
          }
        }
        co_await self.sync();
        std::shuffle(kept.begin(), kept.end(), draw);
        const std::size_t stay = superstep + 1 == supersteps ? 0 : draw() % (kept.size() + 1);
        while (kept.size() > stay) {
          const Kept one = std::move(kept.back());
          kept.pop_back();
          const auto values = one.future.values();
          wrong[self.id()] += values.size() == one.count ? 0 : 1;
          for (std::uint64_t k = 0; k < values.size(); ++k)
            wrong[self.id()] += values[k] == content(one.process, one.index + k, one.superstep) ? 0 : 1;
        }
        co_await self.sync();
      }
    });
    CHECK(wrong == std::vector<std::uint64_t>(process_count));
  }
}

}  // namespace pram
