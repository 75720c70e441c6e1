#include "ranks.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <utility>

#include <pram/error.hpp>
#include <pram/ranks.hpp>
#include <pram/spec.hpp>

#include "../summary/exit_code.hpp"

namespace pram::bench {

namespace {

unsigned number_in(const std::string& name, const std::string& value, unsigned least, unsigned most) {
  const auto read = whole_number(value);
  if (!read || *read < least || *read > most)
    throw ConfigError(name, value, fmt::format("a whole number from {} to {}", least, most));
  return static_cast<unsigned>(*read);
}

/// What a command prints.
std::string printed_by(const std::string& command) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(::popen(command.c_str(), "r"), ::pclose);
  std::string text;
  std::array<char, 4096> block;
  for (std::size_t count = 1; out != nullptr && count > 0; text.append(block.data(), count))
    count = std::fread(block.data(), 1, block.size(), out.get());
  return text;
}

/// Runs this program anew.
std::vector<RankFigure> figures_at(RankPlace place, unsigned smaller) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
  std::string command = fmt::format("'{}' --rank-figures {} {}", self, place.threads, smaller);
  if (place.ranks > 1) {
    const bool open_mpi = printed_by("mpirun --version 2>&1").find("Open MPI") != std::string::npos;
    if (open_mpi) {
      ::setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
      ::setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
    }
    command = fmt::format("mpirun -n {} {}{}", place.ranks, open_mpi ? "--quiet --oversubscribe --bind-to none " : "",
                          command);
  }
  std::vector<RankFigure> figures = read_figures(printed_by(command + " </dev/null"));
  if (figures.empty()) throw std::runtime_error("nothing is measured by: " + command);
  return figures;
}

bool less_is_better(const std::string& unit) { return !unit.ends_with("/s"); }

}  // namespace

double RankComparison::Row::median(std::size_t place) const {
  std::vector<double> sorted = values[place];
  std::ranges::sort(sorted);
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

RankComparison compare_ranks(unsigned ranks, unsigned rounds, unsigned smaller,
                             const std::function<std::vector<RankFigure>(RankPlace)>& measure) {
  RankComparison made{rounds, smaller, {{1, 1}, {1, ranks}, {ranks, 1}}, {}};
  for (unsigned round = 0; round < rounds; ++round) {
    for (std::size_t place = 0; place < made.places.size(); ++place) {
      const std::vector<RankFigure> figures = measure(made.places[place]);
      if (made.rows.empty()) {
        for (const RankFigure& figure : figures)
          made.rows.push_back({figure.name, figure.unit, std::vector<std::vector<double>>(made.places.size())});
      }
      if (figures.size() != made.rows.size()) throw std::runtime_error("a round has other figures than the first");
      for (std::size_t k = 0; k < figures.size(); ++k) made.rows[k].values[place].push_back(figures[k].value);
    }
  }
  return made;
}

perf::Report rank_report(const RankComparison& comparison) {
  perf::Report report;
  const unsigned ranks = comparison.places.back().ranks;
  report.headline(fmt::format("{} ranks of one host thread beside one process on this computer", ranks));
  report.item("rounds", comparison.rounds, "figures",
              fmt::format("medians of {} rounds; a round measures all places in turns", comparison.rounds));
  report.data("smaller", comparison.smaller);
  if (comparison.smaller > 0)
    report.line("sizes", fmt::format("2^{} times smaller than usual, and so no measure of speed", comparison.smaller));
  using perf::Align;
  perf::Table table{"rows",
                    "Processes × threads",
                    {{"name", "", Align::left},
                     {"unit", "", Align::left},
                     {"alone", "1 × 1"},
                     {"threads", fmt::format("1 × {}", ranks)},
                     {"ranks", fmt::format("{} × 1", ranks)},
                     {"to_threads", "to threads"},
                     {"to_alone", "to one"}},
                    {}};
  const auto shown = [](double value) {
    return value >= 100 ? fmt::format("{:.0f}", value) : fmt::format("{:.2f}", value);
  };
  for (const RankComparison::Row& row : comparison.rows) {
    const double alone = row.median(0);
    const double threads = row.median(1);
    const double several = row.median(2);
    const auto times = [&](double other) {
      const double ratio = less_is_better(row.unit) ? other / several : several / other;
      return several > 0 && other > 0 ? std::pair<perf::Value, std::string>(ratio, fmt::format("{:.2f} x", ratio))
                                      : std::pair<perf::Value, std::string>(perf::Value(), "");
    };
    const auto to_threads = times(threads);
    const auto to_alone = times(alone);
    table.rows.push_back({{row.name, row.name},
                          {row.unit, row.unit},
                          {alone, shown(alone)},
                          {threads, shown(threads)},
                          {several, shown(several)},
                          {to_threads.first, to_threads.second},
                          {to_alone.first, to_alone.second}});
  }
  report.add(std::move(table));
  return report;
}

std::string figure_lines(const std::vector<RankFigure>& figures) {
  std::string lines;
  for (const RankFigure& figure : figures) lines += fmt::format("{}\t{}\t{}\n", figure.name, figure.unit, figure.value);
  return lines;
}

std::vector<RankFigure> read_figures(const std::string& lines) {
  std::vector<RankFigure> figures;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    RankFigure figure;
    if (std::getline(words, figure.name, '\t') && std::getline(words, figure.unit, '\t') && words >> figure.value)
      figures.push_back(figure);
  }
  return figures;
}

int print_rank_figures(const std::vector<std::string>& arguments) {
  return exit_code_of([&] {
    if (arguments.size() != 2) throw ConfigError("--rank-figures", std::to_string(arguments.size()), "two numbers");
    const auto figures = measure_rank_figures(number_in("--rank-figures", arguments[0], 1, 1024),
                                              number_in("--rank-figures", arguments[1], 0, 16));
    if (rank() == 0) std::cout << figure_lines(figures) << std::flush;
  });
}

int compare_ranks_by_command(const std::vector<std::string>& arguments) {
  return exit_code_of([&] {
    const unsigned ranks = number_in("--ranks", arguments.empty() ? "" : arguments.front(), 2, 4096);
    unsigned rounds = 5;
    unsigned smaller = 0;
    bool json = false;
    for (std::size_t k = 1; k < arguments.size(); ++k) {
      const std::size_t equals = arguments[k].find('=');
      const std::string name = arguments[k].substr(0, equals);
      const std::string value = equals == std::string::npos ? "" : arguments[k].substr(equals + 1);
      if (name == "--rounds") {
        rounds = number_in(name, value, 1, 1000);
      } else if (name == "--smaller") {
        smaller = number_in(name, value, 0, 16);
      } else if (arguments[k] == "--json") {
        json = true;
      } else {
        throw ConfigError("--ranks", arguments[k], "R with --json, --rounds=N, --smaller=B");
      }
    }
    const perf::Report report = rank_report(
        compare_ranks(ranks, rounds, smaller, [smaller](RankPlace place) { return figures_at(place, smaller); }));
    std::cout << (json ? perf::json_of(report) : perf::text_of(report));
  });
}

}  // namespace pram::bench
