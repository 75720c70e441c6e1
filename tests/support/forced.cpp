#include "forced.hpp"

#include <utility>

#include "step/machinery/test_hooks.hpp"

namespace pram::testing {

using detail::test_hooks;

ForcedWorkers::ForcedWorkers(bool forced)
    : before_(std::exchange(test_hooks.all_workers, forced || test_hooks.all_workers)) {}
ForcedWorkers::~ForcedWorkers() { test_hooks.all_workers = before_; }

ForcedMoving::ForcedMoving(bool forced)
    : before_(std::exchange(test_hooks.moves_all, forced || test_hooks.moves_all)) {}
ForcedMoving::~ForcedMoving() { test_hooks.moves_all = before_; }

}  // namespace pram::testing
