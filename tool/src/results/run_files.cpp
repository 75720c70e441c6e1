#include "run_files.hpp"

#include <optional>
#include <string>

#include <pram/report/detail/file/export.hpp>
#include <pram/report/detail/page/run_page.hpp>
#include <pram/report/detail/run/baseline.hpp>
#include <pram/report/detail/run/saved_run.hpp>
#include "../catalogue/source_text.hpp"
#include "../input/report_file.hpp"
#include "../options/output.hpp"
#include "../output/folder.hpp"
#include "../request/machine_request.hpp"
#include "comparison_command.hpp"
#include "run_output.hpp"

namespace pram::tool {

namespace {

class NamedRunFiles final : public RunFiles {
 public:
  NamedRunFiles(const Options& options, const ReportFiles& others)
      : sources_(options[option::sources]),
        trace_(output(options, option::trace)),
        trace_name_(options[option::trace]),
        tables_(writes_tables(options) ? OutputFolder::of(options, option::csv) : std::nullopt) {
    if (options.has(option::baseline)) baseline_.emplace(read_run(options[option::baseline]));
    if (trace_) others.keep_apart(option::trace, *trace_);
  }

  void write(const report::RunSummary& run) const override {
    if (trace_) trace_->write([&](std::ostream& out) { out << report::trace_file(run, trace_name_); });
    if (tables_) tables_->write(report::tables_and_scripts(run.ledger));
  }

  bool standard_output() const override { return trace_ && trace_->standard_output(); }

  report::Page page(const report::RunSummary& run) const override {
    return report::run_page(run, {.source = source_text(run.program, sources_),
                                  .baseline = baseline_ ? &baseline_->summary : nullptr,
                                  .comparison = comparison_command(run)});
  }

  void append_baseline(report::Report& text, const report::RunSummary& run) const override {
    if (baseline_) text.append(report::baseline_report(run, baseline_->summary));
  }

 private:
  std::string sources_;  // where the program's source is looked for
  std::optional<Output> trace_;
  std::string trace_name_;  // whose ending says the format
  std::optional<OutputFolder> tables_;
  std::optional<report::SavedRun> baseline_;
};

}  // namespace

std::unique_ptr<RunFiles> run_files(const Options& options, const ReportFiles& others) {
  return std::make_unique<NamedRunFiles>(options, others);
}

}  // namespace pram::tool
