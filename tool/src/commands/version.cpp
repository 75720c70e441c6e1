#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <thread>

#include <pram/machine/options.hpp>
#include <pram/report/detail/value/text.hpp>
#include <pram/report/detail/value/value.hpp>
#include "../command_line/command.hpp"
#include "../options/output.hpp"
#include "../results/report_output.hpp"

namespace pram::tool {

namespace {

constexpr std::array<ListedOption, 1> version_options = {{{option::json, "what it says"}}};

#ifdef __clang__
constexpr const char* compiler = __VERSION__;  // which begins with the name of clang
#else
constexpr const char* compiler = "g++ " __VERSION__;
#endif

#ifdef NDEBUG
constexpr bool assertions = false;
#else
constexpr bool assertions = true;
#endif

int version(const CommandLine& line) {
  const ReportOutput output(line.options);
  const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  const std::uint64_t memory = default_memory_limit();
  constexpr double giga = 1e9;
  report::Report report;
  report.headline("pram " PRAM_VERSION);
  report.data("pram_version", PRAM_VERSION);
  report.item("compiler", compiler, "compiler", compiler);
  report.item("assertions", assertions, "assertions", assertions ? "on, which makes it slow" : "off");
  report.item("largest_machine", most_components, "largest machine",
              report::with_separators(most_components) + " components");
  report.item("host_threads", threads, "host threads", fmt::format("{}, without --threads", threads));
  report.item("memory_limit", memory, "memory limit",
              fmt::format("{:.3g} GB, without --memory-limit", static_cast<double>(memory) / giga));
  output.write(report);
  return 0;
}

}  // namespace

extern const Command version_command = {.examples = R"(Examples:
  pram version
  pram version --json -)",
                                        .options = version_options,
                                        .run = version};

}  // namespace pram::tool
