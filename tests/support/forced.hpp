#pragma once

#include <pram/detail/test_hooks.hpp>

/// What a user cannot ask of a machine and a test can (core/include/pram/detail/test_hooks.hpp).
namespace pram::testing {

/// While it lives, machines that are made spread small pardos over all their host threads, too. Several threads may
/// have one each.
class ForcedWorkers {
 public:
  explicit ForcedWorkers(bool forced = true);
  ~ForcedWorkers();
  ForcedWorkers(const ForcedWorkers&) = delete;
  ForcedWorkers& operator=(const ForcedWorkers&) = delete;

 private:
  const bool forced_;
};

/// While it lives, machines that are made serve steps so.
class ForcedServing {
 public:
  explicit ForcedServing(detail::Serving serving);
  ~ForcedServing();
  ForcedServing(const ForcedServing&) = delete;
  ForcedServing& operator=(const ForcedServing&) = delete;

 private:
  const detail::Serving before_;
};

}  // namespace pram::testing
