#pragma once

#include <chrono>
#include <string_view>

namespace pram::tool {

/// One line on a terminal's standard error that each update replaces and the end erases. Silent in a pipe, and for the
/// first half second.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  bool on_terminal() const { return on_terminal_; }

  double seconds() const;

  /// @param text  what is done so far; the elapsed time is added
  void show(std::string_view text);

 private:
  bool on_terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace pram::tool
