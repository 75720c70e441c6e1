#pragma once

#include "demand.hpp"

namespace pram {

/// The least words, summed over the steps, and the least steps, by what must cross cuts of a network with links:
/// between nodes of low and high numbers, between the halves of every so many numbers, around each node up to every
/// distance, and between the parts that are left without one node. What leaves a set crosses the wires that lead out of
/// it, of which one port permits no more than a matching of the nodes on both sides has. A node with one port that
/// holds parts of a network together sends whatever enters each of them, one after the other.
CollectiveCost cut_bound(const CollectiveModel& model, const Demand& demand);

}  // namespace pram
