#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>

namespace pram {

/// A network of one shape, the guest, on one of another, the host: each node of the guest stands on a terminal of the
/// host of its own, and a link of the guest is a path of the host.
struct Embedding {
  std::shared_ptr<const Topology> guest;
  std::shared_ptr<const Topology> host;
  std::vector<std::uint32_t> place;  ///< the host's terminal of each node of the guest
};

/// A guest that is known on hosts of several shapes.
struct EmbeddedGuest {
  std::string_view name;  ///< "ring"
  /// The guest that takes all terminals of the host (the tree, all but one), laid out as suits the host's shape: by the
  /// rows of RCN-FULL, by Gray codes on a hypercube, by rows on grids and tori; in order of numbers elsewhere.
  /// @returns nothing if no guest of this kind has that many nodes
  std::optional<Embedding> (*embed)(std::shared_ptr<const Topology> host);
  /// A bound on the dilation on RCN-FULL (A, L), proven beside the layout.
  std::uint32_t (*rcn_full_dilation)(std::uint32_t atom, std::uint32_t levels);
};

/// Ring, mesh, hypercube and complete binary tree.
std::span<const EmbeddedGuest> embedded_guests();

/// Distances between what are neighbours in the guest.
struct EmbeddingDistances {
  std::uint32_t dilation = 0;     ///< the longest, in links of the host
  double mean = 0;                ///< over the guest's links
  std::uint64_t guest_links = 0;  ///< each direction by itself
  /// The fewest steps in which all neighbours of the guest can send each other a message, whatever routes they take,
  /// laid out so: the dilation; all distances over all links of the host; and the guest's bisection over the host's
  /// where both are known and the guest takes all terminals.
  std::uint64_t least_steps = 0;
};

/// @throws ConfigError of option "embedding" if not every node of the guest has a terminal of its own
EmbeddingDistances distances_of(const Embedding& embedding);

/// A step in which each node of the guest sends a word to each of its neighbours, carried over the host.
struct AllNeighbourStep {
  std::uint64_t congestion = 0;  ///< most messages over one link in one direction
  std::uint64_t steps = 0;       ///< until the last has arrived: the slowdown, for the guest itself takes one
};

/// Executes the step, store and forward over all ports.
/// @throws ConfigError as distances_of()
AllNeighbourStep all_neighbour_step(const Embedding& embedding, SwitchingOptions::Routing routing);

}  // namespace pram
