#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <pram/report/detail/page/profile_page.hpp>
#include <pram/report/detail/run/run.hpp>
#include <pram/report/detail/run/saved_run.hpp>
#include "../small_run.hpp"
#include "text_checks.hpp"

/// How a lint is looked for in all that is made of a run.
namespace pram::testing {

/// The words of a text, a blank between two.
inline std::string in_one_line(const std::string& text) {
  std::istringstream in(text);
  std::string line;
  for (std::string word; in >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

/// Checks that JSON, text and page of a run, and those made of its JSON, have this lint, or that none of them has.
inline void check_views(const report::RunSummary& run, const std::string& name,
                        const std::optional<report::Lint>& expected) {
  for (const bool profile : {false, true}) {
    const report::Report made = report::run_report(run, profile);
    const std::string text = report::text_of(made);
    CAPTURE(text);
    CHECK(widest_line(text) <= report::line_width);
    CHECK(contains(text, "  " + name + " ") == expected.has_value());
    const auto json = nlohmann::json::parse(report::json_of(made));
    nlohmann::json row;
    for (const auto& lint : json.value("lints", nlohmann::json::array())) {
      if (lint.at("name") == name) row = lint;
    }
    REQUIRE(row.is_object() == expected.has_value());
    if (!expected) continue;
    CHECK(contains(in_one_line(text), "Lints"));
    CHECK(contains(in_one_line(text), name + " " + expected->text));
    CHECK(row.at("text") == expected->text);
    CHECK(row.at("share") == (expected->share ? nlohmann::json(*expected->share) : nlohmann::json()));
    CHECK(report::text_of(report::run_report(report::read_run(report::json_of(made)).summary, profile)) == text);
  }
  const std::string page = report::profile_page(run);
  CHECK(contains(page, "<dt>" + name + "</dt>") == expected.has_value());
  if (expected) CHECK(contains(page, "<section id=\"lints\">"));
}

/// The lint of this name, after every view of the run has been found to have it, and none that wants no lints.
inline report::Lint check_said(report::RunSummary run, const std::string& name) {
  CAPTURE(name);
  const std::vector<report::Lint> lints = report::lints_of(run);
  const auto found = std::ranges::find(lints, name, &report::Lint::name);
  REQUIRE(found != lints.end());
  check_views(run, name, *found);
  run.lints.emplace();
  check_views(run, name, std::nullopt);
  CHECK_FALSE(contains(report::text_of(report::run_report(run, true)), "\nLints\n"));
  CHECK_FALSE(contains(report::json_of(report::run_report(run, true)), "\"lints\""));
  CHECK_FALSE(contains(report::profile_page(run), "id=\"lints\""));
  return *found;
}

/// Checks that no view of the run has the lint.
inline void check_quiet(const report::RunSummary& run, const std::string& name) {
  CAPTURE(name);
  const std::vector<report::Lint> lints = report::lints_of(run);
  CHECK(std::ranges::find(lints, name, &report::Lint::name) == lints.end());
  check_views(run, name, std::nullopt);
}

}  // namespace pram::testing
