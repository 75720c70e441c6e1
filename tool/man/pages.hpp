#pragma once

#include <string>
#include <vector>

#include "roff.hpp"

namespace pram::tool {

/// pram(1), and pram-COMMAND(1) of each command, as the tables of commands and options have them.
/// @param date  of the release; "": none
std::vector<ManPage> man_pages(const std::string& version, const std::string& date);

}  // namespace pram::tool
