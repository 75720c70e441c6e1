#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <pram/programs/input/graph.hpp>
#include "../../../contains.hpp"
#include "../../on_machines.hpp"
#include "../files.hpp"

namespace pram::testing {

namespace {

using programs::EdgeWeights;
using programs::Graph;
using programs::read_graph;

Graph read_weighted(const std::string& path, const std::string& format = {}) {
  return read_graph(path, format, {}, EdgeWeights::read);
}

/// The weights by the ids that the file has for their edges' ends.
std::multimap<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> named_weights(const Graph& graph) {
  REQUIRE(graph.weights.size() == graph.edges.size());
  std::multimap<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> named;
  for (std::size_t k = 0; k < graph.edges.size(); ++k)
    named.emplace(std::minmax(graph.id(graph.edges[k].from), graph.id(graph.edges[k].to)), graph.weights[k]);
  return named;
}

std::string fact_of(const programs::Outcome& outcome, const std::string& name) {
  for (const auto& [known, value] : outcome.facts) {
    if (known != name) continue;
    return std::holds_alternative<std::string>(value) ? std::get<std::string>(value)
                                                      : std::to_string(std::get<std::int64_t>(value));
  }
  return "none";
}

}  // namespace

TEST_CASE("every format of graphs has weights where its file has them") {
  const TemporaryFolder folder;
  const std::multimap<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> expected = {
      {{1, 2}, 7}, {{2, 3}, 0}, {{1, 3}, 4294967295}, {{2, 4}, 12}};
  const std::string banner = "%%MatrixMarket matrix coordinate ";
  const std::tuple<const char*, std::string, const char*> spellings[] = {
      {"snap", "1 2 7\n2 3 0\n3 1 4294967295\n2 4 12\n", "edge list (snap); column 3 has the weights"},
      {"snap", "a,b,w\n1,2,7.0\n2,3,-0\n3,1,4294967295\n2,4,1.2e1\n", "column 3 has the weights"},
      {"snap", "1 2 +7 1\n2 3 0 2\n3 1 4.294967295e9 3\n2 4 12 x\n", "column 3 has the weights; column 4 left out"},
      {"snap", "1 2 7 1 9\n2 3 0 2 9\n3 1 4294967295 3 9\n2 4 12 x 9\n", "columns 4 to 5 left out"},
      {"counts", "4 4\n1 2 7\n2 3 0\n3 1 4294967295\n2 4 12\n", "column 3 has the weights"},
      {"counts", "4\n1 2 7\n2 3 0\n3 1 4294967295\n2 4 12\n", "column 3 has the weights"},
      {"dimacs", "p sp 4 4\na 1 2 7\na 2 3 0\na 3 1 4294967295\na 2 4 12\n", "DIMACS; with weights"},
      {"metis", "4 4 1\n2 7 3 4294967295\n1 7 3 0 4 12\n1 4294967295 2 0\n2 12\n", "METIS; with weights of edges"},
      {"metis", "4 4 011 2\n5 5 2 7 3 4294967295\n5 5 1 7 3 0 4 12\n5 5 1 4294967295 2 0\n5 5 2 12\n",
       "with weights of edges; weights of vertices left out"},
      {"matrix-market", banner + "integer symmetric\n4 4 4\n2 1 7\n3 2 0\n3 1 4294967295\n4 2 12\n",
       "Matrix Market; values are the weights"},
      {"matrix-market", banner + "real general\n4 4 4\n2 1 7.000\n3 2 0.0\n3 1 4294967295\n4 2 120e-1\n",
       "values are the weights"},
  };
  for (const auto& [format, text, read_as] : spellings) {
    CAPTURE(text);
    for (const std::string& asked : {std::string(), std::string(format)}) {
      CAPTURE(asked);
      const std::string path = folder.file(text);
      const Graph graph = read_weighted(path, asked);
      CHECK(named_weights(graph) == expected);
      CHECK_MESSAGE(testing::contains(graph.read_as, read_as), graph.read_as);
      // Whoever does not ask gets the same graph without them.
      const Graph plain = read_graph(path, asked);
      CHECK(plain.weights.empty());
      CHECK(plain.edges == graph.edges);
      CHECK(plain.ids == graph.ids);
      CHECK_MESSAGE(testing::contains(plain.read_as, "left out"), plain.read_as);
    }
  }
  // A file that has none gives none.
  for (const std::string& text :
       {std::string("1 2\n2 3\n"), std::string("3 2\n1 2\n2 3\n"), std::string("3 2\n2\n1 3\n2\n"),
        std::string("p edge 3 2\ne 1 2\ne 2 3\n"), banner + "pattern general\n3 3 2\n1 2\n2 3\n"}) {
    CAPTURE(text);
    CHECK(read_weighted(folder.file(text)).weights.empty());
    CHECK(read_weighted(folder.file(text)).edges.size() == 2);
  }
}

TEST_CASE("a weight that is none is refused with its line, its text and what is allowed") {
  const TemporaryFolder folder;
  const std::string allowed = ": whole numbers from 0 to 4294967295 are allowed";
  const std::pair<const char*, const char*> wrong[] = {
      {"-1", "negative"},          {"-0.5", "negative"},
      {"0.5", "a fraction"},       {"1e-400", "a fraction"},
      {"nan", "no number"},        {"-nan", "no number"},
      {"inf", "too large"},        {"-inf", "negative"},
      {"abc", "no number"},        {"7x", "no number"},
      {"+-7", "no number"},        {"0x10", "no number"},
      {"4294967296", "too large"}, {"1e400", "too large"},
      {"-1e400", "negative"},      {"18446744073709551617", "too large"},
      {"-", "no number"},          {"+", "no number"}};
  const std::string banner = "%%MatrixMarket matrix coordinate real general\n";
  for (const auto& [word, reason] : wrong) {
    const std::string last = std::string("3 1 ") + word + "\n";
    const std::string said = std::string("the weight '") + word + "' of the edge is " + reason + allowed;
    const auto refused = [&](const std::string& text, std::uint64_t line, const std::string& format) {
      CAPTURE(text);
      check_refused([&](const std::string& file) { read_weighted(file, format); }, folder.file(text), line, said);
    };
    refused("# x\n1 2 3\n" + last, 3, "");
    refused("1 2 3\n" + last, 2, "snap");
    refused("3 2\n1 2 3\n" + last, 3, "");
    refused("2\n1 2 3\n" + last, 3, "counts");
    refused("p sp 3 2\na 1 2 3\na " + last, 3, "");
    refused(banner + "3 3 2\n1 2 3\n" + last, 4, "");
    refused(std::string("3 2 1\n2 3\n1 3 3 ") + word + "\n2 " + word + "\n", 3, "metis");
  }
  const auto refused = [&](const std::string& text, std::uint64_t line, const std::string& reason,
                           const std::string& format = {}) {
    check_refused([&](const std::string& file) { read_weighted(file, format); }, folder.file(text), line, reason);
  };
  refused("1 2\n2 3 4\n", 2, "3 columns, where line 1 has 2");
  refused("1 2\n2 3 -4\n", 2, "3 columns, where line 1 has 2");
  refused("1 2\n2 3 4\n", 2, "an edge with a weight, unlike line 1", "snap");
  refused("1 2 4\n\n2 3\n", 3, "an edge without a weight, unlike line 1", "snap");
  refused("1 2 3\n2 3,,\n", 2, "the weight of the edge is missing", "snap");
  refused("p sp 3 2\na 1 2 3\na 2 3\n", 3, "an edge without a weight, unlike line 2");
  refused("p sp 3 2\ne 1 2\ne 2 3 9\n", 3, "an edge with a weight, unlike line 2");
  refused("3 2 1\n2 3\n1 4 3 5\n2 5\n", 0, "an edge has one weight in the line of one end and another", "metis");
  refused("%%MatrixMarket matrix coordinate complex general\n2 2 1\n1 2 3 4\n", 1, "its numbers are complex");
  refused("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 3\n", 1, "negative values");
  refused("%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 2\n", 3, "the weight of the edge is missing");
}

TEST_CASE("programs on graphs with weights take those of the file") {
  const TemporaryFolder folder;
  // From 1 to 4: 10 over 2 and 3, while the edge 1-4 has 11; the forest leaves out 1-4 and 2-4.
  const std::string path = folder.file("1 2 2\n2 3 3\n3 4 5\n1 4 11\n2 4 9\n");
  const std::map<std::string, std::pair<std::string, std::string>> expected = {
      {"bsp-bellman-ford", {"farthest", "10"}},
      {"shortest-paths-bellman-ford", {"rounds", "4"}},
      {"all-pairs-shortest-paths", {"diameter", "10"}},
      {"minimum-spanning-forest", {"weight", "10"}}};
  for (const auto& [name, fact] : expected) {
    CAPTURE(name);
    const programs::Program& program = programs::find_program(name);
    const auto job = program.prepare({.size = {}, .file = path});
    MachineOptions options{.components = 4};
    if (!program.model.is_bsp()) options.rule = program.model;
    Machine machine(options);
    const programs::Outcome outcome = job->run(machine);
    CHECK(outcome.verified);
    CHECK(fact_of(outcome, fact.first) == fact.second);
    CHECK(testing::contains(job->input().read_as, "column 3 has the weights"));
    // Without them, they come from the seed.
    const auto drawn = program.prepare({.size = {}, .file = folder.file("1 2\n2 3\n3 4\n", "plain.txt")});
    CHECK(testing::contains(drawn->input().read_as, "weights drawn from the seed"));
    Machine other(options);
    CHECK(drawn->run(other).verified);
  }
}

TEST_CASE("random weights come back from every format") {
  const TemporaryFolder folder;
  std::mt19937_64 random(seed());
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t n = 3 + random() % 20;
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> edges;
    for (std::uint64_t k = 0; k < 2 * n; ++k) {
      const std::uint64_t from = 1 + random() % n;
      const std::uint64_t to = 1 + random() % n;
      if (from != to) edges[std::minmax(from, to)] = static_cast<std::uint32_t>(random() >> (random() % 32 + 32));
    }
    const std::string counts = std::to_string(n) + ' ' + std::to_string(edges.size());
    std::string rows;
    std::string arcs;
    std::vector<std::string> lists(n);
    for (const auto& [ends, weight] : edges) {
      const std::string row =
          std::to_string(ends.first) + ' ' + std::to_string(ends.second) + ' ' + std::to_string(weight) + '\n';
      rows += row;
      arcs += "a " + row;
      lists[ends.first - 1] += std::to_string(ends.second) + ' ' + std::to_string(weight) + ' ';
      lists[ends.second - 1] += std::to_string(ends.first) + ' ' + std::to_string(weight) + ' ';
    }
    std::string metis = counts + " 1\n";
    for (const std::string& list : lists) metis += list + '\n';
    const std::multimap<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> expected(edges.begin(), edges.end());
    const std::string market =
        "%%MatrixMarket matrix coordinate integer symmetric\n" + std::to_string(n) + ' ' + counts + '\n' + rows;
    for (const auto& [format, text] : {std::pair<const char*, std::string>{"snap", rows},
                                       {"counts", counts + '\n' + rows},
                                       {"dimacs", "p sp " + counts + '\n' + arcs},
                                       {"metis", metis},
                                       {"matrix-market", market}}) {
      CAPTURE(text);
      CHECK(named_weights(read_weighted(folder.file(text), format)) == expected);
    }
  }
}

}  // namespace pram::testing
