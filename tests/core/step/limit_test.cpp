#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../thrown.hpp"

namespace pram {

namespace {

using testing::is_one_line;
using testing::thrown;

}  // namespace

TEST_CASE("an endless program ends at the step limit, with the memory of the last step") {
  for (const LedgerDetail detail : {LedgerDetail::steps, LedgerDetail::totals}) {
    Machine machine({.components = 2, .max_steps = 50, .ledger = detail});
    const auto count = machine.array<int>(4, 0);
    const auto endless = [&](Processor self) -> Task<> {
      while (true) co_await count[self.id()].add(1);
    };
    const auto error = thrown<LimitError>([&] { machine.pardo(4, endless); });
    CHECK(error.limit == "steps");
    CHECK(error.asked == 51);
    CHECK(error.allowed == 50);
    CHECK(is_one_line(error.what()));
    CHECK(count.host() == std::vector<int>(4, 50));
    CHECK(machine.ledger().steps() == 50);
    // Steps count over the machine's life: none is left.
    CHECK_THROWS_AS(machine.pardo(1, endless), LimitError);
    CHECK(machine.ledger().steps() == 50);
    CHECK(count.get(0) == 50);
  }
}

TEST_CASE("a program that is done in exactly the steps allowed is fine") {
  Machine machine({.components = 2, .max_steps = 5});
  const auto count = machine.array<int>(1, 0);
  machine.pardo(1, [&](Processor) -> Task<> {
    for (int k = 0; k < 5; ++k) co_await count[0].add(1);
  });
  CHECK(count.get(0) == 5);
  CHECK(machine.ledger().steps() == 5);
}

TEST_CASE("the step limit counts the machine's life: what one pardo has taken is not there for the next") {
  Machine machine({.components = 2, .max_steps = 5});
  const auto count = machine.array<int>(1, 0);
  const auto three_steps = [&](Processor) -> Task<> {
    for (int k = 0; k < 3; ++k) co_await count[0].add(1);
  };
  machine.pardo(1, three_steps);
  for (const int call : {2, 3}) {
    CAPTURE(call);
    const auto error = thrown<LimitError>([&] { machine.pardo(1, three_steps); });
    CHECK(error.limit == "steps");
    CHECK(error.asked == 6);
    CHECK(error.allowed == 5);
    CHECK(std::string(error.what()) == "the machine has done 5 steps in all its pardos, and max_steps allows no more");
    CHECK(count.get(0) == 5);
    CHECK(machine.ledger().steps() == 5);
  }
  // What asks for nothing takes no step, and what moves data between pardos is none.
  machine.pardo(1, [](Processor) -> Task<> { co_return; });
  // Another machine begins anew.
  Machine other({.components = 2, .max_steps = 5});
  const auto fresh = other.array<int>(1, 0);
  other.pardo(1, [&](Processor) -> Task<> {
    for (int k = 0; k < 5; ++k) co_await fresh[0].add(1);
  });
  CHECK(fresh.get(0) == 5);
}

TEST_CASE("memory beyond the host is refused before anything is allocated") {
  Machine machine({.components = 64});
  for (const std::uint64_t size : {std::uint64_t{1} << 60, ~std::uint64_t{0}, std::uint64_t{1} << 44}) {
    const auto error = thrown<LimitError>([&] { static_cast<void>(machine.array<int>(size, 0, "huge")); });
    CHECK(error.asked == size);
    CHECK(error.allowed < size);
    CHECK(is_one_line(error.what()));
    CHECK(testing::contains(error.what(), "huge"));
  }
  bool ran = false;
  for (const std::uint64_t n : {std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
    const auto error = thrown<LimitError>([&] {
      machine.pardo(n, [&](Processor self) -> Task<> {
        ran = true;
        co_await self.idle();
      });
    });
    CHECK(error.asked == n);
    CHECK(is_one_line(error.what()));
  }
  CHECK_FALSE(ran);
  const auto cells = machine.array<int>(100, 1);
  machine.pardo(100, [&](Processor self) -> Task<> { co_await cells[self.id()].add(1); });
  CHECK(cells.host() == std::vector<int>(100, 2));
}

TEST_CASE("a memory limit counts cells and processors, and what is freed is there again") {
  Machine machine({.components = 4, .threads = 1, .memory_limit = std::uint64_t{4} << 20});
  const auto small = machine.array<int>(1000, 1);
  CHECK(thrown<LimitError>([&] { static_cast<void>(machine.array<int>(std::uint64_t{1} << 20)); }).limit == "memory");
  bool ran = false;
  const auto body = [&](Processor self) -> Task<> {
    ran = true;
    co_await small[self.id() % 1000];
  };
  CHECK_THROWS_AS(machine.pardo(std::uint64_t{1} << 20, body), LimitError);
  CHECK_FALSE(ran);
  CHECK_NOTHROW(machine.pardo(1000, body));
  for (int round = 0; round < 10; ++round)
    CHECK_NOTHROW(static_cast<void>(machine.array<int>(std::uint64_t{100} << 10)));
  CHECK(machine.options().memory_limit == std::uint64_t{4} << 20);
}

TEST_CASE("no step and no superstep begins once the limit of charge is met") {
  // Counted from outside: the charge of each step by itself.
  const auto charged_after = [](std::uint64_t limit, int steps) {
    Machine machine({.components = 4, .network = "router:g=3,l=5", .access = "direct", .max_charge = limit});
    const auto cells = machine.array<int>(4, 0);
    const auto increments = [&] {
      machine.pardo(4, [&](Processor self) -> Task<> {
        for (int k = 0; k < steps; ++k) co_await cells[self.id()].add(1);
      });
    };
    if (limit == 0) {
      increments();
    } else {
      const auto error = thrown<LimitError>(increments);
      CHECK(error.limit == "charge");
      CHECK(error.allowed == limit);
      CHECK(error.asked == machine.ledger().total_charge());
      CHECK(std::string(error.what()).ends_with(fmt::format("max_charge = {} allows no further step", limit)));
      CHECK(cells.get(0) == static_cast<int>(machine.ledger().steps()));
    }
    return machine.ledger().total_charge();
  };
  std::uint64_t before = 0;
  for (const int steps : {1, 2, 3}) {
    const std::uint64_t after = charged_after(0, steps);
    REQUIRE(after > before);
    // Any limit above what was charged before a step lets it begin, and what it charges ends the run.
    for (const std::uint64_t limit : {before + 1, after}) CHECK(charged_after(limit, 5) == after);
    before = after;
  }

  Machine machine({.components = 2, .network = "router:g=3,l=5", .max_charge = 1});
  const auto supersteps = [&](int count) {
    machine.spmd([count](bsp::Process self) -> Task<> {
      auto cells = self.coarray<int>(1);
      for (int k = 0; k < count; ++k) {
        cells(1 - self.id())[0] = k;
        co_await self.sync();
      }
    });
  };
  supersteps(1);
  CHECK(thrown<LimitError>([&] { supersteps(1); }).limit == "charge");
  CHECK(machine.ledger().supersteps() == 1);
}

TEST_CASE("supersteps count against the step limit, too, which says what was done") {
  Machine machine({.components = 2, .max_steps = 3});
  const auto supersteps = [&](int count) {
    machine.spmd([count](bsp::Process self) -> Task<> {
      for (int k = 0; k < count; ++k) co_await self.sync();
    });
  };
  const auto of_processes = thrown<LimitError>([&] { supersteps(4); });
  CHECK(of_processes.limit == "supersteps");
  CHECK(std::string(of_processes.what()) ==
        "the machine has done 3 supersteps in all its runs of processes, and max_steps allows no more");
  CHECK(machine.ledger().supersteps() == 3);

  Machine both({.components = 2, .max_steps = 3});
  const auto count = both.array<int>(1, 0);
  both.spmd([](bsp::Process self) -> Task<> { co_await self.sync(); });
  const auto of_both = thrown<LimitError>([&] {
    both.pardo(1, [&](Processor) -> Task<> {
      for (int k = 0; k < 3; ++k) co_await count[0].add(1);
    });
  });
  CHECK(of_both.limit == "steps");
  CHECK(std::string(of_both.what()) ==
        "the machine has done 2 steps and 1 superstep in all its pardos and runs of processes, and max_steps allows no "
        "more");
  CHECK(count.get(0) == 2);
}

TEST_CASE("frames that would not fit are refused once the first has told their size") {
  Machine machine({.components = 4, .threads = 1, .memory_limit = std::uint64_t{16} << 20});
  const auto cells = machine.array<int>(1, 0);
  const auto fat = [&](Processor) -> Task<> {
    volatile char ballast[4096];
    for (std::size_t k = 0; k < sizeof ballast; k += 64) ballast[k] = 1;
    co_await cells[0].add(ballast[64]);
    co_await cells[0].add(ballast[128]);
  };
  CHECK_THROWS_AS(machine.pardo(20000, fat), LimitError);
  CHECK(machine.ledger().steps() == 0);
  CHECK(cells.get(0) == 0);
  CHECK_NOTHROW(machine.pardo(100, fat));
  CHECK(cells.get(0) == 200);
}

}  // namespace pram
