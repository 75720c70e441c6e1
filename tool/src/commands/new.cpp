#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <pram/error.hpp>
#include <pram/programs/program.hpp>
#include <pram/report/detail/value/text.hpp>
#include <pram/spec.hpp>
#include "../command_line/command.hpp"
#include "../output/output.hpp"
#include "../project/project.hpp"

namespace pram::tool {

namespace {

namespace files = std::filesystem;

/// The flags of the kinds of projects.
const std::vector<OptionRow>& kind_rows() {
  static const std::vector<OptionRow> rows = [] {
    std::vector<OptionRow> made;
    for (const ProjectKind* const kind : project_kinds().subspan(1))
      made.push_back({.flag = kind->flag, .value = nullptr, .group = "Kind", .help = kind->help, .brief = kind->help});
    return made;
  }();
  return rows;
}

constexpr Operand new_operand = {
    .name = "NAME",
    .help = [] { return std::string("the project's folder, its executable and its program"); },
    .missing = [] { return std::string("a name is missing; see"); },
};

constexpr std::string_view keywords[] = {
    "alignas",    "alignof",   "and",        "and_eq",       "asm",           "auto",         "bitand",
    "bitor",      "bool",      "break",      "case",         "catch",         "char",         "class",
    "co_await",   "co_return", "co_yield",   "compl",        "concept",       "const",        "consteval",
    "constexpr",  "constinit", "const_cast", "continue",     "decltype",      "default",      "delete",
    "do",         "double",    "else",       "enum",         "explicit",      "export",       "extern",
    "false",      "float",     "for",        "friend",       "goto",          "if",           "inline",
    "int",        "long",      "mutable",    "namespace",    "new",           "noexcept",     "not",
    "not_eq",     "nullptr",   "operator",   "or",           "or_eq",         "private",      "protected",
    "public",     "register",  "requires",   "return",       "short",         "signed",       "sizeof",
    "static",     "struct",    "switch",     "template",     "this",          "throw",        "true",
    "try",        "typedef",   "typeid",     "typename",     "union",         "unsigned",     "using",
    "virtual",    "void",      "volatile",   "wchar_t",      "while",         "xor",          "xor_eq",
    "char8_t",    "char16_t",  "char32_t",   "thread_local", "static_assert", "dynamic_cast", "reinterpret_cast",
    "static_cast"};

// Names that CMake, the files of a project or its sources have already.
constexpr std::string_view taken[] = {"all",           "clean", "edit_cache", "help",    "install", "main",
                                      "package",       "pram",  "steps",      "program", "std",     "sum",
                                      "rebuild_cache", "test",  "CMakeFiles", "Testing", "Makefile"};

bool is_identifier(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !name.empty() && is_letter(name.front()) &&
         std::ranges::all_of(name, [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; });
}

/// @throws ConfigError for a name that no project can have
void check_project_name(const std::string& name) {
  const auto refuse = [&](const std::string& allowed) { throw ConfigError("name", name, allowed); };
  if (!is_identifier(name) || std::ranges::find(keywords, name) != std::end(keywords))
    refuse("an identifier of C++, which begins with a letter: my_program");
  if (std::ranges::find(taken, name) != std::end(taken))
    refuse("a name that neither CMake nor the project's files have");
  for (const programs::ProgramName& known : programs::program_names()) {
    if (same_name(name, known.name) || same_name(name, known.alias))
      refuse(fmt::format("a name that no program has: {} is in family {}", known.name, known.family));
  }
}

/// The kind of project that a flag asks for.
const ProjectKind& asked_kind(const Options& options) {
  const ProjectKind* asked = project_kinds().front();
  for (std::size_t k = 0; k < kind_rows().size(); ++k) {
    if (!options.has(kind_rows()[k])) continue;
    if (asked != project_kinds().front())
      throw ConfigError(kind_rows()[k].flag, "",
                        fmt::format("nothing beside {}: a project is of one kind", asked->flag));
    asked = project_kinds()[k + 1];
  }
  return *asked;
}

/// All files or none.
void write_project(const ProjectKind& kind, const std::string& name) {
  std::error_code fault;
  if (!files::create_directory(name, fault)) {
    if (!fault || files::exists(files::symlink_status(name)))
      throw ConfigError("name", name, "the name of a folder that is not there yet");
    throw WriteError(fmt::format("folder '{}' cannot be made: {}", name, fault.message()));
  }
  for (const ProjectFile& file : kind.files) {
    const files::path path = files::path(name) / with_name(file.path, name);
    std::ofstream out(path, std::ios::binary);
    out << with_name(file.text, name) << std::flush;
    if (out) continue;
    files::remove_all(name, fault);
    throw WriteError(fmt::format("'{}' cannot be written", path.string()));
  }
}

int make_project(const CommandLine& line) {
  const std::string& name = *line.operand;
  const ProjectKind& kind = asked_kind(line.options);
  check_project_name(name);
  write_project(kind, name);
  std::string text = fmt::format("{} has\n", name);
  for (const ProjectFile& file : kind.files) text += fmt::format("  {}\n", with_name(file.path, name));
  text += fmt::format("\ncmake -S {0} -B {0}/build && cmake --build {0}/build\n", name);
  print(text);
  return 0;
}

const std::array<ListedOption, 4>& new_options() {
  static const std::array<ListedOption, 4> all = {ListedOption(kind_rows()[0]), ListedOption(kind_rows()[1]),
                                                  ListedOption(kind_rows()[2]), ListedOption(kind_rows()[3])};
  return all;
}

}  // namespace

extern const Command new_command = {.examples = R"(Examples:
  pram new my_program
  pram new my_processes --bsp
  pram new my_network --network)",
                                    .operand = &new_operand,
                                    .options = new_options(),
                                    .run = make_project};

}  // namespace pram::tool
