#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <pram/error.hpp>
#include <pram/machines/switching.hpp>
#include <pram/machines/topology.hpp>

/// Dependent traffic: what the ranks of a parallel program compute, send and receive, and what of it waits for what,
/// carried over a network or priced by LogGOPS.
namespace pram {

/// An operation of a rank in a trace.
struct TraceOperation {
  enum class Kind : std::uint8_t { calc, send, recv };

  Kind kind = Kind::calc;
  std::uint8_t cpu = 0;      ///< which of the rank's processors
  std::uint8_t nic = 0;      ///< which of its network interfaces; of a calc none
  std::uint32_t peer = 0;    ///< the other rank
  std::uint32_t tag = 0;     ///< messages match by source, destination and tag
  std::uint64_t amount = 0;  ///< bytes; of a calc nanoseconds
  std::uint64_t line = 0;    ///< of the file
};

/// What waits for an operation of the same rank.
struct TraceDependent {
  std::uint32_t operation = 0;
  bool on_start = false;  ///< it waits for the beginning alone (irequires), not for the end (requires)
};

/// What a parallel program does, as GOAL has it (Hoefler, Siebert, Lumsdaine: Group Operation Assembly Language, ICPP
/// 2009), the format of LogGOPSim and ATLAHS.
struct OperationTrace {
  std::string file;                        ///< its name in errors
  std::vector<std::uint32_t> first = {0};  ///< rank r has operations first[r] to first[r + 1] - 1
  std::vector<TraceOperation> operations;
  std::vector<std::size_t> first_dependent = {0};  ///< likewise of each operation
  std::vector<TraceDependent> dependents;
  std::string label_text;                         ///< all labels, one behind the other
  std::vector<std::size_t> first_of_label = {0};  ///< where the label of each operation begins

  std::uint32_t ranks() const { return static_cast<std::uint32_t>(first.size() - 1); }
  std::uint32_t rank_of(std::uint32_t operation) const;
  /// "" where the operation has none.
  std::string_view label(std::uint32_t operation) const;
};

/// A trace is not what it should be. what() is one line that names file, line, rank and label.
class TraceError : public Error {
 public:
  TraceError(const std::string& file, std::uint64_t line, const std::string& reason, bool syntax);

  std::uint64_t line;
  bool syntax;  ///< the text breaks the grammar; false: it can be read, and cannot be run
};

/// Reads GOAL in its form of text: `num_ranks N`, then `rank R { … }` for those that do something. Lines of a rank:
/// `[LABEL:] calc NANOSECONDS [cpu C]`, `[LABEL:] send BYTESb to R [tag T] [cpu C] [nic I]`, `[LABEL:] recv BYTESb from
/// R …`, `A requires B`, `A irequires B`. Comments begin with # or //.
/// @param file  its name in errors
/// @throws TraceError of the grammar; where operations wait for each other in a circle, or a message has no receiver or
/// no sender
OperationTrace read_goal(std::string_view text, const std::string& file);

/// Writes a trace as GOAL in its form of text. Operations without a label that others wait for get one: "o" with their
/// number in the rank, with as many "_" before it as make it new.
/// @param write  is called with the text, part by part
void write_goal(const OperationTrace& trace, const std::function<void(std::string_view)>& write);

/// The prices of a message: LogP with bytes, overhead for each of them, and rendezvous (Hoefler, Schneider, Lumsdaine:
/// LogGOPSim, HPDC 2010). Times are in nanoseconds. A message of s bytes occupies a processor for o + (s - 1) O at both
/// ends, and a network interface for g + (s - 1) G in its direction; its last byte arrives L + (s - 1) G behind the end
/// of its sender's work. Of more than S bytes it sets out L + 2 o after both ends are ready for it.
struct LogGops {
  std::uint64_t latency = 2500;         ///< L
  std::uint64_t overhead = 1500;        ///< o: of a processor, for a message
  std::uint64_t gap = 1000;             ///< g: between messages
  std::uint64_t byte_gap = 6;           ///< G: between bytes
  std::uint64_t byte_overhead = 0;      ///< O: of a processor, for a byte
  std::uint64_t longest_eager = 65535;  ///< S: the most bytes that are sent before the receiver is ready

  friend bool operator==(const LogGops&, const LogGops&) = default;

  /// "loggops:L=2500,o=1500,g=1000,G=6,O=0,S=65535".
  std::string name() const;
  /// Of such a name; a part that is not given has its default.
  /// @throws ConfigError of option "network"
  static LogGops of(const Spec& name);
};

/// What time goes by on a critical path.
enum class PathPart : std::uint8_t {
  calc,      ///< a processor computes
  overhead,  ///< a processor sends or receives
  network,   ///< a message is on its way
  waiting    ///< for a network interface
};
inline constexpr std::size_t path_parts = 4;
std::string_view to_string(PathPart part);

/// A piece of a critical path.
struct PathPiece {
  PathPart part = PathPart::calc;
  std::uint32_t operation = 0;  ///< which it belongs to: on its way is the message of a send
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// What became of a trace. Times are in nanoseconds; of a network they are its steps.
struct ReplayResult {
  std::vector<std::uint64_t> ends;  ///< per rank: when its last operation ended
  std::uint64_t makespan = 0;       ///< the latest of these
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  /// What the makespan consists of: pieces without a gap between them, from 0 to the makespan. None takes no time.
  std::vector<PathPiece> critical_path;
  std::uint64_t of_path[path_parts] = {};  ///< how long each part takes of it
  DeliveryStatistics network;              ///< where a network carries the messages; without arrivals
};

/// Runs the operations of a trace, each as soon as what it waits for has come, its processor is free, and a network
/// interface for its direction. Of several that are ready, the first that was goes first, then that of the first line.
/// Messages between two ranks match receives of their tag in the order in which both are ready, and in that of lines
/// where that is at one time. Nothing depends on the host. It polls (pram/network/poll.hpp).
/// @throws TraceError if operations wait for each other for ever, or a message is longer than its receive
ReplayResult replay(const OperationTrace& trace, const LogGops& prices);

/// The same on a simulated network: rank r is at terminal r. A message of s bytes is one of s words, and leaves when
/// its sender's overhead is over.
/// @param overhead  of a processor, for a message at each end
/// @param sink      gets every crossing of a link, by the number of the send, as long as steps are below 2^32; or what
/// each link carried is added to it, and it is made as large as that takes
/// @throws ConfigError of option "network" if it has fewer terminals than the trace has ranks, or switches that
/// combine, or worms; DeadlockError
ReplayResult replay(const OperationTrace& trace, std::shared_ptr<const Topology> topology,
                    const SwitchingOptions& options, std::uint64_t overhead = 0, const Sink& sink = {});

}  // namespace pram
