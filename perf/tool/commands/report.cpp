#include <string>
#include <utility>
#include <variant>

#include <pram/error.hpp>
#include "../input/report_file.hpp"
#include "../results/report_output.hpp"
#include "../results/run_output.hpp"
#include "commands.hpp"

namespace pram::tool {

namespace {

void write_page(const SavedPage& saved, const Options& options) {
  for (const char* const flag : {"--trace", "--baseline", "--sources", "--no-host-time"}) {
    if (options.has(flag))
      throw ConfigError(flag, options.text(flag), "nothing beside " + saved.what + ": it is of one run");
  }
  const ReportOutput places(options);
  places.write(saved.report, saved.page);
}

}  // namespace

int report(const CommandLine& line) {
  SavedReport saved = read_report(line.options.text("FILE"));
  if (const auto* const page = std::get_if<SavedPage>(&saved)) {
    write_page(*page, line.options);
    return 0;
  }
  const RunOutput places(line.options);
  places.write(std::move(std::get<report::SavedRun>(saved).summary), true);
  return 0;
}

}  // namespace pram::tool
