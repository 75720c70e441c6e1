#include "machine_request.hpp"

#include <pram/network.hpp>
#include <pram/report/text.hpp>

namespace pram::tool {

std::uint32_t asked_components(const Options& options, const std::vector<Spec>& networks_asked) {
  return options.number("--components", default_components(networks_asked), 1U, most_components);
}

namespace {

/// As asked_components(), but a program may have a default of its own.
std::uint32_t components_for(const programs::Program& program, const Options& options,
                             const std::vector<Spec>& networks_asked) {
  const std::uint32_t usual = program.components == 0 ? default_components(networks_asked)
                                                      : default_components(networks_asked, program.components);
  return options.number("--components", usual, 1U, most_components);
}

}  // namespace

MachineOptions machine_options(const Options& options, const programs::Program& program,
                               const std::vector<Spec>& networks_asked) {
  MachineOptions machine;
  machine.components = components_for(program, options, networks_asked);
  machine.rule = options.has("--rule") ? rule_from(options.text("--rule")) : Rule(program.model);
  machine.placement = options.has("--placement") ? placement_from(options.text("--placement")) : program.placement;
  machine.threads = options.number("--threads", machine.threads, 0U, most_threads);
  machine.seed = options.number("--seed", machine.seed);
  machine.max_steps = options.number("--max-steps", machine.max_steps);
  machine.memory_limit = options.size("--memory-limit", machine.memory_limit);
  return machine;
}

programs::InputRequest input_request(const Options& options) {
  programs::InputRequest request;
  if (options.has("--n")) request.size = options.number<std::uint64_t>("--n", 0);
  request.file = options.text("--input");
  request.seed = options.number("--seed", request.seed);
  request.memory_limit = options.size("--memory-limit", request.memory_limit);
  request.format = options.text("--format");
  request.shape = options.text("--shape");
  if (options.has("--shape") && request.shape.empty())
    throw ConfigError("--shape", "", "the name of a shape, as random or sorted");
  if (options.has("--source")) request.source = options.number<std::uint64_t>("--source", 0);
  if (options.has("--input")) {
    if (request.file.empty()) throw ConfigError("--input", "", "a file, or - for standard input");
    if (request.size)
      throw ConfigError("--n", options.text("--n"), "either --n or --input: the size of a file is its own");
  }
  return request;
}

std::string what_is_read(const programs::InputRequest& request) {
  if (request.file.empty()) return "making the input";
  return "reading " + (request.file == "-" ? "standard input" : report::printable(request.file));
}

std::optional<Output> output(const Options& options, const std::string& flag) {
  if (!options.has(flag)) return std::nullopt;
  return Output(flag, options.text(flag));
}

void keep_input(const Options& options, const std::string& flag, const std::optional<Output>& place) {
  if (place && options.has("--input") && place->is_file(options.text("--input")))
    throw ConfigError(flag, options.text(flag), "another file than that of --input");
}

std::uint64_t size_of_input(const Options& options, const programs::Program& program, const programs::Job& job) {
  if (!options.has("--input")) return options.number("--n", program.default_size);
  const auto sizes = job.input().sizes;
  return sizes.empty() ? 0 : sizes.front().second;
}

}  // namespace pram::tool
