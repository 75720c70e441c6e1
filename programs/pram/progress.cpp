#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include <pram/perf/text.hpp>

namespace pram::tool {

namespace {

constexpr double quiet_seconds = 0.5;
constexpr const char* erase_line = "\r\x1b[K";

bool terminal() {
  const char* const kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && (kind == nullptr || std::string_view(kind) != "dumb");
}

}  // namespace

ProgressLine::ProgressLine() : on_terminal_(terminal()), start_(std::chrono::steady_clock::now()) {}

ProgressLine::~ProgressLine() {
  if (shown_) std::fputs(erase_line, stderr);
}

double ProgressLine::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void ProgressLine::show(std::string_view text) {
  const double elapsed = seconds();
  if (!on_terminal_ || elapsed < quiet_seconds) return;
  shown_ = true;
  const auto whole = static_cast<std::uint64_t>(elapsed);
  const std::string line = fmt::format("{}, {}:{:02} (Ctrl-C stops)", text, whole / 60, whole % 60);
  std::fputs((erase_line + perf::shortened(line, perf::line_width - 1)).c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace pram::tool
