#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <pram/perf/report.hpp>
#include <pram/report/detail/picture/heat_grid.hpp>
#include <pram/report/detail/picture/network_picture.hpp>

namespace pram::perf {

/// A message's stay at a link. The message waits from the step in which its head has come to the link's node (of the
/// first link the step 0, outside of the network, too) until its head begins to cross.
struct LinkVisit {
  std::uint32_t message = 0;
  std::uint32_t row = 0;      ///< of the link, among those that carried something
  std::uint32_t arrived = 0;  ///< step from 0, at whose beginning it stands there
  std::uint32_t begin = 0;    ///< step in which its head crosses
  std::uint32_t end = 0;      ///< step before which its tail has crossed
};

/// The paths of all messages of a delivery, for small ones.
struct MessageWays {
  /// `from` goes on inside `into`.
  struct Merged {
    std::uint32_t from = 0;
    std::uint32_t into = 0;
    std::uint32_t step = 0;
  };

  std::vector<std::uint32_t> source;       ///< by message
  std::vector<std::uint32_t> destination;  ///< by message
  std::vector<LinkVisit> visits;           ///< by message, then by time
  std::vector<Merged> merged;              ///< by time
};

/// Which links the pieces of a collective cross, and when, for small ones: piece by piece, each by step and row. Pieces
/// that stay where they are have no number.
struct PieceWays {
  struct Visit {
    std::uint32_t piece = 0;
    std::uint32_t step = 0;
    std::uint32_t row = 0;

    friend auto operator<=>(const Visit&, const Visit&) = default;
  };

  std::uint32_t pieces = 0;
  std::vector<Visit> visits;
};

/// What the links did in a delivery, or in the execution of a collective.
struct LinkUse {
  std::uint64_t steps = 0;
  std::vector<std::uint64_t> busy;   ///< steps in which a link was busy, by number: node · ports + port
  std::uint64_t links = 0;           ///< that were busy in some step
  report::HeatGrid over_time{0, 0};  ///< a row for each such link by number, a column for each step
  /// The most messages that waited for a link in a step of a delivery, in the same rows and columns.
  std::optional<report::HeatGrid> waiting = std::nullopt;
  std::optional<MessageWays> messages = std::nullopt;  ///< of a delivery, if they are few
  std::optional<PieceWays> pieces = std::nullopt;      ///< of a collective, if they are few
  report::NetworkPlan plan;  ///< the network in a plane, with the share of steps in which each link was busy
};

/// The most cells of LinkUse::over_time: steps to the right, links down.
inline constexpr std::size_t most_time_columns = 1024;
inline constexpr std::size_t most_time_rows = 512;

/// The most messages or pieces, and the most links that they cross together, whose paths are kept.
inline constexpr std::size_t most_ways = std::size_t{1} << 17;

}  // namespace pram::perf
