#include "runs/single_run.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <pram/network.hpp>
#include "command_line/command_line.hpp"

namespace pram::tool {

namespace {

std::uint64_t carried_phases = 0;

/// Counts the phases that it carries, of all machines.
class CountingNetwork : public Network {
 public:
  std::string name() const override { return "counting"; }
  std::uint64_t carry(const Traffic& phase) override {
    ++carried_phases;
    return std::max<std::uint64_t>(phase.largest_sent, phase.largest_received);
  }
  std::optional<Port> port() const override { return Port{1, 0}; }  // so that a profile fits nothing
  double distinct_charge(std::uint64_t messages, std::uint32_t) const override {
    return expected_largest_bin(messages, 16);
  }
};

/// What a command of `counting` writes as JSON, and how many phases all its runs had.
struct Counted {
  nlohmann::json report;
  std::uint64_t phases = 0;
};

Counted counted(const std::string& command, std::vector<std::string> more = {}) {
  networks().add({"counting", "counts phases", [](const Spec&, std::uint32_t) -> std::unique_ptr<Network> {
                    return std::make_unique<CountingNetwork>();
                  }});
  std::vector<std::string> words = {"pram",      command,        "histogram", "--n",           "2000",
                                    "--network", "counting",     "--access",  "combining:16",  "--json",
                                    "-",         "--components", "16",        "--no-host-time"};
  words.insert(words.end(), more.begin(), more.end());
  std::vector<const char*> arguments;
  for (const std::string& word : words) arguments.push_back(word.c_str());
  const CommandLine line = parse(static_cast<int>(arguments.size()), arguments.data());
  carried_phases = 0;
  std::ostringstream out;
  std::streambuf* const before = std::cout.rdbuf(out.rdbuf());
  CHECK(run_once(line, command == "profile") == 0);
  std::cout.rdbuf(before);
  return {nlohmann::json::parse(out.str()), carried_phases};
}

}  // namespace

TEST_CASE(
    "run executes its program once, also where lints are wanted, and profile once more for each machine that they "
    "need") {
  const Counted once = counted("run", {"--no-lints"});
  REQUIRE(once.phases > 0);
  CHECK(counted("run").phases == once.phases);
  CHECK(counted("run").report == once.report);
  CHECK(counted("profile", {"--no-lints"}).phases == once.phases);
  const Counted profile = counted("profile");
  CHECK(profile.phases > once.phases);
  // The run itself is the same; only lints come to it.
  nlohmann::json without = profile.report;
  without.erase("lints");
  CHECK(without == counted("profile", {"--no-lints"}).report);
}

}  // namespace pram::tool
