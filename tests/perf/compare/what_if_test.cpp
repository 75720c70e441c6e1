#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include <pram/perf/runs/compare.hpp>
#include <pram/report/detail/page/page.hpp>
#include <pram/report/detail/value/text.hpp>
#include "support.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::perf;
using nlohmann::json;
using pram::testing::contains;

namespace {

/// Runs of every network with every protocol, each line with a charge drawn from few, so that some are equal.
Comparison drawn(std::mt19937_64& random, const std::vector<std::string>& networks,
                 const std::vector<std::string>& protocols, std::uint32_t lines) {
  Comparison comparison;
  comparison.program = "some-program";
  comparison.machine.components = 64;
  for (const std::string& network : networks) {
    for (const std::string& access : protocols) {
      ComparedRun run;
      run.network = network;
      run.access = access;
      run.verified = run.equal = true;
      for (std::uint32_t line = 0; line < lines; ++line) {
        const std::uint64_t charge = random() % 5 * 1000;
        run.lines.push_back({line % 2 == 0 ? "some/one.cpp" : "some/two.hpp", 10 + line, charge});
        (line % 3 == 0 ? run.back : run.forward) += charge;
      }
      comparison.runs.push_back(run);
    }
  }
  comparison.asked = comparison.runs.size();
  return comparison;
}

struct Row {
  std::string line;
  std::int64_t charge = 0;
  std::int64_t least = 0;
  std::string other;
  std::int64_t spared = 0;

  bool operator==(const Row&) const = default;
};

/// The rows of the table with this title, as the page has them; none if it has no such table: no line was charged
/// anything.
std::vector<Row> rows_of(const std::string& page, const std::string& title) {
  const std::size_t begin = page.find("<figcaption>" + title + "</figcaption>");
  if (begin == std::string::npos) return {};
  const std::string table = page.substr(begin, page.find("</table>", begin) - begin);
  const std::regex row(
      "<tr>\n<td>([^<]*)<td data-value=\"(\\d+)\">[^<]*<td data-value=\"(\\d+)\">[^<]*<td>([^<]*)"
      "<td data-value=\"(-?\\d+)\">");
  std::vector<Row> rows;
  for (std::sregex_iterator at(table.begin(), table.end(), row), end; at != end; ++at)
    rows.push_back({(*at)[1], std::stoll((*at)[2]), std::stoll((*at)[3]), (*at)[4], std::stoll((*at)[5])});
  return rows;
}

/// The same by loops over the JSON: the run to compare from, and the others.
std::vector<Row> expected(const json& report, std::size_t from, const std::vector<std::size_t>& others,
                          const char* name) {
  std::vector<Row> rows;
  for (const json& line : report.at("lines")) {
    Row row{line.at("file").get<std::string>() + ":" + std::to_string(line.at("line").get<int>()),
            line.at("charges").at(from).get<std::int64_t>(), -1, "", 0};
    for (const std::size_t k : others) {
      const auto charge = line.at("charges").at(k).get<std::int64_t>();
      if (row.least >= 0 && charge >= row.least) continue;
      row.least = charge;
      row.other = report.at("runs").at(k).at(name);
    }
    row.spared = row.charge - row.least;
    if (row.charge > 0 || row.least > 0) rows.push_back(row);
  }
  std::ranges::stable_sort(rows, [](const Row& a, const Row& b) { return a.spared > b.spared; });
  rows.resize(std::min<std::size_t>(rows.size(), 30));
  return rows;
}

std::string number(std::uint64_t n) { return report::with_separators(n); }

}  // namespace

TEST_CASE("what if: the least charge of each line among the other runs is that of loops over the JSON") {
  std::mt19937_64 random(pram::testing::seed());
  const std::vector<std::string> protocols = {"direct", "combining:8,8", "adaptive"};
  for (const std::uint32_t lines : {1U, 2U, 7U, 29U, 40U}) {
    const Comparison comparison = drawn(random, {"ideal", "router", "torus:8x8", "omega:64"}, protocols, lines);
    const json report = json::parse(json_of(compare_report(comparison)));
    const std::string page = html_of(compare_page(comparison));
    CAPTURE(lines);
    for (std::size_t network = 1; network < 4; ++network) {
      const std::size_t from = 3 * network;
      const std::string name = comparison.runs[from].network;
      CHECK(rows_of(page, "Another access protocol than direct, on " + name) ==
            expected(report, from, {from + 1, from + 2}, "access"));
    }
    CHECK(rows_of(page, "Another network than router, with direct") == expected(report, 3, {6, 9}, "network"));
    CHECK_FALSE(contains(page, "on ideal</figcaption>"));
    CHECK(contains(page, "The first 30 of ") == (lines == 40));
  }
}

TEST_CASE("what if: sums over all lines, and which whole run was charged least") {
  std::mt19937_64 random(pram::testing::seed());
  const Comparison comparison = drawn(random, {"ideal", "router"}, {"direct", "combining:8,8", "adaptive"}, 33);
  const std::string page = html_of(compare_page(comparison));
  std::vector<std::uint64_t> sums(6);
  std::uint64_t least = 0;
  for (std::size_t line = 0; line < 33; ++line) {
    std::uint64_t here = comparison.runs[3].lines[line].charge;
    for (std::size_t k = 0; k < 6; ++k) sums[k] += comparison.runs[k].lines[line].charge;
    for (std::size_t k = 3; k < 6; ++k) here = std::min(here, comparison.runs[k].lines[line].charge);
    least += here;
  }
  const std::size_t other = sums[5] < sums[4] ? 5 : 4;
  CHECK(contains(page, "All lines together: " + number(sums[3]) + " with direct, " + number(sums[other]) + " with " +
                           comparison.runs[other].access + "; " + number(least) +
                           " if each were charged its least of all."));
  const std::size_t best = sums[other] < sums[3] ? other : 3;
  std::string whole = "Of whole runs, that on router with " + comparison.runs[best].access +
                      " was charged least: " + number(sums[best]);
  if (best != 3)
    whole += ", " + report::percentage(static_cast<double>(sums[3] - sums[best]), static_cast<double>(sums[3])) +
             " less than the first, on router with direct: " + number(sums[3]);
  CHECK(contains(page, whole + ". Runs on ideal, which charges a unit a phase, are left out: no machine has it."));
}

TEST_CASE("what if: runs without a result are no alternatives, and one run alone has none") {
  std::mt19937_64 random(pram::testing::seed());
  Comparison comparison = drawn(random, {"router", "torus:8x8"}, {"direct", "sorting"}, 5);
  const auto fails = [&](std::size_t k) {
    comparison.runs[k].failed = "it does not fit";
    comparison.runs[k].lines.clear();
  };
  fails(0);
  // The first protocol with a result is compared from; no other on the router has one.
  std::string page = html_of(compare_page(comparison));
  json report = json::parse(json_of(compare_report(comparison)));
  CHECK(rows_of(page, "Another access protocol than direct, on torus:8x8") == expected(report, 2, {3}, "access"));
  CHECK(rows_of(page, "Another network than router, with sorting") == expected(report, 1, {3}, "network"));
  CHECK_FALSE(contains(page, ", on router</figcaption>"));
  fails(3);
  CHECK_FALSE(contains(html_of(compare_page(comparison)), "id=\"what-if\""));
  fails(2);
  CHECK_FALSE(contains(html_of(compare_page(comparison)), "id=\"what-if\""));
  fails(1);
  CHECK_FALSE(contains(html_of(compare_page(comparison)), "id=\"what-if\""));
  // Where there is no network but the ideal one, its protocols are compared.
  comparison = drawn(random, {"ideal"}, {"direct", "adaptive"}, 3);
  report = json::parse(json_of(compare_report(comparison)));
  page = html_of(compare_page(comparison));
  CHECK(rows_of(page, "Another access protocol than direct, on ideal") == expected(report, 0, {1}, "access"));
  CHECK_FALSE(contains(page, "are left out"));
}
