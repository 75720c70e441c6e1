#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "algorithm.hpp"
#include "collectives/model/mesh.hpp"

/// The loops that all-gather and all-to-all share: every node passes on a bundle of pieces in every step.
namespace pram {

/// All rings along one dimension. In step s of size - 1 steps every node passes on to the next node what came from the
/// node s - 1 places back.
/// @param bundle_of  bundle_of(node s - 1 places back, s, bundle) appends the pieces
template <class BundleOf>
void rotate_rings(CollectiveExecutor& executor, const Mesh& mesh, std::size_t dimension,
                  CollectiveExecutor::Sender sender, BundleOf&& bundle_of) {
  std::vector<Piece> bundle;
  const std::uint64_t parts = turns(executor.model(), mesh.size(dimension));
  for (std::uint32_t step = 1; step < mesh.size(dimension); ++step) {
    for (std::uint64_t part = 0; part < parts; ++part) {
      executor.begin_step();
      for (std::uint32_t i = 0; i < executor.nodes(); ++i) {
        if (parts == 2 && mesh.digit(i, dimension) != part) continue;
        bundle.clear();
        bundle_of(mesh.moved(i, dimension, 1 - std::int64_t{step}), step, bundle);
        executor.send(i, mesh.moved(i, dimension, 1), bundle, sender);
      }
      executor.end_step();
    }
  }
}

/// A hypercube of n dimensions, with everything in n pieces. In round t piece q crosses dimension q + t. If links are
/// half duplex, nodes of even parity write first.
/// @param bundle_of  bundle_of(node, q, bits of the dimensions that piece q has crossed, bit of the next, bundle)
template <class BundleOf>
void rotate_pieces(CollectiveExecutor& executor, CollectiveExecutor::Sender sender, BundleOf&& bundle_of) {
  const std::uint32_t n = executor.model().architecture.dimensions();
  const std::uint32_t parts = executor.model().half_duplex() ? 2 : 1;
  std::vector<std::uint32_t> crossed(n, 0);  // by piece
  std::vector<Piece> bundle;
  for (std::uint32_t round = 0; round < n; ++round) {
    const auto bit = [&](std::uint32_t q) { return 1U << (q + round) % n; };
    for (std::uint32_t part = 0; part < parts; ++part) {
      executor.begin_step();
      for (std::uint32_t i = 0; i < executor.nodes(); ++i) {
        if (parts == 2 && std::popcount(i) % 2 != static_cast<int>(part)) continue;
        for (std::uint32_t q = 0; q < n; ++q) {
          bundle.clear();
          bundle_of(i, q, crossed[q], bit(q), bundle);
          executor.send(i, i ^ bit(q), bundle, sender);
        }
      }
      executor.end_step();
    }
    for (std::uint32_t q = 0; q < n; ++q) crossed[q] |= bit(q);
  }
}

}  // namespace pram
