#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <pram/machine.hpp>

#include "../options.hpp"

namespace pram::tool {

/// Splits "torus:64x64,ports=one,router" into "torus:64x64,ports=one" and "router": a comma starts a new entry where a
/// known name follows, or a word so near to one that it must be meant. Where there is a semicolon, semicolons alone do.
std::vector<std::string> split_names(std::string_view list, const std::vector<std::string>& known);

/// The networks and protocols that `pram compare` compares: those of --networks and --access, each once, or the
/// defaults.
std::vector<Spec> compared_networks(const Options& options);
std::vector<Spec> compared_protocols(const Options& options);

/// A machine with that network and protocol. Its ledger keeps totals alone.
/// @throws ConfigError, which names --networks and the list's entry where `listed` and the network is wrong
Machine machine_at(const Spec& network, const Spec& access, MachineOptions options, bool listed = true);

}  // namespace pram::tool
