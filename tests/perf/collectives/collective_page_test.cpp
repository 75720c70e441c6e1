#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <pram/perf/collectives.hpp>
#include <pram/report/detail/topology/topology_report.hpp>
#include "collectives/algorithms_chart.hpp"
#include "collectives/crossover_chart.hpp"
#include "report/picture/marks.hpp"
#include "text_checks.hpp"

using namespace pram;
using namespace pram::perf;
using pram::testing::contains;
using pram::testing::Mark;
using pram::testing::marks;

namespace {

CollectiveResult watched_run(const std::string& network, CollectiveOperation operation, std::uint64_t words,
                             bool watch = true) {
  CollectiveRequest request;
  request.model = collective_model(network);
  request.model.startup = 10;
  request.task = {operation, words, 0, 0};
  if (operation == Collective::one_to_one) request.task.target = request.model.nodes - 1;
  request.algorithms = algorithms_for(request.model, request.task);
  request.watch = watch;
  return run_collectives(request);
}

double whole(const HeatGrid& grid) {
  double sum = 0;
  for (std::size_t row = 0; row < grid.rows(); ++row) {
    for (std::size_t column = 0; column < grid.columns(); ++column) sum += grid.at(column, row);
  }
  return sum;
}

}  // namespace

TEST_CASE("what links carried in a collective: link by link and step by step what its transfers were") {
  for (const char* const network :
       {"ring:8", "torus:4x4", "hypercube:3", "torus:4x4,ports=one,duplex=full", "switch:6", "bus:6",
        "shared-memory:6,modules=2", "torus:4x4,switching=wormhole,ports=one,duplex=full"}) {
    for (const CollectiveOperation operation : all_operations()) {
      CAPTURE(network);
      CAPTURE(to_string(operation));
      const CollectiveResult result = watched_run(network, operation, 640);
      for (const CollectiveRun& run : result.runs) {
        CAPTURE(run.algorithm);
        REQUIRE(run.carried);
        const LinkUse& use = *run.carried;
        // The same once more, by ends instead of ports.
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::uint64_t>> steps;
        double words = 0;
        CollectiveModel model = result.model;
        model.watch = [&](const CollectiveTransfer& one) {
          steps[{one.from, model.links() ? one.to : 0}].insert(one.step);
          words += static_cast<double>(one.words);
        };
        // Pieces: as many times on a link and in a step as transfers name them.
        using Place = std::pair<std::uint64_t, std::pair<std::uint32_t, std::uint32_t>>;  // step and ends
        std::map<std::uint32_t, std::multiset<Place>> pieces;                             // by number
        const auto tell = model.watch;
        model.watch = [&](const CollectiveTransfer& one) {
          tell(one);
          CHECK_FALSE(one.pieces.empty());
          for (const std::uint32_t piece : one.pieces)
            pieces[piece].insert({one.step, {one.from, model.links() ? one.to : 0}});
        };
        CollectiveData out;
        collective_algorithms()
            .entry_for(run.algorithm)
            .run(model, result.task, collective_input(result.task, model.nodes), out);
        CHECK(use.steps == run.cost.steps);
        CHECK(use.links == steps.size());
        REQUIRE(use.pieces);
        CHECK(use.pieces->pieces == pieces.size());
        std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;  // of each row
        for (std::uint32_t link = 0; link < use.busy.size(); ++link) {
          if (use.busy[link] == 0) continue;
          const std::uint32_t ports = model.links() ? model.topology->ports() : 1;
          const std::uint32_t from = link / ports;
          ends.emplace_back(from, model.links() ? model.topology->neighbour(from, link % ports) : 0);
        }
        std::vector<std::multiset<Place>> visits(use.pieces->pieces);
        for (const PieceWays::Visit& one : use.pieces->visits) visits[one.piece].insert({one.step, ends[one.row]});
        std::vector<std::multiset<Place>> told;  // in the order of their numbers
        for (const auto& [piece, places] : pieces) told.push_back(places);
        CHECK(visits == told);
        CHECK(whole(use.over_time) == doctest::Approx(words));
        std::multiset<std::uint64_t> expected;
        for (const auto& [link, in] : steps) expected.insert(in.size());
        std::multiset<std::uint64_t> busy;
        for (const std::uint64_t count : use.busy) {
          if (count > 0) busy.insert(count);
        }
        // A sender on a medium, and one with both directions of a ring, may have two blocks in a step.
        if (model.links()) CHECK(busy == expected);
        CHECK(use.plan.nodes.empty() == !model.links());
      }
    }
  }
}

TEST_CASE("the page of a collective has a picture of every algorithm, and none that was not watched") {
  const CollectiveResult result = watched_run("torus:4x4", Collective::broadcast, 640);
  REQUIRE(result.runs.size() > 2);
  const std::string page = html_of(collective_page(result));
  CHECK(contains(page, "<h1>broadcast of 640 words on torus:4x4</h1>"));
  for (const char* const view : {"id=\"algorithms\"", "id=\"machine\"", "id=\"time\"", "id=\"others\"", "id=\"data\""})
    CHECK(contains(page, view));
  const auto fastest = std::ranges::min_element(result.runs, {}, &CollectiveRun::time);
  std::size_t headings = 0;
  for (std::size_t at = 0; (at = page.find("<h3>", at)) != std::string::npos; ++at) ++headings;
  CHECK(headings == result.runs.size() - 1);
  CHECK(contains(page, fastest->algorithm.substr(std::string("broadcast-").size()) + " is the fastest"));

  // The network lies as pram topology draws it, and the page's script has what travels over it.
  for (const char* const network : {"ring:8", "fat-tree:2,3", "dragonfly:4,1", "torus:4x4"}) {
    CAPTURE(network);
    const CollectiveResult drawn = watched_run(network, Collective::broadcast, 640);
    const auto best = std::ranges::min_element(drawn.runs, {}, &CollectiveRun::time);
    const Topology& topology = *drawn.model.topology;
    const std::vector<Mark> nodes = marks(report::topology_picture(topology), "circle", "needed");
    CHECK(nodes.size() == drawn.model.nodes);
    const std::string markup = html_of(collective_page(drawn));
    for (const Mark& node : nodes)
      CHECK(contains(markup, "cx=\"" + node.attributes.at("cx") + "\" cy=\"" + node.attributes.at("cy") + "\""));
    CHECK(
        contains(markup, topology_use_picture(topology, best->carried->busy, best->carried->steps).element("Network")));
    CHECK(contains(markup, "function addTravel("));
  }

  const std::string unwatched = html_of(collective_page(watched_run("torus:4x4", Collective::broadcast, 640, false)));
  CHECK(contains(unwatched, "id=\"algorithms\""));
  CHECK_FALSE(contains(unwatched, "id=\"time\""));
  const std::string medium = html_of(collective_page(watched_run("bus:8", Collective::gather, 640)));
  CHECK_FALSE(contains(medium, "id=\"machine\""));
  CHECK(contains(medium, "id=\"time\""));
  // Nothing to move, and nothing done.
  CHECK(contains(html_of(collective_page(watched_run("ring:8", Collective::scatter, 0))), "id=\"data\""));
  CHECK(contains(html_of(collective_page(CollectiveResult())), "id=\"data\""));
}

TEST_CASE("pictures: dots of algorithms stand at the logarithms of their times, behind the lower bound") {
  const CollectiveResult result = watched_run("ring:16", Collective::broadcast, 4096, false);
  const Drawing drawing = algorithms_chart(result);
  const std::vector<Mark> times = marks(drawing, "circle", "needed dot");
  const std::vector<Mark> startups = marks(drawing, "circle", "phase2 dot");
  REQUIRE(times.size() == result.runs.size());
  REQUIRE(startups.size() == result.runs.size());
  const auto startup = [&result](std::size_t k) { return 10 * static_cast<double>(result.runs[k].cost.steps); };
  const double from = times[0].number("cx");
  const double scale = (from - startups[0].number("cx")) / std::log10(result.runs[0].time / startup(0));
  CHECK(scale > 0);
  for (std::size_t k = 0; k < result.runs.size(); ++k) {
    const auto expected = [&](double time) { return from + scale * std::log10(time / result.runs[0].time); };
    CHECK(times[k].number("cx") == doctest::Approx(expected(result.runs[k].time)).epsilon(0.001));
    CHECK(startups[k].number("cx") == doctest::Approx(expected(startup(k))).epsilon(0.001));
  }
  CHECK(contains(drawing.element(""), "lower bound"));
}

TEST_CASE("pictures: bands of a crossover are the ranges of words, side by side") {
  CrossoverRequest request;
  for (const std::uint32_t nodes : {4U, 16U, 64U}) request.models.push_back(collective_model("switch", nodes));
  for (CollectiveModel& model : request.models) model.startup = 100;
  request.task.operation = Collective::broadcast;
  const Crossover crossover = collective_crossover(request);
  std::size_t ranges = 0;
  for (const CrossoverRow& row : crossover.rows) ranges += row.ranges.size();
  REQUIRE(ranges > crossover.rows.size());
  std::vector<Mark> bands = marks(crossover_chart(crossover));
  std::erase_if(bands,
                [](const Mark& mark) { return mark.tag != "rect" || mark.is("ground") || mark.number("height") < 12; });
  REQUIRE(bands.size() == ranges);
  std::size_t at = 0;
  for (const CrossoverRow& row : crossover.rows) {
    const double pixels = bands[at].number("x");  // of 1 word
    for (std::size_t k = 0; k < row.ranges.size(); ++k, ++at) {
      if (k > 0) {
        CHECK(bands[at].number("x") ==
              doctest::Approx(bands[at - 1].number("x") + bands[at - 1].number("width")).epsilon(0.001));
        CHECK(bands[at].attributes.at("class") != bands[at - 1].attributes.at("class"));
      }
      // On a logarithmic scale from 1 word on, all of one length for a decade.
      const double decades = std::log10(static_cast<double>(row.ranges[k].last + 1));
      CHECK((bands[at].number("x") + bands[at].number("width") - pixels) / decades ==
            doctest::Approx((bands.front().number("x") + bands.front().number("width") - pixels) /
                            std::log10(static_cast<double>(crossover.rows[0].ranges[0].last + 1)))
                .epsilon(0.002));
    }
  }
  CHECK(contains(html_of(crossover_page(crossover)), "id=\"ranges\""));
  CHECK(contains(crossover_chart(Crossover()).element(""), "No algorithm fits"));
}
