#include "project.hpp"

namespace pram::tool {

namespace {

constexpr const char* bsp_program = R"TEXT(@HEADER@

#include <cstdint>
#include <numeric>
#include <span>

namespace {

/// The sum of numbers by BSP processes: each adds its own up, and sends what it has to process 0.
std::int64_t @NAME@(pram::Machine& machine, std::span<const std::int64_t> numbers) {
  std::int64_t total = 0;
  machine.spmd([&](pram::bsp::Process self) -> pram::Task<> {
    std::int64_t mine = 0;
    std::uint64_t count = 0;
    for (std::uint64_t i = self.id(); i < numbers.size(); i += self.count(), ++count) mine += numbers[i];
    self.work(count);
    self.queue<std::int64_t>().send(0, mine);
    co_await self.sync("send");

    if (self.id() != 0) co_return;
    for (auto message : self.queue<std::int64_t>()) total += message.value();
    self.work(self.count());
  });
  return total;
}

}  // namespace

pram::programs::Program @NAME@_program() {
  return pram::programs::program<pram::programs::Numbers>(
      @NAME@, {.name = "@NAME@",
               .what = "the sum of numbers by BSP processes",
               .model = pram::programs::Model::bsp,
               .time = "n/p + p + p g + l",
               .cost = {.supersteps_at_most = 2,
                        .relation_at_most = [](std::uint64_t, std::uint64_t p) { return p; },
                        .work_at_most = [](std::uint64_t n, std::uint64_t p) { return n / p + 1 + p; }},
               .components = 64,
               .oracle =
                   [](std::span<const std::int64_t> numbers) {
                     return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
                   },
               .against = "a loop on one thread"});
}
)TEXT";

const ProjectFile bsp_files[] = {tool_build, tool_header, {"@NAME@.cpp", bsp_program},
                                 tool_main,  tool_test,   tool_readme};

}  // namespace

extern const ProjectKind bsp_project = {"--bsp", "BSP processes", bsp_files};

}  // namespace pram::tool
