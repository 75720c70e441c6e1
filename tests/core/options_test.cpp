#include <pram/machine/options.hpp>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <variant>

#include <pram/error.hpp>
#include <pram/machine.hpp>

// The rows from which the tool, PRAM_BSP, JSON and help read the options of a machine.
namespace pram {

namespace {

using detail::machine_options;
using detail::MachineOptionRow;

std::string text_of(const detail::OptionValue& value) {
  return std::visit([](const auto& one) { return fmt::format("{}", one); }, value);
}

/// As the manual's table has it.
std::string default_of(const MachineOptionRow& row) {
  const std::string text = text_of(value_of(MachineOptions(), row));
  if (text == fmt::format("{}", ~std::uint64_t{0})) return "all ones";
  if (row.is_part()) return fmt::format("`\"{}\"`", text);
  return row.is_number() || text.empty() ? text : '`' + text + '`';
}

std::string code_of(const char* text) { return text == nullptr ? "" : fmt::format("`{}`", text); }

}  // namespace

TEST_CASE("options: every member of MachineOptions has a row") {
  // Another member does not fit into this binding.
  [[maybe_unused]] const auto& [components, network, access, rule, placement, threads, seed, max_steps, max_charge,
                                memory_limit, collision_marker, ledger, ledger_steps, hash] = MachineOptions();
  CHECK(std::size(machine_options) == 14);
  for (const MachineOptionRow& row : machine_options) {
    for (const MachineOptionRow& other : machine_options) {
      CHECK((&row == &other || row.member != other.member));
      CHECK((&row == &other || std::string(row.name) != other.name));
    }
  }
}

TEST_CASE("options: what a row sets it gives back, and nothing else changes") {
  for (const MachineOptionRow& row : machine_options) {
    CAPTURE(row.name);
    MachineOptions options;
    if (row.is_number()) {
      set_value(options, row, std::uint64_t{7});
      CHECK(text_of(value_of(options, row)) == "7");
    } else {
      const std::string word = row.is_part()                                                        ? "ideal"
                               : row.member == MachineOptionRow::Member(&MachineOptions::rule)      ? "EREW"
                               : row.member == MachineOptionRow::Member(&MachineOptions::placement) ? "direct"
                               : row.member == MachineOptionRow::Member(&MachineOptions::hash)      ? "xxh3"
                                                                                                    : "profile";
      set_value(options, row, word);
      CHECK(text_of(value_of(options, row)) == word);
    }
    for (const MachineOptionRow& other : machine_options)
      CHECK((value_of(options, other) == value_of(MachineOptions(), other)) == (&other != &row));
  }
}

TEST_CASE("options: a word that is not known is refused under the option's name") {
  for (const MachineOptionRow& row : machine_options) {
    // A hash is read where the machine is made, as parts are.
    if (row.is_number() || row.is_part() || row.member == MachineOptionRow::Member(&MachineOptions::hash)) continue;
    MachineOptions options;
    try {
      set_value(options, row, std::string("prophile"));
      FAIL("it is taken");
    } catch (const ConfigError& error) {
      CHECK(error.option == row.name);
      CHECK(error.value == "prophile");
      CHECK(error.allowed.starts_with("one of "));
    }
  }
}

TEST_CASE("options: a machine takes the ends of a row's range, and refuses what lies beyond") {
  for (const MachineOptionRow& row : machine_options) {
    if (!row.is_number() || row.most >= most_components + std::uint64_t{1}) continue;
    CAPTURE(row.name);
    MachineOptions options{.components = 2, .network = "ideal", .access = "direct"};
    set_value(options, row, row.most);
    CHECK_NOTHROW(Machine{options});
    set_value(options, row, row.most + 1);
    CHECK_THROWS_AS(Machine{options}, ConfigError);
  }
}

TEST_CASE("options: the manual's table has each with its default, its flag and its name in PRAM_BSP") {
  const auto page = std::filesystem::path(__FILE__).parent_path() / "../../docs/reference/machine-options.md";
  const std::ifstream file(page);
  REQUIRE(file);
  std::ostringstream text;
  text << file.rdbuf();
  for (const MachineOptionRow& row : machine_options) {
    const char* const setting = row.bsp_flag == nullptr ? nullptr : row.bsp_flag + 2;
    const std::string line =
        fmt::format("\n| `{}` | {} | {} | {} | ", row.name, default_of(row), code_of(row.flag), code_of(setting));
    CHECK_MESSAGE(text.str().find(line) != std::string::npos, "no line ", line);
  }
}

}  // namespace pram
