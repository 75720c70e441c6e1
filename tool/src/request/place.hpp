#pragma once

#include <string>
#include <vector>

#include <pram/programs/program.hpp>
#include <pram/spec.hpp>
#include "../options.hpp"

namespace pram::tool {

/// Where a program runs: a network with an access protocol.
struct Place {
  Spec network;
  Spec access;

  /// The name of a run in progress lines and in the file of --resume, as the command line has it: "router with direct".
  std::string name() const { return network.text + " with " + access.text; }
};

/// The protocol that options give, or else the network's own, or the program's.
/// @throws ConfigError for another beside a network that has its own
std::string access_of(const Options& options, const programs::Program& program, const Spec& network);

/// The network and the protocol that options give, or else the program's.
/// @throws ConfigError
Place place_of(const Options& options, const programs::Program& program);

/// Every network with every protocol that options give, or else the usual ones.
/// @throws ConfigError
std::vector<Place> compared_places(const Options& options);

}  // namespace pram::tool
