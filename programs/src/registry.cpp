#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <pram/detail/missing_part.hpp>
#include "input/file/text.hpp"
#include "names.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// What --input reads, in words.
std::string what_is_read(const std::string& input) {
  if (input == "matrix") return "a matrix in the format Matrix Market";
  return input == "expression" ? "an expression" : input;
}

/// The programs that begin at a vertex, in words.
std::string searches() {
  std::vector<std::string> names;
  for (const ProgramName& program : program_names()) {
    if (program.takes_source) names.push_back(program.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

Program guarded(std::string family, Program program) {
  program.family = std::move(family);
  const auto check = [name = program.name, graph = program.input == "graph", input = what_is_read(program.input),
                      source = program.takes_source](const InputRequest& request) {
    if (request.source && !source) {
      throw ConfigError("--source", std::to_string(*request.source),
                        fmt::format("no --source, for {} begins at no vertex; it is for {}", name, searches()));
    }
    if (!request.shape.empty() && !request.file.empty())
      throw ConfigError("--shape", request.shape, "either --shape or --input: a file has its own");
    if (request.format.empty()) return;
    if (!graph) {
      throw ConfigError("--format", request.format,
                        fmt::format("no --format, for {} reads {}; it is for graphs", name, input));
    }
    if (request.file.empty()) throw ConfigError("--format", request.format, "--format only beside --input");
  };
  program.prepare = [prepare = std::move(program.prepare), check](const InputRequest& request) {
    check(request);
    const auto too_large = [&request] {
      const std::string what = request.file.empty() ? fmt::format("an input of size {}", request.size.value_or(0))
                                                    : shown_path(request.file);
      return LimitError("memory", request.size.value_or(0), 0, fmt::format("{} does not fit into memory", what));
    };
    try {
      return prepare(request);
    } catch (const std::bad_alloc&) {
      throw too_large();
    } catch (const std::length_error&) {
      throw too_large();
    }
  };
  return program;
}

std::string to_string(Model model) {
  switch (model.kind_) {
    case Model::Kind::bsp: return "BSP";
    case Model::Kind::multiprefix: return "multiprefix";
    case Model::Kind::arbitrary_and_minimum: return "arbitrary and minimum";
    case Model::Kind::rule: break;
  }
  return pram::to_string(Rule(model));
}

std::string Program::summary() const {
  const bool exclusive = model == Rule::erew || model == Rule::crew;
  const char* const kind = exclusive || model.is_bsp() ? "" : "CRCW ";
  std::string line = fmt::format("{}; {}{}, T = {}", what, kind, to_string(model), time);
  if (!work.empty()) line += ", W = " + work;
  return line;
}

const Registry<Program>& programs() { return program_table(); }

namespace {

/// Whether it can be typed as a name: letters, digits, hyphens and underscores.
bool is_word(const std::string& name) {
  return !name.empty() && name.front() != '-' && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

void check_options(const Program& program) {
  const std::string of_program = "option of program " + program.name;
  std::vector<std::string> names;
  for (const ProgramOption& option : program.options) {
    const auto refuse = [&](const char* allowed) { throw ConfigError(of_program, option.name, allowed); };
    if (!is_word(option.name)) refuse("a name of letters, digits and hyphens: my-option");
    if (std::ranges::find(names, option.name) != names.end()) refuse("a name that no other option of it has");
    names.push_back(option.name);
    if (!program.takes_options) refuse("none, for its kind of input takes no options: name WithOptions<Kind>");
    try {
      OptionValues({&option, 1}, {{option.name, option.otherwise}});
    } catch (const ConfigError& error) {
      throw ConfigError("default of --" + option.name + " of program " + program.name, error.value, error.allowed);
    }
  }
}

}  // namespace

void add_program(Program program) {
  const auto refuse_name = [](const std::string& name, const std::string& allowed) {
    throw ConfigError("program", name, allowed);
  };
  const auto check_name = [&](const std::string& name) {
    if (!is_word(name)) refuse_name(name, "a name of letters, digits and hyphens: my-program");
    for (const ProgramName& known : program_names()) {
      if (same_name(name, known.name) || same_name(name, known.alias))
        refuse_name(name, fmt::format("a name that no program has: {} is in family {}", known.name, known.family));
    }
  };
  check_name(program.name);
  if (!program.alias.empty()) check_name(program.alias);
  if (same_name(program.alias, program.name)) refuse_name(program.alias, "an alias that is not the name");
  if (!program.prepare) refuse_name(program.name, "a program whose `prepare` is given");
  check_options(program);
  const auto check_claim = [&](const char* what, const std::string& claim, const std::optional<Growth>& growth) {
    if (claim.empty() || growth || program.model.is_bsp()) return;
    throw ConfigError(fmt::format("{} of program {}", what, program.name), claim,
                      "a class in n, as O(log n), n, O((n + m) log n), or nothing");
  };
  check_claim("time", program.time, program.time_growth);
  check_claim("work", program.work, program.work_growth);
  name_table().insert(name_table().begin(), {own_family, program.name, program.alias, program.takes_source});
  program_table().add(guarded(own_family, std::move(program)));
}

const Program& find_program(std::string_view name) {
  std::vector<std::string> known;
  for (const ProgramName& row : program_names()) {
    if (same_name(row.name, name) || (!row.alias.empty() && same_name(row.alias, name))) {
      if (programs().contains(row.name)) return programs().find(row.name);
      throw pram::detail::MissingPart(row.name);
    }
    known.push_back(row.name);
    if (!row.alias.empty()) known.push_back(row.alias);
  }
  throw ConfigError("program", std::string(name), allowed_names(name, known));
}

InputError::InputError(std::string given_file, std::uint64_t given_line, const std::string& reason)
    : Error(given_line == 0 ? fmt::format("{}: {}", given_file, reason)
                            : fmt::format("{}:{}: {}", given_file, given_line, reason)),
      file(std::move(given_file)),
      line(given_line) {}

}  // namespace pram::programs
