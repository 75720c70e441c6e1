#include "settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
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
    if (!same_name(value, no) && !same_name(value, yes)) refuse(allowed_names(value, {no, yes}));
    return same_name(value, yes);
  }
};

/// A setting of the library itself, or an option of the machine.
struct KnownSetting {
  std::string name;
  void (*apply)(Settings& settings, const Setting& given) = nullptr;
  const detail::MachineOptionRow* machine = nullptr;
};

void apply(const KnownSetting& known, Settings& settings, const Setting& given) {
  if (known.apply != nullptr) {
    known.apply(settings, given);
    return;
  }
  const detail::MachineOptionRow& row = *known.machine;
  if (!row.is_number()) {
    set_value(settings.machine, row, given.value);
  } else {
    set_value(settings.machine, row, row.bytes ? given.bytes(row.least, row.most) : given.number(row.least, row.most));
  }
}

std::vector<KnownSetting> make_table() {
  std::vector<KnownSetting> known;
  // What the ledger keeps goes with the record, which stands last.
  const auto add_machine = [&](bool of_ledger) {
    for (const detail::MachineOptionRow& row : detail::machine_options) {
      if (row.bsp_flag != nullptr && std::string_view(row.name).starts_with("ledger") == of_ledger)
        known.push_back({row.bsp_flag + std::string_view("--").size(), nullptr, &row});
    }
  };
  known.push_back({"processes", [](Settings& s, const Setting& given) { s.processes = given.number(1, largest_run); }});
  add_machine(false);
  known.push_back({"stack", [](Settings& s, const Setting& given) { s.stack = given.bytes(least_stack, most_stack); }});
  known.push_back(
      {"time", [](Settings& s, const Setting& given) { s.charged_time = given.one_of("host", "charged"); }});
  known.push_back(
      {"private-globals", [](Settings& s, const Setting& given) { s.private_globals = given.one_of("no", "yes"); }});
  add_machine(true);
  known.push_back({"record", [](Settings& s, const Setting& given) { s.record = given.value; }});
  return known;
}

const std::vector<KnownSetting>& table() {
  static const std::vector<KnownSetting> known = make_table();
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
    const auto known = std::ranges::find(table(), given.name, &KnownSetting::name);
    if (known == table().end()) {
      std::vector<std::string> names;
      for (const KnownSetting& one : table()) names.push_back(one.name);
      throw ConfigError("setting", given.name, allowed_names(given.name, names));
    }
    if (given.value.empty()) given.refuse(fmt::format("{}=VALUE", given.name));
    apply(*known, settings, given);
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
