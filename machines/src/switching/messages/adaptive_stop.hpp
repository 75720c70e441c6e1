#pragma once

#include <cstdint>

#include <pram/machines/switching.hpp>

#include "batch.hpp"

namespace pram::detail {

/// Universal globally-adaptive load-balanced routing (Singh 2005; on dragonflies Kim, Dally, Scott and Abts 2008): by
/// the own route of a topology, or by way of a stop as Valiant's, whichever has less in front of it when the message
/// sets out. Messages that wait, times hops, are compared; where both are equal the own route is taken.
///
/// ugal-l sees the queues of the first links alone: where both ways leave the source by the same link, as terminals at
/// a switch must, those of the second links. ugal-g sees the queues of all links on both ways.
/// @param stop  a terminal
/// @returns the stop, or the destination
/// @throws TopologyError if a way has more hops than there are nodes
std::uint32_t adaptive_stop(const Topology& topology, SwitchingOptions::Routing routing, std::uint32_t source,
                            std::uint32_t stop, std::uint32_t destination, const QueueView& queues);

}  // namespace pram::detail
