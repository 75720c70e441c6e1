#pragma once

#include "../../processors/worker_team.hpp"
#include "../../routing/delivery.hpp"

namespace pram::detail {

/// Takes back what a step has written, unless it is committed.
class Undo {
 public:
  Undo(const WorkerTeam& team, Delivery& delivery) : team_(team), delivery_(delivery) {}
  ~Undo() {
    if (committed_) return;
    delivery_.undo();
    for (const auto& worker : team_.workers) worker->modules.undo();
  }
  Undo(const Undo&) = delete;
  Undo& operator=(const Undo&) = delete;

  void commit() noexcept {
    committed_ = true;
    delivery_.commit();
  }

 private:
  const WorkerTeam& team_;
  Delivery& delivery_;
  bool committed_ = false;
};

}  // namespace pram::detail
