#pragma once

#include <string_view>

namespace pram::report {

/// The script of the view "time" of a page whose data say what links did over time, for View::script.
std::string_view space_time_script();

}  // namespace pram::report
