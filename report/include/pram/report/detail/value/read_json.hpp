#pragma once

#include <string_view>

#include <pram/report/detail/value/value.hpp>

namespace pram::report {

/// A JSON text as a value; of two members of one name the first one is found. Whole numbers that do not fit are numbers
/// with a fraction.
/// @throws Error that says in which line the text is damaged, that it ends too early, or that it is nested too deeply
Value read_json(std::string_view text);

}  // namespace pram::report
