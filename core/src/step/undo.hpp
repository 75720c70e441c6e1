#pragma once

#include "../processors/worker_team.hpp"

namespace pram::detail {

/// Takes back what a step has written, unless it is booked.
class Undo {
 public:
  explicit Undo(const WorkerTeam& team) : team_(team) {}
  ~Undo() {
    if (booked_) return;
    for (const auto& worker : team_.workers) worker->modules.undo();
  }
  Undo(const Undo&) = delete;
  Undo& operator=(const Undo&) = delete;

  void booked() noexcept { booked_ = true; }

 private:
  const WorkerTeam& team_;
  bool booked_ = false;
};

}  // namespace pram::detail
