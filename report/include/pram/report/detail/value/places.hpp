#pragma once

#include <string>
#include <string_view>

namespace pram::report {

/// "graph/connected_components.cpp": the base name with its folder, whatever ".." the path has.
std::string name_in_folder(std::string_view path);

}  // namespace pram::report
