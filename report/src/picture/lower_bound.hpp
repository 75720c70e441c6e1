#pragma once

#include <optional>
#include <string>

#include <pram/machine.hpp>
#include <pram/network.hpp>

namespace pram::report {

/// What phases of a machine's network cost at least, by their h.
struct LowerBound {
  std::optional<LeastCharge> least;  ///< none: no bound is known
  bool combines = false;             ///< messages may merge on their way, so that the bound is none of replies
  bool overlap = false;              ///< phases overlap, so that there is no bound of a single one

  /// Whether h counts only the messages that leave their component.
  bool leaving() const { return least && least->own_free; }
};

/// The bound of a network and an access protocol as they are known by name. Of what is not known here there is none.
LowerBound lower_bound(const MachineOptions& machine);

/// Why there is no bound: "no lower bound by h that is known of this network".
std::string missing(const LowerBound& bound);

/// The bound as a formula: "h / 4 + 5".
std::string formula(const LeastCharge& least);

}  // namespace pram::report
