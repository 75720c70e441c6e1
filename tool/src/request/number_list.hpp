#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "../options.hpp"

namespace pram::tool {

/// The whole numbers that an option gives between commas: "1,2,4".
/// @param otherwise  if it is not given
/// @throws ConfigError if one is not a whole number of [least, most]
std::vector<std::uint32_t> number_list(const Options& options, const Option<std::string>& option, std::uint64_t least,
                                       std::uint64_t most, std::vector<std::uint32_t> otherwise);

}  // namespace pram::tool
