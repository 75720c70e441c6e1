#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

#include "../thrown.hpp"

// Tasks inside one another, very many of them. Optimized code jumps from task to task, other code calls: so two test
// files compile this, each in its own way.
namespace pram::testing {

namespace {

constexpr std::uint64_t deep = 100'000;

Task<std::uint64_t> count_down(std::uint64_t levels) {
  if (levels == 0) co_return 0;
  co_return 1 + co_await count_down(levels - 1);
}

/// Reads its cell at the bottom, and again on the way up at every thousandth level.
Task<std::uint64_t> read_below(const Array<std::uint64_t>& cells, std::uint64_t i, std::uint64_t levels) {
  if (levels == 0) co_return co_await cells[i];
  std::uint64_t value = co_await read_below(cells, i, levels - 1);
  if (levels % 1000 == 0) value += co_await cells[i];
  co_return value;
}

Task<int> step(Processor self) {
  co_await self.idle();
  co_return 1;
}

// Tasks that end only where the machine ends them.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winfinite-recursion"

Task<> without_end() { co_await without_end(); }

Task<int> without_end_by_steps(Processor self) {
  co_await self.idle();
  co_return co_await without_end_by_steps(self) + 1;
}

std::uint32_t line_of_recursion = 0;

Task<int> without_end_in_a_branch(Processor self, int level) {
  if (level % 2 == 0) co_return co_await step(self);
  line_of_recursion = __LINE__ + 1;
  co_return co_await without_end_in_a_branch(self, level + 2);
}

/// Says when it ends.
struct Mark {
  std::vector<std::uint64_t>* ended;
  std::uint64_t level;
  Mark(std::vector<std::uint64_t>& list, std::uint64_t which) : ended(&list), level(which) {}
  Mark(const Mark&) = delete;
  Mark& operator=(const Mark&) = delete;
  ~Mark() { ended->push_back(level); }
};

Task<> marked(Processor self, std::vector<std::uint64_t>& ended, std::uint64_t level, std::uint64_t levels) {
  const Mark mark(ended, level);
  if (level < levels) {
    co_await marked(self, ended, level + 1, levels);
  } else {
    while (true) co_await self.idle();
  }
}

#pragma GCC diagnostic pop

Task<int> throwing_below(Processor self, std::uint64_t levels) {
  if (levels > 0) co_return co_await throwing_below(self, levels - 1);
  co_await self.idle();
  throw std::runtime_error("at the bottom");
}

Task<> wrapped(Task<> inner) { co_await inner; }

Task<> rest(Processor self) { co_await self.idle(); }

LimitError too_deep(Machine& machine, std::uint64_t n, const auto& body) {
  const auto cells = machine.array<int>(n, 0);
  const auto error = thrown<LimitError>([&] {
    machine.pardo(n, [&](Processor self) -> Task<> {
      co_await (cells[self.id()] = 1);
      if (self.id() % 2 == 1) co_await body(self);
      co_await (cells[self.id()] = 2);
    });
  });
  CHECK(error.limit == "nested tasks");
  CHECK(error.allowed == detail::most_nested_tasks);
  CHECK(error.asked == error.allowed + 1);
  CHECK(is_one_line(error.what()));
  CHECK(contains(error.what(), "processor 1 "));
  CHECK(contains(error.what(), std::to_string(error.asked)));
  CHECK(contains(error.what(), "task_depth.hpp:"));
  CHECK(cells.get(1) == 1);
  machine.pardo(n, [&](Processor self) -> Task<> {
    co_await (cells[self.id()] = static_cast<int>(co_await count_down(3)) + co_await step(self));
  });
  CHECK(cells.host() == std::vector<int>(n, 4));
  return error;
}

void check_deep_nesting() {
  for (const unsigned threads : {1U, 2U}) {
    Machine machine({.components = 8, .threads = threads});
    const auto cells = machine.array<std::uint64_t>(3, 2);
    machine.pardo(3, [&](Processor self) -> Task<> {
      std::uint64_t sum = co_await count_down(deep);
      sum += co_await read_below(cells, self.id(), deep);
      co_await (cells[self.id()] = sum + self.id());
    });
    for (std::uint64_t i = 0; i < 3; ++i) CHECK(cells.get(i) == deep + 2 + 2 * (deep / 1000) + i);
    CHECK(machine.ledger().steps() == 1 + deep / 1000 + 1);
  }
}

void check_many_in_a_step() {
  Machine machine({.components = 4});
  const auto cells = machine.array<std::uint64_t>(3000, 0);
  const auto other = machine.array<std::uint64_t>(3000, 0);
  machine.pardo(3000, [&](Processor self) -> Task<> {
    std::uint64_t sum = 0;
    const std::uint64_t rounds = self.id() % 1000 == 1 ? 50'000 : 2;
    for (std::uint64_t k = 0; k < rounds; ++k) sum += co_await count_down(2);
    // Lines differ from processor to processor, so that each has a site of its own.
    if (self.id() % 2 == 0) {
      co_await cells[self.id()].add(sum);
    } else {
      co_await (other[self.id()] = sum);
    }
  });
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const std::uint64_t sum = i % 1000 == 1 ? 100'000 : 4;
    CHECK(cells.get(i) == (i % 2 == 0 ? sum : 0));
    CHECK(other.get(i) == (i % 2 == 1 ? sum : 0));
  }
  CHECK(machine.ledger().steps() == 1);
  CHECK(machine.ledger().work() == 3000);
}

void check_errors_from_below() {
  Machine machine({.components = 4});
  const auto caught = machine.array<int>(8, 0);
  machine.pardo(8, [&](Processor self) -> Task<> {
    int value = 0;
    try {
      value = co_await throwing_below(self, 3000);
    } catch (const std::runtime_error& error) {
      value = contains(error.what(), "at the bottom") ? 5 : 6;
    }
    co_await (caught[self.id()] = value + static_cast<int>(self.id()));
  });
  CHECK(caught.host() == std::vector<int>{5, 6, 7, 8, 9, 10, 11, 12});
}

void check_runaways(const std::vector<unsigned>& thread_numbers) {
  std::vector<std::string> first;
  for (const unsigned threads : thread_numbers) {
    Machine machine({.components = 8, .threads = threads});
    std::vector<std::string> reasons;
    reasons.push_back(too_deep(machine, 10000, [](Processor) { return without_end(); }).what());
    reasons.push_back(too_deep(machine, 2, [](Processor self) { return without_end_by_steps(self); }).what());
    reasons.push_back(too_deep(machine, 2, [](Processor self) { return without_end_in_a_branch(self, 1); }).what());
    CHECK(contains(reasons[2], ":" + std::to_string(line_of_recursion)));
    if (first.empty()) first = reasons;
    CHECK(reasons == first);
  }
}

void check_ends() {
  // What ends while its tasks are nested deep ends them from the innermost outwards.
  for (const std::uint64_t levels : {std::uint64_t{3}, std::uint64_t{499}, std::uint64_t{1000}, deep}) {
    Machine machine({.components = 2});
    std::vector<std::uint64_t> ended;
    CHECK_THROWS_AS(machine.pardo(2,
                                  [&](Processor self) -> Task<> {
                                    const Mark mark(ended, 0);
                                    if (self.id() == 0) co_await marked(self, ended, 1, levels);
                                    ended.clear();
                                    throw std::runtime_error("that is all");
                                  }),
                    ProgramError);
    std::vector<std::uint64_t> expected{0};  // of the processor that throws
    for (std::uint64_t level = levels + 1; level-- > 0;) expected.push_back(level);
    CHECK(ended == expected);
  }
}

void check_wrapped() {
  for (const bool awaited : {false, true}) {
    Machine machine({.components = 2});
    const auto done = machine.array<int>(2, 0);
    machine.pardo(2, [&](Processor self) -> Task<> {
      const auto wrap = [](Task<> task, std::uint64_t times) {
        std::vector<Task<>> chain;
        chain.push_back(std::move(task));
        for (std::uint64_t k = 0; k < times; ++k) {
          Task<> outer = wrapped(std::move(chain.back()));
          chain.pop_back();
          chain.push_back(std::move(outer));
        }
        return std::move(chain.back());
      };
      const Task<> task = wrap(rest(self), deep);
      if (awaited) co_await task;
      co_await (done[self.id()] = 1);
    });
    CHECK(done.host() == std::vector<int>{1, 1});
    CHECK(machine.ledger().steps() == (awaited ? 2 : 1));
  }
}

}  // namespace

}  // namespace pram::testing
