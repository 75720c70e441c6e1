#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <pram/error.hpp>
#include <pram/report/detail/file/export.hpp>
#include <pram/report/detail/page/profile_page.hpp>
#include <pram/report/detail/run/saved_run.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../small_run.hpp"
#include "rich_run.hpp"
#include "support.hpp"
#include "text_checks.hpp"

namespace pram::report {

using nlohmann::json;
using pram::testing::contains;
using pram::testing::rich_run;
using pram::testing::small_run;
using pram::testing::summary_of;

namespace {

std::string json_text(const RunSummary& run) { return json_of(run_report(run, true)); }

/// The same text for a file wherever it lies.
PageOptions page_options() {
  return {.source = [](std::string_view file) -> std::optional<std::string> {
    const std::string name(file.substr(file.rfind('/') + 1));
    std::string text;
    for (int line = 1; line <= 90; ++line) text += name + " line " + std::to_string(line) + "\n";
    return text;
  }};
}

void check_equal(const std::vector<NamedFile>& expected, const std::vector<NamedFile>& found) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    CAPTURE(expected[k].name);
    CHECK(found[k].name == expected[k].name);
    CHECK(found[k].content == expected[k].content);
  }
}

/// All that is made of the run is made of its JSON, to the byte.
void check_same(const RunSummary& run) {
  const std::string written = json_text(run);
  const SavedRun saved = read_run(written);
  CHECK(json_text(saved.summary) == written);
  for (const bool profile : {false, true}) {
    const Report expected = run_report(run, profile);
    const Report found = run_report(saved.summary, profile);
    CHECK(text_of(found) == text_of(expected));
    CHECK(csv_of(found) == csv_of(expected));
  }
  CHECK(profile_page(saved.summary, page_options()) == profile_page(run, page_options()));
  check_equal(profile_pictures(run), profile_pictures(saved.summary));
  check_equal(tidy_tables(run.ledger), tidy_tables(saved.summary.ledger));
  check_equal(gnuplot_scripts(run.ledger), gnuplot_scripts(saved.summary.ledger));
  CHECK(trace_events(saved.summary) == trace_events(run));
}

std::string error_of(const std::string& text) {
  try {
    read_run(text);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("the JSON of a run whose messages were not read gives the same report") {
  Machine machine({.components = 4});
  machine.spmd([](bsp::Process self) -> Task<> {
    self.queue<int>().send(0, 1);
    self.queue<double>("rows").send((self.id() + 1) % 4, 1.5);
    co_await self.sync();
    CHECK(self.queue<std::uint64_t>().empty());
  });
  REQUIRE(machine.ledger().unread_messages().size() == 2);
  check_same(summary_of(machine));
}

TEST_CASE("a run read from its JSON: text, page, pictures, tables and events are those of the run") {
  for (const char* const network : {"router:g=2,l=3", "torus:4x4", "omega", "ideal"}) {
    for (const char* const access : {"direct", "combining:4,4", "sorting"}) {
      for (const LedgerDetail detail : {LedgerDetail::totals, LedgerDetail::steps, LedgerDetail::profile}) {
        CAPTURE(network);
        CAPTURE(access);
        CAPTURE(static_cast<int>(detail));
        const Machine machine = rich_run(
            {.components = 16, .network = network, .access = access, .placement = Placement::direct, .ledger = detail});
        RunSummary run = summary_of(machine);
        run.parameters = BspParameters{1.5, 7.25, true};
        check_same(run);
      }
    }
  }
}

TEST_CASE("a run read from its JSON: interrupted, unchecked, empty, of few records, and on machines of other sizes") {
  const Machine machine = small_run({.components = 64, .access = "combining:8,8", .ledger = LedgerDetail::profile});
  RunSummary run = summary_of(machine);
  run.scaled = {{16, 12, 2400, 900}, {64, 12, 2400, 300}};
  check_same(run);
  run.interrupted = true;
  run.wall_seconds.reset();
  check_same(run);
  run.checked.reset();
  check_same(run);
  check_same(summary_of(small_run({.components = 1, .access = "direct", .ledger = LedgerDetail::profile}, 0)));
  const Machine few =
      rich_run({.components = 16, .placement = Placement::direct, .ledger = LedgerDetail::profile, .ledger_steps = 2});
  REQUIRE(few.ledger().steps_without_record() > 0);
  check_same(summary_of(few));
}

TEST_CASE("a ledger read from JSON knows every record of the steps") {
  const Machine machine = rich_run(
      {.components = 16, .network = "torus:4x4", .placement = Placement::direct, .ledger = LedgerDetail::profile});
  const SavedRun saved = read_run(json_text(summary_of(machine)));
  const Ledger& expected = machine.ledger();
  const Ledger& found = *saved.ledger;
  REQUIRE(found.step_records().size() == expected.step_records().size());
  for (std::size_t k = 0; k < expected.step_records().size(); ++k) {
    const StepRecord& one = expected.step_records()[k];
    const StepRecord& other = found.step_records()[k];
    CAPTURE(k);
    CHECK(other.requests.reads == one.requests.reads);
    CHECK(other.requests.fetches == one.requests.fetches);
    CHECK(other.distinct_charge == one.distinct_charge);
    CHECK(other.lines.size() == one.lines.size());
    CHECK(other.pardo_number == one.pardo_number);
    REQUIRE(other.phases.size() == one.phases.size());
    for (std::size_t phase = 0; phase < one.phases.size(); ++phase) {
      CHECK(other.phases[phase].charge == one.phases[phase].charge);
      CHECK(other.phases[phase].busiest_receiver == one.phases[phase].busiest_receiver);
      CHECK(other.phases[phase].largest_replies == one.phases[phase].largest_replies);
    }
  }
  CHECK(found.models() == expected.models());
  CHECK(found.network_load()->forward.busy == expected.network_load()->forward.busy);
  CHECK(found.loads_over_time().received.loads == expected.loads_over_time().received.loads);
  CHECK(found.loads_over_time().received.length == expected.loads_over_time().received.length);
  CHECK(found.loads_over_time().busy.loads == expected.loads_over_time().busy.loads);
  CHECK(found.loads_over_time().busy_back.loads == expected.loads_over_time().busy_back.loads);
  CHECK(found.superstep_totals()[2].queuing_cost(1.7) == expected.superstep_totals()[2].queuing_cost(1.7));
}

TEST_CASE("stretches of regions are read, and refused where they are none") {
  const Machine machine = rich_run({.components = 4, .placement = Placement::direct});
  const std::string written = json_text(summary_of(machine));
  json run = json::parse(written);
  REQUIRE_FALSE(run["regions"][0]["stretches"].empty());
  CHECK(read_run(written).summary.ledger.regions()[0].stretches == machine.ledger().regions()[0].stretches);
  run["regions"][0].erase("stretches");  // of files that are older
  CHECK(read_run(run.dump()).summary.ledger.regions()[0].stretches.empty());
  for (const char* const wrong : {"[[3, 2]]", "[[1]]", "[[1, 2, 3]]", "[[1, 5], [5, 6]]"}) {
    run["regions"][0]["stretches"] = json::parse(wrong);
    CHECK(contains(error_of(run.dump()), "pairs of a first and a last step, ascending"));
  }
}

TEST_CASE("what is no JSON of a run is refused by one line that says why") {
  CHECK(error_of("") == "it ends too early");
  CHECK(error_of("{\"version\": 1,") == "it ends too early");
  CHECK(error_of("hello\n") == "it is no JSON, or damaged, in line 1");
  CHECK(error_of("{\n\"version\": 1,\n}") == "it is no JSON, or damaged, in line 3");
  CHECK(error_of("[1]") == "it is not an object");
  CHECK(error_of("{}") == "it is no report: it has no version");
  for (const char* const unknown : {"0", "3", "18446744073709551615"}) {
    const std::string version(unknown);
    CHECK(error_of("{\"version\": " + version + "}") ==
          "its version is " + version + ", and this program reads versions 1 to 2");
  }
  CHECK(error_of("{\"version\": \"1\"}") == "its \"version\" is not a whole number from 0 to 18446744073709551615");
  CHECK(contains(error_of("{\"version\": 1, \"points\": []}"), "no report on a run"));
  CHECK(contains(error_of(std::string(100'000, '[')), "nested too deeply"));
  CHECK(contains(error_of("{\"version\": 1, \"charge\": 1e999}"), "damaged, in line 1"));

  const Machine machine = rich_run(
      {.components = 16, .network = "torus:4x4", .placement = Placement::direct, .ledger = LedgerDetail::profile});
  const json whole = json::parse(json_text(summary_of(machine)));
  const auto changed = [&](const char* pointer, const json& value) {
    json other = whole;
    other[json::json_pointer(pointer)] = value;
    return error_of(other.dump());
  };
  CHECK(changed("/steps", -1) == "its \"steps\" is not a whole number from 0 to 18446744073709551615");
  CHECK(changed("/steps", 1.5) == "its \"steps\" is not a whole number from 0 to 18446744073709551615");
  CHECK(contains(changed("/steps", 1), "no more records than steps: 12 of 1"));
  CHECK(contains(changed("/machine/components", 0), "a number from 1 to 1048576"));
  CHECK(contains(changed("/machine/components", 17), "a list of 17 entries"));
  CHECK(contains(changed("/machine/rule", "polite"), "rule 'polite', which is not known"));
  CHECK(contains(changed("/links/topology", "moebius:4"), "the name of a topology"));
  CHECK(contains(changed("/links/topology", "complete:1048576"), "at most 67108864 links"));
  CHECK(contains(changed("/links/forward/link/0", 1 << 20), "links of the topology"));
  CHECK(contains(changed("/loads_over_time/received/length", 3), "a power of two"));
  CHECK(contains(changed("/loads_over_time/busy/entries", 5), "the number of components, or of links"));
  CHECK(contains(changed("/loads_over_time/received/frames/0", "1 2 x"), "a text of whole numbers"));
  CHECK(contains(changed("/loads_over_time/received/frames/1", "1 2"), "as many numbers as there are entries"));
  CHECK(contains(changed("/loads_over_time/received/frames/0", ""), "as many numbers as there are entries"));
  CHECK(contains(changed("/lines/0/number", 1000), "\"number\" is not the place of the row alone"));
  CHECK(contains(changed("/lines/0/number", whole["lines"][1]["number"]), "the place of the row alone"));
  CHECK(contains(changed("/columns/version", 2), "1, the form that is known here"));
  CHECK(contains(changed("/columns/pardo/0", 1000), "a record names pardo 1000 of"));
  CHECK(contains(changed("/columns/steps/line/0", 1000), "a record names line 1000 of"));
  CHECK(contains(changed("/columns/step_lines/place/0", 1000), "the place of a step"));
  CHECK(contains(changed("/columns/steps/phases/0/back/0", 1 << 20), "at most the charge beside it"));
  CHECK(contains(changed("/charge/phases", json::array()), "a list of all phases that steps have"));
  for (const auto& [key, value] : whole.items()) {
    json lacks = whole;
    lacks.erase(key);
    const std::string error = error_of(lacks.dump());
    CAPTURE(key);
    CHECK(error.find('\n') == std::string::npos);
  }
}

TEST_CASE("damaged JSON of a run is read or refused, and what is read has a page") {
  const Machine machine = rich_run(
      {.components = 16, .network = "torus:4x4", .placement = Placement::direct, .ledger = LedgerDetail::profile}, 1);
  const std::string whole = json_text(summary_of(machine));
  const std::uint64_t seed = pram::testing::seed();
  CAPTURE(seed);
  std::mt19937_64 random(seed);
  std::size_t refused = 0;
  const int cases = pram::testing::random_cases(300);
  for (int k = 0; k < cases; ++k) {
    std::string damaged = whole;
    if (k % 3 == 0) {
      damaged.resize(random() % whole.size());
    } else {
      for (int n = 0; n < 1 + k % 4; ++n)
        damaged[random() % whole.size()] = "0123456789{}[]\",:-e.nulltrue"[random() % 28];
    }
    try {
      const SavedRun saved = read_run(damaged);
      CHECK(profile_page(saved.summary, page_options()).ends_with("</html>\n"));
      CHECK(!trace_events(saved.summary).empty());
      CHECK(!tidy_tables(saved.summary.ledger).empty());
    } catch (const Error& error) {
      ++refused;
      CHECK(std::string(error.what()).find('\n') == std::string::npos);
    }
  }
  CHECK(refused > 0);
}

}  // namespace pram::report
