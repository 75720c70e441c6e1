#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <pram/error.hpp>
#include <pram/machine/options.hpp>
#include <pram/network/poll.hpp>
#include <pram/programs/check.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../command_line/command.hpp"
#include "../exit_codes.hpp"
#include "../options/input.hpp"
#include "../options/output.hpp"
#include "../options/own.hpp"
#include "../output/interrupt.hpp"
#include "../output/progress.hpp"
#include "../results/report_output.hpp"
#include "../tool_name.hpp"

namespace pram::tool {

namespace {

namespace check_option {

constexpr programs::CheckOptions usual;

constexpr Option<std::uint64_t> largest = {{.flag = "--n",
                                            .value = "N",
                                            .group = "Check",
                                            .help = "the largest size of swept inputs (32); programs whose time grows "
                                                    "fast keep to smaller ones",
                                            .brief = "the largest size of swept inputs (32)"},
                                           usual.largest_size,
                                           1,
                                           1 << 20};
constexpr Option<std::uint64_t> machines = {{.flag = "--machines",
                                             .value = "K",
                                             .group = "Check",
                                             .help = "so many inputs also run on other machines, drawn by the seed (4)",
                                             .brief = "so many inputs also run on other machines (4)"},
                                            usual.machines,
                                            0,
                                            1 << 20};
constexpr Option<std::uint32_t> components = {
    {.flag = "--components", .value = "P", .group = "Check", .help = "components of all machines (16)"},
    usual.components,
    1,
    most_components};
constexpr Option<bool> every_claim = {{.flag = "--every-claim",
                                       .value = nullptr,
                                       .group = "Check",
                                       .help = "complain, too, of what a program does not claim, as bounds on its work",
                                       .brief = "complain of what is not claimed, too"}};

}  // namespace check_option

constexpr Operand check_operand = {
    .name = "PROGRAM",
    .usage = "[PROGRAM]",
    .help =
        [] {
          return named(
              "a program of pram list, or the file of a plug-in; those of this executable's own, and where it has "
              "none, all");
        },
};

constexpr std::array<ListedOption, 7> check_options = {check_option::largest,
                                                       check_option::machines,
                                                       check_option::components,
                                                       check_option::every_claim,
                                                       {option::seed, nullptr, "Check"},
                                                       {option::load, nullptr, "Check"},
                                                       {option::json, "what was tried and found"}};

/// What a program's check tried and found.
struct CheckRow {
  std::string program;
  programs::CheckedProgram checked;
};

/// The program that is asked for, or this executable's own, or else all.
std::vector<const programs::Program*> asked_programs(const CommandLine& line) {
  if (line.operand) return {&programs::find_program(*line.operand)};
  std::vector<const programs::Program*> asked = option::own_programs();
  if (!asked.empty()) return asked;
  for (const programs::ProgramName& name : programs::program_names())
    asked.push_back(&programs::find_program(name.name));
  return asked;
}

report::Report check_report(const programs::CheckOptions& options, const std::vector<CheckRow>& rows,
                            std::size_t asked) {
  const auto broken = static_cast<std::uint64_t>(
      std::ranges::count_if(rows, [](const CheckRow& row) { return !row.checked.broken.empty(); }));
  report::Report report;
  std::string headline = fmt::format("{}, ", report::plural(rows.size(), "program"));
  if (rows.size() < asked) headline = fmt::format("interrupted after {}, ", report::plural(rows.size(), "program"));
  headline += broken == 0   ? std::string("and all that is claimed is true")
              : broken == 1 ? std::string("of which one is not what it claims")
                            : fmt::format("of which {} are not what they claim", report::with_separators(broken));
  report.headline(headline);
  report.data("components", options.components);
  report.data("seed", options.seed);
  report.data("every_claim", options.every_claim);
  report.add(
      report::Fields<CheckRow>()
          .add("program", "program", &CheckRow::program,
               [](const std::string& name) { return report::printable(name); })
          .add(
              "inputs", "inputs", [](const CheckRow& row) { return row.checked.inputs; }, report::with_separators)
          .add(
              "runs", "runs", [](const CheckRow& row) { return row.checked.runs; }, report::with_separators)
          .add(
              "broken", "claims", [](const CheckRow& row) { return row.checked.broken; },
              [](const CheckRow& row) {
                return row.checked.broken.empty() ? std::string("true")
                                                  : report::plural(row.checked.broken.size(), "complaint");
              })
          .table("programs", "", rows));
  for (const CheckRow& row : rows) {
    for (const std::string& line : row.checked.broken) report.note(report::printable(line));
  }
  return report;
}

int check(const CommandLine& line) {
  const Options& options = line.options;
  const programs::CheckOptions wanted = {.seed = options[option::seed],
                                         .largest_size = options[check_option::largest],
                                         .machines = options[check_option::machines],
                                         .components = options[check_option::components],
                                         .every_claim = options[check_option::every_claim]};
  const std::vector<const programs::Program*> asked = asked_programs(line);
  const ReportOutput output(options);
  std::vector<CheckRow> rows;
  bool interrupted = false;
  {
    ProgressLine progress("checking");
    const InterruptGuard guard(nullptr);
    const PollScope watched([&guard](std::string_view) {
      if (guard.interrupted()) throw Interrupted(0);
    });
    try {
      for (const programs::Program* const program : asked) {
        progress.show(fmt::format("checking {}, {} of {}", program->name, rows.size() + 1, asked.size()));
        rows.push_back({program->name, programs::check_program(*program, wanted)});
      }
    } catch (const Interrupted&) {
      interrupted = true;
    }
  }
  output.write(check_report(wanted, rows, asked.size()));
  if (interrupted) return exit_interrupted();
  return std::ranges::all_of(rows, [](const CheckRow& row) { return row.checked.broken.empty(); }) ? 0 : exit_failed;
}

}  // namespace

extern const Command check_command = {.examples = R"(Examples:
  pram check prefix-sums
  pram check connected-components --n 128 --machines 32
  pram check --json -)",
                                      .operand = &check_operand,
                                      .options = check_options,
                                      .run = check};

}  // namespace pram::tool
