#include <string>
#include <utility>

#include <pram/report/run.hpp>
#include "../input/report_file.hpp"
#include "../results/run_output.hpp"
#include "commands.hpp"

namespace pram::tool {

int report(const CommandLine& line) {
  const Options& options = line.options;
  const RunOutput places(options);
  report::SavedRun saved = read_report(options.text("FILE"));
  places.write(std::move(saved.summary), true);
  return 0;
}

}  // namespace pram::tool
