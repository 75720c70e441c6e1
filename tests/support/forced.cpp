#include "forced.hpp"

#include <mutex>
#include <utility>

namespace pram::testing {

using detail::test_hooks;

namespace {

// Ranks that are threads force workers each for itself: the first sets what the machines of all read.
std::mutex forced_mutex;
unsigned forcing = 0;
bool before_forced = false;

}  // namespace

ForcedWorkers::ForcedWorkers(bool forced) : forced_(forced) {
  if (!forced_) return;
  const std::scoped_lock lock(forced_mutex);
  if (forcing++ == 0) before_forced = std::exchange(test_hooks.all_workers, true);
}
ForcedWorkers::~ForcedWorkers() {
  if (!forced_) return;
  const std::scoped_lock lock(forced_mutex);
  if (--forcing == 0) test_hooks.all_workers = before_forced;
}

ForcedServing::ForcedServing(detail::Serving serving) : before_(std::exchange(test_hooks.serving, serving)) {}
ForcedServing::~ForcedServing() { test_hooks.serving = before_; }

}  // namespace pram::testing
