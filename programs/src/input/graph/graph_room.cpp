#include "input/graph/graph_room.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <pram/detail/memory_account.hpp>
#include <pram/error.hpp>

namespace pram::programs {

GraphRoom::GraphRoom(std::string file, const GraphLimits& limits)
    : MemoryRoom(file, limits.memory), file_(std::move(file)), limits_(limits) {}

void GraphRoom::check_sizes(std::uint64_t vertices, std::uint64_t edges, std::uint64_t line,
                            const std::string& hint) const {
  const double needed = static_cast<double>(vertices) * static_cast<double>(limits_.bytes_a_vertex) +
                        static_cast<double>(edges) * static_cast<double>(limits_.bytes_an_edge);
  const auto there = static_cast<double>(limit());
  if (needed <= there) return;
  throw LimitError("memory", vertices + edges, limit(),
                   fmt::format("{}{}: {} vertices and {} edges take {} of memory at the least, and the memory limit is "
                               "{}{}",
                               file_, line == 0 ? "" : fmt::format(":{}", line), vertices, edges,
                               pram::detail::shown_memory(static_cast<std::uint64_t>(std::min(needed, 1e19))),
                               pram::detail::shown_memory(limit()), hint));
}

}  // namespace pram::programs
