#include <optional>
#include <ostream>
#include <utility>
#include <vector>

#include <pram/error.hpp>
#include <pram/report.hpp>
#include <pram/report/detail/file/export.hpp>
#include <pram/report/detail/file/file.hpp>
#include <pram/report/detail/page/profile_page.hpp>
#include <pram/report/detail/run/run.hpp>
#include <pram/report/detail/value/text.hpp>
#include <pram/report/detail/value/value.hpp>

namespace pram::report {

namespace {

RunSummary summary_of(const Machine& machine, const Options& options) {
  pram::detail::check_between_pardos(machine, "a report is written");
  const MachineOptions& built = machine.options();
  std::optional<std::vector<Lint>> lints;
  if (!options.lints) lints.emplace();
  return {.program = options.title.empty() ? "program" : options.title,
          .machine = built,
          .ledger = machine.ledger(),
          .wall_seconds = options.wall_seconds,
          .ranks = rank_traffic(),
          .parameters = options.parameters ? options.parameters : own_parameters(machine.network()),
          .bound = lower_bound(machine.network(), machine.access()),
          .lints = std::move(lints)};
}

Report report_of(const Machine& machine, const Options& options) {
  return run_report(summary_of(machine, options), options.profile);
}

}  // namespace

std::string text(const Machine& machine, const Options& options) { return text_of(report_of(machine, options)); }

void print(const Machine& machine, const Options& options, std::ostream& to) {
  to << text(machine, options) << std::flush;
  if (!to) throw Error("the report cannot be written: the stream failed");
}

void write_json(const Machine& machine, const Path& file, const Options& options) {
  replace_file(file.name(), json_of(report_of(machine, options)));
}

void write_csv(const Machine& machine, const Path& file, const Options& options) {
  replace_file(file.name(), csv_of(report_of(machine, options)));
}

void write_html(const Machine& machine, const Path& file, const Options& options) {
  replace_file(file.name(), profile_page(summary_of(machine, options), {.source = options.source}));
}

void write_svg(const Machine& machine, const Path& folder, const Options& options) {
  write_folder(folder.name(), profile_pictures(summary_of(machine, options)));
}

void write_tables(const Machine& machine, const Path& folder) {
  pram::detail::check_between_pardos(machine, "a report is written");
  write_folder(folder.name(), tables_and_scripts(machine.ledger()));
}

void write_trace_events(const Machine& machine, const Path& file, const Options& options) {
  replace_file(file.name(), trace_file(summary_of(machine, options), file.name()));
}

}  // namespace pram::report
