#include "project.hpp"

namespace pram::tool {

namespace {

constexpr const char* pram_program = R"TEXT(@HEADER@

#include <cstdint>
#include <numeric>
#include <span>

namespace {

/// The sum of numbers on a balanced tree: each round adds pairs of cells, twice as far apart as the round before.
std::int64_t @NAME@(pram::Machine& machine, std::span<const std::int64_t> numbers) {
  const std::uint64_t n = numbers.size();
  if (n == 0) return 0;
  const auto values = machine.array(numbers, "values");
  for (std::uint64_t far = 1; far < n; far *= 2) {
    const std::uint64_t pairs = (n + far - 1) / (2 * far);
    machine.pardo(pairs, [&](pram::Processor self) -> pram::Task<> {
      const std::uint64_t mine = 2 * far * self.id();
      const std::int64_t left = co_await values[mine];
      const std::int64_t right = co_await values[mine + far];
      co_await (values[mine] = left + right);
    });
  }
  return values.get(0);
}

/// Three steps a round.
std::uint64_t steps(std::uint64_t n) {
  std::uint64_t rounds = 0;
  for (std::uint64_t far = 1; far < n; far *= 2) ++rounds;
  return 3 * rounds;
}

}  // namespace

pram::programs::Program @NAME@_program() {
  return pram::programs::program<pram::programs::Numbers>(
      @NAME@, {.name = "@NAME@",
               .what = "the sum of numbers on a balanced tree",
               .model = pram::Rule::erew,
               .time = "O(log n)",
               .steps = steps,
               .work = "O(n)",
               .work_at_most = [](std::uint64_t n) { return 3 * n; },
               .degree_at_most = 1,
               .oracle =
                   [](std::span<const std::int64_t> numbers) {
                     return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
                   },
               .against = "a loop on one thread"});
}
)TEXT";

const ProjectFile pram_files[] = {tool_build, tool_header, {"@NAME@.cpp", pram_program},
                                  tool_main,  tool_test,   tool_readme};

}  // namespace

extern const ProjectKind pram_project = {"", "", pram_files};

}  // namespace pram::tool
