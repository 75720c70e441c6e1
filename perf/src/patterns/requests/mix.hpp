#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pram::perf {

/// The sizes of the groups of a mix of degrees, "4096:0.5,1:0.5", largest first; they sum to the requests.
/// @throws ConfigError as mixed_pattern()
std::vector<std::uint32_t> groups_of_mix(const std::string& mix, std::uint64_t requests);

}  // namespace pram::perf
