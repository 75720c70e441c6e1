#include <string>
#include <utility>
#include <variant>

#include <pram/error.hpp>
#include <pram/perf/runs/compare.hpp>
#include "../input/report_file.hpp"
#include "../results/report_output.hpp"
#include "../results/run_output.hpp"
#include "commands.hpp"

namespace pram::tool {

namespace {

void write_comparison(const perf::Comparison& comparison, const Options& options) {
  for (const char* const flag : {"--svg", "--trace", "--baseline", "--sources", "--no-host-time"}) {
    if (options.has(flag)) throw ConfigError(flag, options.text(flag), "nothing beside a comparison: it is of one run");
  }
  const ReportOutput places(options);
  places.write(perf::compare_report(comparison), [&] { return perf::compare_page(comparison); });
}

}  // namespace

int report(const CommandLine& line) {
  SavedReport saved = read_report(line.options.text("FILE"));
  if (const auto* const comparison = std::get_if<perf::Comparison>(&saved)) {
    write_comparison(*comparison, line.options);
    return 0;
  }
  const RunOutput places(line.options);
  places.write(std::move(std::get<report::SavedRun>(saved).summary), true);
  return 0;
}

}  // namespace pram::tool
