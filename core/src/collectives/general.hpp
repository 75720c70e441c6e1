#pragma once

#include <span>

#include <pram/detail/collective.hpp>

namespace pram::detail {

/// Moves the words of a task to where they belong, on no network.
void deliver(const CollectiveBlocks& task, std::span<const Word> in, std::span<Word> out);

}  // namespace pram::detail
