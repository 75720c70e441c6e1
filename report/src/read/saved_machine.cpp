#include <pram/report/detail/run/saved_machine.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <pram/error.hpp>
#include <pram/machine_file.hpp>
#include <pram/registry.hpp>
#include <pram/report/detail/file/json_file.hpp>
#include <pram/report/detail/run/saved.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::report {

namespace {

using OptionRow = pram::detail::MachineOptionRow;

constexpr std::span<const OptionRow> option_rows = pram::detail::machine_options;

std::vector<std::string> names_of_options() {
  std::vector<std::string> names;
  for (const OptionRow& row : option_rows) names.emplace_back(row.name);
  return names;
}

/// @throws Error for a member that is no option of a machine
void check_members(const Field& machine) {
  const std::vector<std::string> known = names_of_options();
  for (const auto& [name, value] : machine.record()) {
    if (std::ranges::find(known, name) == known.end())
      throw Error(fmt::format("\"{}\" is no option of a machine: {}", shortened(printable(name), 40),
                              allowed_names(name, known)));
  }
}

/// Whether a record that is no report is meant as a machine: it has an option, or a name that is nearly one.
bool is_machine(const Field& file) {
  const std::vector<std::string> known = names_of_options();
  return std::ranges::any_of(file.record(), [&](const auto& member) {
    return std::ranges::find(known, member.first) != known.end() || !nearest_name(member.first, known).empty();
  });
}

/// The member of a report that is its machine, or else the whole, if it is a machine.
/// @throws Error if there is none
Field machine_of(const Field& file) {
  if (const auto machine = file.find("machine")) {
    // Traces count their versions for themselves.
    if (file.find("version") && !file.find("format")) check_version(file);
    return *machine;
  }
  if (file.find("version")) throw Error("it is a report without a machine, as that of a network alone");
  if (!is_machine(file))
    throw Error(fmt::format("it has no machine: neither a member \"machine\" nor one of its options, as \"{}\"",
                            option_rows.front().name));
  return file;
}

bool is_list(const Field& file, std::string_view name) {
  const auto member = file.find(name);
  return member && std::holds_alternative<List>(member->value().is);
}

}  // namespace

SavedMachine read_saved_machine(const Field& file) {
  SavedMachine machine;
  const Field options = machine_of(file);
  check_members(options);
  const bool of_report = &options.value() != &file.value();
  machine.of_several_runs = of_report && is_list(file, "runs");
  for (const OptionRow& row : option_rows) {
    if (const auto member = options.find(row.name)) {
      try {
        read_option(*member, row, machine.options);
      } catch (const ConfigError& error) {
        throw Error(fmt::format("its {} '{}' is not allowed: {}", row.name, shortened(printable(error.value), 60),
                                error.allowed));
      }
      machine.given.push_back(&row);
    } else if (of_report && row.recorded == OptionRow::Recorded::always && row.changes_results) {
      machine.missing.push_back(&row);
    }
  }
  return machine;
}

SavedMachine read_machine_file(const std::string& path) {
  try {
    const Value value = read_json_file(path);
    return read_saved_machine(Field(value, ""));
  } catch (const Error& error) {
    throw Error(fmt::format("the machine file {} cannot be read: {}", shown_file(path), error.what()));
  }
}

std::string missing_options(const SavedMachine& machine) {
  std::vector<std::string> names;
  for (const OptionRow* const row : machine.missing) names.emplace_back(row->name);
  if (names.size() < 2) return fmt::format("{}", fmt::join(names, ""));
  return fmt::format("{} or {}", fmt::join(names.begin(), std::prev(names.end()), ", "), names.back());
}

}  // namespace pram::report

namespace pram {

MachineOptions read_machine(const report::Path& file) {
  report::SavedMachine machine = report::read_machine_file(file.name());
  if (!machine.missing.empty())
    throw Error(fmt::format("the machine file {} cannot be read: its machine has no {}{}",
                            report::shown_file(file.name()), missing_options(machine),
                            machine.of_several_runs ? ", since it is that of several runs" : ""));
  return std::move(machine.options);
}

}  // namespace pram
