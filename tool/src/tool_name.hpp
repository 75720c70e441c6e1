#pragma once

#include <string>
#include <string_view>

/// By which name the tool is called.
namespace pram::tool {

/// As usage, examples and errors have it: "pram", or the name of a user's executable.
const std::string& tool_name();

/// Where a user's executable has the command line, before anything is parsed.
void set_tool_name(std::string name);

/// A text of ours that calls the tool pram, "pram run …" or "pram: …", with the name in place of that.
std::string named(std::string_view text);

}  // namespace pram::tool
