#pragma once

#include <cstdint>
#include <string>

#include <pram/machines/replay.hpp>

namespace pram::detail {

/// An operation as errors name it: "rank 3, 'a'".
std::string in_words(const OperationTrace& trace, std::uint32_t operation);

/// Whoever makes a trace by itself may make it wrong.
/// @throws TraceError if its lists do not fit together, or name ranks or operations that there are none of
void check_lists(const OperationTrace& trace);

/// @throws TraceError if operations of a rank wait for each other in a circle
void check_order(const OperationTrace& trace);

/// @throws TraceError if there are more messages than receives between two ranks with one tag, or fewer
void check_matches(const OperationTrace& trace);

}  // namespace pram::detail
