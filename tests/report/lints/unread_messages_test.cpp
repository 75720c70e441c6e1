#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include <pram/pram.hpp>
#include "lint_checks.hpp"

namespace pram::report {

using testing::check_quiet;
using testing::check_said;
using testing::summary_of;

namespace {

/// Eight processes send each other a word, and process 0 a row each; so many of them read.
Machine exchange(std::uint64_t readers) {
  Machine machine({.components = 8});
  machine.spmd([&](bsp::Process self) -> Task<> {
    const auto words = self.queue<std::uint64_t>();
    const auto rows = self.queue<double>("rows");
    for (const std::uint64_t other : self.others()) words.send(other, 1);
    rows.send(0, 1.5);
    co_await self.sync();
    if (self.id() < readers) CHECK(words.size() == 7);
    if (self.id() == 7 && readers < 7) CHECK(self.queue<int>().empty());
    if (readers == 8 || self.id() > 0) CHECK(rows.size() == (self.id() == 0 ? 8 : 0));
    co_await self.sync();
  });
  return machine;
}

}  // namespace

TEST_CASE("lint unread-messages: messages that nobody read, by queue, and nothing where all are read") {
  const Machine machine = exchange(3);
  const Lint lint = check_said(summary_of(machine), "unread-messages");
  // Five processes leave the words of seven others, and process 0 the rows of eight.
  CHECK(lint.text == std::to_string(5 * 7 + 8) +
                         " messages came into queues that their process did not look into before its next sync: 35 of "
                         "queue, 8 of rows; instead of 7 it found an empty queue of another type");
  CHECK_FALSE(lint.share);
  const Machine reading = exchange(8);
  check_quiet(summary_of(reading), "unread-messages");
  const Machine steps = testing::small_run();
  check_quiet(summary_of(steps), "unread-messages");
}

TEST_CASE("lint unread-messages: one message of a queue with a name that is not fit to print") {
  Machine machine({.components = 2});
  machine.spmd([](bsp::Process self) -> Task<> {
    if (self.id() == 0) self.queue<int>("a\n\x1b<b>").send(1, 1);
    co_await self.sync();
  });
  const Lint lint = check_said(summary_of(machine), "unread-messages");
  CHECK(lint.text ==
        "1 message came into queues that their process did not look into before its next sync: 1 of a\\n\\x1b<b>");
  CHECK(testing::contains(profile_page(summary_of(machine)), "1 of a\\n\\x1b&lt;b&gt;"));
}

}  // namespace pram::report
