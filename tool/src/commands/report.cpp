#include <array>
#include <string>
#include <utility>
#include <variant>

#include <pram/error.hpp>
#include "../command_line/command.hpp"
#include "../input/report_file.hpp"
#include "../options/machine.hpp"
#include "../options/output.hpp"
#include "../results/report_output.hpp"
#include "../results/run_output.hpp"

namespace pram::tool {

namespace {

/// The file counts as an option, too, so that no report takes its place.
constexpr Option<std::string> report_file = {
    {.flag = "FILE", .value = "FILE", .group = "Arguments", .help = "JSON of a report", .reads = true}};
constexpr Operand report_operand = {
    .name = "FILE",
    .help = [] { return std::string("JSON that run, profile, bsp or compare wrote with --json; - is standard input"); },
    .missing = [] { return std::string("a file is missing; see"); },
    .may_be_empty = true,
    .option = &report_file.row,
};
constexpr auto report_options =
    joined(option::run_places, option::plots,
           std::array<ListedOption, 5>{{option::sources,
                                        {option::memory_limit, option::taken_memory, "Input"},
                                        {option::json, "all that the file has of the run"},
                                        option::run_csv,
                                        option::html}});

void write_page(const SavedPage& saved, const Options& options) {
  const std::string allowed = "nothing beside " + saved.what + ": it is of one run";
  for (const Option<std::string>& one : {option::trace, option::baseline, option::sources}) {
    if (options.has(one)) options.refuse(one, allowed);
  }
  if (options.has(option::no_host_time)) options.refuse(option::no_host_time, allowed);
  if (options.has(option::no_lints) && !saved.has_lints) options.refuse(option::no_lints, allowed);
  const ReportOutput places(options);
  places.write(saved.report, saved.page);
}

int report(const CommandLine& line) {
  SavedReport saved = read_report(*line.operand, !line.options[option::no_lints]);
  if (const auto* const page = std::get_if<SavedPage>(&saved)) {
    write_page(*page, line.options);
    return 0;
  }
  const RunOutput places(line.options);
  places.write(std::move(std::get<report::SavedRun>(saved).summary), true);
  return 0;
}

}  // namespace

extern const Command report_command = {.examples = R"(Examples:
  pram profile histogram --ledger profile --json histogram.json
  pram report histogram.json
  pram report histogram.json --html histogram.html --svg pictures --csv tables/)",
                                       .operand = &report_operand,
                                       .options = report_options,
                                       .limits_process = true,
                                       .run = report};

}  // namespace pram::tool
