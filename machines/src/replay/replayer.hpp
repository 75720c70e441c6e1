#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include <pram/machines/replay.hpp>
#include <pram/network/poll.hpp>

#include "channels.hpp"

namespace pram::detail {

/// Which operation another one has waited for last, and for what of it.
struct Cause {
  enum class Kind : std::uint8_t {
    nothing,  ///< it was ready from the beginning
    end,      ///< its end: of a requirement, or of what had the processor
    start,    ///< its beginning
    message,  ///< its message
    // The same, and what both ends of a long message tell each other before it sets out:
    handshake,
    end_handshake,
    start_handshake,
    interface  ///< the network interface that it had
  };

  std::uint32_t operation = 0;
  Kind kind = Kind::nothing;
};

/// How long a message takes its ends, and how it gets from one to the other.
class MessageCarrier {
 public:
  static constexpr std::uint64_t never = UINT64_MAX;

  virtual ~MessageCarrier() = default;

  /// Nanoseconds of a processor for a message of so many bytes.
  virtual std::uint64_t overhead(std::uint64_t bytes) const = 0;
  /// Nanoseconds of a network interface.
  virtual std::uint64_t gap(std::uint64_t bytes) const = 0;
  /// Nanoseconds between the time when both ends of a message are ready and that when it may set out; none where it
  /// sets out as soon as its sender is ready.
  virtual std::optional<std::uint64_t> handshake(std::uint64_t bytes) const = 0;
  /// A message leaves its sender now.
  /// @returns when it arrives; never: arrived() says so
  virtual std::uint64_t send(std::uint32_t operation, std::uint32_t source, std::uint32_t destination,
                             std::uint64_t bytes) = 0;
  /// @returns when one of the messages under way may arrive next; never: none is
  virtual std::uint64_t next() = 0;
  /// Goes on to a time that is not behind next().
  /// @returns the operations whose messages arrive then, of those that send() has given no time
  virtual std::span<const std::uint32_t> pass_to(std::uint64_t time) = 0;
};

/// Runs the operations of a trace, event by event.
class Replayer {
 public:
  Replayer(const OperationTrace& trace, MessageCarrier& carrier);

  ReplayResult run();

 private:
  using Kind = TraceOperation::Kind;

  static constexpr std::uint32_t none = UINT32_MAX;
  static constexpr std::uint64_t unknown = UINT64_MAX;

  struct Event {
    enum class Kind : std::uint8_t { end, arrival, send, look };

    std::uint64_t time;
    Kind kind;
    std::uint32_t number;  ///< an operation; of a look a rank

    friend bool operator>(const Event& a, const Event& b) {
      return std::tuple(a.time, a.kind, a.number) > std::tuple(b.time, b.kind, b.number);
    }
  };

  /// What is known of an operation.
  struct State {
    std::uint32_t left = 0;        ///< requirements that are not met
    std::uint32_t next = none;     ///< behind it in the list of its channel
    std::uint32_t partner = none;  ///< the other end of its message
    bool arrived = false;          ///< its message has
    bool posted = false;
    Cause cause = {};
    std::uint64_t start = unknown;
    std::uint64_t end = unknown;
  };

  /// A processor or an interface.
  struct Unit {
    std::uint64_t free = 0;     ///< from then on
    std::uint32_t user = none;  ///< that had it last
  };

  /// Operations of a rank that need the same units, in the order in which they became ready.
  struct Lane {
    struct Waiting {
      std::uint64_t ready;
      std::uint32_t operation;  ///< those of a rank have the order of their lines

      friend bool operator>(const Waiting& a, const Waiting& b) {
        return std::tuple(a.ready, a.operation) > std::tuple(b.ready, b.operation);
      }
    };

    std::uint32_t rank = 0;
    std::uint32_t processor = 0;
    std::uint32_t interface = none;
    std::uint64_t look = unknown;  ///< when the rank is going to be looked at for its sake
    std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting = {};
  };

  /// Ends of messages that wait for their other ends: all of one kind.
  struct Channel {
    std::uint32_t first = none;
    std::uint32_t last = none;
  };

  void make_lanes();
  std::uint32_t rank_of(std::uint32_t operation) const { return lanes_[lane_of_[operation]].rank; }
  void release(std::uint32_t by, bool on_start);
  void post_released();
  void post(std::uint32_t operation);
  void pair(std::uint32_t operation);
  void agree_on_transfer(std::uint32_t send, const Cause& cause, std::uint64_t handshake);
  void wait_for_units(std::uint32_t operation);
  void leave(std::uint32_t send);
  void arrive(std::uint32_t send);
  void handle(const Event& event);
  void look_later(std::uint32_t rank);
  void look_at(std::uint32_t rank);
  bool start_one(std::uint32_t rank);
  void start(Lane& lane, const Lane::Waiting& first);
  [[noreturn]] void throw_stuck() const;

  const OperationTrace& trace_;
  MessageCarrier& carrier_;
  Channels channels_;
  std::vector<State> states_;
  std::vector<std::uint32_t> lane_of_;     // per operation
  std::vector<std::uint32_t> first_lane_;  // per rank
  std::vector<Lane> lanes_;
  std::vector<Unit> units_;
  std::vector<Channel> of_channel_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::vector<std::uint32_t> released_;  // operations whose requirements are met at this time
  std::vector<std::uint32_t> changed_;   // ranks that may start something at this time
  std::vector<std::uint32_t> looked_at_;
  std::vector<std::uint8_t> is_changed_;  // per rank
  std::uint64_t now_ = 0;
  std::uint64_t ended_ = 0;
  Poller poller_;

  friend std::vector<PathPiece> critical_path_of(const Replayer& replayer, std::uint32_t last);
};

/// The pieces of time that lead to the end of an operation.
std::vector<PathPiece> critical_path_of(const Replayer& replayer, std::uint32_t last);

}  // namespace pram::detail
