#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <pram/machines/replay.hpp>
#include <pram/perf/link_use.hpp>
#include <pram/perf/report.hpp>
#include <pram/report/detail/value/field.hpp>

/// A trace of dependent operations, replayed on a network or priced by LogGOPS.
namespace pram::perf {

/// A network, and what it asks of processors.
struct ReplayNetwork {
  std::string name;
  std::shared_ptr<const Topology> topology;
  SwitchingOptions options;
  std::uint64_t overhead = 0;  ///< nanoseconds of a processor for a message, at each end
};

/// The most pieces of a critical path that are kept.
inline constexpr std::size_t most_path_pieces = 10'000;

/// The most links whose load is told one by one.
inline constexpr std::size_t most_loaded_links = 10;

/// Times are in nanoseconds.
struct Replayed {
  /// A piece of the critical path, with what the trace says of its operation.
  struct Piece {
    std::string part;
    std::uint64_t rank = 0;
    std::string label;
    std::uint64_t line = 0;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };
  struct LoadedLink {
    std::uint64_t from = 0;  ///< a node
    std::uint64_t to = 0;
    std::uint64_t busy = 0;
  };
  /// What a network of links did.
  struct Links {
    std::uint64_t links = 0;  ///< the two directions of a wire are two links
    std::uint64_t hops = 0;
    std::uint64_t busy = 0;           ///< summed over all links
    std::uint64_t busiest_link = 0;   ///< of the busiest
    std::uint64_t largest_queue = 0;  ///< most messages at one link at a time
    /// The first most_loaded_links of those that carried something, the busiest first, of equal ones that of the lower
    /// node and port.
    std::vector<LoadedLink> most_loaded = {};
    std::optional<LinkUse> over_time = {};  ///< where it was watched
  };

  std::string trace;
  std::string network;
  std::uint64_t ranks = 0;
  std::uint64_t operations = 0;
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  std::uint64_t makespan = 0;
  std::vector<std::uint64_t> ends;  ///< per rank
  std::uint64_t of_path[path_parts] = {};
  std::vector<Piece> path;          ///< the first most_path_pieces of it
  std::uint64_t path_pieces = 0;    ///< all of them
  std::optional<Links> links = {};  ///< of a network that has links
  double wall_seconds = 0;
};

/// @param watch  whether to keep what links did over time, unless messages take more hops than most_watched_hops
/// (pram/perf/route.hpp), or 2^32 steps or more
/// @throws as pram::replay() does
Replayed replay_trace(const OperationTrace& trace, const std::variant<LogGops, ReplayNetwork>& on, bool watch = false);

/// JSON: {version, trace, network, ranks, operations, messages, bytes, makespan, critical_path: {calc, overhead,
/// network, waiting, count, pieces: [{part, rank, label, line, begin, end}]}, ends, links: {…}, wall_seconds}; `links`
/// where the network has them.
Report replay_report(const Replayed& result);

/// The result that such a report is of, from its JSON.
/// @throws Error that names the field that is missing or wrong
Replayed read_replay(const Field& report);

/// The same as a page, with the network and its links over time where they were watched.
Page replay_page(const Replayed& result);

}  // namespace pram::perf
