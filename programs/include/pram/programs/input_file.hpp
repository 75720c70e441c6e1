#pragma once

#include <fstream>
#include <string>

namespace pram::programs {

/// Opens a file to be read byte by byte.
/// @throws InputError if it is missing, a folder or unreadable
std::ifstream open_input(const std::string& path);

}  // namespace pram::programs
