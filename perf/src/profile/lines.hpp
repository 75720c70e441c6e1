#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <pram/ledger.hpp>

namespace pram::perf {

/// The ledger's lines, those that cost most first; ties by place, array and operation.
std::vector<LineTotal> costliest_first(const Ledger& ledger);

/// "connected_components.cpp" of any path; "?" if it is empty.
std::string base_name(std::string_view path);

/// "graph/connected_components.cpp": the base name with its folder, whatever ".." the path has.
std::string name_in_folder(std::string_view path);

}  // namespace pram::perf
