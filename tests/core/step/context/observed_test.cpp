#include "step/context/observed.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "../../thrown.hpp"
#include "observation/observer_link.hpp"
#include "step/pardo.hpp"

namespace pram::detail {

namespace {

using testing::thrown;

struct RunsHeard : Observer {
  std::vector<std::string> all;

  void begin_run(const Run& run) override { all.push_back("run " + std::to_string(run.number) + " " + run.name); }
  void begin_step(const Step& step) override { all.push_back("step " + std::to_string(step.number)); }
  void end_step(const StepRecord& record) override { all.push_back("end " + std::to_string(record.step)); }
};

}  // namespace

TEST_CASE("observed runs: from the first run after observe() to the end of the observation") {
  StepContext context({.components = 4, .threads = 2});
  Stations stations(context);
  PardoRunner pardos(context, stations);
  RunsHeard heard;
  const auto body = [](Processor self) -> Task<> { co_await self.idle(); };
  const auto spawn = [&](std::uint64_t id) -> std::coroutine_handle<> { return RootTask::of(body(Processor(id))); };

  CHECK(context.observed.locals() == nullptr);
  CHECK(context.observed.transfers() == nullptr);
  pardos.run(3, spawn, {{}, "unobserved"});
  CHECK(heard.all.empty());

  const auto link = context.observed.observe(heard);
  CHECK_FALSE(context.observed.any());  // no run is under way
  thrown<Error>([&] { context.observed.observe(heard); });
  pardos.run(3, spawn, {{}, "first"});
  pardos.run(3, spawn, {{}, "second"});
  CHECK(heard.all == std::vector<std::string>{"run 1 first", "step 2", "end 2", "run 2 second", "step 3", "end 3"});
  CHECK_FALSE(context.observed.any());

  heard.all.clear();
  link->observer = nullptr;
  pardos.run(3, spawn, {{}, "third"});
  CHECK(heard.all.empty());
  // The next observer's runs go on with the numbers.
  const auto next = context.observed.observe(heard);
  pardos.run(3, spawn, {{}, "fourth"});
  CHECK(heard.all == std::vector<std::string>{"run 3 fourth", "step 5", "end 5"});
}

}  // namespace pram::detail
