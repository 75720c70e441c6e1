#include <algorithm>
#include <cstdint>
#include <string>
#include <thread>

#include <pram/pram.hpp>

#include "../thrown.hpp"

namespace pram {

namespace {

using testing::contains;
using testing::thrown;

ConfigError refused(const MachineOptions& options) {
  return thrown<ConfigError>([&] { const Machine machine(options); });
}

MachineOptions with_access(std::uint32_t components, const std::string& access) {
  MachineOptions options;
  options.components = components;
  options.access = access;
  return options;
}

void check_refused(const MachineOptions& options, const std::string& option, const std::string& value) {
  const ConfigError error = refused(options);
  CAPTURE(error.what());
  CHECK(error.option == option);
  CHECK(contains(error.value, value));
  CHECK_FALSE(error.allowed.empty());
  CHECK(testing::is_one_line(error.what()));
}

}  // namespace

TEST_CASE("numbers of components and threads outside their range") {
  check_refused({.components = (1U << 20) + 1}, "components", "1048577");
  check_refused({.components = 1U << 30}, "components", "1073741824");
  check_refused({.threads = 1000000}, "threads", "1000000");
  CHECK_NOTHROW(Machine({.components = 1}));
  CHECK_NOTHROW(Machine({.components = 1U << 20}));
}

TEST_CASE("a network's name says how many components there are, where no number does") {
  CHECK(Machine({.network = "torus:8x8"}).options().components == 64);
  CHECK(Machine({.network = "hypercube:4,ports=one"}).options().components == 16);
  CHECK(Machine({.network = "torus:8x8"}).options().access == Machine({.components = 64}).options().access);
  CHECK(Machine({.network = "torus:8x8", .access = "combining:8,8"}).options().access == "combining:8,8");
  CHECK(Machine({.components = 64, .network = "torus:8x8"}).options().components == 64);
  CHECK(Machine({.network = "torus"}).options().components == 4096);
  CHECK(Machine({.components = 0}).options().components == 4096);
  const ConfigError error = refused({.components = 100, .network = "torus:8x8"});
  CHECK(error.option == "network");
  CHECK(error.value == "torus:8x8");
  CHECK(contains(error.what(), "64"));
  CHECK(contains(error.what(), "100"));
  check_refused({.network = "torus:8x"}, "network", "torus:8x");
  check_refused({.access = "combining:8,8"}, "access", "combining:8,8");  // of 4096 components
}

TEST_CASE("unknown networks and protocols get a suggestion") {
  check_refused({.network = "rooter"}, "network", "rooter");
  CHECK(contains(refused({.network = "rooter"}).what(), "did you mean router?"));
  check_refused({.access = "combine"}, "access", "combine");
  CHECK(contains(refused({.access = "combine"}).what(), "did you mean combining?"));
  check_refused({.network = ""}, "network", "");
  check_refused({.access = ""}, "access", "");
  check_refused({.access = "sorting:1"}, "access", "sorting");
}

TEST_CASE("arguments that a network does not take") {
  for (const std::string network :
       {"router:g=x", "router:g=-1", "router:g=0", "router:g=", "router:g", "router:x=1", "router:", "router:g=1,",
        "router:,g=1", "router:g=1,,l=2", "router:g=1.5", "router:g=1 ", "router:g=99999999999999999999", "ideal:x=1",
        "ideal:", "ideal:1", " router", "Routers"}) {
    CAPTURE(network);
    CHECK_THROWS_WITH_AS(Machine({.network = network}), doctest::Contains("network"), ConfigError);
  }
  CHECK(Machine({.network = "router:g=2,l=10"}).options().network == "router:g=2,l=10");
  CHECK(Machine({.network = "router:l=10"}).options().network == "router:g=1,l=10");
  CHECK(Machine({.network = "router:g=1,l=0"}).options().network == "router");
  CHECK(Machine({.network = "Router:G=2,L=10"}).options().network == "router:g=2,l=10");
}

TEST_CASE("bases and spreadings that combining does not take") {
  for (const std::string access :
       {"combining:", "combining:8,,8", "combining:0,5", "combining:8,8,spread=foo", "combining:8,8,", "combining:,8,8",
        "combining:8;8", "combining:8,-8", "combining:8,8,spread=", "combining:8,8,spread", "combining:64,x",
        "combining:8.0,8", "combining:99999999999,1", "combining: 8,8", "direct:8", "direct:"}) {
    CAPTURE(access);
    CHECK_THROWS_WITH_AS(Machine(with_access(64, access)), doctest::Contains("access"), ConfigError);
  }
}

TEST_CASE("the basis must be just what covers the components") {
  for (const std::string access : {"combining:8,4", "combining:63", "combining:65", "combining:9,8", "combining:8,8,2",
                                   "combining:1", "combining:64,2"}) {
    CAPTURE(access);
    CHECK_THROWS_WITH_AS(Machine(with_access(64, access)), doctest::Contains("access"), ConfigError);
  }
  for (const std::string access :
       {"combining:8,8", "combining:64", "combining:1,64", "combining:2,1,32,1", "combining:4,4,4,spread=modular",
        "combining:spread=modular,8,8", "combining:7,10", "combining:13,5", "combining:spread=ordered"}) {
    CAPTURE(access);
    CHECK_NOTHROW(Machine(with_access(64, access)));
  }
  // p = 61 is prime: the last blocks are cut off, but the first number may not be wasteful.
  CHECK_NOTHROW(Machine(with_access(61, "combining:8,8")));
  CHECK_NOTHROW(Machine(with_access(61, "combining:31,2")));
  CHECK_THROWS_AS(Machine(with_access(61, "combining:32,2")), ConfigError);
  CHECK_NOTHROW(Machine(with_access(1, "combining:1")));
}

TEST_CASE("options come back with their defaults filled in") {
  const Machine machine;
  CHECK(machine.options().components == 4096);
  CHECK(machine.options().network == "router");
  CHECK(machine.options().access == "combining:32,16,8");
  CHECK(machine.options().threads == std::max(1U, std::thread::hardware_concurrency()));
  CHECK(machine.options().memory_limit > 0);
  CHECK(Machine({.components = 3, .threads = 8}).options().threads <= 8);
  CHECK(Machine(with_access(64, "combining:8,8,spread=random")).options().access == "combining:8,8");
  CHECK(Machine(with_access(64, "combining:8,8,spread=ordered")).options().access == "combining:8,8,spread=ordered");
}

TEST_CASE("combining alone has a basis for every number of components") {
  for (std::uint32_t p = 1; p < 300; ++p) {
    const std::string name = Machine(with_access(p, "combining")).options().access;
    CAPTURE(p);
    CAPTURE(name);
    CHECK(Machine(with_access(p, name)).options().access == name);
  }
  for (const std::uint32_t p : {1000U, 4095U, 4097U, 65536U, 1U << 20})
    CHECK_NOTHROW(Machine(with_access(p, "combining")));
}

}  // namespace pram
