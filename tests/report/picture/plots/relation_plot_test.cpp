#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <regex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <pram/pram.hpp>
#include <pram/report/detail/page/profile_page.hpp>
#include <pram/report/detail/run/saved_run.hpp>
#include "../../small_run.hpp"
#include "../marks.hpp"
#include "picture/plots/relation_plot.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::report;
using pram::testing::contains;
using pram::testing::Mark;
using pram::testing::marks;
using pram::testing::small_run;
using pram::testing::summary_of;

namespace {

constexpr const char* accesses[] = {"direct", "combining:4,4", "combining:4,4,sweeps=separate", "adaptive"};

MachineOptions machine_of(const std::string& network, const std::string& access, unsigned threads = 1) {
  return {.components = 16, .network = network, .access = access, .threads = threads, .ledger = LedgerDetail::profile};
}

/// Counts the messages that leave each component, message by message as a machine reports them.
class LeavingMessages : public Observer {
 public:
  void begin_step(const Step& step) override { step_ = step.number; }
  void message(const Message& one) override {
    const bool back = one.direction == Direction::back;
    told_[{step_, one.phase}] = true;
    if (one.stays || one.from == one.to) return;
    for (const auto& [component, out] : {std::pair(one.from, true), std::pair(one.to, false)}) {
      std::uint32_t& most = most_[{step_, one.phase, back}];
      most = std::max(most, ++counts_[{step_, one.phase, back, component, out}]);
    }
  }

  bool told(std::uint64_t step, std::uint32_t phase) const { return told_.contains({step, phase}); }
  std::uint32_t most(std::uint64_t step, std::uint32_t phase, bool back) const {
    const auto found = most_.find({step, phase, back});
    return found == most_.end() ? 0 : found->second;
  }

 private:
  std::uint64_t step_ = 0;
  std::map<std::tuple<std::uint64_t, std::uint32_t>, bool> told_;
  std::map<std::tuple<std::uint64_t, std::uint32_t, bool, std::uint32_t, bool>, std::uint32_t> counts_;
  std::map<std::tuple<std::uint64_t, std::uint32_t, bool>, std::uint32_t> most_;
};

/// Reads, writes and fetches of neighbours' cells and of one's own, some of them of one cell.
void run_neighbours(Machine& machine) {
  const auto cells = machine.array<std::int64_t>(64, 1, "cells");
  const auto sum = machine.array<std::int64_t>(1, 0, "sum");
  machine.pardo(64, [&](Processor self) -> Task<> {
    const std::int64_t value = co_await cells[(self.id() + 1) % 64];
    co_await (cells[self.id()] = value + 1);
    if (self.id() % 3 == 0) {
      co_await sum[0].fetch_add(value);
    } else {
      co_await cells[self.id()].add(2);
    }
  });
}

struct Seen {
  double h;
  double charge;
};

/// The dots by what they say of themselves.
std::vector<Seen> dots(const Drawing& drawing, const std::string& kind) {
  static const std::regex said(R"re(<circle class="(\w+) dot"[^>]*><title>h ([\d,]+), charge ([\d,]+):)re");
  const auto number = [](std::string text) {
    std::erase(text, ',');
    return std::stod(text);
  };
  const std::string markup = drawing.element("");
  std::vector<Seen> found;
  for (std::sregex_iterator at(markup.begin(), markup.end(), said), end; at != end; ++at) {
    if ((*at)[1] == kind) found.push_back({number((*at)[2]), number((*at)[3])});
  }
  return found;
}

/// Checks that no dot of the kind stands below the drawn line, by their places.
void check_above(const Drawing& drawing, const std::string& kind) {
  const std::vector<Mark> line = marks(drawing, "path", "bound");
  REQUIRE(line.size() == 1);
  static const std::regex point(R"([ML]([\d.]+),([\d.]+))");
  std::vector<std::pair<double, double>> points;
  const std::string d = line.front().attributes.at("d");
  for (std::sregex_iterator at(d.begin(), d.end(), point), end; at != end; ++at)
    points.emplace_back(std::stod((*at)[1]), std::stod((*at)[2]));
  REQUIRE(points.size() > 1);
  for (const Mark& dot : marks(drawing, "circle", kind + " dot")) {
    const double x = dot.number("cx");
    CHECK(x <= points.back().first + 0.01);
    for (std::size_t k = 1; k < points.size(); ++k) {
      const auto& [left, above] = points[k - 1];
      const auto& [right, below] = points[k];
      if (x < left || x > right) continue;
      const double at = above + (below - above) * (x - left) / (right - left);
      CHECK(dot.number("cy") <= at + 0.5);  // a chord of the curve
    }
  }
}

}  // namespace

TEST_CASE("phases: the messages that leave a component are those that an observer sees leave") {
  for (const char* const network : {"torus:4x4", "omega:16", "hypercube:4,combining=unlimited", "bus", "ocpc"}) {
    for (const char* const access : accesses) {
      for (const unsigned threads : {1U, 3U}) {
        CAPTURE(std::string(network));
        CAPTURE(std::string(access));
        Machine machine(machine_of(network, access, threads));
        LeavingMessages seen;
        const Observation observation = machine.observe(seen);
        run_neighbours(machine);
        std::size_t compared = 0;
        for (const StepRecord& step : machine.ledger().step_records()) {
          for (std::uint32_t k = 0; k < step.phases.size(); ++k) {
            const PhaseRecord& phase = step.phases[k];
            CHECK(phase.largest_leaving <= phase.relation());
            CHECK(phase.largest_leaving_back <= phase.largest_replies);
            if (!seen.told(step.step, k)) continue;
            ++compared;
            CHECK(phase.largest_leaving == seen.most(step.step, k, false));
            CHECK(phase.largest_leaving_back == seen.most(step.step, k, true));
          }
        }
        CHECK(compared >= 3);  // a read, a write, and updates beside fetches
      }
    }
  }
  // A router gets numbers alone.
  Machine machine(machine_of("router", "direct"));
  run_neighbours(machine);
  for (const StepRecord& step : machine.ledger().step_records()) {
    for (const PhaseRecord& phase : step.phases) {
      CHECK(phase.largest_leaving == phase.relation());
      CHECK(phase.largest_leaving_back == phase.largest_replies);
    }
  }
}

TEST_CASE("pictures: no dot of a relation plot lies below the lower bound") {
  struct Known {
    const char* network;
    const char* formula;
    double (*least)(double h);
  };
  const Known known[] = {{"torus:4x4", "h / 4", [](double h) { return h / 4; }},
                         {"torus:4x4,ports=one", "h", [](double h) { return h; }},
                         {"omega:16", "h + 4", [](double h) { return h + 4; }},
                         {"hypercube:4,bandwidth=2", "h / 8", [](double h) { return h / 8; }},
                         {"bus", "h", [](double h) { return h; }},
                         {"ocpc", "h", [](double h) { return h; }},
                         {"shared-memory:2", "h / 2", [](double h) { return h / 2; }},
                         {"router:g=3,l=7", "3 h + 7", [](double h) { return 3 * h + 7; }},
                         {"ideal", "1", [](double) { return 1.0; }}};
  for (const Known& one : known) {
    for (const char* const access : accesses) {
      CAPTURE(std::string(one.network));
      CAPTURE(std::string(access));
      Machine machine(machine_of(one.network, access));
      run_neighbours(machine);
      const LowerBound bound = lower_bound(machine.options());
      REQUIRE(bound.least);
      const bool replies = std::string(one.network) != "bus";
      CHECK(bound.combines != replies);
      const Drawing drawing = relation_plot(machine.ledger(), {}, bound);
      CHECK(contains(drawing.element(""),
                     std::string(replies ? "lower bound: " : "lower bound, forward: ") + one.formula + "</text>"));
      for (const char* const kind : {"phase1", "back"}) {
        if (!replies && kind == std::string("back")) continue;
        CHECK_FALSE(dots(drawing, kind).empty());
        for (const Seen& dot : dots(drawing, kind)) CHECK(dot.charge >= std::max(1.0, one.least(dot.h)) - 1e-9);
        check_above(drawing, kind);
      }
      CHECK(contains(profile_page(summary_of(machine)), "class=\"bound\""));
    }
  }
}

TEST_CASE("pictures: where there is no lower bound the plot says why") {
  const auto said = [](const std::string& network, const std::string& access) {
    Machine machine(machine_of(network, access));
    run_neighbours(machine);
    const LowerBound bound = lower_bound(machine.options());
    const Drawing drawing = relation_plot(machine.ledger(), {}, bound);
    CHECK(marks(drawing, "path", "bound").empty());
    CHECK(contains(drawing.element(""), missing(bound)));
    CHECK(contains(profile_page(summary_of(machine)), "There is " + missing(bound) + "."));
    return missing(bound);
  };
  CHECK(said("omega:16,combining=unlimited", "direct") == "no lower bound by h: messages merge on their way");
  CHECK(said("router", "combining:4,4,timing=asynchronous") == "no lower bound by h: phases overlap");
  MachineOptions unknown;
  unknown.network = "no-such-network";
  CHECK(missing(lower_bound(unknown)) == "no lower bound by h that is known of this network");
}

TEST_CASE("pictures: supersteps lie above the lower bound, and the JSON of a run draws the same line") {
  Machine machine(machine_of("torus:4x4", "direct"));
  machine.spmd(16, [](bsp::Process self) -> Task<> {
    auto block = self.coarray<std::int64_t>(8);
    for (std::size_t hop = 0; hop < 8; ++hop) {  // the first stays at home
      for (std::size_t k = 0; k < 8; ++k) block((self.id() + hop) % self.count())[k] = 1;
      co_await self.sync("hop");
    }
  });
  const RunSummary run = summary_of(machine);
  const Drawing drawing = relation_plot(machine.ledger(), {}, lower_bound(run.machine));
  CHECK_FALSE(dots(drawing, "phase1").empty());
  for (const Seen& dot : dots(drawing, "phase1")) CHECK(dot.charge >= std::max(1.0, dot.h / 4));

  for (const char* const network : {"torus:4x4", "omega:16", "bus", "router:g=2,l=5"}) {
    for (const LedgerDetail detail : {LedgerDetail::steps, LedgerDetail::profile}) {
      MachineOptions options = machine_of(network, "combining:4,4");
      options.ledger = detail;
      Machine other(options);
      run_neighbours(other);
      const RunSummary whole = summary_of(other);
      const SavedRun saved = read_run(json_of(run_report(whole, true)));
      for (const NamedFile& picture : profile_pictures(whole)) {
        const std::vector<NamedFile> again = profile_pictures(saved.summary);
        const auto same = std::ranges::find(again, picture.name, &NamedFile::name);
        REQUIRE(same != again.end());
        CHECK(same->content == picture.content);
        if (picture.name == "relations.svg") CHECK(contains(picture.content, "class=\"bound\""));
      }
    }
  }
}
