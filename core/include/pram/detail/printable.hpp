#pragma once

#include <string>
#include <string_view>

namespace pram {

/// The text on one line, as a terminal may be given it whoever wrote it: control characters (those of ASCII, DEL, and
/// U+0080 to U+009F) and bytes that are not UTF-8 are escaped ("\n", "\x1b"). What is printable stays as it is, so
/// that a second time changes nothing.
std::string printable(std::string_view text);

}  // namespace pram
