#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include <pram/ranks.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::tool {

namespace {

constexpr std::chrono::milliseconds first_pause(500);
constexpr std::chrono::milliseconds next_pause(200);
constexpr const char* erase_line = "\r\x1b[K";

bool terminal() {
  const char* const kind = std::getenv("TERM");
  return rank() == 0 && ::isatty(STDERR_FILENO) == 1 && (kind == nullptr || std::string_view(kind) != "dumb");
}

}  // namespace

ProgressLine::ProgressLine(std::string_view doing)
    : on_terminal_(terminal()), start_(std::chrono::steady_clock::now()), doing_(doing) {
  if (on_terminal_) clock_ = std::jthread([this](const std::stop_token& stop) { keep_time(stop); });
}

ProgressLine::~ProgressLine() {
  if (!on_terminal_) return;
  clock_.request_stop();
  clock_.join();
  if (shown_) std::fputs(erase_line, stderr);
}

double ProgressLine::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void ProgressLine::show(std::string_view doing) {
  if (!on_terminal_) return;
  const std::scoped_lock lock(mutex_);
  doing_ = doing;
}

void ProgressLine::keep_time(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  auto pause = first_pause;
  while (!changed_.wait_for(lock, stop, pause, [] { return false; }) && !stop.stop_requested()) {
    pause = next_pause;
    shown_ = true;
    const auto whole = static_cast<std::uint64_t>(seconds());
    const std::string line = fmt::format("{}, {}:{:02} (Ctrl-C stops)", doing_, whole / 60, whole % 60);
    std::fputs((erase_line + report::shortened(line, report::line_width - 1)).c_str(), stderr);
    std::fflush(stderr);
  }
}

}  // namespace pram::tool
