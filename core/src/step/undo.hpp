#pragma once

#include "../processors/worker_team.hpp"
#include "../routing/delivery.hpp"

namespace pram::detail {

/// Takes back what a step has written, unless it is booked.
class Undo {
 public:
  Undo(const WorkerTeam& team, Delivery& delivery) : team_(team), delivery_(delivery) {}
  ~Undo() {
    if (booked_) return;
    delivery_.undo();
    for (const auto& worker : team_.workers) worker->modules.undo();
  }
  Undo(const Undo&) = delete;
  Undo& operator=(const Undo&) = delete;

  void booked() noexcept {
    booked_ = true;
    delivery_.booked();
  }

 private:
  const WorkerTeam& team_;
  Delivery& delivery_;
  bool booked_ = false;
};

}  // namespace pram::detail
