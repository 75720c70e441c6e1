#pragma once

#include <string>
#include <string_view>

namespace pram::perf {

/// A field of comma-separated values, in quotes where it needs them (RFC 4180).
std::string csv_field(std::string_view text);

}  // namespace pram::perf
