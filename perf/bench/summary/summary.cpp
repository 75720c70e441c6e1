#include "summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <thread>
#include <utility>

#include <pram/error.hpp>
#include <pram/report/detail/value/text.hpp>
#include <pram/spec.hpp>

#include "exit_code.hpp"
#include "sections.hpp"

namespace pram::bench {

double SummaryRow::median() const {
  std::vector<double> sorted = rounds;
  std::ranges::sort(sorted);
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

double SummaryRow::least() const { return std::ranges::min(rounds); }
double SummaryRow::largest() const { return std::ranges::max(rounds); }

double SummarySection::times_slower(const SummaryRow& row) const {
  const auto limit = std::ranges::find(rows, row.beside, &SummaryRow::name);
  if (row.beside.empty() || limit == rows.end()) return 0;
  const bool is_rate = row.unit.ends_with("/s");
  return is_rate ? limit->median() / row.median() : row.median() / limit->median();
}

Summary measure_summary(const SummaryRequest& request) {
  const auto begin = std::chrono::steady_clock::now();
  Summary summary{request.rounds, request.threads, request.smaller, {}, 0};
  for (const Section& section : summary_sections()) {
    if (section.title.find(request.only) == std::string::npos) continue;
    if (request.progress) request.progress(section.title);
    const std::vector<Figure> figures = section.figures(request);
    SummarySection made{section.title, {}};
    for (const Figure& figure : figures)
      made.rows.push_back({figure.name, figure.unit, figure.beside, figure.threads, {}});
    for (const Figure& figure : figures) figure.measure();
    for (unsigned round = 0; round < std::min(request.rounds, section.most_rounds); ++round) {
      for (std::size_t k = 0; k < figures.size(); ++k) made.rows[k].rounds.push_back(figures[k].measure());
    }
    for (const Figure& figure : figures) {
      if (figure.check) figure.check();
    }
    summary.sections.push_back(std::move(made));
  }
  if (summary.sections.empty()) {
    std::vector<std::string> titles;
    for (const Section& section : summary_sections()) titles.push_back(section.title);
    throw ConfigError("--only", request.only, fmt::format("a part of one of these: {}", fmt::join(titles, "; ")));
  }
  summary.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return summary;
}

namespace {

/// Three digits that count.
std::string shown(double value) {
  if (value >= 100) return perf::with_separators(static_cast<std::uint64_t>(std::llround(value)));
  return value >= 10 ? fmt::format("{:.1f}", value) : fmt::format("{:.2f}", value);
}

}  // namespace

perf::Report summary_report(const Summary& summary) {
  perf::Report report;
  report.headline("how fast this build is on this computer");
  report.item("rounds", summary.rounds, "figures",
              fmt::format("medians of {} rounds; a round measures all of a section in turns", summary.rounds));
  report.item("threads", summary.threads, "threads",
              fmt::format("column T; {} where a figure is measured with several", summary.threads));
  report.data("smaller", summary.smaller);
  if (summary.smaller > 0)
    report.line("sizes", fmt::format("2^{} times smaller than named, and so no measure of speed", summary.smaller));
  report.line(
      "slower",
      "how many times slower than the next row without such a number: what this computer does by hand, or the same "
      "without a profile");
  std::size_t number = 0;
  for (const SummarySection& section : summary.sections) {
    const std::string path = fmt::format("sections.{}.", number++);
    report.data(path + "title", section.title);
    using perf::Align;
    perf::Table table{path + "rows",
                      section.title,
                      {{"name", "", Align::left},
                       {"threads", "T"},
                       {"median", "median"},
                       {"unit", "", Align::left},
                       {"least", "least"},
                       {"largest", "most"},
                       {"beside", std::nullopt},
                       {"times_slower", "slower"}},
                      {}};
    for (const SummaryRow& row : section.rows) {
      const double slower = section.times_slower(row);
      const bool has_limit = slower > 0;
      table.rows.push_back({{row.name, row.name},
                            {row.threads, std::to_string(row.threads)},
                            {row.median(), shown(row.median())},
                            {row.unit, row.unit},
                            {row.least(), shown(row.least())},
                            {row.largest(), shown(row.largest())},
                            {has_limit ? perf::Value(row.beside) : perf::Value(), ""},
                            {has_limit ? perf::Value(slower) : perf::Value(), has_limit ? shown(slower) + " x" : ""}});
    }
    report.add(std::move(table));
  }
  report.data("wall_seconds", summary.wall_seconds);
  report.closing = fmt::format("Measured in {}.", perf::duration(summary.wall_seconds));
  return report;
}

int summarise(const std::vector<std::string>& arguments) {
  SummaryRequest request;
  request.threads = std::clamp(std::thread::hardware_concurrency(), 1U, 2U);
  request.progress = [](const std::string& section) { std::cerr << "measuring: " << section << '\n'; };
  bool json = false;
  return exit_code_of([&] {
    for (const std::string& argument : arguments) {
      const std::size_t equals = argument.find('=');
      const std::string name = argument.substr(0, equals);
      const auto number = [&](unsigned least, unsigned most) {
        const std::string value = equals == std::string::npos ? "" : argument.substr(equals + 1);
        const auto read = whole_number(value);
        if (!read || *read < least || *read > most)
          throw ConfigError(name, value, fmt::format("{}=N with a whole number from {} to {}", name, least, most));
        return static_cast<unsigned>(*read);
      };
      if (name == "--rounds") {
        request.rounds = number(1, 1000);
      } else if (name == "--threads") {
        request.threads = number(1, 1024);
      } else if (name == "--smaller") {
        request.smaller = number(0, 16);
      } else if (name == "--only" && equals != std::string::npos) {
        request.only = argument.substr(equals + 1);
      } else if (argument == "--json") {
        json = true;
      } else {
        throw ConfigError("--summary", argument, "--json, --rounds=R, --threads=T, --smaller=B, --only=TEXT");
      }
    }
    const perf::Report report = summary_report(measure_summary(request));
    std::cout << (json ? perf::json_of(report) : perf::text_of(report));
  });
}

}  // namespace pram::bench
