#include "report_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string_view>
#include <system_error>

#include <pram/error.hpp>
#include <pram/perf/collectives.hpp>
#include <pram/perf/host_probe.hpp>
#include <pram/perf/patterns/pattern_costs.hpp>
#include <pram/perf/probe.hpp>
#include <pram/perf/route.hpp>
#include <pram/perf/runs/compare.hpp>
#include <pram/perf/runs/scale.hpp>
#include <pram/programs/program.hpp>
#include <pram/report/detail/value/read_json.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::tool {

namespace {

// A ledger has records of 65536 steps unless it is asked for more, and each takes some hundred bytes.
constexpr std::size_t largest_report = std::size_t{1} << 30;

/// Refuses at once what can be no JSON, so that nothing that never ends is read for long.
void check_piece(std::string_view before, std::string_view piece) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  constexpr std::string_view first_characters = "{[\"-0123456789tfn";  // of values
  const std::string_view beginning =
      before.empty() && piece.starts_with(byte_order_mark) ? piece.substr(byte_order_mark.size()) : piece;
  std::size_t wrong = piece.find('\0');
  if (before.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    const std::size_t first = beginning.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos && first_characters.find(beginning[first]) == std::string_view::npos)
      wrong = std::min(wrong, first);
  }
  if (wrong == std::string_view::npos) return;
  const auto lines = std::ranges::count(before, '\n') + std::ranges::count(piece.substr(0, wrong), '\n');
  throw Error(fmt::format("it is no JSON, or damaged, in line {}", lines + 1));
}

/// @param expected  bytes, where they are known: the text is not moved while it grows
std::string text_from(std::istream& in, std::uintmax_t expected) {
  std::string text;
  if (expected > largest_report) throw Error("it has more than 1 GiB");
  text.reserve(expected);
  std::array<char, 1 << 16> block;
  while (in.read(block.data(), block.size()) || in.gcount() > 0) {
    const std::string_view piece(block.data(), static_cast<std::size_t>(in.gcount()));
    check_piece(text, piece);
    text.append(piece);
    if (text.size() > largest_report) throw Error("it has more than 1 GiB");
  }
  if (in.bad()) throw Error(errno != 0 ? std::strerror(errno) : "the stream failed");
  return text;
}

std::string text_from(const std::string& path) {
  if (path == "-") return text_from(std::cin, 0);
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) throw Error("it is a folder");
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) throw Error(std::strerror(errno != 0 ? errno : ENOENT));
  const std::uintmax_t bytes =
      std::filesystem::is_regular_file(path, unknown) ? std::filesystem::file_size(path, unknown) : 0;
  return text_from(in, unknown ? 0 : bytes);
}

/// The text lives no longer than it is read.
report::Value value_of(const std::string& path) { return report::read_json(text_from(path)); }

/// What `read` makes of a file's JSON.
template <class Read>
auto read_file(const std::string& path, Read read) {
  try {
    const report::Value value = value_of(path);
    return read(report::Field(value, ""));
  } catch (const Error& error) {
    const std::string name = path == "-" ? "standard input" : "'" + report::printable(path) + "'";
    throw Error(fmt::format("the report {} cannot be read: {}", name, error.what()));
  }
}

/// Report and page of a result.
template <class Result, report::Report (*to_report)(const Result&), report::Page (*to_page)(const Result&),
          Result (*read)(const report::Field&)>
SavedPage saved_page(const report::Field& saved, const char* what, bool) {
  auto result = std::make_shared<const Result>(read(saved));
  return {what, to_report(*result), [result] { return to_page(*result); }};
}

SavedPage saved_scale(const report::Field& saved, const char* what, bool lints) {
  auto sweep = std::make_shared<perf::ScaledSweep>(perf::read_scale(saved));
  sweep->lints = lints;
  const programs::Program& program = programs::find_program(sweep->program);
  return {what, perf::scale_report(*sweep, program), [sweep, &program] { return perf::scale_page(*sweep, program); },
          true};
}

/// A kind of report, recognized by a field that no other kind has at its place.
struct Kind {
  const char* field;
  const char* what;  ///< "a comparison", or why there is no page of it
  SavedPage (*read)(const report::Field&, const char* what, bool lints);  ///< null: there is no page of it
};

constexpr Kind kinds[] = {
    {"ideal_charge", "a comparison",
     saved_page<perf::Comparison, perf::compare_report, perf::compare_page, perf::read_comparison>},
    {"traffic", "traffic", saved_page<perf::RouteResult, perf::route_report, perf::route_page, perf::read_route>},
    {"operations_a_second", "a probe of a computer",
     saved_page<perf::HostProbe, perf::host_probe_report, perf::host_probe_page, perf::read_host_probe>},
    {"deviation", "a probe", saved_page<perf::Probe, perf::probe_report, perf::probe_page, perf::read_probe>},
    {"pattern", "request patterns",
     saved_page<perf::PatternsResult, perf::patterns_report, perf::patterns_page, perf::read_patterns>},
    {"algorithms", "a collective",
     saved_page<perf::CollectiveResult, perf::collective_report, perf::collective_page, perf::read_collective>},
    {"most_doublings", "a crossover",
     saved_page<perf::Crossover, perf::crossover_report, perf::crossover_page, perf::read_crossover>},
    {"fits", "growth", saved_scale},
    {"means", "it is a sweep, of which a page has its tables alone: --html of the sweep writes them", nullptr},
    {"format", "it is a trace: pram trace --html writes its page", nullptr},
};

}  // namespace

SavedReport read_report(const std::string& path, bool lints) {
  return read_file(path, [lints](const report::Field& saved) -> SavedReport {
    for (const Kind& kind : kinds) {
      if (!saved.find(kind.field)) continue;
      if (kind.read == nullptr) throw Error(kind.what);
      return kind.read(saved, kind.what, lints);
    }
    return report::read_run(saved);
  });
}

report::SavedRun read_run(const std::string& path) {
  return read_file(path, [](const report::Field& saved) { return report::read_run(saved); });
}

}  // namespace pram::tool
