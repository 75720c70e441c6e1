#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <pram/pram.hpp>

#include "../../../support.hpp"
#include "../../../support/forced.hpp"
#include "../../request/combined_values.hpp"

/// Steps of one operator that are carried by chains, by a table of few cells, or added up a component at a time: cells
/// and replies are what the operator on values makes of them, one processor after the other.
namespace pram {

namespace {

constexpr std::uint64_t asking = 300;

/// The cells that processors ask for.
struct Pattern {
  std::uint64_t cells;
  std::uint64_t (*cell_of)(std::uint64_t processor);
};

const Pattern patterns[] = {
    {asking, [](std::uint64_t i) { return asking - 1 - i; }},                     // each has its own
    {101, [](std::uint64_t i) { return i * 37 % 101; }},                          // chains
    {3, [](std::uint64_t i) { return i % 7 % 3; }},                               // a table
    {64, [](std::uint64_t i) { return i * 3 / asking * 20 + 1; }},                // one for all that sit together
    {64, [](std::uint64_t i) { return i < 200 ? i % 64 : std::uint64_t{63}; }}};  // chains, one of them long

template <class Operator, class T>
void check_steps(const Pattern& pattern, unsigned threads, const std::vector<T>& values) {
  const auto operand = [&values](std::uint64_t i) { return values[i % values.size()]; };
  std::vector<T> cells(pattern.cells);
  for (std::uint64_t c = 0; c < pattern.cells; ++c) cells[c] = operand(7 * c + 3);
  Machine machine({.components = 16,
                   .network = "router",
                   .access = "combining:4,4",
                   .rule = rule_from(Operator::name),
                   .threads = threads});
  const auto updated = machine.array(cells, "updated");
  const auto fetched = machine.array(cells, "fetched");
  const auto written = machine.array(cells, "written");
  std::vector<T> replies(asking);
  machine.pardo(asking, [&](Processor self) -> Task<> {
    const std::uint64_t i = self.id();
    const std::uint64_t c = pattern.cell_of(i);
    co_await updated[c].combine(Operator{}, operand(i));
    replies[i] = co_await fetched[c].multiprefix_combine(Operator{}, operand(i));
    co_await (written[c] = operand(i));
  });
  std::vector<T> combined = cells;
  std::vector<T> expected_replies;
  std::vector<T> expected_writes = cells;
  std::vector<bool> met(pattern.cells);
  for (std::uint64_t i = 0; i < asking; ++i) {
    const std::uint64_t c = pattern.cell_of(i);
    expected_replies.push_back(combined[c]);
    combined[c] = Operator::apply(combined[c], operand(i));
    expected_writes[c] = met[c] ? Operator::apply(expected_writes[c], operand(i)) : operand(i);
    met[c] = true;
  }
  CHECK(updated.host() == combined);
  CHECK(fetched.host() == combined);
  CHECK(replies == expected_replies);
  CHECK(written.host() == expected_writes);
}

}  // namespace

TEST_CASE("chained steps leave and return what the operator on values does, of every type") {
  const testing::ForcedWorkers all_workers;
  const std::uint64_t seed = testing::seed();
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  testing::on_integers([&random]<class Operator, class T>() {
    const std::vector<T> values = testing::values_to_combine<T>(random, 25);
    for (const Pattern& pattern : patterns) {
      for (const unsigned threads : {1U, 3U}) {
        CAPTURE(pattern.cells);
        CAPTURE(threads);
        check_steps<Operator>(pattern, threads, values);
      }
    }
  });
}

}  // namespace pram
