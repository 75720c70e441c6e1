#include <pram/registry.hpp>

#include <cctype>
#include <string>
#include <vector>

#include <pram/access.hpp>
#include <pram/network.hpp>
#include <pram/pram.hpp>
#include <pram/rule.hpp>
#include <pram/spec.hpp>

#include "thrown.hpp"

namespace pram {

using testing::contains;
using testing::thrown;

namespace {

struct Part {
  std::string name;
  int value = 0;
};

}  // namespace

TEST_CASE("the nearest known name, where one is near") {
  const std::vector<std::string> known = {"router", "ideal", "omega", "connected-components"};
  CHECK(nearest_name("ruoter", known) == "router");
  CHECK(nearest_name("rooter", known) == "router");
  CHECK(nearest_name("idal", known) == "ideal");
  CHECK(nearest_name("omega", known) == "omega");
  CHECK(nearest_name("connected", known) == "connected-components");
  CHECK(nearest_name("butterfly", known).empty());
  CHECK(nearest_name("", known).empty());
  CHECK(nearest_name("router", {}).empty());
}

TEST_CASE("what is allowed, as a phrase") {
  CHECK(allowed_names("rooter", {"router", "ideal"}) == "one of router, ideal; did you mean router?");
  CHECK(allowed_names("butterfly", {"router", "ideal"}) == "one of router, ideal");
  CHECK_FALSE(allowed_names("router", {}).empty());
  // The first ones of many names stand for all.
  std::vector<std::string> many;
  for (int k = 100; k < 180; ++k) many.push_back("part-" + std::to_string(k));
  CHECK(allowed_names("wheel", many).ends_with("part-178, part-179"));
  many.emplace_back("axle");
  CHECK(allowed_names("axel", many) ==
        "one of part-100, part-101, part-102, part-103, part-104, part-105, part-106, part-107, part-108, part-109 and "
        "71 others; "
        "did you mean axle?");
}

TEST_CASE("a registry keeps the order of registration, and the last of two of a name") {
  Registry<Part> parts("part");
  parts.add({"wheel", 1});
  parts.add({"axle", 2});
  parts.add({"wheel", 3});
  CHECK(parts.names() == std::vector<std::string>{"wheel", "axle"});
  CHECK(parts.find("wheel").value == 3);
  const auto error = thrown<ConfigError>([&] { static_cast<void>(parts.find("axel")); });
  CHECK(error.option == "part");
  CHECK(error.value == "axel");
  CHECK(contains(error.what(), "did you mean axle?"));
  CHECK(testing::is_one_line(error.what()));
}

TEST_CASE("upper and lower case of a name does not matter, and a name stays as its entry has it") {
  CHECK(same_name("RCN-full", "rcn-FULL"));
  CHECK(same_name("", ""));
  CHECK_FALSE(same_name("ring", "rings"));
  CHECK_FALSE(same_name("k", "\xe2\x84\xaa"));  // the sign of Kelvin, whose small letter is k
  CHECK_FALSE(same_name("@", "`"));             // as far apart as A and a
  Registry<Part> parts("part");
  parts.add({"Wheel", 1});
  parts.add({"axle", 2});
  CHECK(parts.find("wHEEL").name == "Wheel");
  CHECK(parts.contains("AXLE"));
  parts.add({"wheel", 3});
  CHECK(parts.names() == std::vector<std::string>{"wheel", "axle"});
  CHECK(parts.as_listed("WHEEL:8x8,Ports=one") == Spec("wheel:8x8,Ports=one"));
  CHECK(parts.as_listed("rim:8") == Spec("rim:8"));
  const std::vector<std::string> known = {"sum", "Sum", "CREW"};
  CHECK(*known_name("Sum", known) == "Sum");
  CHECK(*known_name("SUM", known) == "sum");
  CHECK(*known_name("crew", known) == "CREW");
  CHECK(known_name("su", known) == nullptr);
  CHECK(nearest_name("RUOTER", {"router", "ideal"}) == "router");
  CHECK(allowed_names("axl", {"wheel"}, {"axle"}) == "one of wheel; did you mean axle?");
  CHECK(allowed_names("whel", {"wheel"}, {"axle"}) == "one of wheel; did you mean wheel?");
}

TEST_CASE("machines of names in capitals are those of the names as they are listed") {
  const Machine machine({.components = 16,
                         .network = "TORUS:4X4,Ports=ONE,ROUTING=Valiant",
                         .access = "Combining:4,4,Spread=MODULAR",
                         .threads = 1});
  const Machine same({.components = 16,
                      .network = "torus:4x4,ports=one,routing=valiant",
                      .access = "combining:4,4,spread=modular",
                      .threads = 1});
  CHECK(machine.options().network == same.options().network);
  CHECK(machine.options().access == same.options().access);
  CHECK(networks().make("PRODUCT:Ring:4,Complete:2", 0U)->name() ==
        networks().make("product:ring:4,complete:2", 0U)->name());
  CHECK(networks().make("GRID:2D", 16U)->name() == networks().make("grid:2d", 16U)->name());
  CHECK(placement_from("DIRECT") == Placement::direct);
  CHECK(placement_from("Uniform") == Placement::hashed);
  CHECK(ledger_detail_from("Profile") == LedgerDetail::profile);
  for (const NetworkEntry& entry : networks().entries()) {
    std::string capitals = entry.name;
    for (char& c : capitals) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    CHECK(networks().find(capitals).name == entry.name);
  }
}

TEST_CASE("what is bundled") {
  for (const char* const name : {"ideal", "router"}) CHECK(networks().find(name).name == name);
  for (const char* const name : {"direct", "combining"}) CHECK(access_protocols().find(name).name == name);
  const std::size_t known = networks().entries().size();
  CHECK(networks().entries().size() == known);
  for (const auto& entry : networks().entries()) CHECK(testing::is_one_line(entry.summary));
  for (const auto& entry : access_protocols().entries()) CHECK(testing::is_one_line(entry.summary));
}

TEST_CASE("rules and placements by name") {
  CHECK(rules().size() == 14);
  for (const Rule rule : rules()) {
    CHECK(rule_from(to_string(rule)) == rule);
    CHECK(testing::is_one_line(summary(rule)));
  }
  CHECK(to_string(Rule::erew) == "EREW");
  CHECK(to_string(Rule::bit_and) == "bit_and");
  CHECK(rule_from("erew") == Rule::erew);
  for (const char* const name : {"and", "AND", "bit_and", "bit-and", "BitAnd"}) CHECK(rule_from(name) == Rule::bit_and);
  for (const char* const name : {"or", "bit_or", "BitOr"}) CHECK(rule_from(name) == Rule::bit_or);
  for (const char* const name : {"xor", "bit_xor", "BitXor"}) CHECK(rule_from(name) == Rule::bit_xor);
  for (const char* const name : {"sum", "add", "Sum"}) CHECK(rule_from(name) == Rule::sum);
  for (const char* const name : {"product", "multiply", "mul", "prod"}) CHECK(rule_from(name) == Rule::product);
  for (const char* const name : {"minimum", "min", "Minimum"}) CHECK(rule_from(name) == Rule::minimum);
  for (const char* const name : {"maximum", "max", "MAX"}) CHECK(rule_from(name) == Rule::maximum);
  CHECK(rule_from("ArbitrarY") == Rule::arbitrary);
  const auto error = thrown<ConfigError>([] { static_cast<void>(rule_from("arbitary")); });
  CHECK(error.option == "rule");
  CHECK(contains(error.allowed, "did you mean arbitrary?"));
  CHECK_THROWS_AS(static_cast<void>(rule_from("")), ConfigError);
  CHECK_THROWS_AS(static_cast<void>(rule_from("_")), ConfigError);
  for (const Placement placement : {Placement::hashed, Placement::balanced, Placement::direct}) {
    CHECK(placement_from(to_string(placement)) == placement);
  }
  CHECK(placement_from("uniform") == Placement::hashed);
  CHECK(
      contains(thrown<ConfigError>([] { static_cast<void>(placement_from("hash")); }).what(), "did you mean hashed?"));
}

}  // namespace pram
