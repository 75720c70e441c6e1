#pragma once

#include <exception>

#include "bytes.hpp"

namespace pram::detail {

/// Writes an exception for other ranks: its class, what it says and its facts. Of one that is none of pram's own its
/// words alone.
void write_failure(BytesWriter& to, const std::exception_ptr& error);

/// Throws what write_failure() has written on another rank.
[[noreturn]] void throw_written(BytesReader& from);

}  // namespace pram::detail
