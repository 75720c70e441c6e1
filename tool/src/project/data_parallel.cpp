#include "project.hpp"

namespace pram::tool {

namespace {

constexpr const char* data_parallel_program = R"TEXT(@HEADER@

#include <cstdint>
#include <span>
#include <vector>

namespace {

/// Every number becomes its square, in two data-parallel steps: all processors read, and all write.
std::vector<std::int64_t> @NAME@(pram::Machine& machine, std::span<const std::int64_t> numbers) {
  const auto values = machine.array(numbers, "values");
  const pram::Processors all = machine.processors(numbers.size());
  auto mine = all.registers<std::int64_t>(0);
  all.read(values, pram::own_cell, [&](auto i, auto value) { mine[i] = value * value; });
  all.write(values, pram::own_cell, mine);
  return values.host();
}

}  // namespace

pram::programs::Program @NAME@_program() {
  return pram::programs::program<pram::programs::Numbers>(
      @NAME@, {.name = "@NAME@",
               .what = "squares of numbers, by data-parallel steps",
               .model = pram::Rule::erew,
               .time = "O(1)",
               .steps = [](std::uint64_t n) { return n == 0 ? 0U : 2U; },
               .work = "O(n)",
               .work_at_most = [](std::uint64_t n) { return 2 * n; },
               .degree_at_most = 1,
               .oracle =
                   [](std::span<const std::int64_t> numbers) {
                     std::vector<std::int64_t> squares;
                     for (const std::int64_t number : numbers) squares.push_back(number * number);
                     return squares;
                   },
               .against = "a loop on one thread"});
}
)TEXT";

const ProjectFile data_parallel_files[] = {tool_build, tool_header, {"@NAME@.cpp", data_parallel_program},
                                           tool_main,  tool_test,   tool_readme};

}  // namespace

extern const ProjectKind data_parallel_project = {"--data-parallel", "steps that all processors make alike",
                                                  data_parallel_files};

}  // namespace pram::tool
