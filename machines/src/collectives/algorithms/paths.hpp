#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "collectives/model/mesh.hpp"

namespace pram {

/// Nodes from source to target.
using Path = std::vector<std::uint32_t>;

inline std::uint64_t links_of(const Path& path) { return path.size() - 1; }

/// Ascending.
std::vector<std::uint64_t> lengths_of(const std::vector<Path>& paths);

/// The topology's own way.
Path route(const Topology& topology, std::uint32_t from, std::uint32_t to);

/// Do all steps go to neighbours, and no two cross one link, in either direction?
bool edge_disjoint(const Topology& topology, const std::vector<Path>& paths);

/// Four edge-disjoint paths between two nodes of a two-dimensional torus, shortest first, of dist + 2, dist + 4
/// (aligned) or 1, 3, 5 and 7 links (neighbours) (Saad and Schultz, Proposition 3.2). They are disjoint where both
/// sides have five nodes; on smaller tori they may not be.
std::vector<Path> torus_construction(const Mesh& mesh, std::uint32_t from, std::uint32_t to);

/// The same where they are disjoint, else as many of four as shortest_disjoint_paths() finds.
std::vector<Path> torus_paths(const Topology& topology, const Mesh& mesh, std::uint32_t from, std::uint32_t to);

/// n node-disjoint paths between two nodes of the n-cube at Hamming distance H: H of H links, n - H of H + 2 (Saad and
/// Schultz, Proposition 3.3).
std::vector<Path> hypercube_paths(std::uint32_t dimensions, std::uint32_t from, std::uint32_t to);

/// Edge-disjoint paths of least total length, for 1, 2, … `most` paths or as many as there are: a flow of least cost by
/// successive shortest paths. Each set is sorted, shortest first.
std::vector<std::vector<Path>> shortest_disjoint_paths(const Topology& topology, std::uint32_t from, std::uint32_t to,
                                                       std::uint32_t most);

/// A circle through all nodes along links, if the mesh has one (Saad and Schultz, Section 3.3): tori of any sides,
/// grids with an even side.
std::optional<Path> hamiltonian_circle(const Mesh& mesh);
bool has_hamiltonian_circle(const Mesh& mesh);

}  // namespace pram
