#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pram/machine.hpp>
#include <pram/programs/program.hpp>
#include "../options.hpp"
#include "../output/output.hpp"

/// What run, profile and compare read from the command line alike.
namespace pram::tool {

/// The components that --components gives, or else the first of these networks that asks for some ("torus:8x8").
/// @throws ConfigError
std::uint32_t asked_components(const Options& options, const std::vector<Spec>& networks_asked);

/// All but network, access and ledger, which the commands choose in ways of their own.
/// @throws ConfigError
MachineOptions machine_options(const Options& options, const programs::Program& program,
                               const std::vector<Spec>& networks_asked);

/// @throws ConfigError
programs::InputRequest input_request(const Options& options);

/// What takes its time before a program runs: "reading graph.txt", "making the input".
std::string what_is_read(const programs::InputRequest& request);

/// The n of reports on several runs: what --n would be, or a file's first size.
std::uint64_t size_of_input(const Options& options, const programs::Program& program, const programs::Job& job);

/// The place that an option names, if it is given. @throws ConfigError, WriteError
std::optional<Output> output(const Options& options, const std::string& flag);

/// @throws ConfigError if that place is the input's file
void keep_input(const Options& options, const std::string& flag, const std::optional<Output>& place);

}  // namespace pram::tool
