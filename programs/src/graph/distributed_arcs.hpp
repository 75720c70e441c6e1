#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <pram/programs/input/graph.hpp>
#include "distribution.hpp"

/// Arcs on BSP processes: each has a block of vertices, and the arcs that leave them.
namespace pram::programs {

/// The arcs of a graph by the vertex that they leave.
struct Adjacency {
  /// @param arcs  a range of Edge, whose ends are vertices: see check_edges()
  template <class Arcs>
  Adjacency(std::uint32_t vertices, const Arcs& arcs) : first(vertices + std::size_t{1}) {
    for (const Edge& arc : arcs) ++first[arc.from + std::size_t{1}];
    for (std::size_t v = 1; v < first.size(); ++v) first[v] += first[v - 1];
    std::vector<std::uint64_t> next(first.begin(), first.end() - 1);
    to.resize(first.back());
    number.resize(first.back());
    std::uint64_t k = 0;
    for (const Edge& arc : arcs) {
      const std::uint64_t place = next[arc.from]++;
      to[place] = arc.to;
      number[place] = k++;
    }
  }

  std::vector<std::uint64_t> first;   ///< per vertex: the place of its first arc; then the number of arcs
  std::vector<std::uint32_t> to;      ///< per arc: the vertex where it ends
  std::vector<std::uint64_t> number;  ///< per arc: its place in the range
};

/// What a process knows of the arcs that leave its vertices. The process sends to each of their targets once. The
/// targets are in the order of vertices, and so of processes.
struct OutgoingArcs {
  OutgoingArcs(const Adjacency& arcs, const BlockDistribution& blocks, std::uint64_t processes, std::uint64_t self)
      : begin(arcs.first[blocks.first(self)]), end(arcs.first[blocks.first(self + 1)]) {
    const std::span<const std::uint32_t> to = std::span(arcs.to).subspan(begin, end - begin);
    targets.assign(to.begin(), to.end());
    std::ranges::sort(targets);
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    for (const std::uint32_t target : to)
      slot.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(targets, target) - targets.begin()));
    for (std::uint64_t process = 0; process <= processes; ++process)
      part.push_back(
          static_cast<std::uint64_t>(std::ranges::lower_bound(targets, blocks.first(process), {},
                                                              [](std::uint32_t v) -> std::uint64_t { return v; }) -
                                     targets.begin()));
  }

  std::uint64_t begin;  ///< of the process's arcs in the adjacency
  std::uint64_t end;
  std::vector<std::uint32_t> targets;  ///< distinct, ascending
  std::vector<std::uint32_t> slot;     ///< per arc: the place of its target among them
  std::vector<std::uint64_t> part;     ///< per process: the place of its first target; then the number of targets
};

/// What the arcs of a graph cost the processes, for bounds: per count the most of any process.
struct ArcCounts {
  std::uint64_t arcs = 0;      ///< arcs that leave its vertices
  std::uint64_t targets = 0;   ///< distinct targets of these arcs
  std::uint64_t relation = 0;  ///< h, if a word goes to each target at another process
  std::uint64_t received = 0;  ///< words that it then receives, those from its own vertices included
};

/// Counts the arcs of each process, whose vertices lie in blocks.
/// @param arcs  a range of Edge
template <class Arcs>
ArcCounts arc_counts(std::uint32_t vertices, const Arcs& arcs, std::uint64_t processes) {
  const BlockDistribution blocks(vertices, processes);
  std::vector<std::uint64_t> leaving(processes);
  std::vector<std::pair<std::uint64_t, std::uint32_t>> pairs;  // a process and a target
  for (const Edge& arc : arcs) {
    ++leaving[blocks.owner(arc.from)];
    pairs.emplace_back(blocks.owner(arc.from), arc.to);
  }
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  std::vector<std::uint64_t> targets(processes);
  std::vector<std::uint64_t> sent(processes);
  std::vector<std::uint64_t> got(processes);
  std::vector<std::uint64_t> received(processes);
  for (const auto& [source, target] : pairs) {
    const std::uint64_t owner = blocks.owner(target);
    ++targets[source];
    ++received[owner];
    if (owner == source) continue;
    ++sent[source];
    ++got[owner];
  }
  return {std::ranges::max(leaving), std::ranges::max(targets), std::max(std::ranges::max(sent), std::ranges::max(got)),
          std::ranges::max(received)};
}

}  // namespace pram::programs
