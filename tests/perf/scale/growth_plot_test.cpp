#include "scale/growth_plot.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include <pram/pram.hpp>
#include "report/picture/marks.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::perf;
using pram::testing::contains;
using pram::testing::Mark;
using pram::testing::marks;

namespace {

/// A program whose W is n² where n was claimed, at 2^3, …, 2^8.
Sweep square_sweep(programs::Program& program) {
  program.name = "square";
  program.work = "O(n)";
  program.work_growth = programs::Growth{2, 0, 0, 0};
  program.promised_of_size = [](std::uint64_t) { return programs::Bounds(); };
  Sweep sweep;
  sweep.program = program.name;
  for (int k = 3; k <= 8; ++k) {
    report::ProgramRun run;
    run.n = std::uint64_t{1} << k;
    run.sizes = {{"n", run.n}};
    run.steps = 4;
    run.work = run.n * run.n;
    run.largest_degree = run.requests = run.forward = 1;
    run.verified = true;
    sweep.runs.push_back(run);
  }
  sweep.asked = sweep.runs.size();
  return sweep;
}

}  // namespace

TEST_CASE("pictures: costs by size stand on logarithmic scales, and what grows faster than claimed is marked") {
  programs::Program program;
  const Sweep sweep = square_sweep(program);
  const Drawing drawing = growth_plot(scale_of(sweep, program));
  const std::vector<Mark> faster = marks(drawing, "circle", "contention dot");
  REQUIRE(faster.size() == 6);
  // A cost that quadruples where the size doubles: equal ways right, equal ways up.
  for (std::size_t k = 2; k < faster.size(); ++k) {
    CHECK(faster[k].number("cx") - faster[k - 1].number("cx") ==
          doctest::Approx(faster[1].number("cx") - faster[0].number("cx")).epsilon(0.01));
    CHECK(faster[k].number("cy") - faster[k - 1].number("cy") ==
          doctest::Approx(faster[1].number("cy") - faster[0].number("cy")).epsilon(0.01));
  }
  CHECK(marks(drawing, "circle", "phase1 dot").size() == 4 * 6);
  CHECK(marks(drawing, "path", "prediction").size() == 1);
  CHECK(marks(drawing, "path", "curve").size() == 5);
  // The legend has each as what it is.
  CHECK(marks(drawing, "path", "prediction swatch").size() == 1);
  CHECK(marks(drawing, "path", "curve swatch").size() == 5);
  CHECK(marks(drawing, "circle", "contention").size() == 1);
  CHECK(marks(drawing, "circle", "phase1").size() == 4);
  std::vector<Mark> squares = marks(drawing);
  std::erase_if(squares, [](const Mark& mark) { return mark.tag != "rect" || mark.is("ground"); });
  CHECK(squares.empty());
  for (const char* const name : {">measured<", ">fitted ", ">claimed O(n)<"})
    CHECK(contains(drawing.element(""), name));
  // W goes from 64 to 65,536, and so does its axis: the field is filled from its lower edge to its upper one.
  const auto [lowest, highest] =
      std::ranges::minmax(faster, std::ranges::greater{}, [](const Mark& dot) { return dot.number("cy"); });
  const auto [first, last] = std::ranges::minmax(faster, {}, [](const Mark& dot) { return dot.number("cx"); });
  double decade = (lowest.number("cy") - highest.number("cy")) / std::log10(65536.0 / 64);
  std::vector<Mark> labels = marks(drawing, "text", "label");
  const auto at = [&labels](const std::string& text) {
    return std::ranges::any_of(labels, [&text](const Mark& label) { return label.text == text; });
  };
  CHECK(at("100k"));
  CHECK_FALSE(at("1M"));
  // No more of the field's height than what round ends need lies outside the dots.
  const double height = 300 - 48 - 62;
  CHECK(height / decade == doctest::Approx(std::log10(100'000.0 / 50)).epsilon(0.01));
  const double width = 460 - 56 - 24;
  decade = (last.number("cx") - first.number("cx")) / std::log10(256.0 / 8);
  CHECK(width / decade == doctest::Approx(std::log10(500.0 / 5)).epsilon(0.01));
  const std::string page = html_of(scale_page(sweep, program));
  CHECK(contains(page, "W GROWS FASTER here than claimed: O(n)."));
  CHECK(contains(page, "id=\"growth\""));
}

TEST_CASE("pictures: growth without runs says so") {
  const programs::Program program;
  CHECK(contains(growth_plot(scale_of(Sweep(), program)).element(""), "No run gave a result."));
}
