#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pram::tool {

/// Loads the plug-ins that a command line names, as values of --load or in place of a program: "./libmine.so". The
/// programs of a plug-in have options of their own, by which the rest of the command line is read.
/// @param words  the command line with the executable's name; a file in place of a program becomes the program's name
/// @throws UsageError where a file in place of a program has several; what load_plugin() throws
void load_named_plugins(std::vector<std::string>& words);

/// The file of the plug-in that has the program, as it was named; empty: the program is of no plug-in.
std::string plugin_of(std::string_view program);

}  // namespace pram::tool
