#pragma once

#include <pram/observer.hpp>

namespace pram::detail {

/// Joins an Observation to its machine, whichever of them ends first.
struct ObserverLink {
  Observer* observer = nullptr;  ///< null: the observation has ended
};

}  // namespace pram::detail
