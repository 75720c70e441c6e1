#include "report_output.hpp"

#include <fmt/format.h>

#include <iostream>
#include <utility>

#include "../request/machine_request.hpp"

namespace pram::tool {

ReportOutput::ReportOutput(const Options& options, const Output* result)
    : json_(output(options, "--json")), csv_(output(options, "--csv")), result_(result) {
  const auto refuse = [&](const char* flag, const std::string& other) {
    throw ConfigError(flag, options.text(flag), "another " + other);
  };
  if (json_ && result_ != nullptr && json_->same_as(*result_)) refuse("--json", "place than that of --output");
  if (csv_ && result_ != nullptr && csv_->same_as(*result_)) refuse("--csv", "place than that of --output");
  if (csv_ && json_ && csv_->same_as(*json_)) refuse("--csv", "place than that of --json");
  for (const char* const input : {"--input", "--file"}) {
    for (const auto& [flag, place] : {std::pair("--json", &json_), std::pair("--csv", &csv_)}) {
      if (*place && options.has(input) && (*place)->is_file(options.text(input)))
        refuse(flag, fmt::format("file than that of {}", input));
    }
  }
}

void ReportOutput::write_beside(const perf::Report& report) const {
  if (json_) json_->write([&](std::ostream& out) { out << perf::json_of(report); });
  if (csv_) csv_->write([&](std::ostream& out) { out << perf::csv_of(report); });
  std::cerr << perf::text_of(report);
}

void ReportOutput::write(const perf::Report& report) const {
  if (json_) json_->write([&](std::ostream& out) { out << perf::json_of(report); });
  if (csv_) csv_->write([&](std::ostream& out) { out << perf::csv_of(report); });
  if ((json_ && json_->standard_output()) || (csv_ && csv_->standard_output())) return;
  if (result_ != nullptr && result_->standard_output()) {
    std::cerr << perf::text_of(report);
  } else {
    print(perf::text_of(report));
  }
}

}  // namespace pram::tool
