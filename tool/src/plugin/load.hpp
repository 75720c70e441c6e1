#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pram::tool {

/// Loads a plug-in, and adds its programs to the table in front of all others. A file that was loaded before is not
/// loaded again.
/// @param file  a path, which is never searched for elsewhere
/// @returns the names of its programs
/// @throws UsageError for a file that is no plug-in or is one for another interface, and where this executable loads
///         none; what programs() of the plug-in throws
std::vector<std::string> load_plugin(const std::string& file);

/// @throws UsageError, always: "pram: cannot load './mine.so': …"
[[noreturn]] void refuse_plugin(const std::string& file, std::string_view why);

}  // namespace pram::tool
