#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include <pram/report/detail/file/export.hpp>
#include <pram/report/detail/page/profile_page.hpp>
#include <pram/report/detail/picture/heat_grid.hpp>
#include "../small_run.hpp"
#include "marks.hpp"
#include "page/views/machine_view.hpp"
#include "page/views/what_if_view.hpp"
#include "picture/machine/component_map.hpp"
#include "picture/plots/degree_histogram.hpp"
#include "picture/plots/timeline.hpp"
#include "profile/columns/region_bands.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::report;
using pram::testing::contains;
using pram::testing::Mark;
using pram::testing::marks;
using pram::testing::small_run;
using pram::testing::summary_of;

namespace {

Machine profiled_run(unsigned threads = 1, const std::string& network = "torus:8x8") {
  return small_run({.components = 64, .network = network, .threads = threads, .ledger = LedgerDetail::profile});
}

std::size_t drawn(const Drawing& drawing, const std::string& kind) {
  const std::vector<Mark> all = marks(drawing);
  return static_cast<std::size_t>(std::ranges::count_if(all, [&](const Mark& mark) { return mark.is(kind); }));
}

}  // namespace

TEST_CASE("pictures: the degrees of small_run are those that its text asks for") {
  const Machine machine = profiled_run();
  // 200 processors read label[id / 4], write label[id], add to sum[0]; 100 of them fetch from sum[0]; three rounds.
  DegreeBins expected{};
  expected[0] = 3 * 200;  // writes
  expected[2] = 3 * 50;   // reads by four
  expected[7] = 3;        // additions by 200
  expected[6] = 3;        // fetches by 100
  DegreeBins found{};
  for (const LineTotal& line : machine.ledger().lines()) {
    for (std::size_t bin = 0; bin < found.size(); ++bin) found[bin] += line.degrees[bin];
  }
  CHECK(found == expected);
  const Drawing drawing = degree_histogram(machine.ledger());
  // Dots at the logarithms of their numbers: a bar would have a length that means nothing.
  CHECK(marks(drawing, "rect", "needed").empty());
  CHECK(marks(drawing, "rect", "contention").empty());
  const std::vector<Mark> ones = marks(drawing, "circle", "needed dot");
  const std::vector<Mark> others = marks(drawing, "circle", "contention dot");
  REQUIRE(ones.size() == 1);
  REQUIRE(others.size() == 3);
  const double decade = (others[1].number("cy") - ones[0].number("cy")) / std::log10(600.0 / 3);
  CHECK(others[0].number("cy") - ones[0].number("cy") ==
        doctest::Approx(decade * std::log10(600.0 / 150)).epsilon(0.01));
  CHECK(others[2].number("cy") == others[1].number("cy"));
  CHECK(contains(drawing.element("degrees"), "degree 4 to 7: 150 groups"));
  CHECK(contains(degree_histogram(small_run().ledger()).element("degrees"), "not kept as a profile"));
}

TEST_CASE("pictures: components by what they received and served") {
  const Machine machine = profiled_run();
  const Drawing drawing = component_map(machine.ledger());
  std::uint64_t most = 0;
  for (const ComponentTotal& component : machine.ledger().components()) most = std::max(most, component.served);
  CHECK(contains(drawing.element("components"), "with " + with_separators(most)));
  std::uint64_t received = 0;
  for (const ComponentTotal& component : machine.ledger().components())
    received = std::max(received, component.received);
  CHECK(contains(drawing.element("components"), ">" + with_separators(most) + " requests</text>"));
  CHECK(contains(drawing.element("components"), ">" + with_separators(received) + " messages</text>"));
  CHECK(std::ranges::count(marks(drawing, "text", "label"), "0", &Mark::text) == 2);
  CHECK(contains(component_map(small_run().ledger()).element("components"), "not kept as a profile"));
}

TEST_CASE("pictures: links of the machine are as busy as the ledger says") {
  const Machine machine = profiled_run();
  const Ledger& ledger = machine.ledger();
  REQUIRE(ledger.network_load());
  const std::vector<NamedFile> files = picture_files({.title = "", .sentences = {}, .views = {machine_view(ledger)}});
  REQUIRE(files.size() == 3);
  CHECK(files[0].name == "components.svg");
  CHECK(files[1].name == "links.svg");
  CHECK(files[2].name == "replies.svg");
  const auto& busy = ledger.network_load()->forward.busy;
  const std::uint64_t most = *std::ranges::max_element(busy);
  CHECK(contains(machine_view(ledger).markup, "the busiest carried in " + with_separators(most) + " of " +
                                                  with_separators(ledger.charge()) + " steps"));
  CHECK(machine_view(profiled_run(1, "router").ledger()).pictures.size() == 1);
}

TEST_CASE("what if: the lines by avoidable charge add up to what came above the needed charge") {
  const Machine machine = profiled_run(1, "router");
  const Ledger& ledger = machine.ledger();
  double avoidable = 0;
  for (const LineTotal& line : ledger.lines()) avoidable += line.avoidable_charge();
  CHECK(avoidable == doctest::Approx(static_cast<double>(ledger.charge()) - ledger.distinct_charge()));
  const std::string markup = what_if_view(ledger).markup;
  CHECK(contains(markup, "report/small_run.hpp:"));
  CHECK(contains(what_if_view(small_run().ledger()).markup, "not kept as a profile"));
}

TEST_CASE("pictures: a band for each pardo, as wide as its steps") {
  Machine machine({.components = 16, .ledger = LedgerDetail::profile});
  const auto cells = machine.array<long>(16, 0, "cells");
  const auto steps = [&](int count) {
    machine.pardo(16, [&](Processor self) -> Task<> {
      for (int step = 0; step < count; ++step) co_await (cells[self.id()] = step);
    });
  };
  steps(2);
  steps(6);
  const std::vector<Mark> all = marks(timeline(machine.ledger()));
  std::vector<double> widths;
  for (const Mark& mark : all) {
    if (mark.is("band") || mark.is("band odd")) widths.push_back(mark.number("width"));
  }
  REQUIRE(widths.size() == 2);
  CHECK(widths[1] == doctest::Approx(3 * widths[0]).epsilon(0.01));
}

TEST_CASE("pictures: regions stand in the timeline, a row for each depth, as wide as their steps") {
  Machine machine({.components = 16});
  const auto cells = machine.array<long>(16, 0, "cells");
  const auto steps = [&](int count) {
    machine.pardo(16, [&](Processor self) -> Task<> {
      for (int step = 0; step < count; ++step) co_await (cells[self.id()] = step);
    });
  };
  steps(2);
  {
    const auto outer = machine.region("outer <one>");
    steps(3);
    const auto inner = machine.region("inner");
    steps(5);
  }
  steps(6);
  {
    const auto outer = machine.region("outer <one>");
    steps(4);
  }
  const Drawing drawing = timeline(machine.ledger());
  std::vector<Mark> bands = marks(drawing);
  std::erase_if(bands, [](const Mark& mark) { return !mark.is("band region") && !mark.is("band odd region"); });
  REQUIRE(bands.size() == 3);
  CHECK(bands[0].text == "region outer <one>: 3 to 10");
  CHECK(bands[1].text == "region outer <one>: 17 to 20");
  CHECK(bands[2].text == "region inner: 6 to 10");
  const double step = bands[0].number("width") / 8;
  CHECK(bands[1].number("width") == doctest::Approx(4 * step).epsilon(0.01));
  CHECK(bands[2].number("width") == doctest::Approx(5 * step).epsilon(0.01));
  CHECK(bands[1].number("x") - bands[0].number("x") == doctest::Approx(14 * step).epsilon(0.01));
  CHECK(bands[2].number("x") - bands[0].number("x") == doctest::Approx(3 * step).epsilon(0.01));
  CHECK(bands[2].number("y") > bands[0].number("y"));
  // A picture of a run without regions has no room for them.
  CHECK(drawing.height() > timeline(small_run().ledger()).height());
  const std::string page = profile_page(summary_of(machine));
  CHECK(contains(page, "The bands on top are the regions of the program"));
  const std::string begin = "id=\"page-data\">";
  const std::size_t from = page.find(begin) + begin.size();
  const auto data = nlohmann::json::parse(page.substr(from, page.find("</script>", from) - from));
  CHECK(data["regions"] ==
        nlohmann::json::parse(R"([[["outer <one>", 3, 10], ["outer <one>", 17, 20]], [["inner", 6, 10]]])"));
  CHECK_FALSE(contains(profile_page(summary_of(small_run())), "The bands on top"));
}

TEST_CASE("regions: of very many stretches a row has as many bands as it has room for") {
  Machine machine({.components = 2, .access = "direct"});
  const auto cells = machine.array<long>(2, 0, "cells");
  const auto step = [&] { machine.pardo(1, [&](Processor) -> Task<> { co_await (cells[0] = 1); }); };
  for (int k = 0; k < 300; ++k) {
    {
      const auto region = machine.region(k % 2 == 0 ? "even" : "odd");
      step();
    }
    step();
  }
  const auto whole = region_bands(machine.ledger(), 1000);
  REQUIRE(whole.size() == 1);
  CHECK(whole[0].size() == 300);
  CHECK(whole[0][1].name == "odd");
  CHECK(whole[0][1].first == 3);
  const auto few = region_bands(machine.ledger(), 20);
  REQUIRE(few.size() == 1);
  CHECK(few[0].size() <= 20);
  CHECK(few[0].front().first == 1);
  CHECK(few[0].back().last == 599);
}

TEST_CASE("profiles: pages, tables and trace events have all of it, the same for any number of threads") {
  const Machine one = profiled_run(1);
  const std::string page = profile_page(summary_of(one), {.host_time = false});
  for (const char* const view : {"degrees", "machine", "what-if"})
    CHECK(contains(page, "id=\"" + std::string(view) + "\""));
  CHECK_FALSE(contains(profile_page(summary_of(small_run())), "id=\"degrees\""));
  const std::vector<NamedFile> tables = tidy_tables(one.ledger());
  CHECK(tables.size() == 11);
  const auto trace = nlohmann::json::parse(trace_events(summary_of(one)));
  std::uint64_t in_pardos = 0;
  for (const auto& event : trace.at("traceEvents")) {
    if (event.value("cat", "") == "pardo") in_pardos += event.at("dur").get<std::uint64_t>();
  }
  CHECK(in_pardos == one.ledger().charge() + one.ledger().charge_back());
  for (const unsigned threads : {2U, 3U, 8U}) {
    const Machine machine = profiled_run(threads);
    CHECK(profile_page(summary_of(machine), {.host_time = false}) == page);
    const std::vector<NamedFile> others = tidy_tables(machine.ledger());
    for (std::size_t k = 0; k < tables.size(); ++k) CHECK(others[k].content == tables[k].content);
  }
}

TEST_CASE("heat grids: bins keep the largest value, or the sum, of their entries") {
  HeatGrid grid(1000, 3, 10, 2);
  CHECK(grid.columns() == 10);
  CHECK(grid.rows() == 2);
  grid.raise(999, 2, 5);
  grid.raise(998, 2, 7);
  grid.raise(997, 2, 6);
  CHECK(grid.at(9, 1) == 7);
  grid.add(0, 0, 1);
  grid.add(99, 0, 2);
  CHECK(grid.at(0, 0) == 3);
  CHECK(grid.largest() == 7);
  Drawing drawing(100, 100);
  grid.draw(drawing, 0, 0, 100, 100, 7);
  CHECK(drawn(drawing, "heat runs h15") == 1);
  CHECK(drawn(drawing, "heat runs h6") == 1);
  CHECK(HeatGrid(0, 0).largest() == 0);

  // Rows of entries at once are entries one by one, and coarser grids are those of fewer bins.
  HeatGrid at_once(1000, 3, 100, 3);
  HeatGrid singly(1000, 3, 100, 3);
  HeatGrid few(1000, 3, 10, 2);
  for (const auto& [first, end, row] :
       {std::array{0U, 1000U, 0U}, std::array{7U, 7U, 1U}, std::array{13U, 14U, 1U}, std::array{95U, 411U, 2U}}) {
    at_once.add(first, end, row, 3);
    for (std::size_t entry = first; entry < end; ++entry) {
      singly.add(entry, row, 3);
      few.add(entry, row, 3);
    }
  }
  const auto same = [](const HeatGrid& one, const HeatGrid& other) {
    bool is = one.columns() == other.columns() && one.rows() == other.rows();
    for (std::size_t column = 0; is && column < one.columns(); ++column) {
      for (std::size_t row = 0; row < one.rows(); ++row) is = is && one.at(column, row) == other.at(column, row);
    }
    return is;
  };
  CHECK(same(at_once, singly));
  CHECK(same(at_once.coarser(10, 2), few));
  at_once.raise(100, 200, 1, 50);
  for (std::size_t entry = 100; entry < 200; ++entry) singly.raise(entry, 1, 50);
  CHECK(same(at_once, singly));
  // Cells of fewer have the largest of what is in them.
  HeatGrid most(100, 3, 10, 2);
  for (std::size_t column = 0; column < 100; ++column) {
    for (std::size_t row = 0; row < 3; ++row) most.raise(column, row, singly.at(column, row));
  }
  CHECK(same(at_once.coarser_largest(10, 2), most));
}
