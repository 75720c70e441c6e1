#pragma once

#include <cstdint>
#include <optional>

#include <pram/network.hpp>
#include <pram/spec.hpp>

/// The g and l by which a report predicts the cost of supersteps. A superstep of local work w that is an h-relation
/// costs w + g h + l units of the network's time (Valiant 1990; Bisseling 2020, Section 1.2).
namespace pram::report {

struct BspParameters {
  double g = 1;         ///< units of the network's time for each word
  double l = 0;         ///< units for each superstep
  bool fitted = false;  ///< g and l are fitted to random h-relations, as by `pram probe`; else they are the network's

  double cost(double work, double relation, double supersteps) const { return work + g * relation + l * supersteps; }
};

/// The g and l of a network whose ports alone decide what a message costs (`router`, `ideal`).
/// @returns nothing for any other network: it has no parameters of its own
/// @throws ConfigError for the network's name
std::optional<BspParameters> own_parameters(const Spec& network, std::uint32_t components);

/// The same of a network that is made already: Machine::network().
std::optional<BspParameters> own_parameters(const Network& network);

}  // namespace pram::report
