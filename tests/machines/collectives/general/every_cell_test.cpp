#include <doctest/doctest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "machines/collectives/delivered.hpp"
#include "support.hpp"

using namespace pram;
using pram::testing::delivered;
using pram::testing::model_of;

namespace {

/// Networks of 16 to 64 nodes that hold data, some of each line of the list of topologies.
const std::vector<std::string> cell_networks = {
    "ring:16", "ring:33", "path:16", "path:24", "complete:16", "complete:20", "star:16", "star:21",
    "grid:4x4", "grid:5x7", "grid:3x3x3", "torus:4x4", "torus:5x6", "torus:8x8", "torus:3x3x3",
    "hypercube:4", "hypercube:5", "hypercube:6", "product:ring:4,complete:5,path:2", "product:de-bruijn:3,path:3",
    "rcn-full:4,1", "rcn-full:2,2", "rcn-full:8,1", "omega:16", "omega:32", "inverse-omega:16", "inverse-omega:64", "butterfly:16", "butterfly:32",
    "de-bruijn:4", "de-bruijn:6", "de-bruijn:3,3", "de-bruijn:8,2", "fat-tree:2,4", "fat-tree:4,2", "fat-tree:8,2", "fat-tree:4,3",
    "dragonfly:4,1", "dragonfly:4,2", "dragonfly:2,2,2", "dragonfly:4,1,2", "slim-fly:3", "slim-fly:5", "slim-fly:3,2",
    "hyperx:4,4", "hyperx:3,3,4", "hyperx:8,8", "flattened-butterfly:4,2", "flattened-butterfly:4,3", "flattened-butterfly:5,2",
    "hamming-mesh:2,2,2,2", "hamming-mesh:2,2,4,4", "hamming-mesh:4,4,1,2", "star-graph:4", "pancake:4", "ccc:3", "ccc:4", "shuffle-exchange:4", "shuffle-exchange:6",
    "tree:3,3", "tree:4", "tree:5", "tree:5,2", "mesh-of-trees:4"};

}  // namespace

TEST_CASE("every cell: survey") {
  const char* const only = std::getenv("ONLY");
  for (const std::string& network : cell_networks) {
    if (only != nullptr && network.find(only) == std::string::npos) continue;
    for (const char* const ports : {"all", "one"}) {
      for (const char* const duplex : {"half", "full"}) {
        for (const double startup : {0.0, 1.0, 10.0, 100.0, 1000.0}) {
          const CollectiveModel model = model_of(network + ",ports=" + ports + ",duplex=" + duplex, startup, 1);
          for (const CollectiveOperation operation : all_operations()) {
            for (const std::uint64_t each : {1, 16, 256}) {
              if (startup != 100 && startup != 0 && each != 16) continue;
              std::uint64_t words = each * model.nodes;
              if (each == 256 && operation == Collective::all_to_all) words *= 4;
              const CollectiveTask task{.operation = operation, .words = words, .source = 1, .target = model.nodes - 2};
              const double least = collective_lower_bound(model, task);
              double best = 1e300;
              std::string name = "-";
              for (const CollectiveAlgorithm* const algorithm : algorithms_for(model, task)) {
                const CollectiveCost cost = delivered(*algorithm, model, task);
                const double time = cost.time(model);
                CAPTURE(network); CAPTURE(ports); CAPTURE(duplex); CAPTURE(algorithm->name); CAPTURE(startup); CAPTURE(words);
                CHECK(time >= least * (1 - 1e-12));
                if (time < best) { best = time; name = algorithm->name; }
              }
              std::printf("%s %s %s %s tau=%g n=%d  %.2f %.0f %s\n", to_string(operation).c_str(), network.c_str(), ports, duplex,
                          startup, (int)each, best / least, least, name.c_str());
            }
          }
        }
      }
    }
  }
}
