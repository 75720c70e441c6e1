#pragma once

#include <pram/access.hpp>
#include <pram/bsp.hpp>
#include <pram/machine.hpp>
#include <pram/machines.hpp>
#include <pram/network.hpp>
#include <pram/ranks.hpp>

/// Everything that a user's program needs: the machine, and all bundled networks by name.
namespace pram::detail {

inline const bool machines_registered = (register_machines(), true);

}  // namespace pram::detail
