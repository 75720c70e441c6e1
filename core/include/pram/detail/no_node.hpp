#pragma once

#include <cstdint>

namespace pram {

/// Stands in place of a node's number where there is no node: behind a link that leads nowhere, after a list's last.
inline constexpr std::uint32_t no_node = 0xFFFFFFFF;

}  // namespace pram
