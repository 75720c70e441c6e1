#pragma once

#include <optional>

#include <pram/access.hpp>
#include <pram/network.hpp>

namespace pram::report {

/// What phases of a machine's network cost at least, by their h.
struct LowerBound {
  std::optional<LeastCharge> least;  ///< none: no bound is known
  bool combines = false;             ///< messages may merge on their way, so that the bound does not hold for replies
  bool overlap = false;              ///< phases overlap, so that there is no bound of a single one

  /// Whether h counts only the messages that leave their component.
  bool leaving() const { return least && least->own_free; }
};

/// The bound of a machine's network and access protocol.
LowerBound lower_bound(const Network& network, const AccessProtocol& access);

}  // namespace pram::report
