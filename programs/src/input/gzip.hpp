#pragma once

#include <string>
#include <string_view>

namespace pram::programs {

/// Whether these are the first bytes of a gzip file.
bool is_gzip(std::string_view bytes);

/// What gzip packed, all members of the file one behind the other.
/// @param file  for errors, as shown_path() gives it
/// @throws InputError if it is damaged or cut short
std::string gunzip(const std::string& packed, const std::string& file);

}  // namespace pram::programs
