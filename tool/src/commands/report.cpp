#include <array>
#include <string>
#include <utility>
#include <variant>

#include <pram/error.hpp>
#include "../input/report_file.hpp"
#include "../options/machine.hpp"
#include "../options/output.hpp"
#include "../results/report_output.hpp"
#include "../results/run_output.hpp"
#include "commands.hpp"

namespace pram::tool {

namespace {

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
  const ReportOutput places(options);
  places.write(saved.report, saved.page);
}

int report(const CommandLine& line) {
  SavedReport saved = read_report(*line.operand);
  if (const auto* const page = std::get_if<SavedPage>(&saved)) {
    write_page(*page, line.options);
    return 0;
  }
  const RunOutput places(line.options);
  places.write(std::move(std::get<report::SavedRun>(saved).summary), true);
  return 0;
}

}  // namespace

const Command report_command = {.examples = R"(Examples:
  pram profile histogram --ledger profile --json histogram.json
  pram report histogram.json
  pram report histogram.json --html histogram.html --svg pictures --csv tables/)",
                                .operand = Operand::file,
                                .options = report_options,
                                .limits_process = true,
                                .run = report};

}  // namespace pram::tool
