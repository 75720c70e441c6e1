#pragma once

#include <cstdint>
#include <string>

namespace pram::programs {

/// The whole text of a file, or of standard input for "-", without a byte-order mark. A file packed by gzip is
/// unpacked. Reading goes piece by piece and ends as soon as a piece shows that the file is no text, or never ends.
/// @param memory_limit  most bytes that reading may take; 0: default_memory_limit()
/// @throws InputError if the file is missing, a folder or unreadable, packed in another way, damaged, no text (NUL
/// bytes, UTF-16), or has a line of more than 2^26 bytes or a word of more than 2^16; LimitError if it does not fit
/// into the limit
std::string read_text(const std::string& path, std::uint64_t memory_limit = 0);

}  // namespace pram::programs
