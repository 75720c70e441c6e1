#include <pram/machine_file.hpp>

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <pram/access.hpp>
#include <pram/pram.hpp>
#include <pram/report.hpp>
#include <pram/report/detail/run/saved_machine.hpp>
#include "../small_run.hpp"
#include "machines/some_components.hpp"
#include "programs/input/files.hpp"

// What --json writes of a machine makes the same machine again.
namespace pram {

namespace {

using detail::machine_options;
using detail::MachineOptionRow;
using nlohmann::json;
using testing::StandardInput;
using testing::TemporaryFolder;
using Recorded = MachineOptionRow::Recorded;

json json_of_option(const MachineOptions& options, const MachineOptionRow& row) {
  return std::visit([](const auto& value) { return json(value); }, value_of(options, row));
}

/// All options, also those that no report has.
json all_options(const MachineOptions& options) {
  json all;
  for (const MachineOptionRow& row : machine_options) all[row.name] = json_of_option(options, row);
  return all;
}

/// The machine that these options make; nothing where a part does not fit the others.
std::optional<Machine> made(const MachineOptions& options) {
  try {
    return std::optional<Machine>(std::in_place, options);
  } catch (const ConfigError&) {
    return std::nullopt;
  }
}

/// What a report on a machine that was made of the options says comes back, and is made again as it was.
void check_round_trip(const Machine& machine, const std::string& file) {
  report::write_json(machine, file);
  const MachineOptions back = read_machine(file);
  const MachineOptions defaults;
  for (const MachineOptionRow& row : machine_options) {
    INFO(row.name);
    const bool recorded = row.recorded != Recorded::no;
    CHECK(value_of(back, row) == value_of(recorded ? machine.options() : defaults, row));
  }
  const Machine again(back);
  for (const MachineOptionRow& row : machine_options) {
    INFO(row.name);
    if (row.recorded != Recorded::no) CHECK(value_of(again.options(), row) == value_of(machine.options(), row));
  }
}

/// A value of a row, drawn by its type: another option is drawn as these are.
void draw_option(MachineOptions& options, const MachineOptionRow& row) {
  const auto one_of = [](const std::vector<std::string>& names) { return *rc::gen::elementOf(names); };
  std::visit(
      [&](auto member) {
        auto& value = options.*member;
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::unsigned_integral<Value>) {
          // Components and threads are what a test can have; any other number may be any.
          constexpr std::uint64_t anything = std::numeric_limits<std::uint64_t>::max();
          value = row.most < anything
                      ? static_cast<Value>(*rc::gen::element(std::max<std::uint64_t>(row.least, 0), std::uint64_t{1},
                                                             std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{16}))
                      : static_cast<Value>(*rc::gen::oneOf(rc::gen::arbitrary<std::uint64_t>(),
                                                           rc::gen::element(row.least, std::uint64_t{1}, anything,
                                                                            anything - 1, std::uint64_t{1} << 53U)));
        } else if constexpr (std::same_as<Value, Choice<Network>>) {
          value = one_of(networks().names());
        } else if constexpr (std::same_as<Value, Choice<AccessProtocol>>) {
          value = one_of(access_protocols().names());
        } else if constexpr (std::same_as<Value, Rule>) {
          value = *rc::gen::elementOf(rules());
        } else if constexpr (std::same_as<Value, Placement>) {
          value = *rc::gen::element(Placement::hashed, Placement::balanced, Placement::direct);
        } else if constexpr (std::same_as<Value, std::string>) {
          if (options.placement == Placement::hashed)
            value = one_of({"", "xxh3", "multiply-shift:multiplier=9", "k-wise:5", "tabulation"});
        } else {
          static_assert(std::same_as<Value, LedgerDetail>);
          value = *rc::gen::element(LedgerDetail::totals, LedgerDetail::steps, LedgerDetail::profile);
        }
      },
      row.member);
}

MachineOptions drawn_options() {
  MachineOptions options;
  for (const MachineOptionRow& row : machine_options) draw_option(options, row);
  return options;
}

/// The one line that reading such a file ends in, without the part that names it.
std::string refused(const std::string& content) {
  const TemporaryFolder folder;
  const std::string file = folder.file(content, "machine.json");
  const std::string begin = "the machine file '" + file + "' cannot be read: ";
  try {
    read_machine(file);
    return "it is read";
  } catch (const Error& error) {
    const std::string text = error.what();
    CHECK(text.starts_with(begin));
    CHECK(text.find('\n') == std::string::npos);
    return text.substr(std::min(begin.size(), text.size()));
  }
}

}  // namespace

TEST_CASE("machine file: a report on any machine makes that machine again") {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/report.json";
  CHECK(rc::check("all options drawn", [&] {
    MachineOptions options = drawn_options();
    constexpr std::uint64_t enough = 1 << 20;
    if (options.memory_limit < enough) options.memory_limit = 0;  // or the machine is refused for it
    std::optional<Machine> machine = made(options);
    if (!machine) {
      // A network or a protocol that does not fit the number of components; all other options stay.
      options.network = *rc::gen::element<std::string>("ideal", "router", "ring", "router:g=2,l=10");
      options.access = "direct";
      machine.emplace(options);
    }
    check_round_trip(*machine, file);
  }));
}

TEST_CASE("machine file: every network, protocol, rule and placement comes back") {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/report.json";
  const std::vector<Rule>& all_rules = rules();
  std::set<std::string> networks_made;
  std::size_t count = 0;
  for (const std::string& network : networks().names()) {
    if (network == "product") continue;  // it has no shape of its own
    for (const std::string& access : access_protocols().names()) {
      for (const std::uint32_t components : {64U, 24U, 12U, testing::some_components(network)}) {
        const std::optional<Machine> machine = made({.components = components,
                                                     .network = network,
                                                     .access = access,
                                                     .rule = all_rules[count % all_rules.size()],
                                                     .placement = static_cast<Placement>(count % 3),
                                                     .threads = 1});
        if (!machine) continue;
        CAPTURE(network);
        CAPTURE(access);
        check_round_trip(*machine, file);
        networks_made.insert(network);
        ++count;
        break;
      }
    }
  }
  for (const std::string& network : networks().names()) {
    if (network != "product") CHECK_MESSAGE(networks_made.contains(network), network);
  }
  CHECK(count >= all_rules.size());
  for (const char* const network : {"product:ring:8,complete:8", "torus:8x8,ports=one", "router:g=2,l=100"})
    check_round_trip(
        Machine({.components = 64, .network = network, .access = "combining:8,8,spread=ordered", .threads = 1}), file);
}

TEST_CASE("machine file: a machine alone has any option, and leaves any out") {
  const TemporaryFolder folder;
  CHECK(rc::check("all options drawn", [&] {
    const MachineOptions options = drawn_options();
    json machine = all_options(options);
    std::set<std::string> left_out;
    for (const MachineOptionRow& row : machine_options) {
      if (*rc::gen::inRange(0, 4) == 0 && machine.size() > 1) {
        machine.erase(row.name);
        left_out.insert(row.name);
      }
    }
    const std::string file = folder.file(machine.dump(), "machine.json");
    const MachineOptions back = read_machine(file);
    for (const MachineOptionRow& row : machine_options)
      CHECK(value_of(back, row) == value_of(left_out.contains(row.name) ? MachineOptions() : options, row));
    std::vector<std::string> given;
    for (const MachineOptionRow* const row : report::read_machine_file(file).given) given.emplace_back(row->name);
    CHECK(given.size() + left_out.size() == std::size(machine_options));
    for (const std::string& name : given) CHECK_FALSE(left_out.contains(name));
  }));
}

TEST_CASE("machine file: a report, its machine alone, and standard input say the same") {
  const TemporaryFolder folder;
  const std::string report = folder.path() + "/report.json";
  const Machine machine = testing::small_run({.components = 16,
                                              .network = "torus:4x4",
                                              .access = "direct",
                                              .rule = Rule::collision,
                                              .placement = Placement::balanced,
                                              .seed = ~std::uint64_t{0},
                                              .max_charge = 123'456'789,
                                              .collision_marker = 7});
  report::write_json(machine, report);
  const json whole = json::parse(testing::content_of(report));
  CHECK(whole.at("machine").at("collision_marker") == 7);
  const std::string alone = folder.file(whole.at("machine").dump(), "alone.json");
  const StandardInput input(whole.dump());
  for (const char* const file : {report.c_str(), alone.c_str(), "-"}) {
    const MachineOptions back = read_machine(file);
    CHECK(back.components == 16);
    CHECK(back.network == "torus:4x4");
    CHECK(back.access == "direct");
    CHECK(back.rule == Rule::collision);
    CHECK(back.placement == Placement::balanced);
    CHECK(back.seed == ~std::uint64_t{0});
    CHECK(back.max_charge == 123'456'789);
    CHECK(back.collision_marker == 7);
  }
  // A report has the marker where it is set.
  report::write_json(testing::small_run(), report);
  CHECK_FALSE(json::parse(testing::content_of(report)).at("machine").contains("collision_marker"));
}

TEST_CASE("machine file: a trace has all that decides results, a comparison and a sweep do not") {
  const json machine = {{"components", 64},   {"network", "router"},     {"access", "direct"},
                        {"rule", "priority"}, {"placement", "balanced"}, {"seed", 3}};
  const TemporaryFolder folder;
  const json trace = {{"format", "pram-trace"}, {"version", 9}, {"machine", machine}, {"runs", json::array()}};
  CHECK(read_machine(folder.file(trace.dump())).rule == Rule::priority);
  json comparison = {{"version", 1}, {"machine", machine}, {"runs", json::array()}};
  CHECK(read_machine(folder.file(comparison.dump())).placement == Placement::balanced);
  comparison["machine"].erase("network");
  CHECK(refused(comparison.dump()) == "its machine has no network, since it is that of several runs");
  comparison["machine"].erase("access");
  CHECK(refused(comparison.dump()) == "its machine has no network or access, since it is that of several runs");
  comparison["machine"].erase("seed");
  CHECK(refused(comparison.dump()) == "its machine has no network, access or seed, since it is that of several runs");
  const report::SavedMachine shared = report::read_machine_file(folder.file(comparison.dump()));
  CHECK(shared.missing.size() == 3);
  CHECK(shared.of_several_runs);
  CHECK(shared.options.rule == Rule::priority);
  comparison["runs"] = 7;
  CHECK(refused(comparison.dump()) == "its machine has no network, access or seed");
}

TEST_CASE("machine file: what is no machine is refused in one line") {
  const std::pair<const char*, const char*> cases[] = {
      {"", "it ends too early"},
      {"hello", "it is no JSON, or damaged, in line 1"},
      {"{\n\"components\": 64,\n}", "it is no JSON, or damaged, in line 3"},
      {"{\"components\": 64", "it ends too early"},
      {"[]", "it is not an object"},
      {"64", "it is not an object"},
      {"null", "it is not an object"},
      {"[{\"components\":64},{\"components\":16}]", "it is not an object"},
      {"{}", "it has no machine: neither a member \"machine\" nor one of its options, as \"components\""},
      {R"({"vertices":[1,2],"arcs":[]})",
       "it has no machine: neither a member \"machine\" nor one of its options, as \"components\""},
      {R"({"version":1,"network":"torus:8x8","components":64})",
       "it is a report without a machine, as that of a network alone"},
      {R"({"version":3,"machine":{"components":64}})", "its version is 3, and this program reads versions 1 to 2"},
      {R"({"machine":7})", "its \"machine\" is not an object"},
      {R"({"machine":null})", "its \"machine\" is not an object"},
      {R"({"machine":[{"components":64}]})", "its \"machine\" is not an object"},
      {R"({"components":0})", "its \"components\" is not a number from 1 to 1048576"},
      {R"({"components":1048577})", "its \"components\" is not a number from 1 to 1048576"},
      {R"({"components":-1})", "its \"components\" is not a whole number from 0 to 4294967295"},
      {R"({"components":4294967360})", "its \"components\" is not a whole number from 0 to 4294967295"},
      {R"({"components":64.5})", "its \"components\" is not a whole number from 0 to 4294967295"},
      {R"({"components":"64"})", "its \"components\" is not a whole number from 0 to 4294967295"},
      {R"({"components":null})", "its \"components\" is not a whole number from 0 to 4294967295"},
      {R"({"threads":1025})", "its \"threads\" is not a number from 0 to 1024"},
      {R"({"seed":18446744073709551616})", "its \"seed\" is not a whole number from 0 to 18446744073709551615"},
      {R"({"seed":true})", "its \"seed\" is not a whole number from 0 to 18446744073709551615"},
      {R"({"network":7})", "its \"network\" is not text"},
      {R"({"access":{"name":"direct"}})", "its \"access\" is not text"},
      {R"({"placement":"hashd"})",
       "its placement 'hashd' is not allowed: one of hashed, balanced, direct; did you mean hashed?"},
      {R"({"ledger":"stps"})", "its ledger 'stps' is not allowed: one of totals, steps, profile; did you mean steps?"},
  };
  for (const auto& [content, line] : cases) {
    CAPTURE(content);
    CHECK(refused(content) == line);
  }
  CHECK(refused(R"({"rule":"ERW"})").starts_with("its rule 'ERW' is not allowed: one of EREW, CREW, "));
  CHECK(refused(R"({"rule":"ERW"})").ends_with("; did you mean EREW?"));
  // An unknown member is named with a near one, in a report and alone.
  for (const char* const content :
       {R"({"componets":64})", R"({"componets":64,"seed":1})", R"({"version":1,"machine":{"componets":64}})"}) {
    CHECK(refused(content).starts_with("\"componets\" is no option of a machine: one of components, network, "));
    CHECK(refused(content).ends_with("; did you mean components?"));
  }
  CHECK(refused(std::string(R"({"seed":1,"a\nb)") + std::string(500, 'x') + R"(":1})").size() < 400);
}

TEST_CASE("machine file: a file that cannot be read is named") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH_AS(
      read_machine(folder.path() + "/none.json"),
      ("the machine file '" + folder.path() + "/none.json' cannot be read: No such file or directory").c_str(), Error);
  CHECK_THROWS_WITH_AS(read_machine(folder.path()),
                       ("the machine file '" + folder.path() + "' cannot be read: it is a folder").c_str(), Error);
  const StandardInput input("{");
  CHECK_THROWS_WITH_AS(read_machine("-"), doctest::Contains("the machine file standard input cannot be read: it ends"),
                       Error);
}

TEST_CASE("machine file: a name that is not known is read, and refused by the machine") {
  const TemporaryFolder folder;
  MachineOptions options = read_machine(folder.file(R"({"network":"my-butterfly:4,3","components":64})"));
  CHECK_THROWS_AS(Machine{options}, ConfigError);
  options.network = "ring";
  CHECK_NOTHROW(Machine{options});
}

}  // namespace pram
