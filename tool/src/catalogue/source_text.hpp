#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace pram::tool {

/// Whether a program of this name came with the tool.
bool is_bundled(std::string_view program);

/// Gives a page the text of source files: of a bundled program as it was compiled; of any other as it is on the disk
/// now, under its path, or in a folder under that path or its last name.
/// @param program  the name of the program that ran
std::function<std::optional<std::string>(std::string_view file)> source_text(const std::string& program,
                                                                             std::filesystem::path folder = ".");

}  // namespace pram::tool
