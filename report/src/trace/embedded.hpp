#pragma once

#include <string_view>

namespace pram::report {

/// The texts of trace.css and of script/, which CMake compiles into the library.
std::string_view trace_style();
std::string_view trace_start_script();  ///< for a trace without steps
std::string_view trace_script();        ///< for any other

}  // namespace pram::report
