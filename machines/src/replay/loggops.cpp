#include <fmt/format.h>

#include <array>
#include <string>

#include <pram/error.hpp>
#include <pram/machines/replay.hpp>
#include <pram/spec.hpp>

namespace pram {

namespace {

struct Price {
  const char* name;
  std::uint64_t LogGops::*of;
};
/// Upper and lower case are two names here, as the model has them.
constexpr std::array<Price, 6> price_table = {{{"L", &LogGops::latency},
                                               {"o", &LogGops::overhead},
                                               {"g", &LogGops::gap},
                                               {"G", &LogGops::byte_gap},
                                               {"O", &LogGops::byte_overhead},
                                               {"S", &LogGops::longest_eager}}};
constexpr std::uint64_t most_price = 1'000'000'000'000;

}  // namespace

std::string LogGops::name() const {
  return fmt::format("loggops:L={},o={},g={},G={},O={},S={}", latency, overhead, gap, byte_gap, byte_overhead,
                     longest_eager);
}

LogGops LogGops::of(const Spec& name) {
  LogGops made;
  if (!name.values.empty()) name.refuse("network", "loggops:L=2500,o=1500,g=1000,G=6,O=0,S=65535, or some of these");
  std::array<bool, price_table.size()> given = {};
  for (const Spec::Option& option : name.options) {
    std::size_t k = 0;
    while (k < price_table.size() && option.name != price_table[k].name) ++k;
    if (k == price_table.size()) name.refuse("network", "L, o, g, G, O and S, in upper and lower case");
    if (given[k]) name.refuse("network", option.name + "= only once");
    given[k] = true;
    const auto value = whole_number(option.value);
    if (!value || *value > most_price)
      name.refuse("network", fmt::format("{}= a whole number from 0 to {}", option.name, most_price));
    made.*price_table[k].of = *value;
  }
  return made;
}

}  // namespace pram
