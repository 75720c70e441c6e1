#pragma once

#include <cstdint>
#include <span>

#include <pram/machines/topology.hpp>
#include <pram/report/detail/picture/network_picture.hpp>

namespace pram::report {

/// Lays a network out in a plane by its family. The first dimension of grids and tori goes to the right, the second
/// down, the third to the right again, over what lies there already, and so on; a link around the edge is a stub.
/// Hypercubes are Gray-coded in two such directions, so that neighbours in the picture are neighbours in the cube. Rows
/// of rows are rows. Stages stand side by side, terminals in front and behind. Rings and all else fill rows of the
/// square root of their number.
/// @param busy  steps in which the link of a port was busy, at number node · ports + port
/// @param steps  of the delivery; 0: no link was busy
NetworkPlan network_plan(const Topology& topology, std::span<const std::uint64_t> busy, std::uint64_t steps);

}  // namespace pram::report
