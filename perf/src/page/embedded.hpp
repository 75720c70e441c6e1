#pragma once

#include <string_view>

namespace pram::perf {

/// What CMake has made of page.css and page.js.
std::string_view page_style();
std::string_view page_script();

}  // namespace pram::perf
