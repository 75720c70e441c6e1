#pragma once

#include <cstdint>
#include <string>

#include <pram/machines/patterns.hpp>

namespace pram::tool {

/// Reads messages, one a line: source, destination and, if it is not one word long, its words; between them commas or
/// white space. `#` opens a comment. Messages of one source leave it in the order of the file.
/// @param path  "-" for standard input
/// @throws programs::InputError naming file, line and what is wrong
Batch read_messages(const std::string& path, std::uint32_t terminals);

}  // namespace pram::tool
