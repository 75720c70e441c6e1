#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <pram/machines/topology.hpp>

namespace pram {

/// Bounds on the fewest links between two halves of the terminals, one of which has a terminal more if their number is
/// odd. Switches lie on either side. Of wires in one direction those from one half to the other count, in the direction
/// that has fewer.
struct BisectionBounds {
  std::uint64_t lower = 0;
  std::uint64_t upper = 0;

  friend bool operator==(const BisectionBounds&, const BisectionBounds&) = default;
};

/// A topology in numbers. What neither a formula gives nor a search in some seconds is none.
struct TopologySurvey {
  std::string name;
  std::uint32_t nodes = 0;
  std::uint32_t terminals = 0;
  std::uint64_t links = 0;
  bool two_way = true;
  std::uint32_t largest_degree = 0;
  std::uint32_t smallest_degree = 0;
  std::uint32_t diameter = 0;
  std::uint32_t channel_classes = 0;
  /// Ordered pairs of terminals between which no path leads. Distances are those of the others; bounds on total
  /// exchange are none where there are such pairs.
  std::uint64_t unreachable_pairs = 0;
  std::optional<double> mean_distance = std::nullopt;  ///< between different terminals that reach each other
  /// AS: the status of a terminal, the sum of its distances to all, on average (Dimakopoulos and Dimopoulos, section
  /// 2).
  std::optional<double> status = std::nullopt;
  std::optional<BisectionBounds> bisection = std::nullopt;
  /// (B1) of total exchange among the terminals by one port: ⌈AS⌉. Where there are switches, which move messages, too,
  /// the distances of all pairs over the number of nodes, but no less than a terminal has messages.
  std::optional<std::uint64_t> one_port_bound = std::nullopt;
  /// (B2) by all ports: ⌈|V₁| |V₂| / C⌉ for the best of the cuts that were tried, with |V₁| and |V₂| terminals on its
  /// sides and C links between them.
  std::optional<std::uint64_t> all_ports_bound = std::nullopt;
};

/// Surveys a topology. Formulas come first. Else distances are searched from every terminal, if that takes some
/// seconds. The lower bound of the bisection is that of total exchange over all shortest paths in equal shares: the
/// links of a cut must carry what crosses it, and none carries more than the busiest. Up to 20 nodes all halves are
/// tried.
TopologySurvey survey(const Topology& topology);

}  // namespace pram
