#include "report_output.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <string>
#include <utility>

#include <pram/report/page.hpp>
#include "../request/machine_request.hpp"

namespace pram::tool {

ReportOutput::ReportOutput(const Options& options, const Output* result)
    : json_(output(options, "--json")),
      csv_(output(options, "--csv")),
      html_(output(options, "--html")),
      pictures_(OutputFolder::of(options, "--svg")),
      result_(result) {
  for (const auto& [flag, place] :
       {std::pair("--json", &json_), std::pair("--csv", &csv_), std::pair("--html", &html_)}) {
    if (*place) keep_apart(flag, **place, options);
  }
}

void ReportOutput::keep_apart(const char* flag, const Output& place, const Options& options) const {
  const auto refuse = [&](const std::string& other) {
    throw ConfigError(flag, options.text(flag), "another " + other);
  };
  if (result_ != nullptr && place.same_as(*result_)) refuse("place than that of --output");
  for (const auto& [other, taken] :
       {std::pair("--json", &json_), std::pair("--csv", &csv_), std::pair("--html", &html_)}) {
    if (*taken && &**taken == &place) break;  // the earlier of two has its place
    if (*taken && place.same_as(**taken)) refuse(fmt::format("place than that of {}", other));
  }
  for (const char* const input : {"--input", "--file", "FILE", "--baseline"}) {
    if (options.has(input) && place.is_file(options.text(input))) refuse(fmt::format("file than that of {}", input));
  }
}

void ReportOutput::write_pictures(const std::vector<report::NamedFile>& pictures) const {
  pictures_->write(pictures);
  if (!pictures.empty()) return;
  const std::string line = fmt::format("pram: {} stays empty: this report has no pictures\n", pictures_->name());
  std::fputs(line.c_str(), stderr);
}

void ReportOutput::write_files(const report::Report& report, const PageMaker& page) const {
  if (json_) json_->write([&](std::ostream& out) { out << report::json_of(report); });
  if (csv_) csv_->write([&](std::ostream& out) { out << report::csv_of(report); });
  if (!html_ && !pictures_) return;
  std::optional<report::Page> made;
  if (page) made = page();
  if (html_) html_->write([&](std::ostream& out) { out << (made ? html_of(*made) : report::report_page(report)); });
  if (pictures_) write_pictures(made ? picture_files(*made) : std::vector<report::NamedFile>());
}

void ReportOutput::write_beside(const report::Report& report, const PageMaker& page) const {
  write_files(report, page);
  std::cerr << report::text_of(report);
}

void ReportOutput::write(const report::Report& report, const PageMaker& page) const {
  write_files(report, page);
  for (const std::optional<Output>* const place : {&json_, &csv_, &html_}) {
    if (*place && (*place)->standard_output()) return;
  }
  if (result_ != nullptr && result_->standard_output()) {
    std::cerr << report::text_of(report);
  } else {
    print(report::text_of(report));
  }
}

}  // namespace pram::tool
