#include "machine_request.hpp"

#include <pram/network.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../options/input.hpp"
#include "../options/machine.hpp"
#include "../options/own.hpp"

namespace pram::tool {

std::uint32_t asked_components(const Options& options, const std::vector<Spec>& networks_asked) {
  return options.number(option::components, default_components(networks_asked));
}

namespace {

/// As asked_components(), but a program may have a default of its own.
std::uint32_t components_for(const programs::Program& program, const Options& options,
                             const std::vector<Spec>& networks_asked) {
  const std::uint32_t usual = program.components == 0 ? default_components(networks_asked)
                                                      : default_components(networks_asked, program.components);
  return options.number(option::components, usual);
}

}  // namespace

bool read_option(const Options& options, const pram::detail::MachineOptionRow& row, const char* flag,
                 MachineOptions& machine) {
  const OptionRow typed{.flag = flag, .value = row.value, .group = nullptr, .help = nullptr};
  if (!options.has(typed)) return false;
  if (!row.is_number()) {
    set_value(machine, row, options.text(typed));
  } else if (row.bytes) {
    set_value(machine, row, options[Option<Bytes>{typed}]);
  } else {
    set_value(machine, row, options[Option<std::uint64_t>{typed, 0, row.least, row.most}]);
  }
  return true;
}

MachineOptions machine_options(const Options& options, const programs::Program& program,
                               const std::vector<Spec>& networks_asked) {
  MachineOptions machine;
  machine.components = components_for(program, options, networks_asked);
  machine.rule = program.model;
  machine.placement = program.placement;
  for (const pram::detail::MachineOptionRow& row : pram::detail::machine_options) {
    if (!row.is_part()) read_option(options, row, option::name_among_options(row), machine);
  }
  return machine;
}

programs::InputRequest input_request(const Options& options, const programs::Program& program) {
  programs::InputRequest request;
  if (options.has(option::size)) request.size = options[option::size];
  request.file = options[option::input];
  request.seed = options[option::seed];
  request.memory_limit = options[option::memory_limit];
  request.format = options[option::format];
  request.shape = options[option::shape];
  if (options.has(option::shape) && request.shape.empty())
    options.refuse(option::shape, "the name of a shape, as random or sorted");
  request.unchecked = options[option::unchecked];
  if (options.has(option::source)) request.source = options[option::source];
  request.options = own_values(options, program);
  if (options.has(option::input)) {
    if (request.file.empty()) options.refuse(option::input, "a file, or - for standard input");
    if (request.size) options.refuse(option::size, "either --n or --input: the size of a file is its own");
  }
  return request;
}

std::string what_is_read(const programs::InputRequest& request) {
  if (request.file.empty()) return "making the input";
  return "reading " + (request.file == "-" ? "standard input" : report::printable(request.file));
}

std::optional<Output> output(const Options& options, const Option<std::string>& option) {
  if (!options.has(option)) return std::nullopt;
  return Output(option.row.flag, options[option]);
}

void keep_input(const Options& options, const Option<std::string>& option, const std::optional<Output>& place) {
  if (place && options.has(option::input) && place->is_file(options[option::input]))
    options.refuse(option, "another file than that of --input");
}

std::uint64_t size_of_input(const Options& options, const programs::Program& program, const programs::Job& job) {
  if (!options.has(option::input)) return options.number(option::size, program.default_size);
  const auto sizes = job.input().sizes;
  return sizes.empty() ? 0 : sizes.front().second;
}

}  // namespace pram::tool
