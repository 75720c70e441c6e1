#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <random>
#include <span>

#include <pram/error.hpp>
#include <pram/machines/detail/routines.hpp>

#include "formulas.hpp"
#include "measures.hpp"
#include "parts/part.hpp"

namespace pram::perf::rcn_measures {

namespace {

std::vector<std::uint64_t> random_numbers(std::uint64_t count) {
  std::mt19937_64 random(count);
  std::vector<std::uint64_t> numbers(count);
  for (std::uint64_t& number : numbers) number = random();
  return numbers;
}

void expect(bool right, const RcnShape& shape, const char* routine) {
  if (!right) throw Error(fmt::format("{}: {} went wrong", shape.network(), routine));
}

std::uint64_t sort_steps(const RcnShape& shape, SortOptions::Method method, const char* name) {
  const auto routines = make_routines(shape.network(), {.method = method});
  std::vector<std::uint64_t> keys = random_numbers(routines->nodes());
  std::vector<std::uint64_t> expected = keys;
  std::ranges::sort(expected);
  routines->sort(std::span(keys));
  expect(keys == expected, shape, name);
  return routines->ledger().steps();
}

std::uint64_t ascend_steps(const RcnShape& shape) {
  const auto routines = make_routines(shape.network());
  std::vector<std::uint64_t> numbers = random_numbers(routines->nodes());
  std::vector<std::uint64_t> expected(numbers.size());
  std::partial_sum(numbers.begin(), numbers.end(), expected.begin());
  routines->prefix_sums(numbers);
  expect(numbers == expected, shape, "prefix sums");
  return routines->ledger().steps();
}

/// Every node asks for a random word; a node's memory has one.
std::vector<AccessRequest> random_requests(std::uint32_t nodes) {
  std::vector<AccessRequest> requests;
  for (const std::uint64_t number : random_numbers(nodes))
    requests.push_back({number % nodes, static_cast<std::uint32_t>(number % nodes), number >> 32});
  return requests;
}

std::uint64_t read_steps(const RcnShape& shape) {
  const auto routines = make_routines(shape.network());
  const std::vector<AccessRequest> requests = random_requests(routines->nodes());
  const std::vector<std::uint64_t> memory = random_numbers(requests.size());
  std::vector<std::uint64_t> values(requests.size());
  routines->read(
      requests,
      [&](std::span<AccessArrival> arrivals) {
        for (AccessArrival& arrival : arrivals) arrival.reply = memory[arrival.home];
      },
      values);
  for (std::size_t x = 0; x < values.size(); ++x) expect(values[x] == memory[requests[x].home], shape, "RAR");
  return routines->ledger().steps();
}

std::uint64_t write_steps(const RcnShape& shape) {
  const auto routines = make_routines(shape.network());
  const std::vector<AccessRequest> requests = random_requests(routines->nodes());
  std::vector<std::uint64_t> memory(requests.size());
  routines->write(requests, [&](std::span<AccessArrival> arrivals) {
    for (const AccessArrival& arrival : arrivals) memory[arrival.home] = arrival.operand;
  });
  std::vector<std::uint64_t> expected(requests.size());
  for (std::size_t x = requests.size(); x-- > 0;) expected[requests[x].home] = requests[x].operand;  // the first wins
  expect(memory == expected, shape, "RAW");
  return routines->ledger().steps();
}

}  // namespace

RcnCosts costs_by_formula(const RcnShape& shape) {
  namespace formula = rcn_formulas;
  const auto log_atom = static_cast<std::uint64_t>(std::bit_width(shape.atom) - 1);
  const std::uint64_t atom_steps = formula::bitonic_atom(log_atom);
  RcnCosts costs;
  costs.shape = shape;
  costs.nodes = std::uint64_t{1} << (log_atom << shape.levels);
  costs.ascend.formula = formula::ascend(log_atom, shape.levels);
  costs.ascend.paper = formula::ascend_printed(log_atom, shape.levels);
  costs.sort.formula = formula::sort(atom_steps, shape.levels);
  costs.sort.paper = formula::sort_printed(atom_steps, shape.levels);
  costs.rotatesort.formula = formula::rotatesort(atom_steps, shape.levels, 17);
  costs.rotatesort_16 = formula::rotatesort(atom_steps, shape.levels, 16);
  costs.bitonic.formula = formula::direct_bitonic(log_atom, shape.levels);
  costs.read.formula = 2 * costs.sort.formula + 5 * costs.ascend.formula;
  costs.read.paper = 2 * *costs.sort.paper + 5 * *costs.ascend.paper;
  costs.write.formula = costs.sort.formula + 3 * costs.ascend.formula;
  costs.write.paper = *costs.sort.paper + 3 * *costs.ascend.paper;
  return costs;
}

std::uint64_t executions(const RcnCosts& costs, std::uint64_t most_work) {
  std::uint64_t count = 0;
  for (const RcnSteps* steps :
       {&costs.ascend, &costs.sort, &costs.rotatesort, &costs.bitonic, &costs.read, &costs.write})
    count += costs.nodes * steps->formula <= most_work ? 1 : 0;
  return count;
}

void execute(RcnCosts& costs, std::uint64_t most_work, const std::function<void()>& before, FinishedParts* parts) {
  const RcnShape& shape = costs.shape;
  const auto measure = [&](const char* name, RcnSteps& steps, auto&& run) {
    if (costs.nodes * steps.formula > most_work) return;
    before();
    steps.executed = part<std::uint64_t>(parts, fmt::format("{}: {}", shape.network(), name), run);
  };
  measure("AS", costs.ascend, [&] { return ascend_steps(shape); });
  measure("bitonic", costs.bitonic, [&] { return sort_steps(shape, SortOptions::Method::bitonic, "bitonic sort"); });
  measure("ST", costs.sort, [&] { return sort_steps(shape, SortOptions::Method::rcn_sort, "SORT"); });
  measure("Rotatesort", costs.rotatesort,
          [&] { return sort_steps(shape, SortOptions::Method::rotatesort, "Rotatesort"); });
  measure("RAW", costs.write, [&] { return write_steps(shape); });
  measure("RAR", costs.read, [&] { return read_steps(shape); });
}

}  // namespace pram::perf::rcn_measures
