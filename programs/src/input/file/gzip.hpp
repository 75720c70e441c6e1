#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace pram::programs {

/// Whether these are the first bytes of a gzip file.
bool is_gzip(std::string_view bytes);

/// Unpacks what gzip packed, all members of the file one after the other, piece by piece. If a file unpacks to more
/// than its taker accepts, no more of it is unpacked.
/// @param first  the first piece of the file
/// @param next   gives the next piece, "" at the end; a piece lives until the next call
/// @param take   is given the text, in pieces of 64 KiB but for the last
/// @param file   for errors, as shown_path() gives it
/// @throws InputError if the file is damaged or cut short, and what `next` and `take` throw
void gunzip(std::string_view first, const std::function<std::string_view()>& next,
            const std::function<void(std::string_view)>& take, const std::string& file);

}  // namespace pram::programs
