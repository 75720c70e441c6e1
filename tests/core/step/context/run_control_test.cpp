#include "step/context/run_control.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include <pram/error.hpp>
#include <pram/network/poll.hpp>

#include "../../thrown.hpp"

namespace pram::detail {

using testing::thrown;

TEST_CASE("run control: a stop is thrown once, at the step that is complete") {
  std::uint64_t steps = 7;
  RunControl control(steps);
  control.check_stop();
  control.request_stop();
  CHECK(control.stop());
  CHECK(thrown<Interrupted>([&] { control.check_stop(); }).step == 7);
  CHECK_FALSE(control.stop());
  control.check_stop();
}

TEST_CASE("run control: what belongs between runs is refused in one") {
  const std::uint64_t steps = 0;
  RunControl control(steps);
  control.refuse_while_running("nothing");
  control.begin_run();
  CHECK(control.runs());
  thrown<Error>([&] { control.refuse_while_running("a report is written"); });
  control.end_run();
  control.refuse_while_running("nothing");
}

TEST_CASE("run control: the owner's end stops the run, and says so") {
  const std::uint64_t steps = 0;
  RunControl control(steps);
  control.disown();  // no run: nothing to end
  control.check_stop();
  control.begin_run();
  control.disown();
  const auto error = thrown<Error>([&] { control.check_stop(); });
  CHECK(std::string(error.what()).find("moved or destroyed") != std::string::npos);
  control.end_run();
  control.begin_run();  // the next one has an owner
  control.check_owner();
}

TEST_CASE("run control: progress is reported, and polls obey a stop") {
  std::uint64_t steps = 0;
  RunControl control(steps);
  std::uint64_t reports = 0;
  control.on_progress([&](std::uint64_t done) {
    CHECK(done == steps);
    ++reports;
  });
  for (; steps < 100; ++steps) control.step_completed();
  CHECK(reports >= 1);
  const PollScope watched = control.watch();
  poll();
  control.request_stop();
  thrown<Interrupted>([] { poll(); });
}

}  // namespace pram::detail
