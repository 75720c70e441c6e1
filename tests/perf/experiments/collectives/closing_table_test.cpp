#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <pram/perf/experiment.hpp>
#include <pram/pram.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../../parts/finished_json.hpp"
#include "experiments/collectives/closing_table.hpp"
#include "machines/collectives/delivered.hpp"
#include "support.hpp"

namespace pram::perf {

namespace {

using nlohmann::json;
using pram::testing::delivered;
using pram::testing::model_of;

/// What stands in the papers, by the pages of the manual.
const std::set<std::string> in_papers = {"one-to-one-bus",
                                         "one-to-one-shared-memory",
                                         "one-to-one-switch",
                                         "one-to-one-store-and-forward",
                                         "one-to-one-pipelined",
                                         "one-to-one-ring-halves",
                                         "one-to-one-torus-four-paths",
                                         "one-to-one-hypercube-paths",
                                         "broadcast-bus",
                                         "broadcast-shared-memory",
                                         "broadcast-ring-one-way",
                                         "broadcast-ring-two-way",
                                         "broadcast-torus-tree",
                                         "broadcast-hypercube-tree",
                                         "broadcast-switch-ring",
                                         "broadcast-switch-doubling",
                                         "broadcast-switch-binary-tree",
                                         "broadcast-torus-halves",
                                         "broadcast-torus-halves-handed-over",
                                         "broadcast-torus-two-stage",
                                         "all-gather-bus",
                                         "all-gather-shared-memory",
                                         "all-gather-ring",
                                         "all-gather-torus-broadcasts",
                                         "all-gather-embedded-ring",
                                         "all-gather-torus-alternating",
                                         "all-gather-hypercube-alternating",
                                         "all-gather-hypercube-pieces",
                                         "all-gather-switch-ring",
                                         "all-gather-switch-doubling",
                                         "scatter-bus",
                                         "scatter-bus-at-once",
                                         "scatter-shared-memory",
                                         "scatter-ring",
                                         "scatter-torus",
                                         "scatter-hypercube",
                                         "scatter-switch",
                                         "gather-bus",
                                         "gather-shared-memory",
                                         "gather-ring-one-way",
                                         "gather-ring",
                                         "gather-torus",
                                         "gather-hypercube",
                                         "gather-switch",
                                         "all-to-all-bus",
                                         "all-to-all-shared-memory",
                                         "all-to-all-ring",
                                         "all-to-all-torus",
                                         "all-to-all-hypercube",
                                         "all-to-all-hypercube-pieces",
                                         "all-to-all-switch",
                                         "all-to-all-switch-direct",
                                         "all-to-all-product-direct",
                                         "all-to-all-product-one-port",
                                         "all-to-all-product-all-ports",
                                         "all-to-all-torus-suh",
                                         "all-to-all-torus-a1",
                                         "all-to-all-torus-split-2",
                                         "all-to-all-torus-split-3",
                                         "all-to-all-torus-split-4",
                                         "all-to-all-torus-split-5",
                                         "all-to-all-torus-best-split"};

json closing_json(const ClosingRequest& request) {
  return json::parse(finished_json(closing_report(closing_table(request)), 0));
}

/// The cell of an operation on a network; null if there is none.
json cell_of(const json& table, const std::string& network, const std::string& operation) {
  for (const json& cell : table["cells"]) {
    if (cell["network"] == network && cell["operation"] == operation) return cell;
  }
  return nullptr;
}

/// Hops from node 0 to every node, by search.
std::vector<std::uint32_t> hops_from_first(const Topology& topology) {
  std::vector<std::uint32_t> hops(topology.nodes(), no_node);
  std::vector<std::uint32_t> reached = {0};
  hops[0] = 0;
  for (std::size_t at = 0; at < reached.size(); ++at) {
    for (std::uint32_t port = 0; port < topology.ports(); ++port) {
      const std::uint32_t next = topology.neighbour(reached[at], port);
      if (next == no_node || hops[next] != no_node) continue;
      hops[next] = hops[reached[at]] + 1;
      reached.push_back(next);
    }
  }
  return hops;
}

/// Executes all algorithms of a cell anew, and compares.
void check_cell(const json& cell, double startup, double bandwidth) {
  CAPTURE(cell.dump());
  const CollectiveModel model = model_of(cell["network"].get<std::string>(), startup, bandwidth);
  CollectiveTask task;
  task.operation = operation_from(cell["operation"].get<std::string>());
  task.words = cell["words"];
  task.source = cell["source"];
  task.target = cell["target"];
  double least = std::numeric_limits<double>::infinity();
  double least_of_papers = least;
  std::uint64_t count = 0;
  std::map<std::string, double> times;
  for (const CollectiveAlgorithm& algorithm : collective_algorithms().entries()) {
    if (algorithm.operation != task.operation || !algorithm.fits(model, task)) continue;
    ++count;
    const double time = delivered(algorithm, model, task).time(model);
    times[algorithm.name] = time;
    least = std::min(least, time);
    if (in_papers.contains(algorithm.name)) least_of_papers = std::min(least_of_papers, time);
  }
  REQUIRE(count > 0);
  CHECK(cell["algorithms"] == count);
  const double bound = collective_lower_bound(model, task);
  CHECK(cell["lower_bound"] == doctest::Approx(bound));
  const json& fastest = cell["fastest"];
  CHECK(fastest["time"] == doctest::Approx(least));
  CHECK(fastest["time"] == doctest::Approx(times.at(fastest["name"])));
  CHECK(fastest["time"] ==
        doctest::Approx(fastest["steps"].get<double>() * startup + fastest["words"].get<double>() / bandwidth));
  CHECK(fastest["to_bound"] == doctest::Approx(least / bound));
  CHECK(fastest["to_bound"] >= 1 - 1e-12);
  if (least_of_papers == std::numeric_limits<double>::infinity()) {
    CHECK(cell["papers"]["name"].is_null());
    CHECK(cell["gain"].is_null());
  } else {
    CHECK(in_papers.contains(cell["papers"]["name"]));
    CHECK(cell["papers"]["time"] == doctest::Approx(least_of_papers));
    CHECK(cell["papers"]["time"] == doctest::Approx(times.at(cell["papers"]["name"])));
    CHECK(cell["gain"] == doctest::Approx(least_of_papers / least));
  }
}

}  // namespace

TEST_CASE("closing table: which algorithms stand in the papers") {
  register_machines();
  std::set<std::string> found;
  for (const CollectiveAlgorithm& algorithm : collective_algorithms().entries()) {
    if (!paper_of(algorithm.source).empty()) found.insert(algorithm.name);
  }
  CHECK(found == in_papers);
  for (const std::string& name : in_papers) {
    const std::string paper = paper_of(collective_algorithms().find(name).source);
    const bool product = name.find("-product-") != std::string::npos;
    CHECK((paper == "Dimakopoulos and Dimopoulos") == product);
  }
}

TEST_CASE("closing table: each line of the list of topologies has the next number of nodes, for all operations") {
  for (const std::uint32_t nodes : {16U, 20U, 5U}) {
    CAPTURE(nodes);
    std::vector<std::string> without;
    ClosingRequest request;
    request.nodes = nodes;
    const std::vector<ListedNetwork> networks = listed_networks(request, without);
    CHECK(without.empty());
    const std::vector<std::string> names = topologies().names();
    REQUIRE(networks.size() > names.size() + 3);
    for (std::size_t k = 0; k < names.size(); ++k) {
      CAPTURE(networks[k].name);
      CHECK(networks[k].name.starts_with(names[k] + ":"));
      CHECK_FALSE(networks[k].exchange_alone);
      CHECK(networks[k].model.nodes >= nodes);
      // A number between is one that it cannot have, or a complete graph.
      for (std::uint32_t between = nodes; names[k] != "product" && between < networks[k].model.nodes; ++between) {
        CAPTURE(between);
        std::shared_ptr<const Topology> made;
        try {
          made = make_topology(Spec(names[k]), between);
        } catch (const ConfigError&) {
          continue;
        }
        CHECK(made->properties().links == std::uint64_t{between} * (between - 1) / 2);
      }
    }
    CHECK(networks[names.size()].name == "bus:" + std::to_string(nodes));
    CHECK(networks[names.size() + 1].name ==
          "shared-memory:" + std::to_string(nodes) + ",modules=" + std::to_string(std::min(nodes, 8U)));
    CHECK(networks[names.size() + 2].name == "switch:" + std::to_string(nodes));
    std::set<std::string> all;
    for (const ListedNetwork& network : networks) all.insert(network.name);
    CHECK(all.size() == networks.size());
    for (std::size_t k = names.size() + 3; k < networks.size(); ++k) {
      CHECK(networks[k].exchange_alone);
      CHECK(networks[k].name.find(",duplex=full") != std::string::npos);
    }
    CHECK(all.contains("torus:4x4,ports=one,duplex=full,switching=wormhole") == (nodes == 16));
  }
}

TEST_CASE("closing table: every figure is that of all algorithms of its cell, executed anew") {
  ClosingRequest request;
  request.nodes = 16;
  request.words = testing::size() == testing::Size::tiny ? 333 : 4096;
  request.bandwidth = 2;
  const json table = closing_json(request);
  CHECK(table["nodes"] == 16);
  CHECK(table["words"] == request.words);
  CHECK(table["startup"] == 100);
  CHECK(table["bandwidth"] == 2);
  std::map<std::string, std::set<std::string>> operations;
  for (const json& cell : table["cells"]) operations[cell["network"]].insert(cell["operation"]);
  std::size_t whole = 0;
  for (const auto& [network, of] : operations) {
    CAPTURE(network);
    if (of.size() == all_operations().size())
      ++whole;
    else
      CHECK(of == std::set<std::string>{"all-to-all"});
  }
  CHECK(whole == topologies().names().size() + 3);
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < table["cells"].size(); ++k) places.push_back(k);
  for (const std::size_t k : testing::drawn(places, testing::size() == testing::Size::tiny ? 20 : 120))
    check_cell(table["cells"][k], request.startup, request.bandwidth);
}

TEST_CASE("closing table: no network has a greater gain of a later algorithm than the one that is named") {
  ClosingRequest request;
  request.words = 960;
  const json table = closing_json(request);
  std::set<std::string> named;
  for (const json& gain : table["gains"]) {
    CAPTURE(gain.dump());
    const std::string name = gain["name"];
    named.insert(name);
    CHECK_FALSE(in_papers.contains(name));
    const CollectiveAlgorithm& algorithm = collective_algorithms().find(name);
    CHECK(gain["source"] == algorithm.source);
    double most = 0;
    for (const json& cell : table["cells"]) {
      if (cell["operation"] != gain["operation"] || cell["papers"]["name"].is_null()) continue;
      const CollectiveModel model = model_of(cell["network"].get<std::string>(), request.startup, 1);
      const CollectiveTask task{algorithm.operation, cell["words"], cell["source"], cell["target"]};
      if (!algorithm.fits(model, task)) continue;
      const double time = delivered(algorithm, model, task).time(model);
      const double here = cell["papers"]["time"].get<double>() / time;
      most = std::max(most, here);
      if (cell["network"] != gain["network"]) continue;
      CHECK(gain["time"] == doctest::Approx(time));
      CHECK(gain["papers"]["time"] == cell["papers"]["time"]);
      CHECK(gain["papers"]["name"] == cell["papers"]["name"]);
      CHECK(gain["gain"] == doctest::Approx(here));
    }
    CHECK(gain["gain"] == doctest::Approx(most));
  }
  CHECK(named.size() == table["gains"].size());
  for (const char* const later : {"broadcast-circulant", "all-to-all-bruck", "scatter-hypercube-balanced-tree",
                                  "all-to-all-product-all-ports-any", "gather-matchings", "one-to-one-disjoint-paths"})
    CHECK(named.contains(later));
}

TEST_CASE("closing table: whole vectors are combined, and one-to-one goes as far as there is a node") {
  ClosingRequest request;
  request.words = 1000;
  const ClosingTable table = closing_table(request);
  for (const ClosingCell& cell : table.cells) {
    CAPTURE(cell.network);
    const CollectiveModel& model = cell.executed.model;
    const CollectiveTask& task = cell.executed.task;
    CHECK(task.source == 0);
    if (!task.operation.combines()) CHECK(task.words == 1000);
    if (task.operation.combines()) {
      CHECK(task.words % model.nodes == 0);
      CHECK(task.words >= 1000);
      CHECK(task.words < 1000 + model.nodes);
    }
    if (task.operation != Collective::one_to_one) {
      CHECK(task.target == 0);
    } else if (!model.links()) {
      CHECK(task.target == model.nodes - 1);
    } else {
      std::vector<std::uint32_t> hops = hops_from_first(*model.topology);
      hops.resize(model.nodes);
      CHECK(task.target == static_cast<std::uint32_t>(std::ranges::max_element(hops) - hops.begin()));
    }
  }
}

TEST_CASE("closing table: figures of the specification") {
  ClosingRequest request;
  const json table = closing_json(request);
  // Johnsson and Ho: n start-ups, and largest bundles of 1, 1, 2 and 1 nodes, of 256 words each; the papers' binomial
  // tree sends all words but the root's share over one link of it.
  const json scatter = cell_of(table, "hypercube:4", "scatter");
  CHECK(scatter["fastest"]["name"] == "scatter-hypercube-balanced-tree");
  CHECK(scatter["fastest"]["time"] == 4 * 100 + 5 * 256);
  CHECK(scatter["papers"]["time"] == 4 * 100 + 15 * 256);
  // Träff: n - 1 + ⌈log2 k⌉ rounds of n packets. Rounds in which the longer packets do not move are shorter.
  const json broadcast = cell_of(table, "switch:16", "broadcast");
  CHECK(broadcast["fastest"]["name"] == "broadcast-circulant");
  double of_fractions = std::numeric_limits<double>::infinity();
  double of_whole_words = of_fractions;
  for (std::uint64_t packets = 1; packets <= 4096; ++packets) {
    const auto rounds = static_cast<double>(packets + 3);
    of_fractions = std::min(of_fractions, rounds * (100 + 4096 / static_cast<double>(packets)));
    of_whole_words = std::min(of_whole_words, rounds * (100 + static_cast<double>((4096 + packets - 1) / packets)));
  }
  CHECK(broadcast["fastest"]["time"] >= of_fractions);
  CHECK(broadcast["fastest"]["time"] <= of_whole_words);
  // Saad and Schultz on a medium: nothing is faster there.
  const json bus = cell_of(table, "bus:16", "broadcast");
  CHECK(bus["fastest"]["time"] == 4196);
  CHECK(bus["gain"] == 1);
  CHECK(cell_of(table, "bus:16", "scan")["gain"].is_null());
}

TEST_CASE("closing table: what is stopped has the cells that are done, as text of 80 columns") {
  ClosingRequest request;
  request.words = 64;
  std::uint64_t asked = 0;
  request.progress = [&](std::uint64_t done, std::uint64_t of) {
    CHECK(done == asked);
    CHECK(of > 10 * topologies().names().size());
    return ++asked <= 17;
  };
  const ClosingTable table = closing_table(request);
  CHECK(table.cells.size() == 17);
  const std::string text = text_of(closing_report(table));
  CAPTURE(text);
  CHECK(text.find("\n  path:16: 16 nodes, all ports, half duplex\n") != std::string::npos);
  CHECK(text.find("complete:16") == std::string::npos);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) CHECK(columns(line) <= line_width);
}

}  // namespace pram::perf
