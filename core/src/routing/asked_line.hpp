#pragma once

#include <cstdint>

#include <pram/access.hpp>
#include <pram/detail/processors/outbox.hpp>
#include <pram/network.hpp>

#include "../processors/worker_team.hpp"
#include "../request/combine.hpp"

namespace pram::detail {

/// What all requests of a step ask for, where one line of the program asks.
struct AskedLine {
  enum class Lines { none, one, several };

  Lines lines = Lines::none;  ///< that ask; what follows holds for one
  std::uint32_t site = no_request;
  std::uint32_t array = 0;
  Operation operation;
  std::uint64_t requests = 0;
};

AskedLine asked_line(const WorkerTeam& team);

/// Whether phases may be counted without moving records. The network must ask for numbers of messages, not for the
/// messages. Records must go by the protocol's plan, phase by phase, and each as if it were alone
/// (PlannedProtocol::routes_alone()). No array may have a plan of its own.
bool may_count_phases(const AccessProtocol& protocol, const Network& network);

// Below this many components a request, moving the records beats counting over the components.
inline constexpr std::uint32_t sparse_step = 16;
// Cells that a step may touch. The phased delivery carries a step of more requests, and refuses it where it ends.
inline constexpr std::uint64_t most_counted = std::uint64_t{1} << 30;

/// Whether the phases of a step are counted on such a machine:
///   - all requests come from one line of the program, and so ask the same of cells of one array;
///   - the requests have the same result in any order (folds_in_any_order()). The replies of fetches depend on
///     the order: OrderedFold finds them;
///   - the requests are a sixteenth of the components at least, since counters of all components are looked through.
inline bool counts_phases(const AskedLine& line, std::uint32_t components) {
  return line.lines == AskedLine::Lines::one && folds_in_any_order(line.operation) && line.requests < most_counted &&
         line.requests * sparse_step >= components;
}

}  // namespace pram::detail
