#include "request/place.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include <pram/machine.hpp>
#include "options/machine.hpp"

namespace pram::tool {

namespace {

programs::Program program_with(const std::string& usual_access) {
  programs::Program program;
  program.access = usual_access;
  return program;
}

}  // namespace

TEST_CASE("a program runs where options say, else where it keeps its data, else where machines usually do") {
  const MachineOptions usual;
  Options options;
  CHECK(place_of(options, program_with("")).name() == usual.network.text() + " with " + usual.access.text());
  CHECK(place_of(options, program_with("direct")).name() == usual.network.text() + " with direct");
  options.set(option::network, "torus:8x8,ports=one");
  CHECK(place_of(options, program_with("direct")).name() == "torus:8x8,ports=one with direct");
  options.set(option::access, "combining:8,8");
  for (const char* const access : {"", "direct"})
    CHECK(place_of(options, program_with(access)).name() == "torus:8x8,ports=one with combining:8,8");
}

TEST_CASE("compared places are every network with every protocol, network by network") {
  Options options;
  options.set(option::networks, "torus,ideal");
  options.set(option::protocols, "combining,direct");
  std::vector<std::string> names;
  for (const Place& place : compared_places(options)) names.push_back(place.name());
  CHECK(names == std::vector<std::string>{"torus with combining", "torus with direct", "ideal with combining",
                                          "ideal with direct"});
  CHECK(compared_places({}).size() == 4);
}

}  // namespace pram::tool
