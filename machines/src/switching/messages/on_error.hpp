#pragma once

#include <utility>

namespace pram::detail {

/// Calls undo() when it is destroyed, unless it was dismissed: for what must be undone if something throws. undo() must
/// neither throw nor allocate.
template <class Undo>
class OnError {
 public:
  explicit OnError(Undo undo) : undo_(std::move(undo)) {}
  ~OnError() {
    if (!dismissed_) undo_();
  }
  OnError(const OnError&) = delete;
  OnError& operator=(const OnError&) = delete;

  void destroy_tasks() { dismissed_ = true; }

 private:
  Undo undo_;
  bool dismissed_ = false;
};

}  // namespace pram::detail
