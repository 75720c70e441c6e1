#include <doctest/doctest.h>

#include <pram/machines/collectives.hpp>

#include "core/thrown.hpp"

using namespace pram;
using testing::contains;
using testing::is_one_line;
using testing::thrown;

TEST_CASE("exchange models: names, defaults and options") {
  const CollectiveModel ring = collective_model("ring", 8);
  CHECK(ring.network == "ring:8");
  CHECK(ring.nodes == 8);
  CHECK(ring.ports == SwitchingOptions::Ports::one);
  CHECK(ring.duplex == SwitchingOptions::Duplex::half);
  CHECK(ring.startup == 1);
  CHECK(ring.bandwidth == 1);
  const CollectiveModel torus = collective_model("torus:4x6,duplex=full,startup=2.5,bandwidth=0.5,switching=wormhole");
  CHECK(torus.network == "torus:4x6");
  CHECK(torus.nodes == 24);
  CHECK(torus.ports == SwitchingOptions::Ports::all);
  CHECK(torus.duplex == SwitchingOptions::Duplex::full);
  CHECK(torus.switching == SwitchingOptions::Technique::wormhole);
  CHECK(torus.startup == 2.5);
  CHECK(torus.bandwidth == 0.5);
  const CollectiveModel memory = collective_model("shared-memory:64,modules=8");
  CHECK(memory.network == "shared-memory:64,modules=8");
  CHECK(memory.modules == 8);
  CHECK(collective_model(memory.network).modules == 8);
  CHECK(collective_model("bus", 5).network == "bus:5");
  CHECK(collective_model("switch:6", 6).ports == SwitchingOptions::Ports::one);
  CHECK(collective_model("product:ring:3,path:2,ports=one").network == "product:ring:3,path:2");
  CHECK(collective_model("torus:3d", 27).network == "torus:3x3x3");
}

TEST_CASE("exchange models: what is refused, with what is allowed") {
  for (const char* const name : {"bus",
                                 "bus:0",
                                 "bus:x",
                                 "bus:64x2",
                                 "ring:8,modules=2",
                                 "bus:8,modules=9",
                                 "bus:8,modules=0",
                                 "bus:8,ports=one",
                                 "switch:4,duplex=full",
                                 "ring:8,startup=-1",
                                 "ring:8,bandwidth=0",
                                 "ring:8,bandwidth=x",
                                 "ring:8,bandwidth=1e-10",
                                 "ring:8,startup=",
                                 "ring:8,startup=inf",
                                 "ring:8,startup=nan",
                                 "ring:8,ports=two",
                                 "ring:8,ports=one,ports=all",
                                 "ring:8,colour=red",
                                 "ring:8,routing=valiant",
                                 "rng:8",
                                 "omega:12",
                                 "ring:8,,ports=one",
                                 "switch:2000000",
                                 "ring:8,ports=one,9"}) {
    CAPTURE(name);
    const auto error = thrown<ConfigError>([&] { static_cast<void>(collective_model(name)); });
    CHECK(error.option == "network");
    CHECK(is_one_line(error.what()));
  }
  const auto known = thrown<ConfigError>([&] { static_cast<void>(collective_model("swich:8,ports=one")); });
  CHECK(known.value == "swich:8,ports=one");
  CHECK(contains(known.allowed, "one of bus, shared-memory, switch, "));
  CHECK(contains(known.allowed, "did you mean switch?"));
  CHECK_THROWS_AS(collective_model("bus:8", 9), ConfigError);
  CHECK_THROWS_AS(collective_model("ring:8", 9), ConfigError);
}
