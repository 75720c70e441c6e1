#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "collectives/model/mesh.hpp"

namespace pram {

/// The nodes of a path from source to target, both included.
using Path = std::vector<std::uint32_t>;

inline std::uint64_t links_of(const Path& path) { return path.size() - 1; }

/// The lengths of the paths in links, ascending.
std::vector<std::uint64_t> lengths_of(const std::vector<Path>& paths);

/// The path of the topology's own routing.
Path route(const Topology& topology, std::uint32_t from, std::uint32_t to);

/// Whether all steps go to neighbours, and no two steps cross one link, in either direction.
bool edge_disjoint(const Topology& topology, const std::vector<Path>& paths);

/// Four edge-disjoint paths between two nodes of a two-dimensional torus, shortest first, of dist + 2, dist + 4
/// (aligned) or 1, 3, 5 and 7 links (neighbours) (Saad and Schultz, Proposition 3.2). The paths are disjoint where both
/// sides have five nodes or more; on smaller tori they may not be.
std::vector<Path> torus_construction(const Mesh& mesh, std::uint32_t from, std::uint32_t to);

/// The paths of torus_construction() if they are disjoint; else as many of four as shortest_disjoint_paths() finds.
std::vector<Path> torus_paths(const Topology& topology, const Mesh& mesh, std::uint32_t from, std::uint32_t to);

/// Node-disjoint paths between two nodes of the n-cube at Hamming distance H, n in all: H paths have H links, and n - H
/// paths have H + 2 links (Saad and Schultz, Proposition 3.3).
std::vector<Path> hypercube_paths(std::uint32_t dimensions, std::uint32_t from, std::uint32_t to);

/// Sets of 1, 2, … `most` edge-disjoint paths, or of as many as there are, each of least total length: flows of least
/// cost by successive shortest paths. Each set is sorted, shortest first.
std::vector<std::vector<Path>> shortest_disjoint_paths(const Topology& topology, std::uint32_t from, std::uint32_t to,
                                                       std::uint32_t most);

/// A circle along links through all nodes, if the mesh has one (Saad and Schultz, Section 3.3): tori of any sides have
/// one, and grids with an even side.
std::optional<Path> hamiltonian_circle(const Mesh& mesh);
bool has_hamiltonian_circle(const Mesh& mesh);

}  // namespace pram
