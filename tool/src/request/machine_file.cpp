#include "machine_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <variant>
#include <vector>

#include <pram/network.hpp>
#include <pram/report/detail/run/saved_machine.hpp>
#include "../options/input.hpp"
#include "../options/machine.hpp"
#include "name_list.hpp"

namespace pram::tool {

namespace {

using option::MachineRow;

/// Standard input is there once, and what is written must not replace the file.
void keep_machine_file(const Options& options, const std::string& file) {
  for (const auto& [name, given] : options.given()) {
    if (given.row == &option::machine_file.row) continue;
    const std::string& place = given.values.back();
    std::error_code missing;
    if (given.row->reads && file == "-" && place == "-")
      options.refuse(option::machine_file, fmt::format("a file: standard input is that of {}", name));
    if (given.row->writes && std::filesystem::equivalent(place, file, missing))
      throw ConfigError(name, place, fmt::format("another file than that of {}", option::machine_file.row.flag));
  }
}

/// The option of a command that sets what the row is about; null: there is none, or one for several values at once.
const OptionRow* option_of(const Command& command, const MachineRow& row) {
  if (row.flag == nullptr)
    return &option::rows_of_machine_files[static_cast<std::size_t>(&row - pram::detail::machine_options)];
  const auto sets = [&](const char* flag, const ListedOption& listed) {
    return flag != nullptr && !listed.row->repeatable && std::string_view(listed.row->flag) == flag;
  };
  const auto found = std::ranges::find_if(command.options, [&](const ListedOption& listed) {
    return sets(row.flag, listed) || sets(row.bsp_flag, listed);
  });
  return found == command.options.end() ? nullptr : found->row;
}

/// Options by which the command line decides a row without naming it.
class Typed {
 public:
  explicit Typed(const Options& options) : options_(options) {
    std::vector<Spec> networks;
    if (options.has(option::network)) networks.emplace_back(options[option::network]);
    if (options.has(option::networks)) networks = compared_networks(options);
    sized_network_ = default_components(networks, 0) != 0;
    const MachineRow& placement = option::machine_row("placement");
    placement_ = options.has(option::shown_row(placement, placement.flag, nullptr));
  }

  bool decides(const MachineRow& row, const OptionRow& option) const {
    return options_.has(option) || (&row == &option::machine_row("components") && sized_network_) ||
           (&row == &option::machine_row("seed") && options_.has(option::seeds)) ||
           (&row == &option::machine_row("hash") && placement_);
  }

 private:
  const Options& options_;
  bool sized_network_ = false;  // "torus:8x8" says how many components
  bool placement_ = false;      // "hashed,hash=xxh3" says which hash, and "hashed" that there is none of a family
};

std::string text_of(const MachineOptions& machine, const MachineRow& row) {
  if (&row == &option::machine_row("placement")) return placement_text(machine);
  return std::visit([](const auto& value) { return fmt::format("{}", value); }, value_of(machine, row));
}

}  // namespace

void take_machine_file(CommandLine& line) {
  Options& options = line.options;
  const std::string path = options[option::machine_file];
  if (path.empty()) options.refuse(option::machine_file, "a file, or - for standard input");
  keep_machine_file(options, path);
  const report::SavedMachine saved = report::read_machine_file(path);
  const Typed typed(options);
  for (const MachineRow* const row : saved.missing) {
    const OptionRow* const option = option_of(*line.command, *row);
    if (option == nullptr || typed.decides(*row, *option)) continue;
    options.refuse(
        option::machine_file,
        fmt::format("a file whose machine has its {}{}, or {} beside it", row->name,
                    saved.of_several_runs ? " (this one is of several runs, each with its own)" : "", option->flag));
  }
  const MachineRow* const hash = &option::machine_row("hash");
  const bool with_placement = std::ranges::find(saved.given, &option::machine_row("placement")) != saved.given.end();
  for (const MachineRow* const row : saved.given) {
    const OptionRow* const option = option_of(*line.command, *row);
    const bool decided = option == nullptr || typed.decides(*row, *option) || (row == hash && with_placement);
    if (!decided) options.set_from_file(*option, text_of(saved.options, *row));
  }
}

}  // namespace pram::tool
