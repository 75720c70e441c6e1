#include <doctest/doctest.h>
#include <zlib.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <pram/programs/input/graph.hpp>
#include "../../on_machines.hpp"
#include "../files.hpp"

namespace pram::testing {

namespace {

using programs::Graph;
using programs::read_graph;

/// The edges by the ids that the file has for their ends, in no order and no direction.
std::multiset<std::pair<std::uint64_t, std::uint64_t>> named_edges(const Graph& graph) {
  std::multiset<std::pair<std::uint64_t, std::uint64_t>> edges;
  for (const auto& [from, to] : graph.edges) edges.insert(std::minmax(graph.id(from), graph.id(to)));
  return edges;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string gzipped(const std::string& text) {
  z_stream stream = {};
  REQUIRE(::deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(::deflateBound(&stream, text.size()), '\0');
  std::string in = text;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  REQUIRE(::deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  ::deflateEnd(&stream);
  return packed;
}

/// The edges 10-20, 20-30, 30-10, 20-40 as public files write them.
struct Spelling {
  const char* name;
  const char* text;
  const char* read_as;  ///< what Graph::read_as must say
};

const Spelling spellings[] = {
    {"plain", "10 20\n20 30\n30 10\n20 40\n", "edge list (snap)"},
    {"commas", "10,20\n20, 30\n30 ,10\n20,40\n", "edge list"},
    {"semicolons and CRLF", "10;20\r\n20;30\r\n30;10\r\n20;40\r\n", "edge list"},
    {"tabs", "10\t20\n20\t30\n30\t10\n20\t40\n", "edge list"},
    {"a byte-order mark", "\xEF\xBB\xBF# x\n10 20\n20 30\n30 10\n20 40\n", "edge list"},
    {"comments", "% sym\n# x\n// y\n10 20\n20 30\n  % z\n30 10\n20 40\n", "edge list"},
    {"weights", "10 20 0.5\n20 30 -1e9\n30 10 3\n20 40 nan\n", "column 3 left out"},
    {"weights and times", "10 20 1 1082040961\n20 30 1 2\n30 10 1 5\n20 40 1 7\n", "columns 3 to 4 left out"},
    {"names of columns", "source,target,weight\n10,20,1\n20,30,1\n30,10,1\n20,40,1\n", "first line names the columns"},
    {"quoted names of columns", "\"id_1\",\"id_2\"\n10,20\n20,30\n30,10\n20,40\n", "first line names the columns"},
    {"a last -1", "10 20\n20 30\n30 10\n20 40\n-1\n", "-1 ends it"},
    {"a last -1 -1", "10 20\n20 30\n30 10\n20 40\n-1 -1\n\n", "-1 ends it"},
    {"an edge count", "4\n10 20\n20 30\n30 10\n20 40\n", "behind a line of counts (4)"},
};

}  // namespace

TEST_CASE("an edge list is read however it is spelled, and says how") {
  const TemporaryFolder folder;
  const std::multiset<std::pair<std::uint64_t, std::uint64_t>> expected = {{10, 20}, {20, 30}, {10, 30}, {20, 40}};
  for (const Spelling& spelling : spellings) {
    CAPTURE(spelling.name);
    for (const char* const name : {"graph.txt", "graph.mtx", "graph.csv", "graph.graph"}) {
      CAPTURE(name);
      const Graph graph = read_graph(folder.file(spelling.text, name));
      CHECK(graph.vertices == 4);
      CHECK(named_edges(graph) == expected);
      CHECK_MESSAGE(has(graph.read_as, spelling.read_as), graph.read_as);
    }
    const Graph unpacked = read_graph(folder.file(gzipped(spelling.text), "graph.txt.gz"));
    CHECK(named_edges(unpacked) == expected);
    CHECK(has(unpacked.read_as, spelling.read_as));
  }
}

TEST_CASE("a first line of counts is no edge where it fits, and the format decides where it may be one") {
  const TemporaryFolder folder;
  const auto path = folder.file("40 4\n10 20\n20 30\n30 10\n20 40\n");
  const Graph counted = read_graph(path);
  CHECK(counted.vertices == 40);
  CHECK(counted.edges.size() == 4);
  CHECK(counted.id(0) == 1);
  CHECK(has(counted.read_as, "line of counts (40 4), vertices counted from 1"));
  CHECK(has(counted.read_as, "--format snap"));
  CHECK(read_graph(path, "snap").edges.size() == 5);
  CHECK(read_graph(path, "counts").edges.size() == 4);

  // Edges first, by order alone.
  const auto reversed = folder.file("3 5\n0 1\n1 4\n2 3\n");
  CHECK(read_graph(reversed).edges.size() == 4);
  const Graph five = read_graph(reversed, "counts");
  CHECK(five.vertices == 5);
  CHECK(five.edges.size() == 3);
  CHECK(five.id(0) == 0);

  // A Matrix Market file that has lost its banner.
  const Graph matrix = read_graph(folder.file("% asym\n4 4 3\n1 2\n2 3\n3 1\n"));
  CHECK(matrix.vertices == 4);
  CHECK(matrix.edges.size() == 3);
  // With weights, each line has as many numbers as the first.
  CHECK(read_graph(folder.file("4 4 3\n1 2 9\n2 3 9\n3 1 9\n")).edges.size() == 3);
  // One number: vertices.
  CHECK(read_graph(folder.file("5\n0 1\n3 4\n")).vertices == 5);

  // Counts that do not fit are an edge, and that is said where it looks odd.
  const Graph odd = read_graph(folder.file("100 77\n1 2\n2 3\n3 1\n"));
  CHECK(odd.edges.size() == 4);
  CHECK(has(odd.read_as, "shares no vertex with the others"));
  CHECK_FALSE(has(read_graph(folder.file("1 2\n2 3\n3 1\n3 4\n")).read_as, "shares no vertex"));

  const auto refused = [&](const char* content, std::uint64_t line, const std::string& reason) {
    check_refused([](const std::string& file) { read_graph(file, "counts"); }, folder.file(content), line, reason);
  };
  refused("4 5\n1 2\n2 3\n", 0, "its first line (4 5) is no count of the 2 edges behind it");
  refused("3 2\n1 2\n2 4\n", 0, "promises 3 vertices; counted from 1, 4 is beyond them");
  refused("2 2\n0 1\n1 2\n", 0, "counted from 0, 2 is beyond them");
  refused("x 2\n0 1\n", 1, "the count 'x' is not a whole number");
  refused("# nothing\n", 1, "the line of counts is missing");
  refused("3 1\n", 1, "it holds no edges");
}

TEST_CASE("rows of different lengths are read as edges only where that is asked for") {
  const TemporaryFolder folder;
  const auto path = folder.file("0 1\n1 2 7\n2 3 4 5\n");
  check_refused([](const std::string& file) { read_graph(file); }, path, 2, "3 columns, where line 1 has 2");
  const Graph graph = read_graph(path, "snap");
  CHECK(graph.edges.size() == 3);
  CHECK(has(graph.read_as, "columns 3 to 4 left out"));
}

TEST_CASE("DIMACS files are read, and each kind of damage is named") {
  const TemporaryFolder folder;
  const std::multiset<std::pair<std::uint64_t, std::uint64_t>> expected = {{1, 2}, {2, 3}, {1, 3}};
  for (const char* const text :
       {"c colouring\np edge 5 3\nn 1 7\ne 1 2\ne 2 3\ne 3 1\n", "c\nc sp\np sp 5 3\na 1 2 803\na 2 3 158\na 3 1 1\n",
        "p col 5 3\r\ne 1 2\r\ne 2 3\r\ne 3 1\r\n"}) {
    const Graph graph = read_graph(folder.file(text));
    CHECK(graph.vertices == 5);
    CHECK(named_edges(graph) == expected);
    CHECK(has(graph.read_as, "DIMACS"));
    CHECK(has(graph.read_as, "weights left out") == has(text, "803"));
  }
  // Both directions listed, and counted once.
  CHECK(has(read_graph(folder.file("p edge 2 1\ne 1 2\ne 2 1\n")).read_as, "it holds 2 edges, its line p says 1"));
  const auto refused = [&](const char* content, std::uint64_t line, const std::string& reason) {
    check_refused([](const std::string& file) { read_graph(file); }, folder.file(content), line, reason);
  };
  refused("c x\ne 1 2\n", 2, "an edge before the line p");
  refused("e 1 2\n", 1, "an edge before the line p");
  refused("c x\n", 1, "the line p is missing");
  refused("p edge 3\n", 1, "the number of edges is missing");
  refused("p edge 3 2\ne 1 2\n\ne 2 4\n", 4, "the second vertex 4 is beyond the 3 vertices");
  refused("p edge 3 2\ne 0 2\n", 2, "the first vertex is 0: DIMACS counts from 1");
  refused("p edge 3 5\ne 1 2\n", 2, "the file ends after 1 edges; its header promises 5");
  refused("p edge 3 1\nq 1 2\n", 2, "'q' begins no line of a DIMACS graph");
  refused("p edge 3 1\np edge 3 1\n", 2, "a second line p");
  refused("p edge 3 1\ne 1 x\n", 2, "the second vertex 'x' is not a whole number");
}

TEST_CASE("METIS files are read, and each kind of damage is named") {
  const TemporaryFolder folder;
  // The graph of the METIS manual's Figure 2, plain and with weights.
  const std::multiset<std::pair<std::uint64_t, std::uint64_t>> expected = {
      {1, 2}, {1, 3}, {1, 5}, {2, 3}, {2, 4}, {3, 4}, {3, 5}, {4, 6}, {4, 7}, {5, 6}, {6, 7}};
  const std::string plain = "% manual\n7 11\n5 3 2\n1 3 4\n5 4 2 1\n2 3 6 7\n1 3 6\n5 4 7\n6 4\n";
  const std::string edge_weights =
      "7 11 001\n5 1 3 2 2 1\n1 1 3 2 4 1\n5 3 4 2 2 2 1 2\n2 1 3 2 6 2 7 5\n1 1 3 3 6 2\n5 2 4 2 7 6\n6 6 4 5\n";
  const std::string both =
      "7 11 11\n4 5 1 3 2 2 1\n2 1 1 3 2 4 1\n5 5 3 4 2 2 2 1 2\n3 2 1 3 2 6 2 7 5\n1 1 1 3 3 6 2\n6 5 2 4 2 7 6\n"
      "2 6 6 4 5\n";
  const std::string constraints =
      "7 11 010 3\n1 2 0 5 3 2\n0 2 2 1 3 4\n4 1 1 5 4 2 1\n2 2 3 2 3 6 7\n1 1 1 1 3 6\n2 2 1 5 4 7\n1 2 1 6 4\n";
  for (const std::string& text : {plain, edge_weights, both, constraints}) {
    CAPTURE(text);
    for (const char* const format : {"", "metis"}) {
      const Graph graph = read_graph(folder.file(text), format);
      CHECK(graph.vertices == 7);
      CHECK(named_edges(graph) == expected);
      CHECK(has(graph.read_as, "METIS"));
      CHECK(has(graph.read_as, "weights left out") == (text != plain));
    }
  }
  // A vertex without neighbours is an empty line.
  const Graph singletons = read_graph(folder.file("3 1\n2\n1\n\n", "x.graph"));
  CHECK(singletons.vertices == 3);
  CHECK(singletons.edges.size() == 1);
  const auto refused = [&](const char* content, std::uint64_t line, const std::string& reason) {
    check_refused([](const std::string& file) { read_graph(file, "metis"); }, folder.file(content), line, reason);
  };
  refused("3 2\n2\n1 3\n", 3, "the file ends after the lines of 2 vertices; its header promises 3");
  refused("3 2\n2\n1 3\n2\n1\n", 5, "more lines than the 3 vertices");
  refused("3 2\n2\n1 4\n2\n", 3, "the neighbour 4 is beyond the 3 vertices");
  refused("3 2\n0\n1 3\n2\n", 2, "the neighbour is 0: METIS counts from 1");
  refused("3 2\n1\n1 3\n2\n", 2, "vertex 1 is its own neighbour");
  refused("3 2\n2\n3\n2\n", 0, "in the line of one of its ends only");
  refused("3 5\n2\n1 3\n2\n", 0, "4 neighbours in all, where the 5 edges of its first line have 10");
  refused("3 2 7\n2\n1 3\n2\n", 1, "the format '7' is not up to three digits of 0 and 1");
  refused("3 2 1\n2\n1 3\n2\n", 2, "the weight of the edge is missing");
  check_refused([](const std::string& file) { read_graph(file); }, folder.file("3 2\n2\n1 4 3\n2\n", "x.graph"), 3,
                "the neighbour 4 is beyond");
}

TEST_CASE("random graphs come back from every format") {
  const TemporaryFolder folder;
  std::mt19937_64 random(seed());
  for (int round = 0; round < 20; ++round) {
    const std::uint64_t n = 2 + random() % 40;
    std::set<std::pair<std::uint64_t, std::uint64_t>> edges;
    for (std::uint64_t k = random() % 100 + 1; k > 0; --k) {
      const std::uint64_t from = 1 + random() % n;
      const std::uint64_t to = 1 + random() % n;
      if (from != to) edges.insert(std::minmax(from, to));
    }
    if (edges.empty()) continue;
    const std::string size = std::to_string(n) + ' ';
    const std::string counts = size + std::to_string(edges.size()) + '\n';
    std::string rows;
    std::string dimacs = "p edge " + counts;
    std::vector<std::string> lists(n);
    for (const auto& [from, to] : edges) {
      const std::string row = std::to_string(from) + ' ' + std::to_string(to) + '\n';
      rows += row;
      dimacs += "e " + row;
      lists[from - 1] += std::to_string(to) + ' ';
      lists[to - 1] += std::to_string(from) + ' ';
    }
    std::string metis = counts;
    for (const std::string& list : lists) metis += list + '\n';
    const std::string market = "%%MatrixMarket matrix coordinate pattern symmetric\n" + size + counts + rows;
    const std::multiset<std::pair<std::uint64_t, std::uint64_t>> expected(edges.begin(), edges.end());
    for (const auto& [format, text] : {std::pair{"snap", rows},
                                       {"counts", counts + rows},
                                       {"dimacs", dimacs},
                                       {"metis", metis},
                                       {"matrix-market", market}}) {
      CAPTURE(format);
      CAPTURE(text);
      const std::string path = folder.file(gzipped(text), "graph.gz");
      CHECK(named_edges(read_graph(path, format)) == expected);
      const Graph guessed = read_graph(path);
      // One edge a vertex looks alike as METIS and as edges, and is the same graph then or said to be doubtful.
      if (named_edges(guessed) != expected) CHECK(has(guessed.read_as, "--format"));
    }
  }
}

TEST_CASE("files packed or written in ways that are not read are refused by name") {
  const TemporaryFolder folder;
  const auto read = [](const std::string& path) { read_graph(path); };
  const auto refused = [&](const std::string& content, const std::string& reason) {
    check_refused(read, folder.file(content), 0, reason);
  };
  std::string many;
  for (int i = 0; i < 5000; ++i) many += std::to_string(i) + ' ' + std::to_string(i * 7 % 5000) + '\n';
  const std::string whole = gzipped(many);
  CHECK(read_graph(folder.file(whole)).edges.size() == 5000);
  CHECK(read_graph(folder.file(whole + gzipped("7 8\n"))).edges.size() == 5001);
  CHECK(read_graph(folder.file(whole + std::string(10, '\0'))).edges.size() == 5000);
  for (const std::size_t length : {std::size_t{3}, std::size_t{15}, whole.size() / 2, whole.size() - 1})
    refused(whole.substr(0, length), "packed by gzip, and cut short");
  std::string damaged = whole;
  damaged[whole.size() / 2] = static_cast<char>(damaged[whole.size() / 2] ^ 0x55);
  damaged[whole.size() / 2 + 9] = static_cast<char>(damaged[whole.size() / 2 + 9] ^ 0x55);
  refused(damaged, "packed by gzip, and");
  refused(gzipped(""), "it is empty");
  refused("\xEF\xBB\xBF", "it is empty");
  refused(std::string("\xFF\xFE"
                      "1\0 \0",
                      6),
          "a byte-order mark says that it is UTF-16");
  refused("BZh91AY", "packed by bzip2: unpack it first");
  refused(std::string("\xFD"
                      "7zXZ\0",
                      6),
          "packed by xz");
  refused(std::string("PK\x03\x04\0", 5), "a zip archive");
  std::string tar(1024, '\0');
  tar.replace(0, 5, "a.txt");
  tar.replace(257, 5, "ustar");
  refused(gzipped(tar), "a tar archive");
  CHECK_THROWS_WITH_AS(read_graph(folder.file("0 1\n"), "meits"), doctest::Contains("did you mean metis?"),
                       ConfigError);
}

TEST_CASE("breadth-first search begins at its first vertex that has an edge, or where it is told to") {
  const TemporaryFolder folder;
  const programs::Program& program = programs::find_program("bfs");
  const auto fact_of = [&](const programs::InputRequest& request) {
    const auto job = program.prepare(request);
    Machine machine({.components = 8, .rule = program.model});
    const programs::Outcome outcome = job->run(machine);
    CHECK(outcome.verified);
    REQUIRE(outcome.facts.front().first == "source");
    return std::get<std::string>(outcome.facts.front().second);
  };
  const std::string banner = "%%MatrixMarket matrix coordinate pattern symmetric\n";
  const std::string market = folder.file(banner + "6 6 3\n5 4\n4 2\n3 6\n", "graph.mtx");
  CHECK(fact_of({.size = {}, .file = market}) == "2");
  CHECK(fact_of({.size = {}, .file = market, .source = 6}) == "6");
  const std::string list = folder.file("70 9\n9 12\n");
  CHECK(fact_of({.size = {}, .file = list}) == "70");
  CHECK(fact_of({.size = {}, .file = list, .source = 12}) == "12");
  CHECK(fact_of({.size = 64, .file = "", .source = 15}) == "15");
  CHECK_THROWS_WITH_AS(program.prepare({.size = {}, .file = market, .source = 0}),
                       doctest::Contains("--source = '0' is not allowed: a vertex of the graph, from 1 to 6"),
                       ConfigError);
  CHECK_THROWS_AS(program.prepare({.size = {}, .file = market, .source = 7}), ConfigError);
  CHECK_THROWS_WITH_AS(program.prepare({.size = {}, .file = list, .source = 10}),
                       doctest::Contains("one of its 3 ids, as 70"), ConfigError);
  CHECK_THROWS_WITH_AS(programs::find_program("cc").prepare({.size = 64, .file = "", .source = 1}),
                       doctest::Contains("no --source, for connected-components begins at no vertex"), ConfigError);
  for (const char* const name : {"minimum-spanning-forest", "all-pairs-shortest-paths"}) {
    CHECK_FALSE(programs::find_program(name).takes_source);
    CHECK_THROWS_AS(programs::find_program(name).prepare({.size = 64, .file = "", .source = 1}), ConfigError);
  }
  CHECK_THROWS_WITH_AS(programs::find_program("scan").prepare({.size = 64, .file = "", .format = "snap"}),
                       doctest::Contains("no --format, for prefix-sums reads numbers"), ConfigError);
  CHECK_THROWS_WITH_AS(programs::find_program("cc").prepare({.size = 64, .file = "", .format = "snap"}),
                       doctest::Contains("only beside --input"), ConfigError);
}

}  // namespace pram::testing
