#pragma once

#include <utility>

namespace pram::detail {

/// Calls undo() at its end, unless it was dismissed: what is to be done if something throws. It must not throw itself,
/// nor allocate.
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
