#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <pram/machines/switching.hpp>

namespace pram {

/// A switching technique, its name and its options.
struct NamedSwitching {
  std::string name;  ///< with sizes and all options that are not the default: "torus:64x64,ports=one"
  SwitchingOptions options;
  std::unique_ptr<Switching> switching;
};

/// Makes a switching technique by name, as make_switching() does.
/// @param terminals  how many are wanted; 0: as many as the name says
/// @param strictly   true: sizes in the name must give this number of terminals; false: the sizes decide
/// @throws ConfigError of option "network" as make_switching() does
NamedSwitching make_named_switching(const Spec& network, std::uint32_t terminals, bool strictly);

/// The route of a message under routing=spread-all: Algorithm 2 of RCN-FULL at every level (Hamdi, section 2.3).
/// @param topology  RCN-FULL, of which nothing has failed
/// @returns its links in order, each node · ports() + port
/// @throws ConfigError of option "network" for any other topology
std::vector<std::uint32_t> spread_route(const Topology& topology, std::uint32_t from, std::uint32_t to);

}  // namespace pram
