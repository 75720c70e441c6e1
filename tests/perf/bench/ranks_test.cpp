#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <pram/ranks.hpp>

#include "../../support/thread_ranks.hpp"
#include "bench/ranks/ranks.hpp"

// The form of `pram bench --ranks`, at sizes that measure nothing.
namespace {

using namespace pram;
using bench::RankFigure;
using bench::RankPlace;

TEST_CASE("figures of ranks are measured on all ranks together, and count what is sent") {
  const auto names = [](const std::vector<RankFigure>& figures) {
    std::vector<std::string> all;
    for (const RankFigure& figure : figures) all.push_back(figure.name);
    return all;
  };
  const auto sent = [](const std::vector<RankFigure>& figures) {
    return std::ranges::find(figures, std::string("bytes"), &RankFigure::unit)->value;
  };
  const std::vector<RankFigure> alone = bench::measure_rank_figures(1, 10);
  CHECK(sent(alone) == 0);
  for (const auto& one : testing::on_ranks(2, [] { return bench::measure_rank_figures(1, 10); })) {
    CHECK(names(one) == names(alone));
    CHECK(sent(one) > 0);
    for (const RankFigure& figure : one) CHECK_MESSAGE(figure.value >= 0, figure.name);
  }
  const std::vector<RankFigure> read = bench::read_figures(bench::figure_lines(alone));
  REQUIRE(read.size() == alone.size());
  for (std::size_t k = 0; k < read.size(); ++k) {
    CHECK(read[k].name == alone[k].name);
    CHECK(read[k].unit == alone[k].unit);
    CHECK(read[k].value == doctest::Approx(alone[k].value));
  }
}

TEST_CASE("places are measured in turns, and ratios say how many times as fast ranks are") {
  std::vector<RankPlace> measured;
  const auto comparison = bench::compare_ranks(4, 3, 2, [&](RankPlace place) {
    measured.push_back(place);
    const auto round = static_cast<double>(measured.size());
    return std::vector<RankFigure>{{"fast", "M requests/s", place.ranks * 100.0 + place.threads * 10.0 + round},
                                   {"short", "µs", 5.0 / place.ranks}};
  });
  std::vector<RankPlace> expected;
  for (int round = 0; round < 3; ++round)
    for (const RankPlace place : {RankPlace{1, 1}, RankPlace{1, 4}, RankPlace{4, 1}}) expected.push_back(place);
  CHECK(measured == expected);
  const auto json = nlohmann::json::parse(perf::json_of(bench::rank_report(comparison)));
  CHECK(json.at("rounds") == 3);
  CHECK(json.at("smaller") == 2);
  const auto& fast = json.at("rows").at(0);
  CHECK(fast.at("alone") == 114);
  CHECK(fast.at("threads") == 145);
  CHECK(fast.at("ranks") == 416);
  CHECK(fast.at("to_threads").get<double>() == doctest::Approx(416.0 / 145));
  CHECK(fast.at("to_alone").get<double>() == doctest::Approx(416.0 / 114));
  const auto& brief = json.at("rows").at(1);
  CHECK(brief.at("to_threads").get<double>() == doctest::Approx(4));
  CHECK(perf::text_of(bench::rank_report(comparison)).find("4 ranks of one host thread") == 0);
}

TEST_CASE("a wrong command of the comparison of ranks is one line") {
  CHECK(bench::compare_ranks_by_command({"1"}) == 2);
  CHECK(bench::compare_ranks_by_command({}) == 2);
  CHECK(bench::compare_ranks_by_command({"2", "--rounds=0"}) == 2);
  CHECK(bench::compare_ranks_by_command({"2", "--other"}) == 2);
}

}  // namespace
