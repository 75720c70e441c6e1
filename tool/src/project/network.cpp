#include "project.hpp"

namespace pram::tool {

namespace {

constexpr const char* network_program = R"TEXT(@HEADER@

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <string>

namespace {

/// A network that takes `delay` units to begin, and then carries `width` messages at a time: @NAME@:delay=5,width=2.
class Network : public pram::Network {
 public:
  struct Options {
    std::uint64_t delay = 10;
    std::uint64_t width = 4;
  };
  static const pram::OptionTable<Options>& table() {
    static const auto rows = pram::OptionTable<Options>("network")
                                 .number<&Options::delay>("delay", 0, 1'000'000)
                                 .number<&Options::width>("width", 1, 1'000'000);
    return rows;
  }

  explicit Network(const Options& options) : options_(options) {}

  std::string name() const override {
    std::string options = table().text(options_);
    if (!options.empty()) options.front() = ':';
    return "@NAME@" + options;
  }
  std::uint64_t carry(const pram::Traffic& phase) override { return time(phase.messages); }
  double distinct_charge(std::uint64_t messages, std::uint32_t) const override {
    return static_cast<double>(time(messages));
  }

 private:
  std::uint64_t time(std::uint64_t messages) const {
    return options_.delay + (messages + options_.width - 1) / options_.width;
  }

  Options options_;
};

/// The sum of numbers: all processors add to one cell.
std::int64_t sum(pram::Machine& machine, std::span<const std::int64_t> numbers) {
  const auto total = machine.array<std::int64_t>(1, 0, "total");
  machine.pardo(numbers.size(),
                [&](pram::Processor self) -> pram::Task<> { co_await total[0].add(numbers[self.id()]); });
  return total.get(0);
}

}  // namespace

pram::programs::Program @NAME@_program() {
  pram::networks().add(
      {"@NAME@", "some messages at a time behind a delay: @NAME@:delay=10,width=4",
       [](const pram::Spec& spec, std::uint32_t) { return std::make_unique<Network>(Network::table().read(spec)); }});
  return pram::programs::program<pram::programs::Numbers>(
      sum, {.name = "@NAME@",
            .what = "the sum of numbers in one cell, for a network of one's own",
            .model = pram::Rule::sum,
            .needs_more_than = pram::Rule::crew,
            .time = "O(1)",
            .steps = [](std::uint64_t n) { return n == 0 ? 0U : 1U; },
            .work = "O(n)",
            .work_at_most = [](std::uint64_t n) { return n; },
            .degree_at_most = [](std::uint64_t n) { return n; },
            .oracle =
                [](std::span<const std::int64_t> numbers) {
                  return std::accumulate(numbers.begin(), numbers.end(), std::int64_t{0});
                },
            .against = "a loop on one thread"});
}
)TEXT";

const ProjectFile network_files[] = {tool_build, tool_header, {"@NAME@.cpp", network_program},
                                     tool_main,  tool_test,   tool_readme};

}  // namespace

extern const ProjectKind network_project = {"--network", "a network of its own, and a program that meets it",
                                            network_files};

}  // namespace pram::tool
