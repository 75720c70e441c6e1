#include "steps.hpp"

#include <stdexcept>

namespace pram::bench {

namespace {

constexpr int steps_a_pardo = 8;

std::uint64_t any_cell(std::uint64_t id, std::uint64_t n) { return (id * 0x9E3779B97F4A7C15U >> 20) % n; }

}  // namespace

Steps::Steps(const std::string& network, const std::string& access, Pattern pattern, std::uint64_t processors,
             std::uint32_t components, unsigned threads, LedgerDetail ledger)
    : machine_({.components = components,
                .network = network,
                .access = access,
                .threads = threads,
                .ledger = ledger,
                .ledger_steps = 1024}),
      cells_(machine_.array<std::int64_t>(processors, 0, "cells")),
      pattern_(pattern) {}

std::uint64_t Steps::run() {
  const std::uint64_t n = cells_.size();
  ++pardos_;
  if (pattern_ == Pattern::two_lines) {
    run_two_lines();
    return steps_a_pardo * n;
  }
  machine_.pardo(n, [&cells = cells_, pattern = pattern_, n](Processor self) -> Task<> {
    const std::uint64_t id = self.id();
    for (int step = 0; step < steps_a_pardo; ++step) {
      switch (pattern) {
        case Pattern::own_read: co_await cells[id]; break;
        case Pattern::own_write: co_await (cells[id] = step); break;
        case Pattern::random_read: co_await cells[any_cell(id, n)]; break;
        case Pattern::hot_add: co_await cells[0].add(1); break;
        case Pattern::own_fetch: co_await cells[id].fetch_add(1); break;
        case Pattern::two_lines: break;
      }
    }
  });
  return steps_a_pardo * n;
}

void Steps::run_two_lines() {
  const std::uint64_t n = cells_.size();
  machine_.pardo(n, [&cells = cells_, n](Processor self) -> Task<> {
    const std::uint64_t cell = any_cell(self.id(), n);
    for (int step = 0; step < steps_a_pardo; ++step) {
      if (self.id() % 2 == 0) {
        co_await cells[cell];
      } else {
        co_await cells[cell];
      }
    }
  });
}

void Steps::check() const {
  std::int64_t expected = 0;
  if (pattern_ == Pattern::own_write && pardos_ > 0) expected = steps_a_pardo - 1;
  if (pattern_ == Pattern::own_fetch) expected = steps_a_pardo * pardos_;
  if (pattern_ == Pattern::hot_add) expected = steps_a_pardo * pardos_ * static_cast<std::int64_t>(cells_.size());
  if (cells_.get(0) != expected) throw std::logic_error("the steps left something wrong in memory");
}

IdleSteps::IdleSteps(std::uint64_t processors, unsigned threads)
    : machine_({.network = "router", .access = "combining", .threads = threads, .ledger = LedgerDetail::totals}),
      processors_(processors) {}

void IdleSteps::run(std::uint64_t steps) {
  machine_.pardo(processors_, [steps](Processor self) -> Task<> {
    for (std::uint64_t step = 0; step < steps; ++step) co_await self.idle();
  });
}

}  // namespace pram::bench
