#include "forced.hpp"

#include <utility>

namespace pram::testing {

using detail::test_hooks;

ForcedWorkers::ForcedWorkers(bool forced)
    : before_(std::exchange(test_hooks.all_workers, forced || test_hooks.all_workers)) {}
ForcedWorkers::~ForcedWorkers() { test_hooks.all_workers = before_; }

ForcedServing::ForcedServing(detail::Serving serving) : before_(std::exchange(test_hooks.serving, serving)) {}
ForcedServing::~ForcedServing() { test_hooks.serving = before_; }

}  // namespace pram::testing
