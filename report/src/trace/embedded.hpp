#pragma once

#include <string_view>

namespace pram::report {

/// The texts of trace.css and trace.js, which CMake compiles into the library.
std::string_view trace_style();
std::string_view trace_script();

}  // namespace pram::report
