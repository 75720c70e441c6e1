#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include <pram/bsp.hpp>
#include <pram/report/detail/page/page.hpp>
#include <pram/report/detail/page/profile_page.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../small_run.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::report;
using pram::testing::contains;
using pram::testing::small_run;
using pram::testing::summary_of;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++times;
  return times;
}

/// What stands in the page for its script.
nlohmann::json data_of(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"page-data\">";
  const std::size_t from = page.find(begin) + begin.size();
  return nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
}

}  // namespace

TEST_CASE("pages: all columns add up to the ledger") {
  const Machine machine = small_run();
  const Ledger& ledger = machine.ledger();
  const nlohmann::json columns = data_of(profile_page(summary_of(machine)))["columns"];
  const auto sum = [&](const char* name) {
    std::uint64_t total = 0;
    for (const auto& entry : columns["steps"][name]) total += entry.get<std::uint64_t>();
    return total;
  };
  CHECK(columns["steps"]["step"].size() == ledger.steps());
  CHECK(sum("processors") == ledger.work());
  CHECK(sum("requests") == ledger.requests().total());
  CHECK(sum("forward") == ledger.charge());
  CHECK(sum("back") == ledger.charge_back());
  std::uint64_t phases = 0;
  for (const auto& phase : columns["steps"]["phases"]) {
    for (const auto& entry : phase["charge"]) phases += entry.get<std::uint64_t>();
  }
  CHECK(phases == ledger.charge() + ledger.charge_back());
  std::uint64_t degree = 0;
  for (const auto& entry : columns["steps"]["degree"]) degree = std::max(degree, entry.get<std::uint64_t>());
  CHECK(degree == std::max(ledger.largest_read_degree(), ledger.largest_write_degree()));
  CHECK(columns["lines"].size() == ledger.lines().size());
  CHECK(columns["without_record"] == 0);
}

TEST_CASE("pages: a view that has nothing to draw has a sentence, no picture and nothing on how to read it") {
  Machine machine({.components = 4, .ledger = LedgerDetail::profile});
  machine.spmd(4, [](bsp::Process self) -> Task<> {
    auto cells = self.coarray<int>(4);
    cells((self.id() + 1) % 4)[0] = 1;
    co_await self.sync("round");
  });
  const std::string page = profile_page(summary_of(machine));
  const std::size_t begin = page.find("<section id=\"degrees\">");
  REQUIRE(begin != std::string::npos);
  const std::string degrees = page.substr(begin, page.find("</section>", begin) - begin);
  CHECK(contains(degrees, "<p>The run made no request.</p>"));
  CHECK_FALSE(contains(degrees, "<svg"));
  CHECK_FALSE(contains(degrees, "class=\"reading\""));
  const auto names = profile_pictures(summary_of(machine));
  CHECK(std::ranges::none_of(names, [](const NamedFile& file) { return file.name == "degrees.svg"; }));
  CHECK(std::ranges::any_of(names, [](const NamedFile& file) { return file.name == "timeline.svg"; }));
}

TEST_CASE("pages: what is to be known first stands in sentences") {
  const Machine machine = small_run();
  const Ledger& ledger = machine.ledger();
  const std::string page = profile_page(summary_of(machine), {.title = "My <run>"});
  CHECK(contains(page, "<title>My &lt;run&gt;</title>"));
  CHECK(contains(page, "<h1>My &lt;run&gt;</h1>"));
  CHECK(contains(page, "charge " + with_separators(ledger.total_charge()) + "."));
  CHECK(contains(page, "The performance factor is " + decimal(ledger.performance_factor())));
  const double contention = static_cast<double>(ledger.charge()) - ledger.distinct_charge();
  CHECK(contains(
      page, percentage(contention, static_cast<double>(ledger.total_charge())) + " of the whole charge came on top"));
  CHECK(contains(page, "The most contended cell is sum[0]: 200 processors in step 3."));
  CHECK(contains(page, "The weakest model that the run satisfied is CRCW."));
  std::vector<LineTotal> lines = ledger.lines();
  std::ranges::stable_sort(lines, [](const LineTotal& a, const LineTotal& b) { return a.charge > b.charge; });
  std::uint64_t costliest = 0;
  for (std::size_t k = 0; k < 3; ++k) costliest += lines[k].charge;
  CHECK(contains(page, "small_run.hpp:" + std::to_string(lines.front().where.line)));
  CHECK(contains(page, ": " + percentage(static_cast<double>(costliest), static_cast<double>(ledger.total_charge())) +
                           " of the whole charge."));
}

TEST_CASE("pages: each picture is a file of a name of its own, which leads nowhere else") {
  Drawing drawing(10, 10);
  drawing.rectangle("needed", 1, 2, 3, 4);
  Page page;
  page.views.push_back(picture_view("plain", "Plain <title>", "", drawing));
  page.views.push_back({"several", "Several", "", "<p>before</p>\n"});
  for (const char* const name : {"plain", "../../a b", "plain", ""}) show(page.views.back(), {name, "seen", drawing});
  page.views.push_back({"table", "A table", "", "<table></table>"});
  const std::vector<NamedFile> files = picture_files(page);
  std::vector<std::string> names;
  for (const NamedFile& file : files) names.push_back(file.name);
  CHECK(names == std::vector<std::string>{"plain.svg", "plain-2.svg", "------a-b.svg", "plain-3.svg", "picture.svg"});
  CHECK(contains(files.front().content, "<title>Plain &lt;title&gt;</title>"));
  const std::string mark = R"(<rect class="needed" x="1" y="2" width="3" height="4"/>)";
  for (const NamedFile& file : files) CHECK(count(file.content, mark) == 1);
  CHECK(count(html_of(page), mark) == 5);
  CHECK(picture_files({}).empty());
}

TEST_CASE("pages: each line that asked has a row with its share, beside the program's text") {
  const Machine machine = small_run();
  const Ledger& ledger = machine.ledger();
  const std::string page = profile_page(summary_of(machine));
  CHECK(contains(page, "co_await (label[self.id()] = value + 1);"));
  CHECK(count(page, "<tr data-line=") == ledger.lines().size());
  for (const LineTotal& line : ledger.lines()) {
    const std::regex row("<tr data-line=\"report/small_run.hpp:" + std::to_string(line.where.line) +
                         "\"[^]*?data-value=\"" + std::to_string(line.charge) + "\"[^]*?data-value=\"" +
                         std::to_string(line.requests) + "\"");
    CHECK(std::regex_search(page, row));
  }
  // Without the text lines stand with what they asked for.
  const std::string without =
      profile_page(summary_of(machine), {.source = [](std::string_view) { return std::nullopt; }});
  CHECK(contains(without, "The text of this file is not to be had here"));
  CHECK(contains(without, "read label"));
  CHECK(count(without, "<tr data-line=") == ledger.lines().size());
}

TEST_CASE("pages: a page loads nothing, and hostile names stay text") {
  const std::string hostile = "</script><img src=x onerror=alert(1)>&lt;";
  const Machine machine = small_run({.components = 64}, 3, hostile);
  RunSummary run = summary_of(machine);
  run.program = hostile;
  const std::string page = profile_page(run, {.source = [&](std::string_view) { return hostile + "\n<b>bold</b>"; }});
  CHECK(contains(page, "Content-Security-Policy\" content=\"default-src 'none';"));
  CHECK(count(page, "<img") == 0);
  CHECK(count(page, "<b>") == 0);
  CHECK(count(page, "<script") == 2);
  CHECK(count(page, "</script>") == 2);
  // The one address names the language of pictures that are saved.
  CHECK(count(page, "://") == count(page, "http://www.w3.org/2000/svg"));
  CHECK(data_of(page)["title"] == hostile);
}

TEST_CASE("pages: equal runs give equal bytes, with any number of host threads") {
  std::string expected;
  for (const std::uint32_t threads : {1U, 2U, 3U, 8U}) {
    const Machine machine = small_run({.components = 64, .access = "combining:8,8", .threads = threads});
    RunSummary run = summary_of(machine);
    run.wall_seconds = threads;
    const std::string page = profile_page(run, {.host_time = false});
    if (expected.empty()) expected = page;
    CHECK(page == expected);
    CHECK(contains(profile_page(run), "Ran in " + duration(threads)));
  }
}

TEST_CASE("pages: the smallest machines and empty runs have pages, too") {
  for (const std::uint32_t components : {1u, 2u}) {
    const Machine machine = small_run({.components = components, .access = "direct"}, 0);
    const std::string page = profile_page(summary_of(machine));
    CHECK(contains(page, "The run had no step."));
    CHECK(contains(page, "No line of the program made a request."));
    CHECK(contains(page, "Nothing was charged."));
  }
  const Machine totals = small_run({.components = 64, .ledger = LedgerDetail::totals});
  const std::string page = profile_page(summary_of(totals));
  CHECK(contains(page, "The ledger kept totals alone"));
  CHECK(contains(page, "12 steps"));
  const nlohmann::json columns = data_of(page)["columns"];
  CHECK(columns["without_record"] == 12);
}

TEST_CASE("pages: the script has what the views of a page need, and no more") {
  const Machine machine = small_run();
  RunSummary run = summary_of(machine);
  const std::string page = profile_page(run);
  const std::string small = report_page(run_report(run, true));
  for (const char* const view : {"timeline", "source"}) {
    const std::string uses = "document.getElementById(\"" + std::string(view) + "\")";
    CHECK(count(page, uses) == 1);
    CHECK(count(small, uses) == 0);
  }
  CHECK(count(page, "getElementById(\"machine\")") == 0);
  CHECK(count(page, "getElementById(\"speed-up\")") == 0);
  run.scaled = {{.components = 4, .steps = 12, .work = 2400, .charge = 30}};
  CHECK(count(profile_page(run), "getElementById(\"speed-up\")") == 1);
  const Machine profiled = small_run({.components = 64, .ledger = LedgerDetail::profile});
  CHECK(count(profile_page(summary_of(profiled)), "getElementById(\"machine\")") == 1);
  // What comes last restores the selection of the address.
  for (const std::string& one : {page, small})
    CHECK(one.rfind("readHash();\nshow();\nreach();\n</script>") != std::string::npos);
}

TEST_CASE("pages: what less contention could gain stands beside the command that executes it, where there is one") {
  const Machine machine = small_run({.components = 64, .ledger = LedgerDetail::profile});
  CHECK(contains(profile_page(summary_of(machine), {.comparison = "pram compare 'a<b>'"}),
                 "<code>pram compare &#39;a&lt;b&gt;&#39;</code>"));
  CHECK_FALSE(contains(profile_page(summary_of(machine)), "<code>"));
}

TEST_CASE("pages: a report's tables have the cells of its text") {
  const Machine machine = small_run();
  const Report report = run_report(summary_of(machine), true);
  const std::string markup = tables_markup(report);
  std::size_t rows = 0;
  for (const auto& part : report.parts) {
    const auto* table = std::get_if<Table>(&part);
    if (table == nullptr || std::ranges::none_of(table->columns, [](const Column& c) { return c.heading.has_value(); }))
      continue;
    rows += table->rows.size() + 1;
  }
  CHECK(count(markup, "<tr>") == rows);
  CHECK(contains(markup, "<dt>time T</dt><dd>12 steps</dd>"));
  CHECK(count(markup, "<figure") == count(markup, "</figure>"));
  CHECK(count(markup, "<dl>") == count(markup, "</dl>"));
}

TEST_CASE("pages: a word that a heading parts between two lines of text is whole again") {
  Report report;
  Table table{"", "two\nlines", {{"", "super-\nsteps"}, {"", "charge\nforward"}, {"", "non-zero"}}, {}};
  table.row({"1", "2", "3"});
  report.parts.emplace_back(std::move(table));
  const std::string markup = tables_markup(report);
  CHECK(contains(markup, ">supersteps</th>"));
  CHECK(contains(markup, ">charge forward</th>"));
  CHECK(contains(markup, ">non-zero</th>"));
  CHECK(contains(markup, "two lines"));
  CHECK(contains(text_of(report), "super-"));
}
