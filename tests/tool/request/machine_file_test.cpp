#include "request/machine_file.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <pram/error.hpp>
#include <pram/machine.hpp>
#include "command_line/command_line.hpp"
#include "options/input.hpp"
#include "options/machine.hpp"
#include "programs/input/files.hpp"
#include "request/machine_request.hpp"
#include "request/place.hpp"
#include "results/resume_file.hpp"

using pram::testing::StandardInput;
using pram::testing::TemporaryFolder;

namespace pram::tool {

namespace {

using nlohmann::json;
constexpr const auto& option_rows = pram::detail::machine_options;
using pram::detail::MachineOptionRow;

CommandLine parsed(std::vector<std::string> words) {
  words.insert(words.begin(), "pram");
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  return parse(static_cast<int>(pointers.size()), pointers.data());
}

/// The line of a command that takes such a file.
CommandLine line_with(const std::string& file, const std::string& command, const std::vector<std::string>& typed = {}) {
  std::vector<std::string> words = {command, "prefix-sums", "--machine", file};
  words.insert(words.end(), typed.begin(), typed.end());
  CommandLine line = parsed(std::move(words));
  take_machine_file(line);
  return line;
}

const json odd_machine = {{"components", 16},
                          {"network", "torus:4x4"},
                          {"access", "combining:4,4"},
                          {"rule", "collision"},
                          {"placement", "hashed"},
                          {"hash", "k-wise:5"},
                          {"threads", 3},
                          {"seed", 5},
                          {"memory_limit", 1 << 30},
                          {"max_steps", 123'456},
                          {"max_charge", 7'654'321},
                          {"collision_marker", 42},
                          {"ledger", "profile"},
                          {"ledger_steps", 99}};

/// The machine of a command that takes all options.
MachineOptions machine_of(const CommandLine& line) {
  programs::Program program;
  program.access = "direct";
  program.components = 7;
  program.model = Rule::erew;
  program.placement = Placement::direct;
  MachineOptions machine = machine_options(line.options, program, {line.options[option::network]});
  const Place place = place_of(line.options, program);
  machine.network = place.network;
  machine.access = place.access;
  return machine;
}

}  // namespace

TEST_CASE("a file of --machine sets every option, whatever the program's usual ones are") {
  const TemporaryFolder folder;
  for (const json& content : {odd_machine, json{{"version", 1}, {"machine", odd_machine}, {"program", "sort"}}}) {
    const MachineOptions machine = machine_of(line_with(folder.file(content.dump()), "profile"));
    for (const MachineOptionRow& row : option_rows) {
      INFO(row.name);
      CHECK(odd_machine.contains(row.name));
      CHECK(odd_machine.at(row.name) == std::visit([](const auto& one) { return json(one); }, value_of(machine, row)));
    }
  }
}

TEST_CASE("each option of the command line wins over the file, and all others stay the file's") {
  const TemporaryFolder folder;
  const std::string file = folder.file(odd_machine.dump());
  const std::pair<const char*, const char*> typed[] = {
      {"components", "64"},      {"network", "ring"}, {"access", "direct"}, {"rule", "CREW"},
      {"placement", "balanced"}, {"threads", "1"},    {"seed", "9"},        {"memory_limit", "2G"},
      {"max_steps", "4"},        {"max_charge", "8"}, {"ledger", "totals"}, {"ledger_steps", "3"}};
  for (const auto& [name, value] : typed) {
    CAPTURE(name);
    const std::string flag = option::machine_row(name).flag;
    for (const bool before : {false, true}) {
      CommandLine line = before ? parsed({"run", "prefix-sums", flag, value, "--machine", file})
                                : parsed({"run", "prefix-sums", "--machine", file, flag, value});
      take_machine_file(line);
      const MachineOptions machine = machine_of(line);
      const MachineOptions without = machine_of(parsed({"run", "prefix-sums", flag, value}));
      for (const MachineOptionRow& row : option_rows) {
        INFO(row.name);
        const json here = std::visit([](const auto& one) { return json(one); }, value_of(machine, row));
        // A placement that is typed says whether there is a hash.
        const bool with_placement = row.name == std::string_view("hash") && name == std::string_view("placement");
        CHECK(here == (std::string_view(row.name) == name || with_placement
                           ? std::visit([](const auto& one) { return json(one); }, value_of(without, row))
                           : odd_machine.at(row.name)));
      }
    }
  }
}

TEST_CASE("the hash of a file goes with its placement, however the file spells it") {
  const TemporaryFolder folder;
  for (const char* const content :
       {R"({"placement":"hashed","hash":"XXH3"})", R"({"hash":"xxh3","placement":"Hashed"})",
        R"({"placement":"hashed,hash=xxh3"})", R"({"placement":"uniform,hash=k-wise:2","hash":"xxh3"})"}) {
    CAPTURE(content);
    const CommandLine line = line_with(folder.file(content), "run");
    CHECK(placement_text(machine_of(line)) == "hashed,hash=xxh3");
    CHECK(line.options.text("--placement", "none") == "hashed,hash=xxh3");
    CHECK(placement_text(machine_of(line_with(folder.file(content), "run", {"--placement", "hashed"}))) == "hashed");
  }
  const CommandLine alone =
      line_with(folder.file(R"({"hash":"xxh3"})"), "run", {"--placement", "hashed,hash=tabulation"});
  CHECK(machine_of(alone).hash == "tabulation");
}

TEST_CASE("what a file leaves out stays the program's") {
  const TemporaryFolder folder;
  const MachineOptions machine = machine_of(line_with(folder.file(R"({"seed":4})"), "run"));
  CHECK(machine.seed == 4);
  CHECK(machine.components == 7);
  CHECK(machine.access == "direct");
  CHECK(machine.rule == Rule::erew);
  CHECK(machine.placement == Placement::direct);
}

TEST_CASE("a network with sizes on the command line says how many components there are, and --seeds the seeds") {
  const TemporaryFolder folder;
  const std::string file = folder.file(odd_machine.dump());
  CHECK_FALSE(line_with(file, "run", {"--network", "torus:8x8"}).options.has(option::components));
  CHECK(line_with(file, "run", {"--network", "torus"}).options.text(option::components) == "16");
  CHECK(line_with(file, "run", {"--network", "torus:8x8", "--components", "64"}).options.text(option::components) ==
        "64");
  CHECK_FALSE(line_with(file, "compare", {"--networks", "ring;torus:8x8"}).options.has(option::components));
  CHECK(line_with(file, "compare", {"--networks", "ring,torus"}).options.text(option::components) == "16");
  CHECK_FALSE(line_with(file, "run", {"--seeds", "1..4"}).options.has(option::seed));
  CHECK(line_with(file, "scale").options.text(option::seed) == "5");
}

TEST_CASE("compare takes no network and no protocol from a file, so that those of several runs will do") {
  const TemporaryFolder folder;
  const CommandLine line = line_with(folder.file(odd_machine.dump()), "compare");
  CHECK(compared_places(line.options).size() == 4);
  CHECK(line.options.text(option::components) == "16");
  CHECK(line.options.text("--rule", "") == "collision");
  json shared = {{"version", 1}, {"machine", odd_machine}, {"runs", json::array()}};
  shared["machine"].erase("network");
  shared["machine"].erase("access");
  const std::string file = folder.file(shared.dump(), "comparison.json");
  CHECK(line_with(file, "compare").options.text(option::components) == "16");
  const std::string refused = "--machine = '" + file + "' is not allowed: a file whose machine has its ";
  const std::string several = " (this one is of several runs, each with its own), or ";
  CHECK_THROWS_WITH_AS(line_with(file, "run"), (refused + "network" + several + "--network beside it").c_str(),
                       ConfigError);
  CHECK_THROWS_WITH_AS(line_with(file, "run", {"--network", "ring"}),
                       (refused + "access" + several + "--access beside it").c_str(), ConfigError);
  CHECK(line_with(file, "run", {"--network", "ring", "--access", "direct"}).options.text(option::components) == "16");
  shared["machine"].erase("seed");
  const std::string sweep = folder.file(shared.dump(), "sweep.json");
  CHECK_THROWS_AS(line_with(sweep, "compare"), ConfigError);
  CHECK(line_with(sweep, "compare", {"--seed", "3"}).options.text(option::seed) == "3");
  CHECK(line_with(sweep, "compare", {"--seeds", "3..4"}).options.has(option::seeds));
}

TEST_CASE("a command takes those options of a file that it has") {
  const TemporaryFolder folder;
  const std::string file = folder.file(odd_machine.dump());
  CHECK(line_with(file, "run").options.text("--ledger-steps", "none") == "99");
  for (const char* const command : {"trace", "scale", "compare"}) {
    const CommandLine line = line_with(file, command);
    CHECK(line.options.text("--ledger", "none") == "none");
    CHECK(line.options.text("--max-charge", "none") == "7654321");
    CHECK(line.options.text("--memory-limit", "none") == "1073741824");
  }
  CommandLine bsp = parsed({"bsp", "--machine", file, "./program", "--components", "8"});
  take_machine_file(bsp);
  CHECK(bsp.options.text("--max-supersteps", "none") == "123456");
  CHECK(bsp.options.text("--components", "none") == "16");
  CHECK(bsp.options.text("--ledger", "none") == "profile");
  CHECK(bsp.options.text("--access", "none") == "none");
  CHECK(bsp.options.text("--placement", "none") == "none");
  CHECK(bsp.arguments == std::vector<std::string>{"./program", "--components", "8"});
}

TEST_CASE("standard input is a machine or an input, and no report replaces the file") {
  const TemporaryFolder folder;
  const std::string file = folder.file(odd_machine.dump(), "machine.json");
  {
    const StandardInput input(odd_machine.dump());
    CHECK(line_with("-", "run").options.text(option::components) == "16");
  }
  const StandardInput input(odd_machine.dump());
  CHECK_THROWS_WITH_AS(line_with("-", "run", {"--input", "-"}),
                       "--machine = '-' is not allowed: a file: standard input is that of --input", ConfigError);
  CHECK_THROWS_WITH_AS(line_with("", "run"), "--machine = '' is not allowed: a file, or - for standard input",
                       ConfigError);
  for (const char* const flag : {"--json", "--output", "--csv", "--resume"}) {
    const std::string same = folder.path() + "/./machine.json";
    CHECK_THROWS_WITH_AS(
        line_with(file, "run", {flag, same}),
        (std::string(flag) + " = '" + same + "' is not allowed: another file than that of --machine").c_str(),
        ConfigError);
  }
  CHECK(line_with(file, "run", {"--json", folder.path() + "/other.json"}).options.has(option::components));
}

TEST_CASE("--resume knows another machine by what differs, and the same one from wherever it comes") {
  const TemporaryFolder folder;
  const std::string parts = folder.path() + "/parts";
  const auto opened = [&](const json& machine, const std::string& name, const std::vector<std::string>& typed = {}) {
    ResumeFile(parts, line_with(folder.file(machine.dump(), name), "run", typed)).add("seed 1", "1");
  };
  opened(odd_machine, "a.json");
  // The same machine in another file, later and laid out otherwise; or on other threads.
  CHECK_NOTHROW(ResumeFile(parts, line_with(folder.file(odd_machine.dump(2), "b.json"), "run")));
  json other = odd_machine;
  other["threads"] = 1;
  other["memory_limit"] = 0;
  CHECK_NOTHROW(ResumeFile(parts, line_with(folder.file(other.dump(), "c.json"), "run")));
  for (const MachineOptionRow& row : option_rows) {
    if (!row.changes_results) continue;
    CAPTURE(row.name);
    json changed = odd_machine;
    changed.erase(row.name);
    CHECK_THROWS_AS(ResumeFile(parts, line_with(folder.file(changed.dump(), "d.json"), "run")), ConfigError);
  }
  other["collision_marker"] = 43;
  CHECK_THROWS_WITH_AS(ResumeFile(parts, line_with(folder.file(other.dump(), "e.json"), "run")),
                       doctest::Contains("there collision_marker is '42', here '43'"), ConfigError);
  CHECK_THROWS_WITH_AS(
      ResumeFile(parts, line_with(folder.file(odd_machine.dump(), "f.json"), "run", {"--rule", "EREW"})),
      doctest::Contains("there --rule is 'collision', here 'EREW'"), ConfigError);
}

}  // namespace pram::tool
