#pragma once

#include <string>
#include <string_view>

#include <pram/report/detail/value/value.hpp>

namespace pram::report {

/// A value as JSON in one line, without blanks. Bytes that are not UTF-8 are replaced.
std::string json_line(const Value& value);

/// The characters that a text in JSON has as they are; others are written by their numbers.
enum class Characters { all, ascii };

/// A text as JSON, in quotes. Bytes that are not UTF-8 are replaced.
std::string json_text(std::string_view text, Characters characters = Characters::all);

}  // namespace pram::report
