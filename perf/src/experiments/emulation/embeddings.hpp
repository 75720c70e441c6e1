#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <pram/perf/finished_parts.hpp>
#include <pram/perf/report.hpp>

/// Rings, meshes, hypercubes and trees laid out on RCN-FULL, which Hamdi's paper does not look at, and on a hypercube
/// and a torus beside it.
namespace pram::perf {

/// A step in which all neighbours of a guest send each other a word, executed.
struct EmbeddedStep {
  std::uint64_t congestion = 0;  ///< most messages over one link in one direction
  std::uint64_t steps = 0;       ///< the slowdown
};

/// A guest on a host.
struct EmbeddingRow {
  std::string host;         ///< "rcn-full:16,1"
  std::string guest;        ///< "hypercube:8"
  std::string kind;         ///< "hypercube"
  std::uint64_t nodes = 0;  ///< of the host
  std::uint32_t dilation = 0;
  std::optional<std::uint32_t> dilation_bound;  ///< proven; none but for RCN-FULL
  double mean = 0;                              ///< links of the host between neighbours of the guest
  std::uint64_t least_steps = 0;                ///< by any routes
  EmbeddedStep own;                             ///< by the host's own routing
  std::optional<EmbeddedStep> spread;           ///< by Algorithm 2 of RCN-FULL
};

struct EmbeddingsRequest {
  bool large = false;  ///< hosts of 65536 nodes, too
  /// Is called now and then with the numbers of hosts done and to do. If it returns false, the work stops.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress = {};
  FinishedParts* parts = nullptr;  ///< finished hosts, and where new ones are kept; null: none is kept
};

/// Lays out and executes all. If progress() stopped it, the rows are those of the hosts that are done.
std::vector<EmbeddingRow> embedding_rows(const EmbeddingsRequest& request);

/// JSON: {version, embeddings: [{host, guest, kind, nodes, dilation, dilation_bound, mean, least_steps, own:
/// {congestion, steps}, spread: {congestion, steps}}], interrupted, wall_seconds}; what a host has not is null.
Report embeddings_report(const std::vector<EmbeddingRow>& rows);

}  // namespace pram::perf
