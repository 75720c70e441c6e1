#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <pram/machine/options.hpp>
#include "../option.hpp"
#include "names.hpp"

/// The options of the machine that programs run on. Most are rows of the machine's own table; what differs from command
/// to command stands here.
namespace pram::tool::option {

using MachineRow = pram::detail::MachineOptionRow;

constexpr const MachineRow& machine_row(std::string_view name) {
  return *std::ranges::find(pram::detail::machine_options, name,
                            [](const MachineRow& row) { return std::string_view(row.name); });
}

/// The names of a row whose value is one; null: it is none.
constexpr auto names_of(const MachineRow& row) -> Names (*)() {
  if (std::holds_alternative<Rule MachineOptions::*>(row.member)) return rule_names;
  if (std::holds_alternative<Placement MachineOptions::*>(row.member)) return placement_names;
  return nullptr;
}

/// What the short help says of a row; null: nothing.
constexpr const char* brief_of(const MachineRow& row) {
  if (std::string_view(row.name) == "rule") return "what concurrent accesses mean; pram list rules";
  if (std::string_view(row.name) == "threads") return "host threads, 0 for one a core";
  return nullptr;
}

/// A row of that table as help shows it.
constexpr OptionRow shown_row(const MachineRow& row, const char* flag, const char* help) {
  return {.flag = flag,
          .value = row.value,
          .group = "Machine",
          .help = help,
          .offers = names_of(row),
          .changes_no_result = !row.changes_results,
          .brief = brief_of(row)};
}

/// The name of a row among options: its flag, or else its own name, which nobody can type but a file of --machine has.
constexpr const char* name_among_options(const MachineRow& row) { return row.flag != nullptr ? row.flag : row.name; }

/// All rows in the order of that table, for what a file of --machine sets.
inline constexpr auto rows_of_machine_files = [] {
  std::array<OptionRow, std::size(pram::detail::machine_options)> rows{};
  std::ranges::transform(pram::detail::machine_options, rows.begin(),
                         [](const MachineRow& row) { return shown_row(row, name_among_options(row), nullptr); });
  return rows;
}();

/// All rows that have words for help.
template <const char* MachineRow::*flag, const char* MachineRow::*help>
constexpr auto shown_rows() {
  constexpr auto shown = [](const MachineRow& row) { return row.*help != nullptr; };
  std::array<OptionRow, std::ranges::count_if(pram::detail::machine_options, shown)> rows{};
  std::size_t count = 0;
  for (const MachineRow& row : pram::detail::machine_options) {
    if (shown(row)) rows[count++] = shown_row(row, row.*flag, row.*help);
  }
  return rows;
}

inline constexpr Option<std::uint32_t> components = {
    {.flag = "--components",
     .value = "P",
     .group = "Machine",
     .help =
         "components of the machine (those of a network's name with sizes, else 4096; BSP programs have a number of "
         "their own)",
     .brief = "components of the machine (4096)"},
    0,
    1,
    most_components};

inline constexpr Option<std::string> network = {{.flag = "--network",
                                                 .value = "X",
                                                 .group = "Machine",
                                                 .help = "what carries the messages (router): {}",
                                                 .names = network_names,
                                                 .brief = "what carries the messages (router); pram list networks"}};
inline constexpr Option<std::string> access = {
    {.flag = "--access",
     .value = "Y",
     .group = "Machine",
     .help = "how requests reach memory (combining, direct for programs that keep data at home): {}; "
             "combining:32,16,8 names the basis",
     .names = protocol_names,
     .brief = "how requests reach memory; pram list protocols"}};

/// A machine as --json writes it. Each command says what it does not take from there.
inline constexpr Option<std::string> machine_file = {
    {.flag = "--machine",
     .value = "FILE.json",
     .group = "Machine",
     .help = "take the machine from this file: a report that --json wrote, or its machine alone; - is standard input. "
             "Options of the command line win{}",
     .needs_whole_tool = true,
     .reads = true,
     .changes_no_result = true}};  // what it says does, and counts as options

/// Lists of networks and protocols, all of which are tried.
inline constexpr Option<std::vector<std::string>> networks = {
    {.flag = "--networks",
     .value = "A,B,…",
     .group = "Machine",
     .help = "what carries the messages (ideal,router); a comma starts a new entry where a known name follows, a "
             "semicolon always; may be repeated. Known: {}",
     .names = network_names,
     .repeatable = true,
     .brief = "what carries the messages; pram list networks"}};
inline constexpr Option<std::vector<std::string>> protocols = {
    {.flag = "--access",
     .value = "X,Y,…",
     .group = "Machine",
     .help = "how requests reach memory (direct,combining), a list as well. Known: {}",
     .names = protocol_names,
     .repeatable = true,
     .brief = "how requests reach memory; pram list protocols"}};

/// Each command says what happens beyond the limit.
inline constexpr Option<Bytes> memory_limit = {
    {.flag = "--memory-limit",
     .value = "BYTES",
     .group = "Machine",
     .help = "{}, as 512M, 2G or 1GiB; 0 for nine tenths of what the host, its control groups and ulimit allow (0)",
     .changes_no_result = true}};
/// The words of --memory-limit for commands that are limited as processes.
inline constexpr const char* taken_memory = "stop before the command takes more memory than this";

/// Host threads, of commands that run no program, too.
inline constexpr Option<unsigned> threads = {
    shown_row(machine_row("threads"), "--threads", machine_row("threads").help), 0, 0, most_threads};

inline constexpr std::uint32_t most_ranks = 4096;
/// The processes that run a program together.
inline constexpr Option<std::uint32_t> ranks = {
    {.flag = "--ranks",
     .value = "R",
     .group = "Machine",
     .help = "run as R processes of this host, which mpirun starts and which share the host threads (1); on several "
             "hosts: mpirun -n R --host A,B,… and the command without --ranks",
     .needs_whole_tool = true,
     .changes_no_result = true},
    1,
    1,
    most_ranks};

inline constexpr std::array<ListedOption, 3> one_place = {{network, access, {machine_file, ""}}};
inline constexpr std::array<ListedOption, 3> several_places = {
    {networks, protocols, {machine_file, "; networks and access protocols stay those that are compared"}}};
inline constexpr auto machine_rows_of_runs = shown_rows<&MachineRow::flag, &MachineRow::help>();
inline constexpr auto machine =
    joined(listed(machine_rows_of_runs),
           std::array<ListedOption, 1>{{{memory_limit, "stop a program that takes more memory than this"}}});

}  // namespace pram::tool::option
