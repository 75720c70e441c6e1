#include "run_output.hpp"

#include <unistd.h>

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include <pram/ranks.hpp>
#include "../options/output.hpp"
#include "../output/terminal.hpp"
#include "../parts.hpp"

namespace pram::tool {

namespace {

/// The options without a folder of --csv, which is no place of a report's own.
Options without_folder(Options options) {
  if (writes_tables(options)) options.remove(option::csv);
  return options;
}

}  // namespace

bool writes_tables(const Options& options) {
  const std::string path = options[option::csv];
  std::error_code unknown;
  return path.ends_with('/') || from_rank_0([&] { return std::filesystem::is_directory(path, unknown); });
}

bool plots(const Options& options, int descriptor) {
  const bool wanted = options[option::plot];
  if (wanted && options[option::no_plot]) options.refuse(option::no_plot, "nothing beside --plot");
  if (wanted || options[option::no_plot]) return wanted;
  // A record of each step would be in the file, too.
  if (options.has(option::json) || options.has(option::csv)) return false;
  // A launcher gives rank 0 a terminal of its own, wherever what it prints goes.
  return ranks() == 1 && is_terminal(descriptor);
}

bool shows_steps(const Options& options) {
  return options.has(option::html) || options.has(option::trace) || options.has(option::svg) || writes_tables(options);
}

RunOutput::RunOutput(const Options& options, const Output* result)
    : options_(options),
      text_descriptor_(result != nullptr && result->standard_output() ? STDERR_FILENO : STDOUT_FILENO),
      report_(without_folder(options), result),
      files_(report_.files() != nullptr ? tool_parts.run_files(options, *report_.files()) : nullptr) {}

report::RunSummary RunOutput::shown(report::RunSummary run) const {
  if (options_[option::no_host_time]) run.wall_seconds.reset();
  if (options_[option::no_lints]) run.lints.emplace();
  return run;
}

report::Report RunOutput::report_of(const report::RunSummary& run, bool profile, int descriptor) const {
  std::optional<report::TextPlots> drawn;
  if (profile && plots(options_, descriptor)) drawn = report::TextPlots{shows_blocks(), terminal_columns(descriptor)};
  report::Report text = report::run_report(run, profile, drawn);
  if (files_ != nullptr) files_->append_baseline(text, run);
  return text;
}

PageMaker RunOutput::page_of(const report::RunSummary& run) const {
  return [&] { return files_->page(run); };
}

void RunOutput::write(report::RunSummary run, bool profile) const {
  const report::RunSummary seen = shown(std::move(run));
  if (files_ != nullptr) files_->write(seen);
  const report::Report text = report_of(seen, profile, text_descriptor_);
  if (files_ != nullptr && files_->standard_output()) {
    report_.write_files(text, page_of(seen));
  } else {
    report_.write(text, page_of(seen));
  }
}

void RunOutput::write_beside(report::RunSummary run, bool profile) const {
  const report::RunSummary seen = shown(std::move(run));
  if (files_ != nullptr) files_->write(seen);
  report_.write_beside(report_of(seen, profile, STDERR_FILENO), page_of(seen));
}

}  // namespace pram::tool
