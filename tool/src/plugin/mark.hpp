#pragma once

#include <string>

namespace pram::tool {

/// Compares the interface that a plug-in is compiled for with that of this tool, in the file: no code of it runs.
/// @param file  a path
/// @throws UsageError for a file that cannot be read or is no plug-in, and for another interface
void check_mark(const std::string& file);

}  // namespace pram::tool
