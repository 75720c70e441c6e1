#include "run_control.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include <pram/detail/processors/outbox.hpp>
#include <pram/error.hpp>

namespace pram::detail {

void RunControl::refuse_while_running(const char* what) const {
  if (running_) {
    throw Error(
        fmt::format("{} between pardos, but this machine is running one: wait until it returns, and start "
                    "nothing from on_progress or from a second thread",
                    what));
  }
}

void RunControl::check_stop() {
  if (!stop_.load(std::memory_order_relaxed)) return;
  check_owner();
  stop_.store(false, std::memory_order_relaxed);
  throw Interrupted(steps_);
}

void RunControl::disown() noexcept {
  if (!running_) return;
  disowned_ = true;
  request_stop();
}

void RunControl::check_owner() {
  if (!disowned_) return;
  stop_.store(false, std::memory_order_relaxed);
  throw Error("the machine was moved or destroyed while its pardo ran: it must stay until pardo returns");
}

PollScope RunControl::watch() {
  has_named_work_ = false;
  return PollScope([this](std::string_view doing) {
    if (!doing.empty()) has_named_work_ = poll_around(doing);
    if (!has_named_work_) report_progress();
    // Within a processor the request stays, so that the others stop, too: the step that is under way takes it.
    if (current_outbox == nullptr) check_stop();
    if (stop_.load(std::memory_order_relaxed)) throw Interrupted(steps_);
  });
}

void RunControl::on_progress(Function<void(std::uint64_t)> report) {
  if (current_outbox != nullptr) throw Error("on_progress is called by host code, not by a processor");
  progress_ = std::move(report);
}

void RunControl::report_progress() {
  if (!progress_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_progress_ < std::chrono::milliseconds(100)) return;
  last_progress_ = now;
  const auto report = progress_;  // a copy, because the call may replace progress_
  host_stack.let([&] { report(steps_); });
}

}  // namespace pram::detail
