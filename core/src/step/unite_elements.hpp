#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <pram/detail/ranks/element_owners.hpp>

#include "../ranks/rank_group.hpp"

namespace pram::detail {

/// Gives every rank all elements of a host vector: each is taken from the rank that has its owner.
/// @param elements  `count` of the same size
/// @throws Error if an owner is none of the processors
void unite_elements(RankGroup& group, std::uint32_t components, std::span<std::byte> elements, std::uint64_t count,
                    const ElementOwners& owners);

}  // namespace pram::detail
