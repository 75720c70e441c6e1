#pragma once

#include <string>

namespace pram::programs {

/// The whole text of a file, or of standard input for "-": without a byte-order mark, and unpacked if gzip packed it.
/// @throws InputError if it is missing, a folder or unreadable, packed in another way, damaged, or no text (NUL bytes,
///         UTF-16)
std::string read_text(const std::string& path);

}  // namespace pram::programs
