#pragma once

#include <cstdint>
#include <optional>

#include <pram/detail/operation.hpp>
#include <pram/detail/routing/asynchronous.hpp>

#include "../request/combine.hpp"
#include "../request/record.hpp"

namespace pram::detail {

/// How records of an operation follow those that went before; none if they cannot. Sums, products and exclusive ors
/// cannot: every record is news to them, so that on a hot spot all would follow one by one to the end. Fetches cannot
/// either, since their replies need every operand in its place. A step with such a record waits for every phase, as
/// without asynchronous timing.
///
/// Writers under `common` only attach, since it is seen where they meet whether they agree. Of n writers in random
/// order of rank, ln n are expected to have a lower rank than all before them.
std::optional<Follow> follow_of(Operation operation);

/// The value by which a record follows.
std::uint64_t follow_value(Operation operation, const CombiningContext& context, const UpdateRecord& record);

}  // namespace pram::detail
