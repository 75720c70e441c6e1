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
    if (row.is_number() || row.is_part()) continue;
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

TEST_CASE("options: a placement with its hash is read as it is written") {
  for (const char* const text :
       {"hashed", "balanced", "direct", "hashed,hash=xxh3", "hashed,hash=multiply-shift", "hashed,hash=k-wise:5",
        "hashed,hash=tabulation", "hashed,hash=multiply-shift:multiplier=18446744073709551615"}) {
    MachineOptions options{.hash = "tabulation"};
    set_placement(options, text);
    CHECK(placement_text(options) == text);
    MachineOptions again;
    set_placement(again, placement_text(options));
    CHECK(again.placement == options.placement);
    CHECK(again.hash == options.hash);
  }
  const auto spelled = [](const char* text) {
    MachineOptions options;
    set_placement(options, text);
    return placement_text(options);
  };
  CHECK(spelled("UNIFORM:Hash=K-Wise:3") == "hashed,hash=k-wise:3");
  CHECK(spelled("hashed,hash=Multiply-Shift:Multiplier=7") == "hashed,hash=multiply-shift:multiplier=7");
  CHECK(Machine({.hash = "XXH3"}).options().hash == "xxh3");
  CHECK(Machine({.hash = "K-WISE,4"}).options().hash == "k-wise:4");
}

TEST_CASE("options: a placement whose hash is wrong is refused, and leaves the options as they are") {
  const auto refused = [](const char* text, const char* allowed) {
    CAPTURE(text);
    MachineOptions options{.placement = Placement::balanced};
    try {
      set_placement(options, text);
      FAIL("it is taken");
    } catch (const ConfigError& error) {
      CHECK(error.option == "placement");
      CHECK(error.value == text);
      CHECK_MESSAGE(error.allowed.find(allowed) != std::string::npos, error.allowed);
    }
    CHECK(placement_text(options) == "balanced");
  };
  refused("hashed,hash=", "hash= with a family, as in hashed,hash=k-wise:5");
  refused("hashed,hash=foo", "hash= with one of xxh3, multiply-shift, k-wise, tabulation");
  refused("hashed,hash=tabulaton", "did you mean tabulation?");
  for (const char* const text :
       {"hashed,hash=k-wise", "hashed,hash=k-wise:0", "hashed,hash=k-wise:65", "hashed,hash=k-wise:2:3"})
    refused(text, "k-wise:K with K from 1 to 64");
  refused("hashed,hash=xxh3:2", "takes no arguments");
  for (const char* const text :
       {"hashed,hash=multiply-shift:multiplier=4", "hashed,hash=multiply-shift:5", "hashed,hash=multiply-shift:a=5"})
    refused(text, "multiplier=A with an odd number A");
  refused("hashed,hash=xxh3,hash=xxh3", "only once");
  refused("hashed,hash=xxh3,k-wise:2", "hashed alone, or hashed,hash=FAMILY");
  refused("hashed:3", "hashed alone, or hashed,hash=FAMILY");
  refused("hashed,foo=1", "hash");
  refused("hashed,hsh=xxh3", "did you mean hash?");
  refused("hashed,nested=no", "--access");
  refused("direct,hash=xxh3", "hash= only of hashed");
  refused("balanced,hash=xxh3", "hash= only of hashed");
  CHECK_THROWS_WITH_AS(Machine({.placement = Placement::direct, .hash = "xxh3"}),
                       doctest::Contains("none where the placement is direct"), ConfigError);
  CHECK_THROWS_WITH_AS(Machine({.hash = "md5"}), doctest::Contains("one of xxh3"), ConfigError);
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
