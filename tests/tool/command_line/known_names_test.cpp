#include "command_line/known_names.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/network.hpp>
#include <pram/programs/program.hpp>
#include <pram/spec.hpp>

namespace pram::tool {

namespace {

std::vector<std::string> first_of(const NameRows& rows) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.push_back(row.first);
  return names;
}

std::vector<std::string> programs_that(const std::function<bool(const programs::Program&)>& are_wanted) {
  std::vector<std::string> names;
  for (const programs::Program& program : programs::programs().entries()) {
    if (are_wanted(program)) names.push_back(program.name);
  }
  return names;
}

std::vector<std::string> programs_of_rule(Rule rule) {
  return programs_that([&](const auto& program) { return !program.model.is_bsp() && program.model == rule; });
}

}  // namespace

TEST_CASE("the lists name every part once, and a list by itself says what each is") {
  std::vector<std::string> names;
  std::map<std::string, int> times_of_network;
  for (const NameList& list : name_lists()) {
    names.push_back(list.name);
    CHECK_FALSE(list.rows.empty());
    for (const auto& row : list.rows)
      times_of_network[row.first] += list.name == "networks" || list.name == "topologies";
    for (const auto& row : name_list(list.name).rows) CHECK_MESSAGE(!row.second.empty(), row.first);
  }
  CHECK(names == list_names());
  // Topologies are networks, too, where these are asked for.
  CHECK(first_of(name_list("networks").rows) == networks().names());
  for (const std::string& network : networks().names()) CHECK_MESSAGE(times_of_network[network] == 1, network);
  const std::vector<std::string> aliases = {"program",   "network", "topology",   "access", "rule",
                                            "placement", "pattern", "algorithms", "shape"};
  REQUIRE(names.size() == aliases.size());
  for (std::size_t k = 0; k < aliases.size(); ++k) CHECK(name_list(aliases[k]).name == names[k]);
  CHECK(name_list("NETWORKS").name == "networks");
  CHECK(name_list("Access").name == "protocols");
}

TEST_CASE("no two names of a list are one but for upper and lower case") {
  for (const std::string& name : list_names()) {
    const std::vector<std::string> all = first_of(name_list(name).rows);
    for (std::size_t k = 0; k < all.size(); ++k) {
      for (std::size_t l = 0; l < k; ++l) CHECK_MESSAGE(!same_name(all[k], all[l]), all[k]);
    }
  }
}

TEST_CASE("a list of shapes says what inputs of each program's shapes are") {
  const NameList shapes = name_list("shapes");
  CHECK(first_of(shapes.rows) == programs::shape_names());
  for (const programs::Program& program : programs::programs().entries()) {
    for (const programs::ShapeName& shape : program.shapes) {
      const auto row = std::ranges::find(shapes.rows, shape.name, &NameRows::value_type::first);
      REQUIRE(row != shapes.rows.end());
      CHECK_MESSAGE(row->second.find(shape.what) != std::string::npos, program.name);
    }
  }
}

TEST_CASE("programs are listed by family and model, whatever the case of their letters") {
  CHECK(first_of(program_list({}, {}).rows) == programs_that([](const auto&) { return true; }));
  std::size_t sum = 0;
  for (const std::string& family : program_families()) {
    const auto rows = first_of(program_list(family, {}).rows);
    CHECK(rows == programs_that([&](const auto& program) { return program.family == family; }));
    sum += rows.size();
  }
  CHECK(sum == programs::programs().entries().size());
  CHECK(program_list("GRAPH", {}).rows == program_list("graph", {}).rows);
  for (const std::string& model : program_models()) CHECK_MESSAGE(!program_list({}, model).rows.empty(), model);
  const auto bsp = programs_that([](const auto& program) { return program.model.is_bsp(); });
  CHECK(first_of(program_list({}, "bsp").rows) == bsp);
  CHECK(first_of(program_list({}, "EREW").rows) == programs_of_rule(Rule::erew));
  // CRCW are all programs but those of processes and of weaker rules.
  CHECK(program_list({}, "crcw").rows.size() ==
        sum - bsp.size() - programs_of_rule(Rule::erew).size() - programs_of_rule(Rule::crew).size());
}

TEST_CASE("a list, family or model that there is not is refused with those that there are") {
  const std::string all =
      "one of programs, networks, topologies, protocols, rules, placements, patterns, collectives, "
      "shapes";
  CHECK_THROWS_WITH_AS(name_list("progams"),
                       ("list = 'progams' is not allowed: " + all + "; did you mean programs?").c_str(), ConfigError);
  CHECK_THROWS_WITH_AS(name_list(""), ("list = '' is not allowed: " + all).c_str(), ConfigError);
  CHECK_THROWS_WITH_AS(program_list("grph", {}), doctest::Contains("--family = 'grph' is not allowed: one of "),
                       ConfigError);
  CHECK_THROWS_WITH_AS(program_list({}, "EREWW"), doctest::Contains("; did you mean EREW?"), ConfigError);
  CHECK_THROWS_WITH_AS(program_list("list", "CREW"), "--model = 'CREW' is not allowed: one of family list: EREW, BSP",
                       ConfigError);
}

}  // namespace pram::tool
