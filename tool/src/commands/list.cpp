#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <pram/programs/program.hpp>
#include <pram/report/detail/value/text.hpp>
#include <pram/report/detail/value/value.hpp>
#include "../command_line/command.hpp"
#include "../command_line/known_names.hpp"
#include "../options/input.hpp"
#include "../options/output.hpp"
#include "../output/output.hpp"
#include "../results/report_output.hpp"
#include "../tool_name.hpp"

namespace pram::tool {

namespace {

/// A line each; on a terminal long ones wrap beside the names.
std::string section(const NameList& list) {
  const bool terminal = ::isatty(STDOUT_FILENO) == 1;
  std::size_t width = 0;
  for (const auto& [name, text] : list.rows) width = std::max(width, name.size());
  std::string out = list.heading + '\n';
  for (const auto& [name, text] : list.rows)
    out += fmt::format("  {:<{}}  {}\n", name, width, terminal ? report::wrapped(text, width + 4) : text);
  return out;
}

/// A list's name, how many names it has, and the first of them in so many lines.
std::string overview_row(const std::string& list, const std::vector<std::string>& names, std::size_t most_lines) {
  constexpr std::size_t text_column = 20;
  std::string text;
  for (std::size_t shown = 1; shown <= names.size(); ++shown) {
    const auto some = std::ranges::subrange(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown));
    const std::string more =
        report::wrapped(fmt::format("{}{}", fmt::join(some, ", "), shown < names.size() ? ", …" : ""), text_column);
    if (static_cast<std::size_t>(std::ranges::count(more, '\n')) >= most_lines && shown > 1) break;
    text = more;
  }
  return fmt::format("  {:<12}{:>4}  {}\n", list, names.size(), text);
}

/// What there is, on one screen.
std::string overview() {
  std::string out = named("Programs: pram list programs [--family F] [--model M]; pram show PROGRAM\n");
  for (const std::string& family : program_families()) {
    std::vector<std::string> names;
    for (const programs::ProgramName& program : programs::program_names()) {
      if (program.family == family) names.push_back(program.name);
    }
    out += overview_row(family, names, 2);
  }
  out += named("\nAll else that is chosen by name: pram list networks, pram list topologies, …\n");
  for (const NameList& list : name_lists()) {
    if (list.name == "programs") continue;
    std::vector<std::string> names;
    for (const auto& [name, text] : list.rows) names.push_back(name);
    out += overview_row(list.name, names, 1);
  }
  return out;
}

namespace list_option {

constexpr Option<std::string> family = {{.flag = "--family",
                                         .value = "F",
                                         .group = "Programs",
                                         .help = "those of one family: {}",
                                         .names = program_families,
                                         .brief = "programs of one family"}};
constexpr Option<std::string> model = {{.flag = "--model",
                                        .value = "M",
                                        .group = "Programs",
                                        .help = "those of one model: {}",
                                        .names = program_models,
                                        .brief = "programs of one model"}};

}  // namespace list_option
constexpr Operand list_operand = {
    .name = "LIST",
    .usage = "[LIST]",
    .help = [] { return fmt::format("one of {}; all", fmt::join(list_names(), ", ")); },
    .offers = list_names,
};
constexpr std::array<ListedOption, 4> list_options = {
    {list_option::family, list_option::model, {option::load, nullptr, "Programs"}, {option::json, "the lists"}}};

std::optional<std::string> given(const Options& options, const Option<std::string>& option) {
  return options.has(option) ? std::optional(options[option]) : std::nullopt;
}

/// A part as JSON has it: of programs more than a line.
report::Record part_record(const NameList& list, const NameRows::value_type& row) {
  if (list.name != "programs") return {{"name", row.first}, {"what", row.second}};
  const programs::Program& program = programs::find_program(row.first);
  return {{"name", program.name},
          {"alias", program.alias.empty() ? report::Value() : report::Value(program.alias)},
          {"family", program.family},
          {"model", to_string(program.model)},
          {"what", program.what}};
}

void write_json(const ReportOutput& output, const std::vector<NameList>& lists) {
  report::Report report;
  for (const NameList& list : lists) {
    report::List parts;
    for (const auto& row : list.rows) parts.emplace_back(part_record(list, row));
    report.data(list.name, parts);
  }
  output.write_files(report, {});
}

int list(const CommandLine& line) {
  const std::optional<std::string> family = given(line.options, list_option::family);
  const std::optional<std::string> model = given(line.options, list_option::model);
  const ReportOutput output(line.options);
  const bool has_json = line.options.has(option::json);
  const bool has_text = !has_json || !output.files()->standard_output();
  if (!line.operand && !family && !model) {
    if (has_json) {
      std::vector<NameList> lists = name_lists();
      // What shapes are is known of the programs that have them.
      for (NameList& one : lists) {
        if (one.name == "shapes") one = name_list(one.name);
      }
      write_json(output, lists);
    }
    if (has_text) print(overview());
    return 0;
  }
  // Families and models are of programs, whether these are named or not.
  const NameList asked = line.operand ? name_list(*line.operand) : program_list(family, model);
  if (asked.name != "programs" && (family || model)) {
    line.options.refuse(family ? list_option::family : list_option::model,
                        fmt::format("nothing beside {} list {}: it is of programs", tool_name(), asked.name));
  }
  const NameList shown = asked.name == "programs" ? program_list(family, model) : asked;
  if (has_json) write_json(output, {shown});
  if (has_text) print(section(shown));
  return 0;
}

}  // namespace

extern const Command list_command = {.examples = R"(Examples:
  pram list
  pram list programs --family sort --model EREW
  pram list networks
  pram list --json -)",
                                     .operand = &list_operand,
                                     .options = list_options,
                                     .run = list};

}  // namespace pram::tool
