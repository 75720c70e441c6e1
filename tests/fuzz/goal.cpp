#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <pram/machines.hpp>
#include <pram/machines/replay.hpp>

#include "require.hpp"

using namespace pram;

namespace {

/// The trace as text once more: every operation has a label, and nothing of it is lost.
std::string written(const OperationTrace& trace) {
  std::string text = "num_ranks " + std::to_string(trace.ranks()) + "\n";
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    if (trace.first[rank] == trace.first[rank + std::size_t{1}]) continue;
    text += "rank " + std::to_string(rank) + " {\n";
    for (std::uint32_t one = trace.first[rank]; one < trace.first[rank + std::size_t{1}]; ++one) {
      const TraceOperation& what = trace.operations[one];
      text += "l" + std::to_string(one) + ": ";
      if (what.kind == TraceOperation::Kind::calc) {
        text += "calc " + std::to_string(what.amount);
      } else {
        const bool sends = what.kind == TraceOperation::Kind::send;
        text += (sends ? "send " : "recv ") + std::to_string(what.amount) + (sends ? "b to " : "b from ") +
                std::to_string(what.peer) + " tag " + std::to_string(what.tag) + " nic " + std::to_string(what.nic);
      }
      text += " cpu " + std::to_string(what.cpu) + "\n";
      for (std::size_t k = trace.first_dependent[one]; k < trace.first_dependent[one + std::size_t{1}]; ++k) {
        const TraceDependent& dependent = trace.dependents[k];
        text += "l" + std::to_string(dependent.operation) + (dependent.on_start ? " i" : " ") + "requires l" +
                std::to_string(one) + "\n";
      }
    }
    text += "}\n";
  }
  return text;
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
    const std::string again = written(trace);
    fuzz::require(written(read_goal(again, "again")) == again, "a trace survives being written");
    if (is_small(trace)) replay_all(trace);
  } catch (const TraceError& error) {
    fuzz::require(std::string_view(error.what()).find('\n') == std::string_view::npos, "an error is one line");
  }
  return 0;
}
