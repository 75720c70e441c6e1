#pragma once

#include <cstdint>

#include <pram/ledger.hpp>
#include <pram/machines/switching.hpp>

namespace pram::detail {

/// Adds what the crossings of a delivery tell of the load of links.
/// @param load      has an entry for each link
/// @param messages  of the batch
/// @param ports     Topology::ports()
/// @param queues    false: largest_queue stays as it is, because messages come to their links in ways that crossings do
///                  not tell: worms, and replies that part where switches had combined
void add_load(LinkLoad& load, const Trace& trace, std::size_t messages, std::uint32_t ports, bool queues);

}  // namespace pram::detail
