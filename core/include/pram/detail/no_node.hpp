#pragma once

#include <cstdint>

namespace pram {

/// Stands where a node's number could: of a link that leads nowhere, of the successor of a list's last node.
inline constexpr std::uint32_t no_node = 0xFFFFFFFF;

}  // namespace pram
