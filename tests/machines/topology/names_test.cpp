#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

#include <pram/machines/topology.hpp>
#include <pram/pram.hpp>

#include "core/thrown.hpp"

namespace pram {

using testing::contains;
using testing::thrown;

namespace {

ConfigError refused(const std::string& name, std::uint32_t terminals = 0) {
  const auto error = thrown<ConfigError>([&] { static_cast<void>(make_topology(name, terminals)); });
  CHECK(error.option == "network");
  CHECK(error.value == name);
  CHECK(testing::is_one_line(error.what()));
  return error;
}

}  // namespace

TEST_CASE("topology names: sizes chosen for a number of terminals") {
  const std::pair<const char*, const char*> at_4096[] = {
      {"ring", "ring:4096"},        {"path", "path:4096"},           {"complete", "complete:4096"},
      {"star", "star:4096"},        {"grid", "grid:64x64"},          {"torus", "torus:64x64"},
      {"torus:2d", "torus:64x64"},  {"torus:3d", "torus:16x16x16"},  {"grid:1d", "grid:4096"},
      {"grid:4d", "grid:8x8x8x8"},  {"hypercube", "hypercube:12"},   {"rcn-full", "rcn-full:64,1"},
      {"omega", "omega:4096"},      {"butterfly", "butterfly:4096"}, {"inverse-omega", "inverse-omega:4096"},
      {"de-bruijn", "de-bruijn:12"}};
  for (const auto& [asked, made] : at_4096) CHECK(make_topology(asked, 4096)->name() == made);
  CHECK(make_topology("grid", 7)->name() == "grid:1x7");
  CHECK(make_topology("grid", 1)->name() == "grid:1x1");
  CHECK(make_topology("torus", 72)->name() == "torus:8x9");
  CHECK(make_topology("torus", 2048)->name() == "torus:32x64");
  CHECK(make_topology("torus:3d", 2048)->name() == "torus:8x16x16");
  CHECK(make_topology("torus:3d", 1000)->name() == "torus:10x10x10");
  CHECK(make_topology("grid:20d", 720720)->nodes() == 720720);
  CHECK(make_topology("grid:20d", 1048573)->nodes() == 1048573);
  CHECK(make_topology("hypercube", 1)->name() == "hypercube:0");
}

TEST_CASE("topology names: canonical form") {
  CHECK(make_topology("ring:064")->name() == "ring:64");
  CHECK(make_topology("grid:08x8")->name() == "grid:8x8");
  CHECK(make_topology("product:ring:03,grid:2x02")->name() == "product:ring:3,grid:2x2");
  CHECK(make_topology("rcn-full:04,01", 16)->name() == "rcn-full:4,1");
  CHECK(make_topology("omega:0008")->name() == "omega:8");
  CHECK(make_topology("de-bruijn:02,010")->name() == "de-bruijn:10");
  CHECK(make_topology("de-bruijn:3,4", 81)->name() == "de-bruijn:3,4");
  CHECK(make_topology("product:hypercube:0")->nodes() == 1);
  CHECK(make_topology("product:RCN-full:04,1")->name() == "product:rcn-full:4,1");
  CHECK(make_topology("product:ring:4,Dragonfly:2,01,path:3")->name() == "product:ring:4,dragonfly:2,1,path:3");
  CHECK(make_topology("fat-tree:02,03")->name() == "fat-tree:2,3");
  CHECK(make_topology("tree:02,03")->name() == "tree:3");
}

TEST_CASE("topology names: the shape says what the name asked for") {
  using Kind = TopologyShape::Kind;
  using Factor = TopologyFactor::Kind;
  const std::pair<const char*, TopologyShape> shapes[] = {
      {"ring:8", {Kind::ring, {{Factor::ring, 8}}}},
      {"path:1", {Kind::path, {{Factor::path, 1}}}},
      {"complete:5", {Kind::complete, {{Factor::complete, 5}}}},
      {"star:4", {Kind::star, {{Factor::star, 4}}}},
      {"grid:4", {Kind::grid, {{Factor::path, 4}}}},
      {"grid:3x1x5", {Kind::grid, {{Factor::path, 3}, {Factor::path, 1}, {Factor::path, 5}}}},
      {"torus:4x6", {Kind::torus, {{Factor::ring, 4}, {Factor::ring, 6}}}},
      {"hypercube:0", {Kind::hypercube, {}}},
      {"hypercube:3", {Kind::hypercube, {{Factor::ring, 2}, {Factor::ring, 2}, {Factor::ring, 2}}}},
      {"product:ring:4", {Kind::product, {{Factor::ring, 4}}}},
      {"product:grid:3x2,hypercube:1,star:5",
       {Kind::product, {{Factor::path, 3}, {Factor::path, 2}, {Factor::ring, 2}, {Factor::star, 5}}}},
      {"rcn-full:3,2", {Kind::rows_of_rows, {{Factor::complete, 3}}, 2}},
      {"omega:8", {Kind::stages, {}, 3}},
      {"inverse-omega:4", {Kind::stages, {}, 2}},
      {"butterfly:2", {Kind::stages, {}, 1}},
      {"hyperx:3,4", {Kind::product, {{Factor::complete, 3}, {Factor::complete, 4}}}},
      {"fat-tree:2,2", {}},
      {"product:tree:2,ring:4", {}}};
  for (const auto& [name, shape] : shapes) CHECK_MESSAGE(make_topology(name)->shape() == shape, name);
}

TEST_CASE("topology names: upper and lower case are one") {
  for (const char* const name : {"ring:4", "grid:3x1x5", "product:grid:3x2,hypercube:1,star:5", "rcn-full:3,2"}) {
    std::string upper = name;
    for (char& letter : upper) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    CHECK(make_topology(upper)->name() == make_topology(name)->name());
  }
}

TEST_CASE("topology names: malformed ones are refused") {
  const char* const malformed[] = {"",
                                   ":",
                                   ":64",
                                   "ring",
                                   "ring:",
                                   "ring:0",
                                   "ring:-1",
                                   "ring:+4",
                                   "ring: 4",
                                   "ring:4 ",
                                   "ring:4x4",
                                   "ring:4,",
                                   "ring:4,4",
                                   "ring:0x10",
                                   "ring:1e3",
                                   "ring:4.0",
                                   "ring:four",
                                   "ring::4",
                                   "Rings:4",
                                   "path:0",
                                   "complete:0",
                                   "star:0",
                                   "star:x",
                                   "grid",
                                   "grid:",
                                   "grid:x",
                                   "grid:4x",
                                   "grid:x4",
                                   "grid:4xx4",
                                   "grid:4x0",
                                   "grid:4,4",
                                   "grid:3d",
                                   "torus:0d",
                                   "torus:d",
                                   "torus:4x3d",
                                   "hypercube:",
                                   "hypercube:-1",
                                   "hypercube:21",
                                   "hypercube:4x4",
                                   "product",
                                   "product:",
                                   "product:,",
                                   "product:ring",
                                   "product:ring:",
                                   "product:ring:4,",
                                   "product:,ring:4",
                                   "product:ring:4,,path:3",
                                   "product:4x4",
                                   "product:ring:4,path:0",
                                   "product:product:ring:4",
                                   "product:rcn-full:4",
                                   "product:star-graph",
                                   "product:tree:x",
                                   "product:fat-tree:2,2",
                                   "product:omega:4",
                                   "product:torus:3d",
                                   "rcn-full",
                                   "rcn-full:",
                                   "rcn-full:4",
                                   "rcn-full:4,",
                                   "rcn-full:,1",
                                   "rcn-full:1,1",
                                   "rcn-full:0,1",
                                   "rcn-full:4,1,1",
                                   "rcn-full:4,-1",
                                   "rcn-full:4x1",
                                   "omega",
                                   "omega:",
                                   "omega:0",
                                   "omega:1",
                                   "omega:3",
                                   "omega:12",
                                   "omega:4,",
                                   "butterfly:6",
                                   "inverse-omega:x",
                                   "inverse-omega:1",
                                   "de-bruijn",
                                   "de-bruijn:",
                                   "de-bruijn:x",
                                   "de-bruijn:4x4",
                                   "de-bruijn:1,3",
                                   "de-bruijn:0,3",
                                   "de-bruijn:3,",
                                   "de-bruijn:2,3,4",
                                   "fat-tree",
                                   "fat-tree:2",
                                   "fat-tree:1,3",
                                   "fat-tree:2,0",
                                   "fat-tree:2,3,4",
                                   "dragonfly",
                                   "dragonfly:4",
                                   "dragonfly:0,0",
                                   "dragonfly:4,0",
                                   "dragonfly:4,2,0",
                                   "dragonfly:4,2,2,2",
                                   "dragonfly:4x2",
                                   "slim-fly",
                                   "slim-fly:2",
                                   "slim-fly:6",
                                   "slim-fly:9",
                                   "slim-fly:5,0",
                                   "slim-fly:5,2,2",
                                   "hyperx",
                                   "hyperx:0",
                                   "hyperx:4x4",
                                   "hyperx:4,,4",
                                   "flattened-butterfly",
                                   "flattened-butterfly:4,1",
                                   "flattened-butterfly:1,4",
                                   "hamming-mesh",
                                   "hamming-mesh:2,2,2",
                                   "hamming-mesh:2,0,2,2",
                                   "star-graph",
                                   "star-graph:0",
                                   "star-graph:4,4",
                                   "pancake:-1",
                                   "ccc",
                                   "ccc:2",
                                   "ccc:3,3",
                                   "shuffle-exchange",
                                   "shuffle-exchange:0",
                                   "tree",
                                   "tree:",
                                   "tree:1,3",
                                   "tree:2,3,4",
                                   "mesh-of-trees",
                                   "mesh-of-trees:3",
                                   "mesh-of-trees:0",
                                   "mobius:4"};
  for (const char* const name : malformed) refused(name);
}

TEST_CASE("topology names: sizes beyond 2^20 nodes are refused") {
  const char* const large[] = {"ring:1048577",
                               "path:99999999999",
                               "complete:18446744073709551616",
                               "star:340282366920938463463374607431768211456",
                               "grid:99999999999x2",
                               "grid:1025x1024",
                               "torus:65536x65536",
                               "torus:4294967296x4294967296",
                               "grid:1048576x1048576x1048576x1048576",
                               "hypercube:64",
                               "hypercube:18446744073709551615",
                               "product:ring:1024,ring:1025",
                               "product:ring:1048576,ring:1048576,ring:1048576,ring:1048576",
                               "product:hypercube:20,path:2",
                               "rcn-full:1025,1",
                               "rcn-full:33,2",
                               "rcn-full:2,5",
                               "rcn-full:2,99999999999999999999",
                               "rcn-full:99999999999999999999,0",
                               "rcn-full:4294967296,1",
                               "de-bruijn:21",
                               "de-bruijn:1025,2",
                               "de-bruijn:99999999999,1",
                               "de-bruijn:2,99999999999999999999",
                               "fat-tree:2,17",
                               "fat-tree:1048576,1",
                               "fat-tree:2,99999999999999999999",
                               "dragonfly:1000,1000",
                               "dragonfly:1048576,1048576",
                               "dragonfly:4,2,99999999",
                               "slim-fly:727",
                               "slim-fly:5,1048576",
                               "hyperx:1024,1025",
                               "flattened-butterfly:2,20",
                               "hamming-mesh:32,32,32,32",
                               "hamming-mesh:1048576,1048576,1,1",
                               "star-graph:10",
                               "pancake:99999999999999999999",
                               "ccc:17",
                               "shuffle-exchange:21",
                               "tree:20",
                               "tree:1048576,1",
                               "tree:2,99999999999999999999",
                               "mesh-of-trees:1024",
                               "product:star-graph:9,ring:3",
                               "product:tree:99,ring:2"};
  for (const char* const name : large) CHECK_MESSAGE(contains(refused(name).allowed, "at most 2^20"), name);
  for (const char* const name : {"omega:131072", "butterfly:18446744073709551616"}) refused(name);
  for (const char* const name : {"ring", "grid", "torus:3d", "hypercube", "rcn-full", "omega"}) refused(name, 1u << 21);
  refused("omega", 1u << 17);
  std::string flat = "grid:1";
  for (int k = 0; k < 100'000; ++k) flat += "x1";
  CHECK(contains(refused(flat).allowed, "at most 64 dimensions"));
  std::string many = "product:ring:1";
  for (int k = 0; k < 100'000; ++k) many += ",ring:1";
  CHECK(contains(refused(many).allowed, "at most 64 factors"));
  CHECK(make_topology("product:grid:1024x1024,ring:1")->nodes() == 1u << 20);
}

TEST_CASE("topology names: sizes that do not fit the number of terminals are refused with both numbers") {
  const char* const names[] = {"ring:64",      "grid:8x8", "torus:4x4x4", "hypercube:6",  "product:ring:8,path:8",
                               "rcn-full:8,1", "omega:64", "star:64",     "butterfly:64", "de-bruijn:6"};
  for (const char* const name : names) {
    const auto error = refused(name, 100);
    CHECK(contains(error.allowed, "64"));
    CHECK(contains(error.allowed, "100"));
    CHECK(make_topology(name, 64)->terminals() == 64);
  }
  for (const char* const name : {"hypercube", "omega", "butterfly", "inverse-omega", "de-bruijn"})
    CHECK(contains(refused(name, 100).allowed, "power of two"));
  CHECK(contains(refused("rcn-full", 32).allowed, "square"));
  CHECK(make_topology("rcn-full", 100)->name() == "rcn-full:10,1");
  refused("rcn-full", 1);
  refused("omega", 1);
  refused("torus:0d", 64);
  refused("torus:21d", 64);
  refused("ring:3d", 64);
  refused("product", 64);
}

TEST_CASE("topology names: a near name is suggested") {
  CHECK(contains(refused("tours:4x4").what(), "did you mean torus?"));
  CHECK(contains(refused("hypercub:4").what(), "did you mean hypercube?"));
  CHECK(contains(refused("rcn_full:4,1").what(), "did you mean rcn-full?"));
  CHECK(contains(refused("product:rnig:4,path:3").what(), "did you mean ring?"));
}

TEST_CASE("topology names: the table") {
  const std::size_t known = topologies().entries().size();
  CHECK(topologies().entries().size() == known);
  CHECK(known >= 25);
  // Those that connect no 16 components say so, and connect others.
  const std::pair<const char*, std::uint32_t> without_16[] = {
      {"slim-fly", 18}, {"star-graph", 24}, {"pancake", 6}, {"ccc", 24}, {"tree", 15}, {"mesh-of-trees", 8}};
  for (const auto& entry : topologies().entries()) {
    CHECK(testing::is_one_line(entry.summary));
    CHECK_THROWS_AS(static_cast<void>(entry.make("", 0)), ConfigError);
    CHECK_THROWS_AS(static_cast<void>(entry.make(entry.name + ":?", 16)), ConfigError);
    const auto place = std::ranges::find(without_16, entry.name, &std::pair<const char*, std::uint32_t>::first);
    if (place == std::end(without_16)) {
      if (entry.name != "product") CHECK(entry.make("", 16)->terminals() == 16);
      continue;
    }
    CHECK(contains(refused(entry.name, 16).allowed, "16 are wanted"));
    CHECK(entry.make("", place->second)->terminals() == place->second);
  }
}

}  // namespace pram
