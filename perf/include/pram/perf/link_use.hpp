#pragma once

#include <cstdint>
#include <vector>

#include <pram/perf/report.hpp>
#include <pram/report/detail/heat_grid.hpp>
#include <pram/report/detail/network_picture.hpp>

namespace pram::perf {

/// What the links did in a delivery, or in the execution of a collective.
struct LinkUse {
  std::uint64_t steps = 0;
  std::vector<std::uint64_t> busy;   ///< steps in which a link was busy, by number: node · ports + port
  std::uint64_t links = 0;           ///< that were busy in some step
  report::HeatGrid over_time{0, 0};  ///< a row for each such link by number, a column for each step
  report::NetworkPlan plan;          ///< the network in a plane, with the share of steps in which each link was busy
};

}  // namespace pram::perf
