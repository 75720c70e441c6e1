#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../thrown.hpp"

// Tasks in wrong hands: each case ends in one error that says what to write, and the machine goes on.
namespace pram {

namespace {

using testing::contains;
using testing::is_one_line;
using testing::thrown;

constexpr unsigned thread_numbers[] = {1, 2, 3, 8};
constexpr std::uint64_t many = 9000;  // processors that several threads share

Task<> rest(Processor self, int steps) {
  for (int k = 0; k < steps; ++k) co_await self.idle();
}

Task<int> value_of(const Array<int>& cells, std::uint64_t i) { co_return co_await cells[i]; }

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wreturn-type"
Task<int> value_of_positive(const Array<int>& cells, std::uint64_t i) {
  if (const int value = co_await cells[i]; value > 0) co_return value;
}
#pragma GCC diagnostic pop

/// A machine of some threads, and what a body that misuses tasks ends in.
class Trial {
 public:
  explicit Trial(unsigned threads, std::uint64_t processors = many)
      : machine({.components = 16, .threads = threads}), cells(machine.array<int>(processors, 0)), n(processors) {}

  template <class Body>
  std::string refused(const Body& body) {
    const std::string reason = thrown<Error>([&] { machine.pardo(n, body); }).what();
    CHECK_MESSAGE(is_one_line(reason), reason);
    return reason;
  }

  void check_usable() {
    cells.fill(1);
    machine.pardo(n, [&](Processor self) -> Task<> {
      const int value = co_await value_of(cells, self.id());
      co_await (cells[self.id()] = value + 1);
    });
    CHECK(cells.host() == std::vector<int>(n, 2));
  }

  Machine machine;
  Array<int> cells;
  std::uint64_t n;
};

std::string line_of(std::uint32_t line) { return "task_misuse_test.cpp:" + std::to_string(line); }

}  // namespace

TEST_CASE("a task awaited twice") {
  for (const unsigned threads : thread_numbers) {
    Trial trial(threads);
    std::uint32_t line = 0;
    const std::string reason = trial.refused([&](Processor self) -> Task<> {
      const Task<> task = rest(self, 2);
      co_await task;
      if (self.id() < 5) co_return;
      if (self.id() == 5) line = __LINE__ + 1;
      co_await task;
    });
    CHECK_MESSAGE(contains(reason, "processor 5 awaited a task a second time, at " + line_of(line)), reason);
    CHECK(trial.machine.ledger().steps() == 2);
    trial.check_usable();
  }
}

TEST_CASE("a task that was moved from") {
  for (const unsigned threads : thread_numbers) {
    Trial trial(threads);
    std::uint32_t line = 0;
    const std::string reason = trial.refused([&](Processor self) -> Task<> {
      Task<> task = rest(self, 2);
      const Task<> other = std::move(task);
      if (self.id() == 0) line = __LINE__ + 1;
      co_await task;
    });
    CHECK_MESSAGE(contains(reason, "processor 0 awaited a task that was moved from, at " + line_of(line)), reason);
    trial.check_usable();
  }
}

TEST_CASE("the error of a misused task may be caught, as any other") {
  Trial trial(1, 4);
  trial.machine.pardo(4, [&](Processor self) -> Task<> {
    const Task<int> task = value_of(trial.cells, self.id());
    int value = co_await task;
    try {
      value += co_await task;
    } catch (const Error&) {
      value += 7;
    }
    co_await (trial.cells[self.id()] = value);
  });
  CHECK(trial.cells.host() == std::vector<int>(4, 7));
}

TEST_CASE("a task awaited by another processor than the one that makes it") {
  for (const unsigned threads : thread_numbers) {
    for (const std::uint64_t other : {std::uint64_t{1}, many - 1}) {
      Trial trial(threads);
      std::optional<Task<>> shared;
      const std::string reason = trial.refused([&](Processor self) -> Task<> {
        if (self.id() == 0) shared.emplace(rest(self, 3));
        co_await self.idle();
        if (self.id() == other) co_await *shared;
        co_await self.idle();
      });
      CHECK_MESSAGE(contains(reason, "processor " + std::to_string(other) + " awaited a task of processor 0"), reason);
      shared.reset();
      trial.check_usable();
    }
  }
}

TEST_CASE("a task awaited while it runs: by another processor, and by itself") {
  for (const unsigned threads : thread_numbers) {
    Trial trial(threads);
    std::optional<Task<>> shared;
    CHECK(contains(trial.refused([&](Processor self) -> Task<> {
      if (self.id() == 0) shared.emplace(rest(self, 9));
      co_await self.idle();
      if (self.id() == 0) co_await *shared;
      co_await self.idle();
      if (self.id() == 3) co_await *shared;
    }),
                   "processor 3 awaited a task that is running"));
    shared.reset();
    Task<>* own = nullptr;
    CHECK(contains(trial.refused([&](Processor self) -> Task<> {
      if (self.id() > 0) co_return;
      const auto await_itself = [&]() -> Task<> {
        co_await self.idle();
        co_await *own;
      };
      Task<> task = await_itself();
      own = &task;
      co_await task;
    }),
                   "processor 0 awaited a task that is running"));
    trial.check_usable();
  }
}

TEST_CASE("a task kept beyond its pardo") {
  for (const unsigned threads : thread_numbers) {
    std::vector<Task<>> kept;
    std::optional<Task<>> begun;
    kept.reserve(2);
    {
      Trial trial(threads);
      CHECK(contains(trial.refused([&](Processor self) -> Task<> {
        if (self.id() == 0) kept.push_back(rest(self, 1));
        co_await self.idle();
        if (self.id() == many - 1) kept.push_back(rest(self, 1));
        co_await self.idle();
      }),
                     "2 of the tasks made in a pardo are kept beyond its end"));
      CHECK(contains(trial.refused([&](Processor self) -> Task<> {
        co_await self.idle();
        if (self.id() == 2) co_await kept[0];
      }),
                     "processor 2 awaited a task of another pardo"));
      CHECK(contains(trial.refused([&](Processor self) -> Task<> {
        if (self.id() == 1) begun.emplace(rest(self, 100));
        if (self.id() == 1) co_await *begun;
        co_await self.idle();
        if (self.id() == 2) throw Error("enough");
      }),
                     "enough"));
      CHECK(contains(trial.refused([&](Processor self) -> Task<> {
        co_await self.idle();
        if (self.id() == 1) co_await *begun;
      }),
                     "processor 1 awaited a task that is running"));
      trial.check_usable();
    }
    CHECK(kept.size() == 2);  // its machine is gone
    Trial second(threads);
    CHECK(contains(second.refused([&](Processor self) -> Task<> {
      if (self.id() == 0) co_await kept[1];
      co_await self.idle();
    }),
                   "another pardo"));
    second.machine.pardo(many, [&](Processor self) -> Task<> {
      if (self.id() == many / 2) kept.pop_back();
      co_await self.idle();
    });
    begun.reset();
    kept.clear();
    second.check_usable();
  }
}

TEST_CASE("tasks kept with large frames, or many of them, do no harm either") {
  Trial trial(2);
  std::vector<std::optional<Task<>>> kept(many);
  const auto large = [](Processor self) -> Task<> {
    volatile char ballast[20000];
    ballast[self.id() % sizeof ballast] = 1;
    co_await self.idle();
    co_await rest(self, ballast[self.id() % sizeof ballast]);
  };
  CHECK_THROWS_AS(trial.machine.pardo(many,
                                      [&](Processor self) -> Task<> {
                                        kept[self.id()].emplace(self.id() % 100 == 0 ? large(self) : rest(self, 1));
                                        co_await self.idle();
                                      }),
                  Error);
  for (std::uint64_t k = 0; k < many; k += 2) kept[k].reset();
  trial.check_usable();
  kept.clear();
  trial.check_usable();
}

TEST_CASE("tasks that other processors end before the pardo does are as good as ended by their own") {
  for (const unsigned threads : thread_numbers) {
    Trial trial(threads);
    std::vector<std::optional<Task<>>> given(many);
    for (int round = 0; round < 3; ++round) {
      CHECK_NOTHROW(trial.machine.pardo(many, [&](Processor self) -> Task<> {
        given[self.id()].emplace(rest(self, 1));
        co_await self.idle();
        given[many - 1 - self.id()].reset();
        co_await rest(self, 2);
      }));
    }
    trial.check_usable();
  }
}

TEST_CASE("a task destroyed or moved away while it runs") {
  for (const unsigned threads : thread_numbers) {
    Trial trial(threads);
    int ended = 0;
    struct Count {
      int* count;
      ~Count() { ++*count; }
    };
    const auto long_one = [&ended](Processor self) -> Task<> {
      const Count last{&ended};
      for (int k = 0; k < 50; ++k) co_await self.idle();
    };
    std::optional<Task<>> shared;
    const auto run = [&](const auto& harm) {
      shared.reset();
      ended = 0;
      const std::string reason = trial.refused([&](Processor self) -> Task<> {
        if (self.id() == 7) shared.emplace(long_one(self));
        if (self.id() == 7) co_await *shared;
        co_await self.idle();
        if (self.id() == many - 1) harm();
        co_await rest(self, 3);
      });
      CHECK_MESSAGE(contains(reason, "destroyed a task that has begun and not ended"), reason);
      CHECK(ended == 1);
      trial.check_usable();
    };
    run([&] { shared.reset(); });
    run([&] { const Task<> taken = std::move(*shared); });
  }
}

TEST_CASE("what the body of a pardo returns is a new task of that processor") {
  for (const unsigned threads : thread_numbers) {
    Trial trial(threads);
    CHECK(contains(trial.refused([&](Processor self) {
      Task<> task = rest(self, 1);
      const Task<> other = std::move(task);
      return task;
    }),
                   "the body of the pardo gave processor 0 a task that was moved from"));
    std::vector<Task<>> kept;
    Trial alone(1);
    CHECK_THROWS_AS(alone.machine.pardo(many,
                                        [&](Processor self) -> Task<> {
                                          if (self.id() == 1) kept.push_back(rest(self, 1));
                                          co_await self.idle();
                                        }),
                    Error);
    CHECK(contains(alone.refused([&](Processor self) {
      if (self.id() == 3) return std::move(kept[0]);
      return rest(self, 1);
    }),
                   "the body of the pardo gave processor 3 a task of another pardo"));
    kept.clear();
    CHECK(contains(alone.refused([&](Processor self) {
      if (self.id() == 0) kept.push_back(rest(self, 1));
      if (self.id() == 3) return std::move(kept[0]);
      return rest(self, 1);
    }),
                   "the body of the pardo gave processor 3 a task of processor 0"));
    kept.clear();
    trial.check_usable();
    alone.check_usable();
  }
}

TEST_CASE("a task that ends without the value that it owes") {
  Trial trial(2);
  CHECK(contains(trial.refused([&](Processor self) -> Task<> { co_await value_of_positive(trial.cells, self.id()); }),
                 "ended without co_return"));
  trial.cells.fill(4);
  CHECK_NOTHROW(
      trial.machine.pardo(many, [&](Processor self) -> Task<> { co_await value_of_positive(trial.cells, self.id()); }));
  trial.check_usable();
}

TEST_CASE("values that are aligned to 16 bytes live in any frame") {
  Trial trial(2);
  const auto wide = [&](Processor self) -> Task<long double> {
    alignas(16) volatile std::uint64_t both[2] = {self.id(), 3};
    CHECK(reinterpret_cast<std::uintptr_t>(&both) % 16 == 0);
    co_await trial.cells[self.id()].add(1);
    co_return static_cast<long double>(both[0] + both[1]);
  };
  trial.machine.pardo(many, [&](Processor self) -> Task<> {
    const auto steps = rest(self, static_cast<int>(self.id() % 3));  // a frame of another size before
    const long double sum = co_await wide(self);
    co_await (trial.cells[self.id()] = static_cast<int>(sum));
    co_await steps;
  });
  for (std::uint64_t i = 0; i < many; i += 100) CHECK(trial.cells.get(i) == static_cast<int>(i) + 3);
}

TEST_CASE("host code is no processor") {
  CHECK_THROWS_AS(static_cast<void>(Processor(0).count()), Error);
  CHECK(contains(thrown<Error>([] { static_cast<void>(Processor(0).count()); }).what(), "by a processor"));
  Trial trial(2);
  std::optional<Processor> kept;
  trial.machine.pardo(many, [&](Processor self) -> Task<> {
    if (self.id() == 4) kept = self;
    co_await self.idle();
  });
  CHECK(kept->id() == 4);
  CHECK_THROWS_AS(static_cast<void>(kept->count()), Error);
  CHECK_THROWS_AS(static_cast<void>(rest(*kept, 1)), Error);
}

}  // namespace pram
