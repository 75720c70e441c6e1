#pragma once

#include <cstdint>
#include <span>

#include <pram/machines/collectives.hpp>

namespace pram {

/// A bound on the steps of a pipeline in which ν packets follow each other: rate · ν + latency.
struct PipelineBound {
  double rate = 1;
  double latency = 0;  ///< i - 1 along a path of i links
};
/// A pipeline takes as many steps as the largest of its bounds says.
using Pipeline = std::span<const PipelineBound>;

/// The best real number of packets, ν_opt = √(latency · M / (rate · b · τ)), if M words are cut without regard to whole
/// words and to the limits of ν (Saad and Schultz, (3.4)).
double ideal_packets(const PipelineBound& bound, double words, const CollectiveModel& model);

/// The least time of steps(ν) · (τ + M / (ν b)) over real ν from 1 to M: (√(rate · M / b) + √(latency · τ))² where the
/// optimum lies within (Saad and Schultz, (3.5) and the limits after it).
double ideal_time(Pipeline pipeline, double words, const CollectiveModel& model);
inline double ideal_time(const PipelineBound& one, double words, const CollectiveModel& model) {
  return ideal_time(Pipeline(&one, 1), words, model);
}

/// A whole number of packets, and the time with it.
struct PacketPlan {
  std::uint64_t packets = 1;
  double time = 0;
};

/// The best number of packets for M words.
/// @param whole  packets have whole words, the largest ⌈M / ν⌉; else each has M / ν
PacketPlan best_packets(Pipeline pipeline, std::uint64_t words, const CollectiveModel& model, bool whole = true);
inline PacketPlan best_packets(const PipelineBound& one, std::uint64_t words, const CollectiveModel& model,
                               bool whole = true) {
  return best_packets(Pipeline(&one, 1), words, model, whole);
}

/// A plan for N words over p disjoint paths that work in common steps. A path of l links has delivered S - l + 1
/// packets after S steps. All paths together deliver ν = pS - L packets, where L = Σ (l - 1).
struct SplitPlan {
  std::size_t paths = 1;  ///< how many paths are used, the shortest ones
  std::uint64_t steps = 0;
  std::uint64_t packets = 0;
  double time = 0;
};

/// The best plan with a whole number of steps, on the paths that pay, the shortest first.
/// @param lengths  of the paths in links, ascending
/// @param whole    as for best_packets()
SplitPlan best_split(std::span<const std::uint64_t> lengths, std::uint64_t words, const CollectiveModel& model,
                     bool whole = true);

/// The best plan on all of the paths. Its time is infinite if the paths are too many for the words.
SplitPlan best_split_on_all(std::span<const std::uint64_t> lengths, std::uint64_t words, const CollectiveModel& model,
                            bool whole = true);

/// The least time over real S, on the paths that pay: (1 / p) (√(N / b) + √(L τ))² where the optimum lies within the
/// limits.
double ideal_split_time(std::span<const std::uint64_t> lengths, double words, const CollectiveModel& model);
double ideal_split_time_on_all(std::span<const std::uint64_t> lengths, double words, const CollectiveModel& model);

}  // namespace pram
