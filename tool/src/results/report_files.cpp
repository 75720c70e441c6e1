#include "report_files.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include <pram/ranks.hpp>
#include <pram/report/detail/page/profile_page.hpp>
#include "../options/output.hpp"
#include "../output/folder.hpp"
#include "../request/machine_request.hpp"
#include "../tool_name.hpp"

namespace pram::tool {

namespace {

class NamedFiles final : public ReportFiles {
 public:
  NamedFiles(const Options& options, const Output* result)
      : options_(options),
        json_(output(options, option::json)),
        csv_(output(options, option::csv)),
        html_(output(options, option::html)),
        pictures_(OutputFolder::of(options, option::svg)),
        result_(result) {
    for (const auto& [option, place] : places()) {
      if (*place) keep_apart(*option, **place);
    }
  }

  void write(const report::Report& report, const PageMaker& page) const override {
    if (json_) json_->write([&](std::ostream& out) { out << report::json_of(report); });
    if (csv_) csv_->write([&](std::ostream& out) { out << report::csv_of(report); });
    if (!html_ && !pictures_) return;
    std::optional<report::Page> made;
    if (page) made = page();
    if (html_) html_->write([&](std::ostream& out) { out << (made ? html_of(*made) : report::report_page(report)); });
    if (pictures_) write_pictures(made ? picture_files(*made) : std::vector<report::NamedFile>());
  }

  bool standard_output() const override {
    for (const auto& [option, place] : places()) {
      if (*place && (*place)->standard_output()) return true;
    }
    return false;
  }

  void keep_apart(const Option<std::string>& option, const Output& place) const override {
    const auto refuse = [&](const std::string& other) { options_.refuse(option, "another " + other); };
    if (result_ != nullptr && place.same_as(*result_)) refuse("place than that of " + result_->option());
    for (const auto& [other, taken] : places()) {
      if (*taken && &**taken == &place) break;  // the earlier of two has its place
      if (*taken && place.same_as(**taken)) refuse(fmt::format("place than that of {}", other->row.flag));
    }
    for (const auto& [name, given] : options_.given()) {
      if (given.row->reads && place.is_file(given.values.back())) refuse(fmt::format("file than that of {}", name));
    }
  }

 private:
  struct Place {
    const Option<std::string>* option;
    const std::optional<Output>* output;
  };
  std::array<Place, 3> places() const {
    return {{{&option::json, &json_}, {&option::csv, &csv_}, {&option::html, &html_}}};
  }

  void write_pictures(const std::vector<report::NamedFile>& pictures) const {
    pictures_->write(pictures);
    if (!pictures.empty() || rank() > 0) return;
    const std::string line =
        fmt::format("{}: {} stays empty: this report has no pictures\n", tool_name(), pictures_->name());
    std::fputs(line.c_str(), stderr);
  }

  Options options_;
  std::optional<Output> json_;
  std::optional<Output> csv_;
  std::optional<Output> html_;
  std::optional<OutputFolder> pictures_;
  const Output* result_;
};

}  // namespace

std::unique_ptr<ReportFiles> report_files(const Options& options, const Output* result) {
  return std::make_unique<NamedFiles>(options, result);
}

}  // namespace pram::tool
