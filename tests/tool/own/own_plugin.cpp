#include <pram/plugin.hpp>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// Programs in a plug-in, as tests/tool/plugins.sh loads them. OWN_PLUGIN says which it has.
namespace {

using namespace pram::programs;

/// The largest number, by one cell.
std::int64_t largest(pram::Machine& machine, std::span<const std::int64_t> values, const OptionValues& options) {
  const auto cell = machine.array<std::int64_t>(1, options.number("least"), "largest");
  machine.pardo(values.size(), [&](pram::Processor self) -> pram::Task<> {
    co_await cell[0].combine(pram::Maximum{}, values[self.id()]);
  });
  return cell.get(0);
}

std::int64_t largest_on_one_thread(std::span<const std::int64_t> values, const OptionValues& options) {
  std::int64_t found = options.number("least");
  for (const std::int64_t value : values) found = value > found ? value : found;
  return found;
}

Program largest_program() {
  return program<WithOptions<Numbers>>(
      largest, {.name = "largest-of-all",
                .what = "the largest number",
                .model = Model(pram::Rule::arbitrary),
                .steps = [](const WithOptions<Numbers>::Value& input) { return input.input.empty() ? 0U : 1U; },
                .options = {{.name = "least", .what = "what the result is at least", .otherwise = 7}},
                .oracle = largest_on_one_thread,
                .facts = [](const auto&, std::int64_t found) -> Facts {
                  return {{"largest", found}};
                }});
}

std::int64_t refuses(pram::Machine&, std::span<const std::int64_t>) {
  throw pram::ConfigError("own", "value", "what the plug-in allows");
}

/// A network of the plug-in's own.
class Fixed : public pram::Network {
 public:
  std::string name() const override { return "fixed"; }
  std::uint64_t carry(const pram::Traffic&) override { return 100; }
  double distinct_charge(std::uint64_t, std::uint32_t) const override { return 100; }
};

}  // namespace

std::vector<Program> pram::plugin::programs() {
  const char* const given = std::getenv("OWN_PLUGIN");
  const std::string_view which = given != nullptr ? given : "";
  pram::networks().add(
      {"fixed", "100 for each phase", [](const pram::Spec&, std::uint32_t) { return std::make_unique<Fixed>(); }});
  if (which == "none") return {};
  if (which == "throws") throw std::runtime_error("no programs\ntoday");
  if (which == "bundled") return {program<Numbers>(refuses, {.name = "prefix-sums", .what = "a bundled name"})};
  if (which == "two")
    return {largest_program(), program<Numbers>(refuses, {.name = "refuses", .what = "throws an error of pram"})};
  return {largest_program()};
}
