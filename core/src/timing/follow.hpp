#pragma once

#include <cstdint>
#include <optional>

#include <pram/detail/asynchronous.hpp>
#include <pram/detail/operation.hpp>

#include "../request/combine.hpp"
#include "../request/record.hpp"

namespace pram::detail {

/// How records of an operation follow those that have gone before; none if they cannot. Sums, products and exclusive
/// ors wait, since every record is news to them: on a hot spot all would follow one by one to the end. So do fetches,
/// whose replies need every operand in its place. A step with one of them waits for every phase, as without
/// asynchronous timing.
///
/// Common writers need say nothing more: where two meet it is seen whether they agree. A winner is whoever has the
/// lowest rank; of n writers in random order ln n are expected to come first so far.
std::optional<Follow> follow_of(Operation operation);

/// The value by which a record follows.
std::uint64_t follow_value(Operation operation, const CombiningContext& context, const UpdateRecord& record);

}  // namespace pram::detail
