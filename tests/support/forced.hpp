#pragma once

/// What a user cannot ask of a machine and a test can (core/src/step/machinery/test_hooks.hpp).
namespace pram::testing {

/// While it lives, machines that are made spread small pardos over all their host threads, too.
class ForcedWorkers {
 public:
  explicit ForcedWorkers(bool forced = true);
  ~ForcedWorkers();
  ForcedWorkers(const ForcedWorkers&) = delete;
  ForcedWorkers& operator=(const ForcedWorkers&) = delete;

 private:
  const bool before_;
};

/// While it lives, machines that are made move all records, and carry no step by chains.
class ForcedMoving {
 public:
  explicit ForcedMoving(bool forced = true);
  ~ForcedMoving();
  ForcedMoving(const ForcedMoving&) = delete;
  ForcedMoving& operator=(const ForcedMoving&) = delete;

 private:
  const bool before_;
};

}  // namespace pram::testing
