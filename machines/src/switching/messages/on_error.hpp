#pragma once

#include <utility>

namespace pram::detail {

/// Calls undo() when it is destroyed, unless it was released: for what must be undone if something throws. undo() must
/// neither throw nor allocate.
template <class Undo>
class OnError {
 public:
  explicit OnError(Undo undo) : undo_(std::move(undo)) {}
  ~OnError() {
    if (!released_) undo_();
  }
  OnError(const OnError&) = delete;
  OnError& operator=(const OnError&) = delete;

  void release() { released_ = true; }

 private:
  Undo undo_;
  bool released_ = false;
};

}  // namespace pram::detail
