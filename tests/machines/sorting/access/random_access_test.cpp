#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <pram/machines/detail/routines.hpp>

#include "support.hpp"

namespace pram {

namespace {

constexpr std::uint64_t untouched = 1'000'000'007;

/// One memory word a node at first; more where addresses are larger than the number of nodes.
struct Memory {
  std::uint32_t nodes;
  std::map<std::uint64_t, std::uint64_t> words;
  std::map<std::uint64_t, std::uint32_t> degree;  ///< of the addresses that arrived
  int wrong = 0;                                  ///< arrivals at a node that is not their home

  explicit Memory(std::uint32_t of) : nodes(of) {}
  std::uint64_t at(std::uint64_t address) const {
    const auto word = words.find(address);
    return word != words.end() ? word->second : untouched + address;
  }
  void arrive(const AccessArrival& arrival) {
    wrong += arrival.home != arrival.address % nodes || degree.contains(arrival.address);
    degree[arrival.address] = arrival.degree;
  }
  AccessMemory reading() {
    return [this](std::span<AccessArrival> arrivals) {
      for (AccessArrival& arrival : arrivals) {
        arrive(arrival);
        arrival.reply = at(arrival.address);
      }
    };
  }
  AccessMemory writing() {
    return [this](std::span<AccessArrival> arrivals) {
      for (const AccessArrival& arrival : arrivals) {
        arrive(arrival);
        words[arrival.address] = arrival.operand;
      }
    };
  }
  AccessMemory adding() {
    return [this](std::span<AccessArrival> arrivals) {
      for (AccessArrival& arrival : arrivals) {
        arrive(arrival);
        arrival.reply = at(arrival.address);
        words[arrival.address] = arrival.reply + arrival.operand;
      }
    };
  }
};

std::uint64_t add(std::uint64_t a, std::uint64_t b) { return a + b; }

/// Random, hot-spot, sparse and few-address patterns, and one in which all ask for one address.
constexpr int patterns = 6;

std::vector<AccessRequest> requests(int pattern, std::uint32_t nodes, std::uint32_t places, std::uint64_t addresses,
                                    std::mt19937_64& random) {
  std::vector<AccessRequest> all(places);
  const std::uint64_t few = 1 + random() % 4;
  for (AccessRequest& request : all) {
    switch (pattern) {
      case 0: request.address = random() % addresses; break;
      case 1: request.address = random() % 3 == 0 ? random() % addresses : addresses / 2; break;
      case 2: request.address = random() % addresses; break;
      case 3: request.address = random() % few * (addresses / 4); break;
      case 4: request.address = addresses - 1; break;
      default: request.address = static_cast<std::uint64_t>(&request - all.data()) % addresses; break;
    }
    const bool idle = pattern == 2 ? random() % 8 != 0 : random() % 16 == 0 && pattern < 4;
    request.home = idle ? no_node : static_cast<std::uint32_t>(request.address % nodes);
    request.operand = random() % 1000;
    request.order = random() % 3;
  }
  return all;
}

/// Requests for each address, first to last.
std::map<std::uint64_t, std::vector<std::uint32_t>> by_address(const std::vector<AccessRequest>& all) {
  std::map<std::uint64_t, std::vector<std::uint32_t>> groups;
  for (std::uint32_t x = 0; x < all.size(); ++x)
    if (all[x].home != no_node) groups[all[x].address].push_back(x);
  for (auto& [address, group] : groups) {
    std::ranges::stable_sort(group, [&](std::uint32_t a, std::uint32_t b) { return all[a].order < all[b].order; });
  }
  return groups;
}

struct Costs {
  std::uint64_t sort, ascend;
  std::uint64_t move = 0;  ///< of records, digit by digit; 0: in an ascend
};

/// One step of each kind, against a direct computation.
void check_step(Routines& routines, const std::vector<AccessRequest>& all, const std::optional<Costs>& costs) {
  const auto groups = by_address(all);
  const std::uint64_t share = all.size() / routines.nodes();
  std::map<std::uint32_t, std::uint32_t> at_home;
  for (const auto& [address, group] : groups) ++at_home[static_cast<std::uint32_t>(address % routines.nodes())];
  std::uint32_t most = 0;
  for (const auto& [home, count] : at_home) most = std::max(most, count);
  const std::uint64_t rounds = (most + share - 1) / share;
  const auto expect = [&](const char* routine, const AccessReport& report, std::uint64_t sorts, std::uint64_t scans,
                          std::uint64_t round) {
    CHECK(report.most_at_home == most);
    CHECK(report.rounds == rounds);
    if (!costs) return;
    std::uint64_t ascends = 1 + scans + rounds * (rounds > 1 ? 1 : 0);
    if (costs->move == 0) ascends += rounds * round;
    if (costs->move != 0 && sorts == 2) ascends += rounds;  // the replies are generalised
    const std::uint64_t steps = sorts * costs->sort + ascends * costs->ascend + rounds * round * costs->move;
    CHECK(routines.ledger().steps_of(routine) == share * steps);
    const std::string path = routine;
    CHECK(routines.ledger().steps_of(path + "/sort") == share * costs->sort);
    CHECK(routines.ledger().steps_of(path + "/replies/sort") == share * (sorts - 1) * costs->sort);
    routines.ledger().clear();
  };
  routines.ledger().clear();
  std::uint32_t wrong = 0;

  Memory memory(routines.nodes());
  std::vector<std::uint64_t> values(all.size(), 5);
  expect("read", routines.read(all, memory.reading(), values), 2, 0, 4);
  for (std::size_t x = 0; x < all.size(); ++x)
    wrong += values[x] != (all[x].home == no_node ? 0 : untouched + all[x].address);
  CHECK(memory.degree.size() == groups.size());

  Memory first(routines.nodes());
  const AccessReport report = routines.write(all, first.writing());
  expect("write", report, 1, 0, 2);
  Memory sums(routines.nodes());
  expect("write", routines.write(all, sums.writing(), add), 1, 1, 2);
  Memory chains(routines.nodes());
  auto chained = all;
  for (AccessRequest& request : chained) request.operand = (2 + request.operand % 7) << 32 | request.operand % 11;
  const AccessOperator compose = [](std::uint64_t a, std::uint64_t b) {
    // x -> a1 x + a0 then b, modulo 2^32 in both halves: order matters.
    const std::uint64_t slope = (a >> 32) * (b >> 32) & 0xFFFFFFFF;
    return slope << 32 | (((b >> 32) * (a & 0xFFFFFFFF) + b) & 0xFFFFFFFF);
  };
  expect("write", routines.write(chained, chains.writing(), compose), 1, 1, 2);
  Memory counters(routines.nodes());
  expect("fetch", routines.fetch(all, counters.adding(), add, values), 2, 1, 4);

  bool unequal = false;
  for (const auto& [address, group] : groups) {
    std::uint64_t sum = 0;
    std::uint64_t composed = chained[group.front()].operand;
    for (std::size_t k = 0; k < group.size(); ++k) {
      wrong += values[group[k]] != untouched + address + sum;
      sum += all[group[k]].operand;
      if (k > 0) composed = compose(composed, chained[group[k]].operand);
      unequal = unequal || all[group[k]].operand != all[group.front()].operand;
    }
    wrong += first.at(address) != all[group.front()].operand;
    wrong += sums.at(address) != sum;
    wrong += counters.at(address) != untouched + address + sum;
    wrong += chains.at(address) != composed;
    wrong += memory.degree[address] != group.size() || first.degree[address] != group.size();
  }
  CHECK(report.unequal.has_value() == unequal);
  if (report.unequal) {
    const auto [one, other] = *report.unequal;
    wrong += all[one].address != all[other].address || all[one].operand == all[other].operand;
    wrong += all[one].home == no_node || all[other].home == no_node;
  }
  CHECK(wrong + static_cast<std::uint32_t>(memory.wrong + first.wrong + sums.wrong + counters.wrong) == 0);
}

struct Shape {
  const char* network;
  std::optional<Costs> costs;
  SortOptions options = {};
};

const std::vector<Shape> machines = {
    {"rcn-full:2,1", Costs{15 * 1 + 14, 4}},
    {"rcn-full:4,1", Costs{59, 6}},
    {"rcn-full:8,1", Costs{15 * 6 + 14, 8}},
    {"rcn-full:2,2", Costs{15 * 29 + 14, 10}},
    {"rcn-full:16,1", Costs{164, 10}},
    {"rcn-full:16,1", Costs{176, 10}, {.method = SortOptions::Method::rotatesort}},
    {"rcn-full:16,1", Costs{44, 10}, {.method = SortOptions::Method::bitonic}},
    {"rcn-full:4,2", Costs{899, 14}},
    {"rcn-full:3,0", Costs{3, 2, 1}},
    {"rcn-full:3,1", Costs{15 * 3 + 14, 6, 4}},
    {"rcn-full:5,1", Costs{15 * 6 + 14, 8, 4}},
    {"rcn-full:6,1", Costs{15 * 6 + 14, 8, 4}},
    {"rcn-full:10,1", Costs{15 * 10 + 14, 10, 4}},
    {"rcn-full:10,1", Costs{16 * 10 + 16, 10, 4}, {.method = SortOptions::Method::rotatesort}},
    {"rcn-full:10,1", Costs{15 * 12 + 14, 10, 4}, {.atoms = SortOptions::Atoms::cole}},
    {"rcn-full:3,2", Costs{15 * 59 + 14, 14, 10}},
    {"rcn-full:4,1", std::nullopt, {.atoms = SortOptions::Atoms::cole_executed}},
    {"rcn-full:5,1", std::nullopt, {.atoms = SortOptions::Atoms::cole_executed}},
    {"hypercube:2", Costs{3, 2}},
    {"hypercube:4", Costs{10, 4}},
    {"hypercube:8", Costs{36, 8}},
    {"torus:4x4", std::nullopt},
    {"grid:4x8", std::nullopt, {.method = SortOptions::Method::shear}},
    {"omega:16", std::nullopt, {.method = SortOptions::Method::odd_even_merge}},
};

}  // namespace

TEST_CASE("reads and writes by sorting against a direct computation") {
  std::mt19937_64 random(testing::seed());
  const int runs = testing::size() <= testing::Size::small ? 1 : 6;
  for (const Shape& machine : machines) {
    CAPTURE(machine.network);
    const auto routines = make_routines(machine.network, machine.options);
    for (int pattern = 0; pattern < patterns; ++pattern) {
      CAPTURE(pattern);
      for (int run = 0; run < runs; ++run) {
        // An address a node, as in the paper; then several addresses of one home; then several processors a node.
        const std::uint32_t nodes = routines->nodes();
        check_step(*routines, requests(pattern, nodes, nodes, nodes, random), machine.costs);
        check_step(*routines, requests(pattern, nodes, nodes, 5 * nodes, random), machine.costs);
        check_step(*routines, requests(pattern, nodes, 4 * nodes, 3 * nodes, random), machine.costs);
      }
    }
  }
}

TEST_CASE("reads and writes by sorting take the steps of the table") {
  struct Row {
    const char* network;
    std::uint64_t read, write;
  };
  for (const Row& row :
       {Row{"rcn-full:4,1", 148, 77}, Row{"rcn-full:16,1", 378, 194}, Row{"rcn-full:4,2", 1868, 941},
        Row{"rcn-full:2,3", 13608, 6815}, Row{"rcn-full:64,1", 728, 371}, Row{"rcn-full:256,1", 1198, 608},
        Row{"rcn-full:16,2", 5058, 2540}, Row{"rcn-full:4,3", 27148, 13589}, Row{"rcn-full:2,4", 202728, 101387}}) {
    CAPTURE(row.network);
    const auto topology = make_topology(row.network);
    if (testing::size() != testing::Size::large && topology->nodes() == 65536 && topology->ports() < 6) continue;
    if (testing::size() <= testing::Size::small && topology->nodes() > 4096) continue;
    const auto routines = make_routines(row.network);
    std::mt19937_64 random(testing::seed());
    const auto all = requests(1, routines->nodes(), routines->nodes(), routines->nodes(), random);
    Memory memory(routines->nodes());
    std::vector<std::uint64_t> values(all.size());
    routines->read(all, memory.reading(), values);
    CHECK(routines->ledger().steps() == row.read);
    std::uint64_t wrong = 0;
    for (std::size_t x = 0; x < all.size(); ++x)
      wrong += values[x] != (all[x].home == no_node ? 0 : untouched + all[x].address);
    CHECK(wrong == 0);
    Memory written(routines->nodes());
    routines->write(all, written.writing());
    CHECK(routines->ledger().steps_of("write") == row.write);
    for (const auto& [address, group] : by_address(all)) wrong += written.at(address) != all[group.front()].operand;
    CHECK(wrong == 0);
    // By routine: read is two sorts and rank, concentrate twice, distribute, generalise.
    const std::uint64_t ascend = row.read - 2 * row.write;  // 2 ST + 5 AS - 2 (ST + 3 AS) = - AS
    CHECK(routines->ledger().steps_of("read/rank") == 0 - ascend);
    CHECK(routines->ledger().steps_of("read/concentrate") == 0 - ascend);
    CHECK(routines->ledger().steps_of("read/replies/concentrate") == 0 - ascend);
    CHECK(routines->ledger().steps_of("read/distribute") == 0 - ascend);
    CHECK(routines->ledger().steps_of("read/replies/generalise") == 0 - ascend);
  }
}

TEST_CASE("atoms by Cole's sort cost three steps a level of its tree, or as many as k3= says") {
  // Atoms of 16: K3 log2 16 steps; ST = 15 of them and 14 transpositions, AS = 2 · 4 + 2.
  struct Row {
    const char* sorter;
    std::uint64_t constant;
  };
  for (const Row& row : {Row{"cole", 3}, Row{"cole,k3=3", 3}, Row{"cole,k3=1", 1}, Row{"cole,k3=10", 10}}) {
    CAPTURE(row.sorter);
    const std::uint64_t sort = 15 * row.constant * 4 + 14;
    const auto routines = make_routines("rcn-full:16,1", sort_options_from(std::string("sorting:") + row.sorter));
    std::mt19937_64 random(testing::seed());
    const auto all = requests(1, 256, 256, 256, random);
    Memory memory(256);
    std::vector<std::uint64_t> values(all.size());
    routines->read(all, memory.reading(), values);
    CHECK(routines->ledger().steps() == 2 * sort + 5 * 10);
    if (row.constant == 3) CHECK(routines->ledger().steps() == 438);
    routines->write(all, memory.writing());
    CHECK(routines->ledger().steps_of("write") == sort + 3 * 10);
  }
  for (const char* wrong : {"cole,", "cole,k3", "cole,k3=", "cole,k3=0", "cole,k3=1001", "cole,k3=-1", "cole,k3=2.5",
                            "cole,k3=3,k3=3", "cole,K3=0", "bitonic,k3=3", "rcn-sort,k3=3", "col,k3=3"}) {
    CAPTURE(wrong);
    try {
      static_cast<void>(sort_options_from(std::string("sorting:") + wrong));
      FAIL("accepted");
    } catch (const ConfigError& error) {
      CHECK(error.option == "access");
      CHECK(error.value == std::string("sorting:") + wrong);
    }
  }
}

TEST_CASE("all processors idle cost a sort and an ascend") {
  const auto routines = make_routines("rcn-full:4,1");
  const std::vector<AccessRequest> idle(16, AccessRequest{3, no_node, 4, 5});
  Memory memory(16);
  std::vector<std::uint64_t> values(16, 9);
  const AccessReport report = routines->write(idle, memory.writing());
  CHECK(report.rounds == 0);
  CHECK_FALSE(report.unequal);
  CHECK(routines->ledger().steps() == 59 + 6);
  routines->read(idle, memory.reading(), values);
  CHECK(values == std::vector<std::uint64_t>(16, 0));
  CHECK(memory.degree.empty());
}

TEST_CASE("requests that no node can serve are refused") {
  const auto routines = make_routines("rcn-full:4,1");
  Memory memory(16);
  std::vector<AccessRequest> all(16, AccessRequest{3, 3});
  all[7].home = 16;
  CHECK_THROWS_AS(routines->write(all, memory.writing()), ConfigError);
  CHECK_THROWS_AS(routines->write(std::vector<AccessRequest>(17), memory.writing()), ConfigError);
  CHECK_THROWS_AS(routines->write(std::vector<AccessRequest>(48), memory.writing()), ConfigError);
  const auto other = make_routines("grid:3x3", {.method = SortOptions::Method::shear});
  CHECK_THROWS_AS(other->write(std::vector<AccessRequest>(9), memory.writing()), ConfigError);
}

}  // namespace pram
