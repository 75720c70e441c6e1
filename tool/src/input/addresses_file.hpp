#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pram::tool {

/// Reads addresses, one a line, as whole numbers below 2^64; what follows a # is left out, and so are empty lines.
/// @param path  "-" for standard input
/// @throws programs::InputError naming file, line and what is wrong
std::vector<std::uint64_t> read_addresses(const std::string& path);

}  // namespace pram::tool
