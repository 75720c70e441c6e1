#include <pram/detail/memory_account.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../thrown.hpp"
#include "processors/worker.hpp"

namespace pram {

namespace {

using detail::AccountScope;
using detail::CountedVector;
using detail::MemoryAccount;
using testing::thrown;

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;

// What a process takes beside a machine's memory: code, threads, heaps.
constexpr std::uint64_t once = 16 * mebibyte;

std::uint64_t highest_resident() {
  std::ifstream in("/proc/self/status");
  for (std::string word; in >> word;) {
    std::uint64_t kibibytes = 0;
    if (word == "VmHWM:" && in >> kibibytes) return kibibytes * 1024;
  }
  return 0;
}

/// A machine and its requests, as a child process gets them in its environment.
struct Run {
  std::string network;
  std::string access;
  std::string requests;  ///< "read", "add", "frames", "subtasks"
  unsigned threads = 1;
  std::uint64_t processors = 0;
  std::uint64_t limit = 0;
};

struct Measured {
  std::uint64_t resident = 0;  ///< more than before the machine, at most
  std::uint64_t counted = 0;
  std::uint64_t estimated = 0;  ///< cells included
  bool refused = false;
};

/// What this process takes for the run.
Measured measure(const Run& run) {
  Measured measured;
  const std::uint64_t before = highest_resident();
  Machine machine({.components = 64,
                   .network = run.network,
                   .access = run.access,
                   .threads = run.threads,
                   .memory_limit = run.limit,
                   .ledger = LedgerDetail::totals});
  const std::uint64_t n = run.processors;
  try {
    auto cells = machine.array<std::uint64_t>(n, 1);
    cells.hot();
    std::uint64_t frame = 0;
    const auto read = [&cells, &frame, n](Processor self) -> Task<> {
      if (detail::current_outbox->processors == 1)
        frame = static_cast<detail::Worker*>(detail::current_outbox)->frames.used();
      co_await cells[(self.id() * 40503) % n];
    };
    machine.pardo(1, read);
    if (run.requests == "read") {
      machine.pardo(n, read);
    } else if (run.requests == "add") {
      machine.pardo(n, [&cells, n](Processor self) -> Task<> { co_await cells[(self.id() * 40503) % n].add(1); });
    } else {
      const bool within = run.requests == "subtasks";
      const auto fat = [&cells](std::uint64_t id) -> Task<> {
        volatile char ballast[5000];
        for (std::size_t k = 0; k < sizeof ballast; k += 64) ballast[k] = 1;
        co_await cells[id];
        co_await cells[id].add(static_cast<std::uint64_t>(ballast[64]));
      };
      if (within) {
        machine.pardo(n, [&](Processor self) -> Task<> { co_await fat(self.id()); });
      } else {
        machine.pardo(n, [&](Processor self) -> Task<> {
          volatile char ballast[5000];
          for (std::size_t k = 0; k < sizeof ballast; k += 64) ballast[k] = 1;
          co_await cells[self.id()];
          co_await cells[self.id()].add(static_cast<std::uint64_t>(ballast[64]));
        });
      }
    }
    measured.estimated = machine.memory_estimate(n, frame) + n * sizeof(detail::WideCell);
  } catch (const LimitError& error) {
    measured.refused = error.limit == "memory";
  }
  measured.resident = highest_resident() - before;
  measured.counted = machine.memory_use().most;
  return measured;
}

/// Protocols and kinds of network that keep things of their own.
const std::vector<std::pair<std::string, std::string>> configurations = {{"router", "direct"},
                                                                         {"router", "combining"},
                                                                         {"router", "adaptive"},
                                                                         {"router", "integer-sort"},
                                                                         {"router", "tree"},
                                                                         {"torus", "direct"},
                                                                         {"torus", "combining"},
                                                                         {"torus,switching=wormhole", "direct"},
                                                                         {"omega,combining=pairwise", "direct"},
                                                                         {"omega,combining=pairwise", "combining"},
                                                                         {"hypercube", "sorting"},
                                                                         {"router", "copies"}};

constexpr const char* variable = "PRAM_TEST_MEMORY_RUN";

/// The same in a process of its own.
[[maybe_unused]] Measured measure_apart(const Run& run) {
  const std::string line =
      fmt::format("{} {} {} {} {} {}", run.network, run.access, run.requests, run.threads, run.processors, run.limit);
  std::array<char, 4096> self{};
  REQUIRE(::readlink("/proc/self/exe", self.data(), self.size() - 1) > 0);
  const std::string command =
      fmt::format("{}='{}' '{}' --no-skip --test-case='measures a run'", variable, line, self.data());
  FILE* const child = ::popen(command.c_str(), "r");
  REQUIRE(child != nullptr);
  Measured measured;
  bool found = false;
  for (std::array<char, 512> text{}; std::fgets(text.data(), text.size(), child) != nullptr;) {
    std::istringstream words(text.data());
    std::string first;
    if (words >> first && first == "measured")
      found =
          static_cast<bool>(words >> measured.resident >> measured.counted >> measured.estimated >> measured.refused);
  }
  CHECK(::pclose(child) == 0);
  CHECK(found);
  return measured;
}

}  // namespace

TEST_CASE("measures a run" * doctest::skip()) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) return;
  Run run;
  std::istringstream words(text);
  const bool read = static_cast<bool>(words >> run.network >> run.access >> run.requests >> run.threads >>
                                      run.processors >> run.limit);
  REQUIRE(read);
  const Measured measured = measure(run);
  std::printf("measured %llu %llu %llu %d\n", static_cast<unsigned long long>(measured.resident),
              static_cast<unsigned long long>(measured.counted), static_cast<unsigned long long>(measured.estimated),
              measured.refused ? 1 : 0);
}

TEST_CASE("an account counts what is taken and given back, and refuses what would pass its limit") {
  const auto account = std::make_shared<MemoryAccount>(1000);
  account->take(600);
  CHECK(account->taken() == 600);
  const auto error = thrown<LimitError>([&] { account->take(401); });
  CHECK(error.limit == "memory");
  CHECK(error.asked == 1001);
  CHECK(error.allowed == 1000);
  CHECK(testing::is_one_line(error.what()));
  CHECK(account->taken() == 600);
  account->take(400);
  account->give_back(900);
  CHECK(account->taken() == 100);
  CHECK(account->most_taken() == 1000);
}

TEST_CASE("an account loses nothing between threads") {
  MemoryAccount account(std::uint64_t{1} << 40);
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([&account, t] {
      for (unsigned k = 0; k < 20000; ++k) {
        account.take(t + k % 7);
        if (k % 2 == 1) account.give_back(t + (k - 1) % 7);
      }
    });
  }
  std::uint64_t expected = 0;
  for (unsigned t = 0; t < 4; ++t) {
    for (unsigned k = 1; k < 20000; k += 2) expected += t + k % 7;
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(account.taken() == expected);
  CHECK(account.most_taken() >= expected);
}

TEST_CASE("vectors count where they were made, whoever holds them") {
  const auto account = std::make_shared<MemoryAccount>(1'000'000);
  CountedVector<std::uint64_t> outside(100, 1);
  CHECK(account->taken() == 0);
  {
    const AccountScope scope(account.get());
    CountedVector<std::uint64_t> inside(100, 1);
    CHECK(account->taken() == 800);
    {
      const AccountScope none(nullptr);
      inside.push_back(2);
      CHECK(account->taken() == inside.capacity() * 8);
    }
    outside = std::move(inside);
    CHECK(account->taken() == outside.capacity() * 8);
    CountedVector<std::uint64_t> big;
    CHECK_THROWS_AS(big.resize(1'000'000), LimitError);
    CHECK(account->taken() == outside.capacity() * 8);
    const CountedVector<std::uint64_t> copy(outside);
    CHECK(account->taken() == (outside.capacity() + copy.capacity()) * 8);
  }
  outside = {};
  outside.shrink_to_fit();
  CHECK(account->taken() == 0);
}

// Sanitizers keep what is freed, and shadows of what is taken.
#ifndef PRAM_SANITIZED

TEST_CASE("what is counted is what the process takes, for every protocol and kind of network") {
  const std::uint64_t n = std::uint64_t{1} << (testing::size() <= testing::Size::small ? 16 : 18);
  for (const char* const requests : {"read", "add"}) {
    for (const auto& [network, access] : configurations) {
      for (const unsigned threads : {1U, 2U, 8U}) {
        const Measured measured = measure_apart({network, access, requests, threads, n, 0});
        CAPTURE(network);
        CAPTURE(access);
        CAPTURE(requests);
        CAPTURE(threads);
        CAPTURE(measured.resident);
        CAPTURE(measured.counted);
        // A fifth, and what the process takes once and for all: code, threads, heaps.
        CHECK(measured.resident <= measured.counted * 6 / 5 + once);
        // Large pages count whole, and the host may have none to give: then less is resident.
        const std::uint64_t parts_of_large_pages = threads * 24 * mebibyte;
        CHECK(measured.counted <= measured.resident * 6 / 5 + once + parts_of_large_pages);
      }
    }
  }
}

TEST_CASE("a step in which every processor reads a cell of its own takes what is estimated, to a fifth") {
  std::vector<Run> runs;
  for (const std::uint64_t n : {std::uint64_t{1} << 17, std::uint64_t{1} << 18, std::uint64_t{200'000}}) {
    for (const auto& [network, access] : configurations) {
      if (access == "integer-sort") continue;  // its requests decide in how many phases it sorts
      if (access == "copies") continue;        // its rounds keep lists that are not estimated
      for (const unsigned threads : {1U, 2U, 8U}) runs.push_back({network, access, "read", threads, n, 0});
    }
  }
  for (const Run& run : testing::drawn(runs, runs.size() / 3)) {
    const Measured measured = measure_apart(run);
    CAPTURE(run.network);
    CAPTURE(run.access);
    CAPTURE(run.threads);
    CAPTURE(run.processors);
    CAPTURE(measured.counted);
    CAPTURE(measured.estimated);
    CHECK(measured.estimated * 5 >= measured.counted * 4);
    CHECK(measured.estimated * 5 <= measured.counted * 6);
  }
}

TEST_CASE("a limit is not passed: frames, subtasks' frames, records and messages") {
  const std::uint64_t limit = 50 * mebibyte;
  for (const unsigned threads : {1U, 2U, 8U}) {
    for (const char* const requests : {"frames", "subtasks"}) {
      CAPTURE(requests);
      CAPTURE(threads);
      const Measured measured = measure_apart({"router", "combining", requests, threads, 100'000, limit});
      CHECK(measured.refused);
      CHECK(measured.counted <= limit);
      CHECK(measured.resident <= limit + once);
    }
    for (const char* const requests : {"read", "add"}) {
      for (const auto& [network, access] : configurations) {
        CAPTURE(network);
        CAPTURE(access);
        CAPTURE(requests);
        CAPTURE(threads);
        const Measured measured = measure_apart({network, access, requests, threads, 600'000, limit});
        // Directly on one worker nothing grows but frames, which a compiler may make small enough.
        if (std::string(access) != "direct" || threads > 1) CHECK(measured.refused);
        CHECK(measured.counted <= limit);
        CHECK(measured.resident <= limit * 6 / 5 + once);
      }
    }
  }
}

#endif

TEST_CASE("buffers that are kept make room for arrays, and everything is given back in the end") {
  Machine machine({.components = 16, .access = "combining", .threads = 2, .memory_limit = 48 * mebibyte});
  for (int round = 0; round < 3; ++round) {
    const auto cells = machine.array<std::uint64_t>(50'000, 1);
    machine.pardo(50'000, [&](Processor self) -> Task<> { co_await cells[(self.id() * 7) % 50'000].add(self.id()); });
    const std::uint64_t with_buffers = machine.memory_use().now;
    CHECK(with_buffers > 50'000 * sizeof(detail::WideCell) + 50'000 * 40);
    CHECK(with_buffers <= 48 * mebibyte);
    // Does not fit beside what is kept.
    const std::uint64_t rest = 48 * mebibyte - with_buffers;
    const auto large = machine.array<std::uint64_t>(rest / sizeof(detail::WideCell) + 100'000, 2);
    CHECK(large.get(7) == 2);
    CHECK(machine.memory_use().now <= 48 * mebibyte);
    CHECK(cells.get(7) > 1);
  }
  CHECK(machine.memory_use().now < 50'000);
  CHECK(machine.memory_use().most <= 48 * mebibyte);
}

TEST_CASE("a machine that met its memory limit goes on") {
  for (const unsigned threads : {1U, 2U}) {
    Machine machine({.components = 16, .threads = threads, .memory_limit = 16 * mebibyte});
    const auto cells = machine.array<std::uint64_t>(100, 0);
    const auto nested = [&](std::uint64_t id) -> Task<> {
      volatile char ballast[3000];
      ballast[0] = 1;
      co_await cells[id % 100].add(static_cast<std::uint64_t>(ballast[0]));
    };
    const auto body = [&](Processor self) -> Task<> {
      co_await cells[self.id() % 100].add(1);
      co_await nested(self.id());
    };
    const auto error = thrown<LimitError>([&] { machine.pardo(20'000, body); });
    CHECK(error.limit == "memory");
    CHECK(error.allowed == 16 * mebibyte);
    CHECK(testing::is_one_line(error.what()));
    CHECK(cells.get(3) == 200);  // of the completed step
    machine.pardo(100, body);
    CHECK(cells.get(3) == 202);
  }
}

}  // namespace pram
