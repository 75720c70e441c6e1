#include "settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <pram/network.hpp>
#include <pram/pram.hpp>
#include <pram/registry.hpp>
#include <pram/spec.hpp>

namespace pram::bsplib {

namespace {

constexpr std::uint64_t least_stack = 16 << 10;
constexpr std::uint64_t most_stack = std::uint64_t{1} << 30;

struct Setting {
  std::string name;
  std::string value;

  [[noreturn]] void refuse(const std::string& allowed) const { throw ConfigError(name, value, allowed); }

  std::uint64_t number(std::uint64_t least, std::uint64_t most) const {
    const std::optional<std::uint64_t> read = whole_number(value);
    if (!read || *read < least || *read > most)
      refuse(most == std::numeric_limits<std::uint64_t>::max()
                 ? fmt::format("a whole number from {} on", least)
                 : fmt::format("a whole number from {} to {}", least, most));
    return *read;
  }

  /// The value as bytes: a whole number, alone or followed by K, M, G or T, which count in 1024s.
  std::uint64_t bytes(std::uint64_t least, std::uint64_t most) const {
    constexpr std::string_view units = "KMGT";
    std::string_view digits = value;
    unsigned shift = 0;
    if (!digits.empty()) {
      const std::size_t unit = units.find(digits.back());
      if (unit != std::string_view::npos) {
        shift = 10 * (static_cast<unsigned>(unit) + 1);
        digits.remove_suffix(1);
      }
    }
    const std::optional<std::uint64_t> read = whole_number(digits);
    if (!read || *read > (most >> shift) || *read << shift < least)
      refuse(fmt::format("bytes from {} to {}, as 65536, 64K or 1M", least, most));
    return *read << shift;
  }

  bool one_of(const std::string& no, const std::string& yes) const {
    if (value != no && value != yes) refuse(allowed_names(value, {no, yes}));
    return value == yes;
  }
};

using Apply = void (*)(Settings& settings, const Setting& given);

const std::vector<std::pair<std::string, Apply>>& table() {
  static const std::vector<std::pair<std::string, Apply>> known = {
      {"processes", [](Settings& s, const Setting& given) { s.processes = given.number(1, largest_run); }},
      {"components",
       [](Settings& s, const Setting& given) {
         s.machine.components = static_cast<std::uint32_t>(given.number(1, most_components));
       }},
      {"network", [](Settings& s, const Setting& given) { s.machine.network = given.value; }},
      {"rule", [](Settings& s, const Setting& given) { s.machine.rule = rule_from(given.value); }},
      {"threads",
       [](Settings& s, const Setting& given) {
         s.machine.threads = static_cast<unsigned>(given.number(0, most_threads));
       }},
      {"seed",
       [](Settings& s, const Setting& given) {
         s.machine.seed = given.number(0, std::numeric_limits<std::uint64_t>::max());
       }},
      {"memory-limit",
       [](Settings& s, const Setting& given) {
         s.machine.memory_limit = given.bytes(0, std::numeric_limits<std::uint64_t>::max());
       }},
      {"max-supersteps",
       [](Settings& s, const Setting& given) {
         s.machine.max_steps = given.number(0, std::numeric_limits<std::uint64_t>::max());
       }},
      {"stack", [](Settings& s, const Setting& given) { s.stack = given.bytes(least_stack, most_stack); }},
      {"time", [](Settings& s, const Setting& given) { s.charged_time = given.one_of("host", "charged"); }},
      {"private-globals", [](Settings& s, const Setting& given) { s.private_globals = given.one_of("no", "yes"); }},
      {"ledger",
       [](Settings& s, const Setting& given) {
         if (given.value != "totals" && given.value != "steps" && given.value != "profile")
           given.refuse(allowed_names(given.value, {"totals", "steps", "profile"}));
         s.machine.ledger = given.value == "profile" ? LedgerDetail::profile
                            : given.value == "steps" ? LedgerDetail::steps
                                                     : LedgerDetail::totals;
       }},
      {"ledger-steps",
       [](Settings& s, const Setting& given) {
         s.machine.ledger_steps = given.number(0, std::numeric_limits<std::uint64_t>::max());
       }},
      {"record", [](Settings& s, const Setting& given) { s.record = given.value; }},
  };
  return known;
}

}  // namespace

Settings read_settings(std::string_view text) {
  Settings settings;
  settings.machine.threads = 1;
  settings.machine.ledger = LedgerDetail::totals;
  for (const std::string_view word : split(text, ' ')) {
    if (word.empty()) continue;
    const std::size_t equals = word.find('=');
    const Setting given = {std::string(word.substr(0, equals)),
                           equals == std::string_view::npos ? "" : std::string(word.substr(equals + 1))};
    const auto known = std::ranges::find(table(), given.name, &std::pair<std::string, Apply>::first);
    if (known == table().end()) {
      std::vector<std::string> names;
      for (const auto& entry : table()) names.push_back(entry.first);
      throw ConfigError("setting", given.name, allowed_names(given.name, names));
    }
    if (given.value.empty()) given.refuse(fmt::format("{}=VALUE", given.name));
    known->second(settings, given);
  }
  if (settings.private_globals == true && settings.machine.threads != 1) {
    if (settings.machine.threads != 0)
      throw ConfigError("threads", std::to_string(settings.machine.threads),
                        "1 beside private-globals=yes: one process has its variables in place at a time");
    settings.machine.threads = 1;
  }
  MachineOptions& machine = settings.machine;
  if (machine.components == 0) {
    machine.components = components_of(machine.network.spec());
    if (machine.components == 0 && settings.processes != 0)
      machine.components = static_cast<std::uint32_t>(settings.processes);
    if (machine.components == 0) machine.components = default_components({&machine.network.spec(), 1});
  }
  if (settings.processes == 0) settings.processes = std::min<std::uint64_t>(machine.components, largest_run);
  return settings;
}

}  // namespace pram::bsplib
