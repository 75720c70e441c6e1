#pragma once

#include <string>
#include <vector>

#include <pram/machines/topology.hpp>

namespace pram {

/// Whether an option of this name says what fails.
bool is_failure_option(const std::string& name);

/// The names of the options that say what fails of a topology: failed-links, failed-nodes, failure-seed.
std::vector<std::string> failure_options();

/// What shall fail of "torus:8x8,failed-links=5,failure-seed=3,ports=one". Options of other names are not looked at.
/// @throws ConfigError for options that are repeated, before the sizes, or of values not allowed
Failures failures_asked(const Spec& network);

/// The options that differ from the defaults, as they would be asked for: ",failed-links=5,failure-seed=3".
std::string to_string(const Failures& failures);

}  // namespace pram
