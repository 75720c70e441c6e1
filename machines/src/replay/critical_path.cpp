#include <algorithm>

#include "replayer.hpp"

namespace pram::detail {

std::vector<PathPiece> critical_path_of(const Replayer& replayer, std::uint32_t last) {
  using Kind = Cause::Kind;
  std::vector<PathPiece> path;  // from its end
  const auto add = [&path](PathPart part, std::uint32_t operation, std::uint64_t begin, std::uint64_t end) {
    if (begin < end) path.push_back({part, operation, begin, end});
  };
  std::uint32_t at = last;
  bool whole = true;  // the path has come to the end of an operation, not to its beginning
  for (;;) {
    const Replayer::State& state = replayer.states_[at];
    const bool computes = replayer.trace_.operations[at].kind == TraceOperation::Kind::calc;
    if (whole) add(computes ? PathPart::calc : PathPart::overhead, at, state.start, replayer.end_of(at));
    const Cause cause = state.cause;
    const std::uint64_t before_start = replayer.states_[cause.operation].start;
    const std::uint64_t before_end = replayer.end_of(cause.operation);
    switch (cause.kind) {
      case Kind::nothing: std::ranges::reverse(path); return path;
      case Kind::handshake:
        add(PathPart::network, at, 0, state.start);
        std::ranges::reverse(path);
        return path;
      case Kind::end: whole = true; break;
      case Kind::start: whole = false; break;
      case Kind::message:
        whole = true;
        add(PathPart::network, cause.operation, before_end, state.start);
        break;
      case Kind::end_handshake:
        whole = true;
        add(PathPart::network, at, before_end, state.start);
        break;
      case Kind::start_handshake:
        whole = false;
        add(PathPart::network, at, before_start, state.start);
        break;
      case Kind::interface:
        // Another processor of the rank may still be at work at the message that had the interface.
        whole = before_end <= state.start;
        add(PathPart::waiting, at, whole ? before_end : before_start, state.start);
        break;
    }
    at = cause.operation;
  }
}

}  // namespace pram::detail
