#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pram/machine.hpp>
#include <pram/programs/program.hpp>
#include "../options.hpp"
#include "../output/output.hpp"

/// The options that run, profile and compare have in common.
namespace pram::tool {

/// The components that --components gives, or else the first of these networks that asks for some ("torus:8x8").
/// @throws ConfigError
std::uint32_t asked_components(const Options& options, const std::vector<Spec>& networks_asked);

/// Reads an option of the machine, if it is given.
/// @param flag  that the option has on this command line
/// @returns whether it is given
/// @throws ConfigError
bool read_option(const Options& options, const pram::detail::MachineOptionRow& row, const char* flag,
                 MachineOptions& machine);

/// The options of the machine, apart from network and access, which each command chooses for itself.
/// @throws ConfigError
MachineOptions machine_options(const Options& options, const programs::Program& program,
                               const std::vector<Spec>& networks_asked);

/// @throws ConfigError
programs::InputRequest input_request(const Options& options, const programs::Program& program);

/// What the progress line says before a program runs: "reading graph.txt", "making the input".
std::string what_is_read(const programs::InputRequest& request);

/// The size of the input in reports on runs: the value of --n, or the first size of a file.
std::uint64_t size_of_input(const Options& options, const programs::Program& program, const programs::Job& job);

/// The place that an option names, if it is given.
/// @throws ConfigError for an empty path
/// @throws WriteError if it cannot be written
std::optional<Output> output(const Options& options, const Option<std::string>& option);

/// Protects the input: an option's place must not be the input's file.
/// @throws ConfigError if it is
void keep_input(const Options& options, const Option<std::string>& option, const std::optional<Output>& place);

}  // namespace pram::tool
