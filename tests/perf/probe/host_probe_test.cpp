#include <pram/perf/host_probe.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <pram/error.hpp>
#include <pram/machine.hpp>
#include <pram/report/detail/value/text.hpp>

#include "text_checks.hpp"

using namespace pram;
using namespace pram::perf;
using nlohmann::json;
using pram::testing::contains;
using pram::testing::widest_line;

namespace {

HostProbe timed_at(const std::vector<std::pair<std::uint32_t, double>>& points) {
  HostProbe made;
  made.processes = 8;
  made.threads = 2;
  made.runs = 1;
  for (const auto& [h, median] : points) made.points.push_back({h, median / 2, median, median * 3});
  fit(made);
  return made;
}

double middle_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

}  // namespace

TEST_CASE("supersteps on a line are fitted exactly, and one that the host disturbed changes nothing") {
  const HostProbe line = timed_at({{0, 2}, {1, 5}, {4, 14}, {16, 50}});
  CHECK(line.seconds_a_word == doctest::Approx(3));
  CHECK(line.seconds_a_superstep == doctest::Approx(2));
  const HostProbe disturbed = timed_at({{0, 2}, {1, 5}, {2, 8}, {4, 1000}, {8, 26}, {16, 50}});
  CHECK(disturbed.seconds_a_word == doctest::Approx(3));
  CHECK(disturbed.seconds_a_superstep == doctest::Approx(2));
}

TEST_CASE("neither g nor l is negative") {
  const HostProbe steep = timed_at({{1, 1}, {2, 10}, {4, 30}});
  CHECK(steep.seconds_a_word > 0);
  CHECK(steep.seconds_a_superstep == 0);
  const HostProbe falling = timed_at({{0, 9}, {1, 8}, {2, 7}});
  CHECK(falling.seconds_a_word == 0);
  CHECK(falling.seconds_a_superstep == doctest::Approx(8));
  const HostProbe one = timed_at({{4, 12}});
  CHECK(one.seconds_a_word == 0);
  CHECK(one.seconds_a_superstep == doctest::Approx(12));
  const HostProbe none = timed_at({});
  CHECK(none.seconds_a_word == 0);
  CHECK(none.seconds_a_superstep == 0);
  CHECK(contains(text_of(host_probe_report(none)), "interrupted before a superstep was timed"));
}

TEST_CASE("this computer's supersteps are timed, and the report has the medians' fit") {
  for (const unsigned threads : {1U, 2U, 8U}) {
    CAPTURE(threads);
    HostProbeRequest request;
    request.processes = 6;
    request.threads = threads;
    request.h = {0, 3, 1, 40};
    request.runs = 4;
    std::vector<std::uint64_t> told;
    request.progress = [&](std::uint64_t done, std::uint64_t of) {
      CHECK(of == 5);
      told.push_back(done);
      return true;
    };
    const HostProbe probe = probe_host(request);
    CHECK(told == std::vector<std::uint64_t>{0, 1, 2, 3, 4});
    CHECK(probe.threads == std::min(threads, 6U));
    CHECK(probe.rate > 0);
    REQUIRE(probe.points.size() == 4);
    CHECK_FALSE(probe.interrupted);

    // The numbers of the report, found once more from its points.
    const Report report = host_probe_report(probe);
    CHECK(widest_line(text_of(report)) <= line_width);
    const json parsed = json::parse(json_of(report));
    std::vector<double> slopes;
    for (const json& a : parsed.at("points")) {
      CHECK(a.at("least") > 0);
      CHECK(a.at("least") <= a.at("median"));
      CHECK(a.at("median") <= a.at("largest"));
      for (const json& b : parsed.at("points")) {
        const double apart = b.at("h").get<double>() - a.at("h").get<double>();
        if (apart > 0) slopes.push_back((b.at("median").get<double>() - a.at("median").get<double>()) / apart);
      }
    }
    CHECK(slopes.size() == 6);
    const double word = std::max(0.0, middle_of(slopes));
    std::vector<double> rests;
    for (const json& a : parsed.at("points"))
      rests.push_back(a.at("median").get<double>() - word * a.at("h").get<double>());
    const double superstep = std::max(0.0, middle_of(rests));
    CHECK(parsed.at("seconds_a_word").get<double>() == doctest::Approx(word));
    CHECK(parsed.at("seconds_a_superstep").get<double>() == doctest::Approx(superstep));
    CHECK(parsed.at("g").get<double>() == doctest::Approx(word * parsed.at("operations_a_second").get<double>()));
    CHECK(parsed.at("l").get<double>() == doctest::Approx(superstep * parsed.at("operations_a_second").get<double>()));
    for (const json& a : parsed.at("points"))
      CHECK(a.at("fitted").get<double>() == doctest::Approx(word * a.at("h").get<double>() + superstep));
  }
}

TEST_CASE("a probe of the host that is stopped keeps what it has") {
  HostProbeRequest request;
  request.processes = 4;
  request.h = {0, 1, 2};
  request.runs = 2;
  request.progress = [](std::uint64_t done, std::uint64_t) { return done < 2; };
  const HostProbe probe = probe_host(request);
  CHECK(probe.interrupted);
  CHECK(probe.points.size() == 2);
  CHECK(probe.rate == 0);
  const std::string text = text_of(host_probe_report(probe));
  CHECK(contains(text, "; interrupted"));
  CHECK_FALSE(contains(text, "nan"));
}

TEST_CASE("a probe of the host is stopped in the middle of its supersteps, too") {
  for (const std::uint64_t points : {0U, 2U}) {
    CAPTURE(points);
    HostProbeRequest request;
    request.processes = 64;
    request.h = {0, 1, 2, 3};
    request.runs = 2;
    Machine* running = nullptr;
    bool over = false;
    request.watch = [&](Machine* machine) {
      over = running != nullptr && machine == nullptr;
      running = machine;
    };
    request.progress = [&](std::uint64_t done, std::uint64_t) {
      if (done == points) running->request_stop();  // as a signal does
      return true;
    };
    const HostProbe probe = probe_host(request);
    CHECK(over);
    CHECK(probe.interrupted);
    CHECK(probe.points.size() == points);
    CHECK(probe.rate == 0);
  }
  // While they run: so many that they end no other way.
  HostProbeRequest request;
  request.processes = 64;
  request.h = {0};
  request.runs = 10'000'000;
  std::jthread stop;
  request.watch = [&](Machine* machine) {
    if (machine != nullptr) stop = std::jthread([machine] { machine->request_stop(); });
    if (machine == nullptr) stop.join();
  };
  const HostProbe probe = probe_host(request);
  CHECK(probe.interrupted);
  CHECK(probe.points.empty());
}

TEST_CASE("a host is not probed with one process or no run") {
  HostProbeRequest request;
  request.processes = 1;
  CHECK_THROWS_WITH_AS(probe_host(request), "processes = '1' is not allowed: at least 2: one sends nothing to itself",
                       ConfigError);
  request.processes = 2;
  request.runs = 0;
  CHECK_THROWS_AS(probe_host(request), ConfigError);
}
