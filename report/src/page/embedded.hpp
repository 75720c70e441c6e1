#pragma once

#include <string_view>

namespace pram::report {

/// The texts of page.css and of the files in script/, which CMake compiles into the library.
std::string_view page_style();
std::string_view page_script();  ///< what every page has, before those of its views
std::string_view timeline_script();
std::string_view source_script();
std::string_view machine_script();
std::string_view speed_up_script();
std::string_view begin_script();  ///< what comes last

}  // namespace pram::report
