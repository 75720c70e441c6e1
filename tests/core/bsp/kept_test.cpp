#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../../support/forced.hpp"
#include "../thrown.hpp"
#include "thread_counts.hpp"

namespace pram {

namespace {

/// What the processes of a run have moved out of it.
struct Kept {
  std::vector<std::optional<bsp::Coarray<std::uint64_t>>> cells;
  std::vector<std::optional<bsp::Future<std::uint64_t>>> words;
  std::vector<std::optional<bsp::Future<std::uint64_t>>> blocks;
  std::vector<std::optional<bsp::Queue<std::uint64_t>>> queues;
  std::vector<std::optional<bsp::Remote<std::uint64_t>>> remotes;
};

constexpr std::uint64_t processes = 5;

/// @param ends  throws in the last superstep, so that the machine ends the processes
Kept keep(Machine& machine, bool ends) {
  Kept kept;
  kept.cells.resize(processes);
  kept.words.resize(processes);
  kept.blocks.resize(processes);
  kept.queues.resize(processes);
  kept.remotes.resize(processes);
  const auto run = [&] {
    machine.spmd(processes, [&](bsp::Process self) -> Task<> {
      auto cells = self.coarray<std::uint64_t>(4, 7, "cells");
      kept.queues[self.id()] = self.queue<std::uint64_t>();
      kept.remotes[self.id()] = cells(0);
      kept.words[self.id()].emplace(cells(1)[2].get());
      kept.blocks[self.id()].emplace(cells(1).get(0, 3));
      co_await self.sync();
      kept.cells[self.id()].emplace(std::move(cells));
      CHECK((*kept.cells[self.id()])[3] == 7);  // the block has moved with it
      CHECK(kept.blocks[self.id()]->values().size() == 3);
      co_await self.sync();
      if (ends && self.id() == 3) throw std::runtime_error("enough");
      co_await self.sync();
    });
  };
  if (ends) {
    CHECK_THROWS_AS(run(), ProgramError);
  } else {
    run();
  }
  return kept;
}

/// All uses of what process k kept.
std::vector<std::function<void()>> uses_of(Kept& kept, std::size_t k) {
  return {[&, k] { (void)(*kept.cells[k])[0]; },
          [&, k] { (void)kept.cells[k]->size(); },
          [&, k] { (void)kept.cells[k]->local(); },
          [&, k] { (void)kept.cells[k]->begin(); },
          [&, k] { (void)kept.cells[k]->end(); },
          [&, k] { (*kept.cells[k])(0)[0] = 1; },
          [&, k] { (*kept.cells[k])(99)[0] = 1; },
          [&, k] { (void)(*kept.cells[k])(0)[0].get(); },
          [&, k] { (void)(*kept.cells[k])(0).get(0, 2); },
          [&, k] { (*kept.cells[k])(0).put(0, std::vector<std::uint64_t>(2)); },
          [&, k] { (*kept.remotes[k])[1] = 1; },
          [&, k] { (void)kept.words[k]->value(); },
          [&, k] { (void)std::uint64_t{*kept.words[k]}; },
          [&, k] { (void)kept.blocks[k]->values(); },
          [&, k] { kept.queues[k]->send(0, 1); },
          [&, k] { (void)kept.queues[k]->size(); },
          [&, k] { (void)kept.queues[k]->begin(); },
          [&, k] { (void)kept.queues[k]->end(); }};
}

}  // namespace

TEST_CASE("what processes keep beyond their run is refused in host code, whether the run ended well or not") {
  for (const bool ends : {false, true}) {
    for (const unsigned threads : testing::thread_counts) {
      const testing::ForcedWorkers all_workers;
      Machine machine({.components = 3, .threads = threads});
      Kept kept = keep(machine, ends);
      for (std::size_t k = 0; k < processes; ++k) {
        for (const auto& use : uses_of(kept, k)) {
          const auto error = testing::thrown<Error>(use);
          CHECK(testing::is_one_line(error.what()));
          CHECK((testing::contains(error.what(), "run") || testing::contains(error.what(), "spmd")));
        }
      }
    }
  }
}

TEST_CASE("what processes keep beyond their run is refused in the next one, which goes on as if it were not there") {
  for (const unsigned threads : testing::thread_counts) {
    const testing::ForcedWorkers all_workers;
    Machine machine({.components = 3, .threads = threads});
    auto kept = std::make_optional(keep(machine, false));
    const std::size_t uses = uses_of(*kept, 0).size();
    machine.spmd(processes, [&](bsp::Process self) -> Task<> {
      auto cells = self.coarray<std::uint32_t>(1, 5);  // the first of this run, of another type than the one kept
      const std::vector<std::function<void()>> all = uses_of(*kept, self.id());
      for (std::size_t k = 0; k < uses; ++k) {
        try {
          all[k]();
          FAIL_CHECK("use " << k << " is not refused");
        } catch (const Error& error) {
          CHECK(testing::is_one_line(error.what()));
          CHECK(testing::contains(error.what(), "run"));
        }
      }
      cells((self.id() + 1) % processes)[0] = static_cast<std::uint32_t>(self.id());
      kept->cells[self.id()].reset();  // frees nothing of this run
      kept->words[self.id()].reset();
      kept->blocks[self.id()].reset();
      co_await self.sync();
      CHECK(cells[0] == (self.id() + processes - 1) % processes);
    });
    kept.reset();
  }
}

TEST_CASE("errors of what was kept name superstep, process, line and what it is") {
  Machine machine({.components = 3, .threads = 1});
  Kept kept = keep(machine, false);
  const auto says = [&](const std::function<void()>& use, const std::vector<std::string>& parts) {
    const auto error = testing::thrown<Error>([&] {
      machine.spmd(processes, [&](bsp::Process self) -> Task<> {
        co_await self.sync();
        if (self.id() == 2) use();
        co_await self.sync();
      });
    });
    for (const std::string& part : parts) {
      CAPTURE(error.what());
      CHECK(testing::contains(error.what(), part));
    }
  };
  says([&] { (*kept.cells[2])(0)[0] = 1; }, {"process 2", "a coarray", "has ended", "superstep 2", "kept_test.cpp"});
  says([&] { (void)kept.words[2]->value(); }, {"process 2", "a future", "has ended", "superstep 2"});
  says([&] { kept.queues[2]->send(0, 1); }, {"process 2", "a queue", "has ended", "superstep 2", "kept_test.cpp"});
  says([&] { (void)(*kept.cells[2])[0]; }, {"coarray 1", "after its run"});
}

TEST_CASE("a process may not read the future of another, nor ask by its coarray") {
  Machine machine({.components = 4, .threads = 1});
  std::vector<std::optional<bsp::Future<int>>> futures(4);
  const auto error = testing::thrown<Error>([&] {
    machine.spmd([&](bsp::Process self) -> Task<> {
      auto cells = self.coarray<int>(1, 3);
      futures[self.id()].emplace(cells(0)[0].get());
      co_await self.sync();
      CHECK(futures[self.id()]->value() == 3);
      if (self.id() == 3) (void)futures[1]->value();
      co_await self.sync();
    });
  });
  CHECK(testing::contains(error.what(), "process 3 uses a future of process 1"));
  const bsp::Coarray<int>* first = nullptr;
  const auto other = testing::thrown<Error>([&] {
    machine.spmd([&](bsp::Process self) -> Task<> {
      auto cells = self.coarray<int>(1, 3);
      if (self.id() == 0) first = &cells;
      co_await self.sync();
      if (self.id() == 2) (*first)(1)[0] = 5;
      co_await self.sync("late");
    });
  });
  CHECK(testing::contains(other.what(), "process 2 uses a coarray of process 0"));
  CHECK(testing::contains(other.what(), "kept_test.cpp"));
}

TEST_CASE("a coarray or a future that was moved from is refused") {
  Machine machine({.components = 2, .threads = 1});
  machine.spmd([&](bsp::Process self) -> Task<> {
    auto cells = self.coarray<int>(2, 1);
    auto future = cells(0)[0].get();
    co_await self.sync();
    auto moved = std::move(future);
    auto other = std::move(cells);
    CHECK_THROWS_AS((void)future.value(), Error);  // NOLINT(bugprone-use-after-move)
    CHECK_THROWS_AS((void)cells[0], Error);        // NOLINT(bugprone-use-after-move)
    CHECK(moved.value() == 1);
    CHECK(other[1] == 1);
    co_await self.sync();
  });
}

TEST_CASE("a get of several narrow values brings as many as were asked for") {
  Machine machine({.components = 2, .threads = 1});
  machine.spmd([&](bsp::Process self) -> Task<> {
    auto bytes = self.coarray<std::uint8_t>(20);
    for (std::uint64_t k = 0; k < bytes.size(); ++k) bytes[k] = static_cast<std::uint8_t>(10 * self.id() + k);
    const std::uint64_t other = 1 - self.id();
    for (const std::uint64_t count : {0U, 1U, 3U, 8U, 9U, 20U}) {
      const auto got = bytes(other).get(20 - count, count);
      co_await self.sync();
      REQUIRE(got.values().size() == count);
      for (std::uint64_t k = 0; k < count; ++k) CHECK(got.values()[k] == 10 * other + 20 - count + k);
    }
  });
}

}  // namespace pram
