#include <pram/perf/runs/program_report.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <pram/report/detail/value/text.hpp>
#include <pram/spec.hpp>
#include "report/program_facts.hpp"

namespace pram::perf {

namespace {

using programs::Program;

constexpr std::uint64_t largest_example = 1024;

std::string weakest_model_text(const Program& program) {
  const bool exclusive = program.model == Rule::erew || program.model == Rule::crew;
  std::string text = (exclusive || program.model.is_bsp() ? "" : "CRCW ") + to_string(program.model);
  if (program.needs_more_than)
    text += fmt::format("; under {} it breaks the rule", to_string(*program.needs_more_than));
  return text;
}

/// What follows from the usual size alone: "T = 52 steps, W at most 1,234, κ at most 1 at n = 1,024".
std::string promised_text(const programs::Bounds& promised, std::uint64_t n) {
  std::vector<std::string> parts;
  if (promised.steps) parts.push_back(fmt::format("T = {}", with_separators(*promised.steps)));
  if (promised.steps_at_most) parts.push_back(fmt::format("T at most {}", with_separators(*promised.steps_at_most)));
  if (promised.work_at_most) parts.push_back(fmt::format("W at most {}", with_separators(*promised.work_at_most)));
  if (promised.degree_at_most)
    parts.push_back(fmt::format("contention κ at most {}", with_separators(*promised.degree_at_most)));
  if (parts.empty()) return "";
  return fmt::format("{} at n = {}", fmt::join(parts, ", "), with_separators(n));
}

std::string shapes_text(const Program& program) {
  std::vector<std::string> shapes;
  for (const programs::ShapeName& shape : program.shapes) {
    shapes.push_back(shape.name == shape.what ? shape.name : fmt::format("{} ({})", shape.name, shape.what));
  }
  return fmt::format("{}", fmt::join(shapes, ", "));
}

std::string sizes_text(const Program& program) {
  return fmt::format("--n from {} to {}{}; {} if it is not given", with_separators(program.least_size),
                     with_separators(program.most_size), program.power_of_two ? ", a power of two" : "",
                     with_separators(program.default_size));
}

/// The options whose defaults are the program's own.
std::string defaults_text(const Program& program) {
  std::vector<std::string> own;
  if (program.components != 0) own.push_back(fmt::format("--components {}", program.components));
  if (program.placement != Placement::hashed)
    own.push_back(fmt::format("--placement {}", to_string(program.placement)));
  if (!program.access.empty()) own.push_back("--access " + program.access);
  return fmt::format("{}", fmt::join(own, " "));
}

void add_bounds(Report& report, const Program& program) {
  report.item("time", program.time,
              program.time.empty()     ? ""
              : program.model.is_bsp() ? "cost"
                                       : "time T",
              program.time);
  report.item("work", program.work.empty() ? Value() : Value(program.work), program.work.empty() ? "" : "work W",
              program.work);
  report.data("random", program.random);
  const programs::Bounds promised = program.promised_of_size(program.default_size);
  const std::string text = promised_text(promised, program.default_size);
  report.item("promised",
              Record{{"n", program.default_size},
                     {"steps", promised.steps},
                     {"steps_at_most", promised.steps_at_most},
                     {"work_at_most", promised.work_at_most},
                     {"largest_degree_at_most", promised.degree_at_most}},
              text.empty() ? "" : "promised", text);
}

/// The options of the program's own.
void add_options(Report& report, const Program& program) {
  if (program.options.empty()) return;
  List options;
  for (const programs::ProgramOption& option : program.options) {
    const Value otherwise = value_of_fact(option.otherwise);
    options.emplace_back(Record{{"name", option.name}, {"what", option.what}, {"otherwise", otherwise}});
    const std::string usual = option.is_flag() ? "" : fmt::format(" ({})", fact_text(option.otherwise));
    report.line("--" + option.name, option.what + usual);
  }
  report.data("options", options);
}

void add_input(Report& report, const Program& program) {
  List shapes;
  for (const programs::ShapeName& shape : program.shapes)
    shapes.emplace_back(Record{{"name", shape.name}, {"what", shape.what}});
  report.item("input",
              Record{{"file", program.input},
                     {"shapes", shapes},
                     {"least", program.least_size},
                     {"most", program.most_size},
                     {"usual", program.default_size},
                     {"power_of_two", program.power_of_two}},
              "input", fmt::format("a file of --input: {}; or generated", program.input));
  report.line("--shape", shapes_text(program));
  report.line("", sizes_text(program));
  if (program.takes_source) report.line("", "--source names the vertex to begin at");
  add_options(report, program);
}

/// What a line of the file of --output holds.
void add_columns(Report& report, const Program& program) {
  List columns;
  for (const std::string_view column : split(program.columns, ',')) {
    const std::size_t begin = std::min(column.find_first_not_of(' '), column.size());
    if (begin < column.size()) columns.emplace_back(std::string(column.substr(begin)));
  }
  report.item("columns", columns, program.columns.empty() ? "" : "--output", "lines of: " + program.columns);
}

}  // namespace

std::uint64_t example_size(const Program& program) {
  std::uint64_t n = std::max(program.least_size, std::min(program.default_size, largest_example));
  if (program.power_of_two) n = std::bit_floor(n);
  return n;
}

std::string example_command(const Program& program, const std::string& tool) {
  return fmt::format("{} run {} --n {}", tool, program.name, example_size(program));
}

Report program_report(const Program& program, const std::vector<ProgramCode>& code, const std::string& tool,
                      const std::string& plugin) {
  Report report;
  report.headline(fmt::format("{}: {}", program.name, program.what));
  report.data("program", program.name);
  report.item("alias", program.alias.empty() ? Value() : Value(program.alias),
              program.alias.empty() ? "" : "short name", program.alias);
  if (program.family == programs::own_family) {
    report.item("family", program.family, "family", "own, none of the bundled ones");
  } else {
    const std::string header = fmt::format("pram/programs/{}.hpp", program.family);
    report.item("family", program.family, "family",
                fmt::format("{}, a function of the library's <{}>", program.family, header));
    report.data("header", header);
  }
  report.data("what", program.what);
  report.item("model", to_string(program.model), "model", weakest_model_text(program));
  report.data("needs_more_than", program.needs_more_than ? Value(to_string(*program.needs_more_than)) : Value(nullptr));
  add_bounds(report, program);
  report.item("source", program.source, program.source.empty() ? "" : "source", program.source);
  add_input(report, program);
  add_columns(report, program);
  const std::string defaults = defaults_text(program);
  report.item("components", program.components, defaults.empty() ? "" : "its defaults", defaults);
  report.data("placement", to_string(program.placement));
  report.data("access", program.access.empty() ? Value() : Value(program.access));
  std::string example = example_command(program, tool);
  if (!plugin.empty()) example += " --load " + plugin;
  report.item("example", example, "example", example);
  if (code.empty()) return report;
  report.item("file", code.front().file, "code", code.front().file);
  report.data("code", code.front().code);
  List shared;
  for (const ProgramCode& part : std::span(code).subspan(1)) {
    report.line("", part.file);
    shared.emplace_back(Record{{"file", part.file}, {"code", part.code}});
  }
  report.data("shared", shared);
  report.add(Listing{code.front().code});
  for (const ProgramCode& part : std::span(code).subspan(1)) {
    report.section(part.file);
    report.add(Listing{part.code});
  }
  return report;
}

}  // namespace pram::perf
