#include <pram/programs/emulation.hpp>

#include <doctest/doctest.h>

#include <cstdlib>

#include <pram/programs/input/sequence/keys.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include "../on_machines.hpp"

namespace pram::testing {

namespace {

/// The memory after a step in which processor i writes values[i] to cell cells[i], under the machine's own rule.
std::vector<std::int64_t> written_natively(Rule rule, const std::vector<std::uint32_t>& cells,
                                           const std::vector<std::int64_t>& values, std::uint64_t memory_size) {
  Machine machine({.components = 16, .rule = rule});
  const auto memory = machine.array<std::int64_t>(memory_size, 0, "memory");
  machine.pardo(cells.size(),
                [&](Processor self) -> Task<> { co_await (memory[cells[self.id()]] = values[self.id()]); });
  return memory.host();
}

}  // namespace

TEST_CASE("steps emulated on EREW leave the memory, and read the values, that the stronger model's own rule does") {
  for (const std::uint64_t p : sizes()) {
    CAPTURE(p);
    for (const std::uint32_t buckets : {1U, 7U, 100U}) {
      CAPTURE(buckets);
      const std::vector<std::uint32_t> cells = programs::zipf_keys(p, buckets, seed()).of;
      const std::vector<std::int64_t> values = programs::random_numbers(p, seed());
      Machine machine({.components = 16, .rule = Rule::erew});
      CHECK(programs::emulated_priority_write(machine, cells, values, buckets) ==
            written_natively(Rule::priority, cells, values, buckets));
      Machine common({.components = 16, .rule = Rule::common});
      CHECK(programs::emulated_priority_write_all_pairs(common, cells, values, buckets) ==
            written_natively(Rule::priority, cells, values, buckets));
      CHECK(programs::emulated_sum_write(machine, cells, values, buckets) ==
            written_natively(Rule::sum, cells, values, buckets));
      CHECK(programs::bsp_combining_write(machine, cells, values, buckets) ==
            written_natively(Rule::sum, cells, values, buckets));
      CHECK(programs::random_access_write(machine, cells, values, buckets) ==
            written_natively(Rule::priority, cells, values, buckets));
      std::vector<std::int64_t> positive = values;
      for (std::int64_t& value : positive) value = std::abs(value);  // cells hold 0 before that
      CHECK(programs::emulated_maximum_write(machine, cells, positive, buckets) ==
            written_natively(Rule::maximum, cells, positive, buckets));
      std::vector<std::int64_t> equal(cells.begin(), cells.end());
      for (std::int64_t& value : equal) value = 3 * value + 1;
      CHECK(programs::emulated_common_write(machine, cells, equal, buckets) ==
            written_natively(Rule::common, cells, equal, buckets));
      const std::vector<std::int64_t> memory = programs::random_numbers(buckets, seed() + 1);
      std::vector<std::int64_t> natively(p);
      Machine reader({.components = 16, .rule = Rule::crew});
      const auto shared = reader.array(memory, "memory");
      reader.pardo(p, [&](Processor self) -> Task<> { natively[self.id()] = co_await shared[cells[self.id()]]; });
      CHECK(programs::emulated_concurrent_read(machine, cells, memory) == natively);
      CHECK(programs::random_access_read(machine, cells, memory) == natively);
      CHECK(machine.ledger().models() == erew_models);
    }
  }
}

TEST_CASE("of a cell that all write to, a process gets a sum for each process of a group, then for each group") {
  for (const std::uint32_t side : {1U, 2U, 4U, 16U}) {
    CAPTURE(side);
    const std::uint64_t n = 5 * std::uint64_t{side} * side;
    const std::vector<std::uint32_t> cells(n, 3);
    const std::vector<std::int64_t> values = programs::random_numbers(n, seed());
    Machine machine({.components = side * side, .network = "ideal"});
    CHECK(programs::bsp_combining_write(machine, cells, values, 8) == written_natively(Rule::sum, cells, values, 8));
    std::vector<std::uint64_t> relations;
    for (const SuperstepRecord& record : machine.ledger().superstep_records()) relations.push_back(record.relation());
    const std::uint64_t words = 2 * (side - 1);  // without phases it were 2 (side^2 - 1)
    CHECK(relations == std::vector<std::uint64_t>{words, words, 0});
  }
}

TEST_CASE("combined writes go to cells of the memory") {
  Machine machine({.components = 4});
  const std::vector<std::uint32_t> cells = {0, 8};
  const std::vector<std::int64_t> values = {1, 2};
  CHECK_THROWS_WITH_AS(programs::bsp_combining_write(machine, cells, values, 8), doctest::Contains("cell = '8'"),
                       ConfigError);
  CHECK_THROWS_WITH_AS(programs::bsp_combining_write(machine, cells, {}, 9), doctest::Contains("values = '0'"),
                       ConfigError);
}

TEST_CASE("a cell that is none, and values that are missing, are refused by name") {
  Machine machine({.components = 4, .rule = Rule::erew});
  const std::vector<std::uint32_t> cells = {0, 3};
  const std::vector<std::int64_t> values = {1, 2};
  CHECK_THROWS_AS(programs::emulated_priority_write(machine, cells, values, 3), AddressError);
  CHECK_THROWS_AS(programs::emulated_sum_write(machine, cells, values, 3), AddressError);
  CHECK_THROWS_AS(programs::emulated_concurrent_read(machine, cells, values), AddressError);
  CHECK_THROWS_AS(programs::emulated_priority_write(machine, cells, {}, 3), ConfigError);
  CHECK_THROWS_AS(programs::random_access_read(machine, cells, values), ConfigError);
  CHECK_THROWS_AS(programs::random_access_write(machine, cells, values, 3), ConfigError);
}

TEST_CASE("processors that do not agree are refused by an emulated step of Common, as by the rule itself") {
  const std::vector<std::uint32_t> cells = {2, 0, 2};
  const std::vector<std::int64_t> values = {1, 5, 2};
  CHECK_THROWS_AS(written_natively(Rule::common, cells, values, 3), ConflictError);
  Machine machine({.components = 4, .rule = Rule::erew});
  CHECK_THROWS_AS(programs::emulated_common_write(machine, cells, values, 3), ConfigError);
}

}  // namespace pram::testing
