#include "report_output.hpp"

#include <fmt/format.h>

#include <iostream>
#include <iterator>
#include <utility>

#include <pram/perf/page.hpp>
#include "../request/machine_request.hpp"

namespace pram::tool {

ReportOutput::ReportOutput(const Options& options, const Output* result)
    : json_(output(options, "--json")),
      csv_(output(options, "--csv")),
      html_(output(options, "--html")),
      result_(result) {
  const auto refuse = [&](const char* flag, const std::string& other) {
    throw ConfigError(flag, options.text(flag), "another " + other);
  };
  const std::pair<const char*, const std::optional<Output>*> places[] = {
      {"--json", &json_}, {"--csv", &csv_}, {"--html", &html_}};
  for (auto place = std::begin(places); place != std::end(places); ++place) {
    const auto& [flag, here] = *place;
    if (!*here) continue;
    if (result_ != nullptr && (*here)->same_as(*result_)) refuse(flag, "place than that of --output");
    for (auto other = std::begin(places); other != place; ++other) {
      if (*other->second && (*here)->same_as(**other->second))
        refuse(flag, fmt::format("place than that of {}", other->first));
    }
    for (const char* const input : {"--input", "--file"}) {
      if (options.has(input) && (*here)->is_file(options.text(input)))
        refuse(flag, fmt::format("file than that of {}", input));
    }
  }
}

void ReportOutput::write_files(const perf::Report& report, const std::function<std::string()>& page) const {
  if (json_) json_->write([&](std::ostream& out) { out << perf::json_of(report); });
  if (csv_) csv_->write([&](std::ostream& out) { out << perf::csv_of(report); });
  if (html_) html_->write([&](std::ostream& out) { out << (page ? page() : perf::report_page(report)); });
}

void ReportOutput::write_beside(const perf::Report& report, const std::function<std::string()>& page) const {
  write_files(report, page);
  std::cerr << perf::text_of(report);
}

void ReportOutput::write(const perf::Report& report, const std::function<std::string()>& page) const {
  write_files(report, page);
  for (const std::optional<Output>* const place : {&json_, &csv_, &html_}) {
    if (*place && (*place)->standard_output()) return;
  }
  if (result_ != nullptr && result_->standard_output()) {
    std::cerr << perf::text_of(report);
  } else {
    print(perf::text_of(report));
  }
}

}  // namespace pram::tool
