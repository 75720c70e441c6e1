#pragma once

#include <span>

#include <pram/detail/collective.hpp>

namespace pram::detail {

/// Moves the words of a task to their places by the definition of the operation, without a network.
void deliver(const CollectiveBlocks& task, std::span<const Word> in, std::span<Word> out);

}  // namespace pram::detail
