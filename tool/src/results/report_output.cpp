#include "report_output.hpp"

#include <iostream>

#include <pram/ranks.hpp>
#include <pram/report/detail/page/profile_page.hpp>
#include "../parts.hpp"

namespace pram::tool {

namespace {

/// Of several ranks rank 0 writes.
void write_to_standard_error(const report::Report& report) {
  if (rank() == 0) std::cerr << report::text_of(report);
}

}  // namespace

ReportOutput::ReportOutput(const Options& options, const Output* result)
    : files_(tool_parts.report_files != nullptr ? tool_parts.report_files(options, result) : nullptr),
      result_(result) {}

void ReportOutput::write_files(const report::Report& report, const PageMaker& page) const {
  if (files_ != nullptr) files_->write(report, page);
}

void ReportOutput::write_beside(const report::Report& report, const PageMaker& page) const {
  write_files(report, page);
  write_to_standard_error(report);
}

void ReportOutput::write(const report::Report& report, const PageMaker& page) const {
  write_files(report, page);
  if (files_ != nullptr && files_->standard_output()) return;
  if (result_ != nullptr && result_->standard_output()) {
    write_to_standard_error(report);
  } else {
    print(report::text_of(report));
  }
}

}  // namespace pram::tool
