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

  /// "router with direct", as the command line has them: how a run is called in progress and in the file of --resume.
  std::string name() const { return network.text + " with " + access.text; }
};

/// The place of `run` and `profile`; those of `compare`, every network with every protocol.
/// @throws ConfigError
std::vector<Place> places_of(const CommandLine& line, const programs::Program& program);

}  // namespace pram::tool
