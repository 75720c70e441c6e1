#include "run_output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <system_error>
#include <utility>

#include <pram/report/baseline.hpp>
#include <pram/report/detail/run_page.hpp>
#include <pram/report/export.hpp>
#include "../catalogue/source_text.hpp"
#include "../input/report_file.hpp"
#include "../output/terminal.hpp"
#include "../request/machine_request.hpp"
#include "compare_command.hpp"

namespace pram::tool {

namespace fs = std::filesystem;

namespace {

/// Whether it is a folder, or is to be one.
bool names_folder(const std::string& path) {
  std::error_code unknown;
  return path.ends_with('/') || fs::is_directory(path, unknown);
}

/// The options without a folder of --csv, which is no place of a report's own.
Options without_folder(Options options) {
  if (names_folder(options.text("--csv"))) options.remove("--csv");
  return options;
}

}  // namespace

bool plots(const Options& options, int descriptor) {
  const bool wanted = options.has("--plot");
  if (wanted && options.has("--no-plot")) throw ConfigError("--no-plot", "", "nothing beside --plot");
  if (wanted || options.has("--no-plot")) return wanted;
  // A record of each step would be in the file, too.
  for (const char* const file : {"--json", "--csv"}) {
    if (options.has(file)) return false;
  }
  return is_terminal(descriptor);
}

bool shows_steps(const Options& options) {
  return options.has("--html") || options.has("--trace") || options.has("--svg") || names_folder(options.text("--csv"));
}

RunOutput::RunOutput(const Options& options, const Output* result)
    : options_(options),
      text_descriptor_(result != nullptr && result->standard_output() ? STDERR_FILENO : STDOUT_FILENO),
      host_time_(!options.has("--no-host-time")),
      sources_(options.text("--sources", ".")),
      report_(without_folder(options), result),
      trace_(output(options, "--trace")),
      trace_name_(options.text("--trace")),
      tables_(names_folder(options.text("--csv")) ? OutputFolder::of(options, "--csv") : std::nullopt) {
  if (options.has("--baseline")) baseline_.emplace(read_run(options.text("--baseline")));
  if (trace_) report_.keep_apart("--trace", *trace_, options);
}

void RunOutput::write_others(const report::RunSummary& run) const {
  if (trace_) trace_->write([&](std::ostream& out) { out << report::trace_file(run, trace_name_); });
  if (tables_) tables_->write(report::tables_and_scripts(run.ledger));
}

report::RunSummary RunOutput::shown(report::RunSummary run) const {
  if (!host_time_) run.wall_seconds.reset();
  return run;
}

report::Report RunOutput::report_of(const report::RunSummary& run, bool profile, int descriptor) const {
  std::optional<report::TextPlots> drawn;
  if (profile && plots(options_, descriptor)) drawn = report::TextPlots{shows_blocks(), terminal_columns(descriptor)};
  report::Report text = report::run_report(run, profile, drawn);
  if (baseline_) text.append(report::baseline_report(run, baseline_->summary));
  return text;
}

report::Page RunOutput::page_of(const report::RunSummary& run) const {
  return report::run_page(
      run, {.source = source_text(run.program, sources_), .baseline = baseline(), .comparison = compare_command(run)});
}

void RunOutput::write(report::RunSummary run, bool profile) const {
  const report::RunSummary seen = shown(std::move(run));
  write_others(seen);
  const report::Report text = report_of(seen, profile, text_descriptor_);
  const auto page = [&] { return page_of(seen); };
  if (trace_ && trace_->standard_output()) {
    report_.write_files(text, page);
  } else {
    report_.write(text, page);
  }
}

void RunOutput::write_beside(report::RunSummary run, bool profile) const {
  const report::RunSummary seen = shown(std::move(run));
  write_others(seen);
  report_.write_beside(report_of(seen, profile, STDERR_FILENO), [&] { return page_of(seen); });
}

}  // namespace pram::tool
