#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <vector>

#include <pram/bsp.hpp>
#include <pram/machine/array.hpp>

#include "../thrown.hpp"
#include "data_parallel/processor_group.hpp"
#include "step/data_parallel.hpp"
#include "step/pardo.hpp"
#include "step/run/scopes.hpp"
#include "step/superstep.hpp"

/// Each runner of a machine by itself, over a context and stations of its own.
namespace pram::detail {

namespace {

using testing::thrown;

struct RunnerTrial {
  explicit RunnerTrial(MachineOptions options = {.components = 8, .threads = 1}) : context(std::move(options)) {}

  Array<int> array(std::uint64_t n) {
    return Array<int>(ArrayHandle(context.memory, context.memory->add(n, cell_type<int>(), 0, "cells")));
  }
  template <class Body>
  static auto spawning(const Body& body) {
    return [&body](std::uint64_t id) -> std::coroutine_handle<> { return RootTask::of(body(Processor(id))); };
  }

  StepContext context;
  Stations stations{context};
};

}  // namespace

TEST_CASE("runner of pardos: a step each, until no processor is left") {
  RunnerTrial trial;
  PardoRunner pardos(trial.context, trial.stations);
  const Array<int> cells = trial.array(10);
  const auto body = [&](Processor self) -> Task<> {
    for (std::uint64_t k = 0; k <= self.id(); ++k) co_await cells[k].add(1);
  };
  pardos.run(10, RunnerTrial::spawning(body), {});
  CHECK(trial.context.steps == 10);
  CHECK(trial.context.pardos == 1);
  CHECK(trial.context.writer.ledger().work() == 55);
  CHECK(cells.host() == std::vector<int>{10, 9, 8, 7, 6, 5, 4, 3, 2, 1});
  CHECK_FALSE(trial.context.control.runs());

  pardos.run(0, RunnerTrial::spawning(body), {});
  CHECK(trial.context.pardos == 1);
}

TEST_CASE("runner of pardos: a breach leaves the last complete step") {
  RunnerTrial trial({.components = 8, .rule = Rule::erew, .threads = 1});
  PardoRunner pardos(trial.context, trial.stations);
  const Array<int> cells = trial.array(4);
  const auto body = [&](Processor self) -> Task<> {
    co_await (cells[self.id()] = 5);
    co_await (cells[0] = 6);
  };
  CHECK(thrown<ConflictError>([&] { pardos.run(4, RunnerTrial::spawning(body), {}); }).facts.step == 2);
  CHECK(trial.context.steps == 1);
  CHECK(cells.host() == std::vector<int>(4, 5));
  // Under another rule the same is allowed.
  const RuleScope scope(trial.context, Rule::priority);
  pardos.run(4, RunnerTrial::spawning(body), {});
  CHECK(trial.context.steps == 3);
  CHECK(cells.host() == std::vector<int>{6, 5, 5, 5});
}

TEST_CASE("runner of supersteps: processes, with what they ask of shared arrays") {
  RunnerTrial trial;
  SuperstepRunner supersteps(trial.context, trial.stations);
  const Array<int> cells = trial.array(1);
  const auto body = [&](bsp::Process self) -> Task<> {
    self.update(cells[0], Sum{}, static_cast<int>(self.id()));
    co_await self.sync();
    co_await self.sync();
  };
  supersteps.run(
      5, [&](std::uint64_t id) -> std::coroutine_handle<> { return RootTask::of(body(bsp::Process(id, 5))); }, {});
  CHECK(trial.context.steps == 2);
  CHECK(trial.context.uncounted == 0);
  CHECK(trial.context.writer.ledger().supersteps() == 2);
  CHECK(cells.get(0) == 0 + 1 + 2 + 3 + 4);
}

TEST_CASE("runner of data-parallel steps: a group that is idle has a step, one without live processors none") {
  RunnerTrial trial;
  DataParallelRunner data_parallel(trial.context, trial.stations);
  const std::shared_ptr<ProcessorGroup> group = data_parallel.make_group(100, {}, {});
  CHECK(group->live() == 100);
  data_parallel.take_step(*group, nullptr);
  CHECK(trial.context.steps == 1);
  CHECK(trial.context.writer.ledger().work() == 100);
  const std::shared_ptr<ProcessorGroup> none = data_parallel.make_group(0, {}, {});
  data_parallel.take_step(*none, nullptr);
  CHECK(trial.context.steps == 1);
}

TEST_CASE("context: small steps stay on one worker, unless tests ask for all") {
  RunnerTrial trial({.components = 8, .threads = 3});
  CHECK(trial.context.workers_for(spread_from - 1) == 1);
  CHECK(trial.context.workers_for(spread_from) == 3);
  trial.context.all_workers = true;
  CHECK(trial.context.workers_for(1) == 3);
}

}  // namespace pram::detail
