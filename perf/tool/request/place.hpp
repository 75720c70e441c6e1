#pragma once

#include <string>
#include <vector>

#include <pram/programs/program.hpp>
#include <pram/spec.hpp>
#include "../command_line/command_line.hpp"

namespace pram::tool {

/// Where a program runs: a network with an access protocol.
struct Place {
  Spec network;
  Spec access;

  /// The name of a run in progress lines and in the file of --resume, as the command line has it: "router with direct".
  std::string name() const { return network.text + " with " + access.text; }
};

/// The places that a command runs on: one for `run` and `profile`, and for `compare` every network with every protocol.
/// @throws ConfigError
std::vector<Place> places_of(const CommandLine& line, const programs::Program& program);

}  // namespace pram::tool
