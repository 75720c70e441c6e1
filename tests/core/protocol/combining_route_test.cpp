#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <pram/access.hpp>
#include <pram/detail/random/hash_family.hpp>
#include <pram/detail/random/seeded_hash.hpp>
#include <pram/error.hpp>

#include "../../support.hpp"

/// The invariants of spec combining, section 2, on the routes alone: records are sent where the protocol says, and
/// merged there.
namespace pram {

namespace {

/// The record of some requests for one address, at one component.
struct Record {
  std::uint32_t component = 0;
  std::uint64_t address = 0;
  std::uint32_t home = 0;
  std::uint64_t requests = 1;
  std::uint64_t sum = 0;
  std::uint32_t first_source = 0;  ///< lowest and highest component whose requests are in it
  std::uint32_t last_source = 0;
};

struct Setting {
  std::uint32_t components;
  std::vector<std::uint32_t> basis;
  std::string spread;
  bool ordered = false;   ///< as a multiprefix asks for
  bool cut = false;       ///< the product of the basis is more than p
  std::string more = {};  ///< options of the protocol

  std::string name() const {
    std::string text;
    for (const std::uint32_t b : basis) text += std::to_string(b) + ",";
    return text + "spread=" + spread + more;
  }
  bool nested() const { return more.find("nested=no") == std::string::npos; }
  /// B_i of the specification: components in a block after phase i.
  std::uint32_t block_after(std::size_t phase) const {
    return std::accumulate(basis.begin() + static_cast<std::ptrdiff_t>(phase) + 1, basis.end(), 1U,
                           std::multiplies<>());
  }
};

/// Random requests, at most one for an address at a component, of which some addresses are asked for by all.
std::vector<Record> requests_of(std::uint32_t components, std::mt19937_64& random) {
  std::vector<Record> made;
  for (std::uint64_t address = 0; address < 12; ++address) {
    const auto home = static_cast<std::uint32_t>(random() % components);
    const std::uint64_t chance = address < 3 ? 100 : random() % 100;
    for (std::uint32_t component = 0; component < components; ++component) {
      if (random() % 100 < chance) made.push_back({component, address, home, 1, random() % 1000, component, component});
    }
  }
  std::ranges::stable_sort(made, {}, &Record::component);
  return made;
}

constexpr std::uint64_t step_of_all = 0x57E9;

/// One phase: asks for all destinations, and gives the records there, unmerged.
std::vector<Record> moved(const AccessPlan& plan, const Setting& setting, std::uint32_t phase, std::uint64_t draw,
                          std::vector<Record> records) {
  std::vector<std::uint32_t> source, home;
  std::vector<std::uint64_t> address, token;
  for (const Record& record : records) {
    source.push_back(record.component);
    home.push_back(record.home);
    address.push_back(record.address);
    token.push_back(record.address * setting.components + record.component);
  }
  std::vector<std::uint32_t> destination(records.size());
  AccessPlan::Moves moves;
  moves.phase = phase;
  moves.ordered = setting.ordered;
  moves.draw = draw;
  moves.step = step_of_all;
  moves.source = source;
  moves.home = home;
  moves.address = address;
  moves.token = token;
  plan.route(moves, destination);
  std::vector<std::uint32_t> again(records.size());
  plan.route(moves, again);
  REQUIRE(destination == again);
  for (std::size_t k = 0; k < records.size(); ++k) records[k].component = destination[k];
  return records;
}

std::vector<Record> merged(const std::vector<Record>& records) {
  std::map<std::pair<std::uint32_t, std::uint64_t>, Record> found;
  for (const Record& record : records) {
    const auto [place, fresh] = found.try_emplace({record.component, record.address}, record);
    if (fresh) continue;
    place->second.requests += record.requests;
    place->second.sum += record.sum;
    place->second.first_source = std::min(place->second.first_source, record.first_source);
    place->second.last_source = std::max(place->second.last_source, record.last_source);
  }
  std::vector<Record> all;
  for (const auto& [where, record] : found) all.push_back(record);
  return all;
}

std::map<std::uint64_t, std::uint64_t> count_by_address(const std::vector<Record>& records) {
  std::map<std::uint64_t, std::uint64_t> counts;
  for (const Record& record : records) ++counts[record.address];
  return counts;
}

void check_routes(const Setting& setting, std::uint64_t seed) {
  CAPTURE(setting.components);
  const std::string name = setting.name();
  CAPTURE(name);
  const auto protocol = access_protocols().make("combining:" + name, setting.components);
  REQUIRE(protocol->routing_plan()->phases() == setting.basis.size());
  std::mt19937_64 random(seed);
  const std::vector<Record> requests = requests_of(setting.components, random);
  const auto degree = count_by_address(requests);
  std::vector<Record> records = requests;
  std::uint64_t fan_in = 1;
  for (std::uint32_t phase = 0; phase < protocol->routing_plan()->phases(); ++phase) {
    const std::uint32_t block = setting.block_after(phase);
    const std::uint32_t b = setting.basis[phase];
    fan_in *= b;
    const std::vector<Record> arrived = moved(*protocol->routing_plan(), setting, phase, random(), records);
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint64_t> together;
    std::map<std::uint64_t, std::uint32_t> blocks;
    for (const Record& record : arrived) {
      REQUIRE(record.component < setting.components);
      const std::uint32_t usual = setting.nested() ? record.home / block : record.component / block;
      REQUIRE(record.component / block == blocks.try_emplace(record.address, usual).first->second);  // I1
      ++together[{record.component, record.address}];
    }
    records = merged(arrived);
    for (const auto& [address, count] : count_by_address(records))
      REQUIRE(count <= std::min<std::uint64_t>(degree.at(address), block));  // I1
    if (setting.spread == "random" || setting.cut) continue;
    for (const auto& [where, count] : together) REQUIRE(count <= b);          // I3
    for (const Record& record : records) REQUIRE(record.requests <= fan_in);  // I2
  }
  // I4: one delivery an address, at home, and nothing is lost or made up.
  REQUIRE(records.size() == degree.size());
  std::map<std::uint64_t, std::uint64_t> sums;
  for (const Record& request : requests) sums[request.address] += request.sum;
  for (const Record& record : records) {
    REQUIRE(record.component == record.home);
    REQUIRE(record.requests == degree.at(record.address));
    REQUIRE(record.sum == sums.at(record.address));
  }
}

/// Where blocks are not cut off, modular spreading obeys I2 and I3 as stated.
const std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> whole = {
    {64, {8, 8}},    {64, {64}}, {64, {4, 4, 4}}, {64, {2, 1, 32}}, {96, {6, 4, 4}},
    {60, {5, 3, 4}}, {7, {7}},   {1, {1}},        {30, {1, 30}},    {512, {8, 8, 8}}};

/// The product is more than p: the last blocks are cut off.
const std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> cut = {
    {61, {8, 8}}, {61, {31, 2}},      {13, {2, 2, 4}}, {100, {4, 3, 9}},
    {3, {2, 2}},  {1000, {32, 8, 4}}, {5, {2, 3}},     {17, {5, 4}}};

}  // namespace

TEST_CASE("combining: records of one address stay together and come home, for any basis and spreading") {
  std::uint64_t seed = testing::seed();
  for (int round = 0; round < 5; ++round) {
    for (const auto& [components, basis] : whole) {
      for (const char* const spread : {"random", "modular", "ordered"})
        check_routes({components, basis, spread}, ++seed);
    }
    // In a block that is cut off more than b_i may meet.
    for (const auto& [components, basis] : cut) {
      for (const char* const spread : {"random", "modular", "ordered"})
        check_routes({components, basis, spread, false, true}, ++seed);
    }
  }
}

TEST_CASE("combining, not nested: records of one address stay together and come home, too") {
  std::uint64_t seed = testing::seed();
  for (const char* const more :
       {",nested=no", ",nested=no,hash=multiply-shift", ",nested=no,hash=k-wise:2", ",nested=no,hash=tabulation"}) {
    for (const char* const spread : {"random", "modular", "ordered"}) {
      for (const auto& [components, basis] : whole)
        check_routes({components, basis, spread, false, false, more}, ++seed);
      for (const auto& [components, basis] : cut) check_routes({components, basis, spread, false, true, more}, ++seed);
    }
  }
}

TEST_CASE("combining: blocks are those that functions of the family give the addresses, each phase's own where asked") {
  const auto block_by = [](const std::string& family, std::uint64_t seed, std::uint64_t address, std::uint32_t p) {
    std::uint32_t component = 0;
    detail::draw_hash(Spec(family), seed)->choose({&address, 1}, p, &component);
    return component;
  };
  std::mt19937_64 random(testing::seed());
  for (const std::string family : {"xxh3", "multiply-shift", "k-wise:3", "tabulation"}) {
    for (const auto& [components, basis] : {whole[3], whole[6], cut[4], cut[7]}) {
      for (const std::string options : {",nested=no", ",physical=extra", ",physical=extra,nested=no"}) {
        const Setting setting{components, basis, "modular", false, true, options + ",hash=" + family};
        const auto protocol = access_protocols().make("combining:" + setting.name(), components);
        CHECK(protocol->name().ends_with(options + ",hash=" + family));
        const AccessPlan& plan = *protocol->routing_plan();
        REQUIRE(plan.phases() == basis.size() + (options.find("extra") != std::string::npos ? 1 : 0));
        std::vector<Record> records = requests_of(components, random);
        for (std::uint32_t phase = 0; phase + 1 < plan.phases(); ++phase) {
          const std::uint32_t block = setting.block_after(phase);
          const std::uint64_t hash = setting.nested() || phase == 0 ? step_of_all : seeded_hash(phase, step_of_all);
          records = merged(moved(plan, setting, phase, random(), records));
          for (const Record& record : records)
            REQUIRE(record.component / block == block_by(family, hash, record.address, components) / block);
        }
      }
    }
  }
}

TEST_CASE("combining: a hash or nesting that cannot be is refused in a line") {
  const auto refused = [](const std::string& options, const char* allowed) {
    CAPTURE(options);
    CHECK_THROWS_WITH_AS(access_protocols().make("combining:8,8" + options, 64U), doctest::Contains(allowed),
                         ConfigError);
  };
  refused(",hash=xxh3", "hash= beside physical=extra, physical=last or nested=no");
  refused(",nested=yes,hash=xxh3", "hash= beside physical=extra, physical=last or nested=no");
  refused(",nested=no,hash=", "hash= with one of xxh3, multiply-shift, k-wise, tabulation");
  refused(",nested=no,hash=md5", "hash= with one of xxh3");
  refused(",nested=no,hash=k-wise:0", "k-wise:K with K from 1 to 64");
  refused(",nested=no,hash=xxh3,hash=xxh3", "hash= only once");
  refused(",nested=maybe", "nested= with one of yes, no");
  refused(",nested=no,nested=no", "nested= only once");
  refused(",nestd=no", "did you mean nested?");
  refused(",hsh=xxh3", "did you mean hash?");
  CHECK(access_protocols().make("combining:8,8,NESTED=NO,Hash=K-Wise:3", 64U)->name() ==
        "combining:8,8,nested=no,hash=k-wise:3");
}

TEST_CASE("combining, ordered: what meets has met in the order of its sources") {
  std::uint64_t seed = testing::seed();
  for (const auto& bases : {whole, cut}) {
    for (const auto& [components, basis] : bases) {
      for (const char* const spread : {"random", "modular", "ordered", "ordered,nested=no"}) {
        const Setting setting{components, basis, spread, true};
        const std::string name = setting.name();
        CAPTURE(setting.components);
        CAPTURE(name);
        const auto protocol = access_protocols().make("combining:" + name, components);
        std::mt19937_64 random(++seed);
        std::vector<Record> records = requests_of(components, random);
        for (std::uint32_t phase = 0; phase < protocol->routing_plan()->phases(); ++phase) {
          records = merged(moved(*protocol->routing_plan(), setting, phase, random(), records));
          // Along the components of an address's block its records hold ever higher sources, and no two of them
          // overlap.
          std::map<std::uint64_t, std::uint32_t> next;
          for (const Record& record : records) {  // merged() sorts by component
            const auto [place, fresh] = next.try_emplace(record.address, 0);
            REQUIRE((fresh || record.first_source >= place->second));
            place->second = record.last_source + 1;
          }
        }
        for (const Record& record : records) REQUIRE(record.component == record.home);
      }
    }
  }
}

TEST_CASE("combining, random: requests of one address are spread evenly over the block") {
  const auto protocol = access_protocols().make("combining:8,8", 64U);
  std::vector<std::uint32_t> count(8);
  const Setting setting{64, {8, 8}, "random"};
  const int draws = 1000;
  std::mt19937_64 random(testing::seed());
  for (int k = 0; k < draws; ++k) {
    std::vector<Record> records;
    for (std::uint32_t c = 0; c < 64; ++c) records.push_back({c, 5, 19, 1, 0, c, c});
    for (const Record& record : moved(*protocol->routing_plan(), setting, 0, random(), records))
      ++count[record.component % 8];
  }
  // 8000 of 64000 each, standard deviation 84.
  for (const std::uint32_t part : count) CHECK(std::abs(static_cast<int>(part) - 8000) < 420);
}

TEST_CASE("direct: one phase, home") {
  const auto protocol = access_protocols().make("direct", 10U);
  CHECK(protocol->routing_plan()->phases() == 1);
  CHECK(protocol->name() == "direct");
  const Setting setting{10, {10}, ""};
  std::mt19937_64 random(testing::seed());
  for (const Record& record : moved(*protocol->routing_plan(), setting, 0, 1, requests_of(10, random)))
    CHECK(record.component == record.home);
}

}  // namespace pram
