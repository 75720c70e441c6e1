#include <pram/programs/scan.hpp>

#include <algorithm>
#include <string>

#include <pram/programs/input/sequence/modular.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"
#include "scan/balanced_tree.hpp"
#include "scan/prefix_sums_cost.hpp"

namespace pram::programs {

namespace {

void check_recurrence(const LinearRecurrence& recurrence) {
  if (recurrence.order == 0 || recurrence.order > most_recurrence_order) {
    throw ConfigError("order", std::to_string(recurrence.order),
                      "a whole number from 1 to " + std::to_string(most_recurrence_order));
  }
  if (recurrence.coefficients.size() % (recurrence.order + 1) != 0) {
    throw ConfigError("coefficients", std::to_string(recurrence.coefficients.size()),
                      "order + 1 = " + std::to_string(recurrence.order + 1) + " for each value");
  }
}

/// One value after the other, each from those before it.
std::vector<std::uint32_t> value_by_value(const LinearRecurrence& recurrence) {
  std::vector<std::uint32_t> values;
  for (std::uint64_t i = 0; i < recurrence.values(); ++i) {
    const auto own = recurrence.coefficients.begin() + static_cast<std::ptrdiff_t>(i * (recurrence.order + 1));
    std::uint64_t sum = own[static_cast<std::ptrdiff_t>(recurrence.order)];
    for (std::uint64_t back = 1; back <= std::min(i, recurrence.order); ++back) {
      const std::uint64_t factor = own[static_cast<std::ptrdiff_t>(back - 1)];
      sum = (sum + factor * values[i - back]) % recurrence_modulus;
    }
    values.push_back(static_cast<std::uint32_t>(sum % recurrence_modulus));
  }
  return values;
}

}  // namespace

std::vector<std::uint32_t> linear_recurrence_of_order(Machine& machine, const LinearRecurrence& recurrence) {
  check_recurrence(recurrence);
  const std::uint64_t n = recurrence.values();
  const std::uint64_t order = recurrence.order;
  const std::uint64_t d = order + 1;  // rows of a matrix; the last one keeps the 1 that the summand is multiplied by
  const auto coefficient = machine.array(recurrence.coefficients, "coefficient");
  const auto product = machine.array<std::uint32_t>(n * d * d, 0, "product");
  const auto value = machine.array<std::uint32_t>(n, 0, "value");
  machine.pardo(n * d * d, [&](Processor self) -> Task<> {
    const std::uint64_t row = self.id() / d % d;
    const std::uint64_t column = self.id() % d;
    if (row == 0) {
      const std::uint32_t mine = co_await coefficient[self.id() / (d * d) * d + column];
      co_await (product[self.id()] = mine);
    } else if (column == (row == order ? order : row - 1)) {
      co_await (product[self.id()] = 1);
    }
  });
  sweep_balanced_tree_in_teams(machine, n, d * d,
                               [&product, d](std::uint64_t before, std::uint64_t own, std::uint64_t entry) -> Task<> {
                                 const std::uint64_t row = entry / d;
                                 const std::uint64_t column = entry % d;
                                 std::uint64_t sum = 0;
                                 std::uint64_t k = (row + column) % d;
                                 for (std::uint64_t step = 0; step < d; ++step) {
                                   const std::uint64_t left = co_await product[own * d * d + row * d + k];
                                   const std::uint64_t right = co_await product[before * d * d + k * d + column];
                                   sum = (sum + left * right) % recurrence_modulus;
                                   k = k + 1 == d ? 0 : k + 1;
                                 }
                                 co_await (product[own * d * d + entry] = static_cast<std::uint32_t>(sum));
                               });
  machine.pardo(n, [&](Processor self) -> Task<> {
    const std::uint32_t mine = co_await product[self.id() * d * d + order];
    co_await (value[self.id()] = mine);
  });
  return value.host();
}

Program linear_recurrence_of_order_program() {
  return program<LinearRecurrences>(
      linear_recurrence_of_order,
      {.name = "linear-recurrence-of-order",
       .what = "n values of a linear recurrence of order m modulo 2^31 - 1, by a scan that multiplies matrices",
       .columns = "value of the recurrence",
       .source = "Kogge, Stone 1973; JáJá 8.1",
       .model = Rule::erew,
       .time = "O(m log n)",
       .steps = [](const LinearRecurrence& input) -> std::uint64_t {
         const std::uint64_t n = input.values();
         return n == 0 ? 0 : 4 + (2 * input.order + 3) * (prefix_sums_steps(n) / 3);
       },
       .work = "O(m^3 n)",
       .work_at_most =
           [](const LinearRecurrence& input) {
             const std::uint64_t d = input.order + 1;
             return input.values() * (2 * d * d * (2 * d + 1) + 2 * d * d + 2);
           },
       .letters = {{"m", "1"}},  // generated recurrences have an order of 6 at most
       .degree_at_most = 1,
       .size = {.usual = 1 << 11, .bytes_each = 4 * (cell_bytes + processor_bytes), .tested = 150},
       .oracle = value_by_value,
       .against = "one value after the other"});
}

}  // namespace pram::programs
