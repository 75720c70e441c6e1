#pragma once

#include <string>

#include <pram/report/detail/value/value.hpp>

namespace pram::report {

/// What a file of JSON, or standard input for "-", holds; that of an earlier version with the names of this one. What
/// can be no JSON is refused at once, so that nothing that never ends is read for long.
/// @throws Error that says what is wrong, without the file's name
Value read_json_file(const std::string& path);

/// The name of a file in errors: "'report.json'", or "standard input" for "-".
std::string shown_file(const std::string& path);

}  // namespace pram::report
