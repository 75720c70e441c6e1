#pragma once

#include <pram/bsp/automatic_mode.hpp>
#include <pram/bsp/blocks.hpp>
#include <pram/bsp/coarray.hpp>
#include <pram/bsp/collective_cost.hpp>
#include <pram/bsp/collectives.hpp>
#include <pram/bsp/future.hpp>
#include <pram/bsp/parameters.hpp>
#include <pram/bsp/partition.hpp>
#include <pram/bsp/partitioned_array.hpp>
#include <pram/bsp/process.hpp>
#include <pram/bsp/queue.hpp>
#include <pram/bsp/remote.hpp>
#include <pram/detail/bsp/others.hpp>
#include <pram/detail/bsp/sync.hpp>
#include <pram/detail/bsp/transferable.hpp>

/// Bulk-synchronous parallel programs (Valiant 1990; Hill et al., BSPlib, 1998): processes that compute on their own,
/// ask for communication, and find it done after the next synchronisation.
namespace pram::bsp {}
