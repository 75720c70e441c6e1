#include "report_output.hpp"

#include <iostream>

#include <pram/report/detail/page/profile_page.hpp>
#include "../parts.hpp"

namespace pram::tool {

ReportOutput::ReportOutput(const Options& options, const Output* result)
    : files_(tool_parts.report_files != nullptr ? tool_parts.report_files(options, result) : nullptr),
      result_(result) {}

void ReportOutput::write_files(const report::Report& report, const PageMaker& page) const {
  if (files_ != nullptr) files_->write(report, page);
}

void ReportOutput::write_beside(const report::Report& report, const PageMaker& page) const {
  write_files(report, page);
  std::cerr << report::text_of(report);
}

void ReportOutput::write(const report::Report& report, const PageMaker& page) const {
  write_files(report, page);
  if (files_ != nullptr && files_->standard_output()) return;
  if (result_ != nullptr && result_->standard_output()) {
    std::cerr << report::text_of(report);
  } else {
    print(report::text_of(report));
  }
}

}  // namespace pram::tool
