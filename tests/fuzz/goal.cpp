#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <pram/machines.hpp>
#include <pram/machines/replay.hpp>

#include "require.hpp"

using namespace pram;

namespace {

/// The trace as text once more.
std::string written(const OperationTrace& trace) {
  std::string text;
  write_goal(trace, [&](std::string_view part) { text += part; });
  return text;
}

/// Whether nothing of a trace is lost but lines and labels.
bool same(const OperationTrace& one, const OperationTrace& other) {
  const auto same_operation = [](const TraceOperation& a, const TraceOperation& b) {
    return a.kind == b.kind && a.cpu == b.cpu && a.nic == b.nic && a.peer == b.peer && a.tag == b.tag &&
           a.amount == b.amount;
  };
  const auto same_dependent = [](const TraceDependent& a, const TraceDependent& b) {
    return a.operation == b.operation && a.on_start == b.on_start;
  };
  return one.first == other.first && std::ranges::equal(one.operations, other.operations, same_operation) &&
         one.first_dependent == other.first_dependent &&
         std::ranges::equal(one.dependents, other.dependents, same_dependent);
}

/// Whoever waits for a long time does not wait here: sums of amounts stay small.
bool is_small(const OperationTrace& trace) {
  std::uint64_t sum = 0;
  for (const TraceOperation& what : trace.operations) {
    if (what.amount > 1'000'000) return false;
    sum += what.amount;
  }
  return trace.ranks() <= 4096 && sum <= 100'000'000;
}

void replay_all(const OperationTrace& trace) {
  const ReplayResult result = replay(trace, LogGops{});
  std::uint64_t at = 0;
  for (const PathPiece& piece : result.critical_path) {
    fuzz::require(piece.begin == at && piece.end > at, "a critical path has no gap");
    at = piece.end;
  }
  fuzz::require(at == result.makespan, "a critical path ends with the makespan");
  if (trace.ranks() > 16) return;
  register_machines();
  replay(trace, make_topology(Spec("torus:4x4")), {.startup = 5});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const OperationTrace trace = read_goal(text, "trace");
    fuzz::require(same(read_goal(written(trace), "again"), trace), "a trace survives being written");
    if (is_small(trace)) replay_all(trace);
  } catch (const TraceError& error) {
    fuzz::require(std::string_view(error.what()).find('\n') == std::string_view::npos, "an error is one line");
  }
  return 0;
}
