#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace pram::tool {

/// One line on a terminal's standard error that says what is being done and for how long. The destructor erases it. A
/// thread of its own updates the time, whatever the work does. Nothing is shown in a pipe, or in the first half second.
class ProgressLine {
 public:
  /// @param doing  what begins; the elapsed time is added
  explicit ProgressLine(std::string_view doing);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  bool on_terminal() const { return on_terminal_; }

  double seconds() const;

  /// @param doing  what is done by now
  void show(std::string_view doing);

 private:
  void keep_time(const std::stop_token& stop);

  bool on_terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point start_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::string doing_;
  std::jthread clock_;  // last, so that it ends before what it uses
};

}  // namespace pram::tool
