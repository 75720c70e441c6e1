#pragma once

#include <string_view>

namespace pram::report {

/// The texts of page.css and page.js, which CMake compiles into the library.
std::string_view page_style();
std::string_view page_script();

}  // namespace pram::report
