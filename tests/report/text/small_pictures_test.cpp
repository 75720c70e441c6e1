#include "text/small_pictures.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include <pram/report/detail/value/text.hpp>
#include <pram/report/detail/value/value.hpp>
#include "../small_run.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::report;
using pram::testing::contains;
using pram::testing::small_run;
using pram::testing::summary_of;

TEST_CASE("small pictures: a value is as high as its share of the largest, and 0 is a blank") {
  const std::vector<double> values = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  CHECK(sparkline(values, 80, true) == " ▁▂▃▄▅▆▇█");
  CHECK(sparkline(values, 80, false) == " .:-=+*#@");
  CHECK(sparkline(std::vector<double>{1000, 1}, 80, true) == "█▁");
  CHECK(sparkline(std::vector<double>{0, 0}, 80, true) == "  ");
  CHECK(sparkline(std::vector<double>{}, 80, true).empty());
  // Where there are more values than columns, each column has the largest of its own.
  CHECK(sparkline(values, 3, true) == "▂▅█");
  for (std::size_t width = 1; width < 12; ++width)
    CHECK(columns(sparkline(values, width, true)) == std::min<std::size_t>(width, 9));
}

TEST_CASE("small pictures: a bar has eighths of a column, and any share has one") {
  CHECK(text_bar(1, 3, true) == "███");
  CHECK(text_bar(0.5, 3, true) == "█▌");
  CHECK(text_bar(1e-9, 3, true) == "▏");
  CHECK(text_bar(0, 3, true).empty());
  CHECK(text_bar(0.5, 10, false) == "#####");
  CHECK(text_bar(1e-9, 10, false) == "#");
  CHECK(text_bar(7, 2, true) == "██");
}

TEST_CASE("profiles: the text has small pictures if they are asked for, within its width") {
  const Machine machine = small_run();
  const RunSummary run = summary_of(machine);
  const std::string plain = text_of(run_report(run, true));
  CHECK_FALSE(contains(plain, "charge by step"));
  CHECK_FALSE(contains(plain, "█"));
  CHECK(text_of(run_report(run, false, TextPlots{})) == text_of(run_report(run, false)));
  for (const bool blocks : {true, false}) {
    for (const std::size_t width : std::vector<std::size_t>{200, 80, 60, 30, 10}) {
      const Report report = run_report(run, true, TextPlots{blocks, width});
      const std::string text = text_of(report);
      CHECK(json_of(report) == json_of(run_report(run, true)));
      CHECK(csv_of(report) == csv_of(run_report(run, true)));
      CHECK(contains(text, "charge by step") == (width >= 30));
      std::istringstream lines(text);
      for (std::string line; std::getline(lines, line);) CHECK(columns(line) <= line_width);
    }
  }
  // The line of bars is that of the records, and the longest bar that of the costliest line.
  std::vector<double> charges;
  for (const StepRecord& step : machine.ledger().step_records())
    charges.push_back(static_cast<double>(step.charge + step.charge_back));
  const auto most = static_cast<std::uint64_t>(*std::ranges::max_element(charges));
  const std::string text = text_of(run_report(run, true, TextPlots{}));
  CHECK(contains(text, "charge by step      " + sparkline(charges, 58, true) + "\n"));
  CHECK(contains(text, "steps 1 to 12, the most " + with_separators(most) + " in "));
  // Without records, and of equal charges, there is none.
  const Machine totals = small_run({.components = 64, .ledger = LedgerDetail::totals});
  CHECK_FALSE(contains(text_of(run_report(summary_of(totals), true, TextPlots{})), "charge by step"));
}
