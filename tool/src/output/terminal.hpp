#pragma once

#include <cstddef>

namespace pram::tool {

/// Whether a file is a terminal that shows more than plain lines.
bool is_terminal(int descriptor);

/// The columns of a terminal; 80 of what is none.
std::size_t terminal_columns(int descriptor);

/// Whether the locale's characters are UTF-8, so that small bars of blocks can be shown.
bool shows_blocks();

}  // namespace pram::tool
