#include <pram/programs/scan.hpp>

#include <pram/programs/input/sequence/modular.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"
#include "scan/balanced_tree.hpp"
#include "scan/prefix_sums_cost.hpp"

namespace pram::programs {

namespace {

std::uint32_t applied(LinearFunction function, std::uint64_t x) {
  return static_cast<std::uint32_t>((function.factor * x + function.summand) % recurrence_modulus);
}

}  // namespace

std::vector<std::uint32_t> linear_recurrence(Machine& machine, std::span<const LinearFunction> functions,
                                             std::uint32_t first) {
  const auto composed = machine.array(functions, "composed");
  const auto value = machine.array<std::uint32_t>(functions.size(), 0, "value");
  sweep_balanced_tree(machine, functions.size(), [&composed](std::uint64_t left, std::uint64_t right) -> Task<> {
    const LinearFunction before = co_await composed[left];
    const LinearFunction own = co_await composed[right];
    const auto factor = static_cast<std::uint32_t>(std::uint64_t{own.factor} * before.factor % recurrence_modulus);
    co_await (composed[right] = LinearFunction{factor, applied(own, before.summand)});
  });
  machine.pardo(functions.size(), [&](Processor self) -> Task<> {
    const LinearFunction all = co_await composed[self.id()];
    co_await (value[self.id()] = applied(all, first));
  });
  return value.host();
}

Program linear_recurrence_program() {
  return program<LinearFunctions>(
      +[](Machine& machine, std::span<const LinearFunction> functions) {
        return linear_recurrence(machine, functions);
      },
      {.name = "linear-recurrence",
       .what = "n values of a linear recurrence modulo 2^31 - 1, by a scan that composes linear functions",
       .columns = "value of the recurrence",
       .source = "Kogge, Stone 1973; JáJá 8.1",
       .model = Rule::erew,
       .time = "O(log n)",
       .steps = [](std::uint64_t n) { return n == 0 ? 0 : 2 + prefix_sums_steps(n); },
       .work = "O(n)",
       .work_at_most = [](std::uint64_t n) { return 2 * n + prefix_sums_work(n); },
       .degree_at_most = 1,
       .size = {.usual = 1 << 15, .bytes_each = 3 * sizeof(std::int64_t) + processor_bytes},
       .oracle =
           [](std::span<const LinearFunction> functions) {
             std::vector<std::uint32_t> values;
             for (const LinearFunction& function : functions)
               values.push_back(applied(function, values.empty() ? 0 : values.back()));
             return values;
           },
       .against = "one value after the other"});
}

}  // namespace pram::programs
