#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <span>
#include <tuple>
#include <vector>

#include <pram/machines/replay.hpp>
#include <pram/network/poll.hpp>

#include "channels.hpp"
#include "event_queue.hpp"

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

/// How a message gets from one end to the other.
class MessageCarrier {
 public:
  static constexpr std::uint64_t never = UINT64_MAX;

  virtual ~MessageCarrier() = default;

  /// A message leaves its sender now, at the time that was passed to last.
  /// @returns when it arrives; never: pass_to() says so
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
  /// @param prices   of the ends of a message, and of its way where nothing carries it
  /// @param carrier  null: the time on its way is that of the prices
  Replayer(const OperationTrace& trace, const LogGops& prices, MessageCarrier* carrier);

  ReplayResult run();

 private:
  using Kind = TraceOperation::Kind;

  static constexpr std::size_t kinds = 3;
  static constexpr std::uint32_t none = UINT32_MAX;
  static constexpr std::uint64_t unknown = UINT64_MAX;

  /// What happens to an operation, to a rank where it is looked at. Of one time, they happen in this order.
  enum class Happens : std::uint8_t { end, arrival, send, look };
  static constexpr std::size_t events = 4;

  struct Event {
    Happens what;
    std::uint32_t number;
  };

  /// What is known of an operation.
  struct State {
    std::uint64_t start = unknown;
    Cause cause = {};
    std::uint32_t left = 0;      ///< requirements that are not met
    std::uint32_t other = none;  ///< of its message; before that is ready, what is behind it in the list of its channel
    std::uint32_t lane = 0;
    bool paired = false;        ///< `other` is that of its message
    bool arrived = false;       ///< its message has
    bool has_on_start = false;  ///< another operation waits for its beginning
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
    TraceOperation::Kind kind = Kind::send;
  };

  void make_lanes(std::uint32_t rank);
  std::uint32_t rank_of(std::uint32_t operation) const { return lanes_[states_[operation].lane].rank; }
  bool is_long(std::uint64_t bytes) const { return bytes > prices_.longest_eager; }
  std::uint64_t duration_of(std::uint32_t operation) const;
  std::uint64_t end_of(std::uint32_t operation) const { return states_[operation].start + duration_of(operation); }
  void pass_to(std::uint64_t time);
  void release(std::uint32_t by, bool on_start);
  void post_released();
  void post(std::uint32_t operation);
  void pair(std::uint32_t operation);
  void agree_on_transfer(std::uint32_t send, const Cause& cause);
  void wait_for_units(std::uint32_t operation);
  void leave(std::uint32_t send);
  void arrive(std::uint32_t send);
  void end(std::uint32_t operation);
  void handle(Happens what, std::uint32_t number);
  void look_later(std::uint32_t rank);
  void look_at(std::uint32_t rank);
  bool start_one(std::uint32_t rank);
  void start(Lane& lane, const Lane::Waiting& first);
  [[noreturn]] void throw_stuck() const;

  const OperationTrace& trace_;
  LogGops prices_;
  MessageCarrier* carrier_;
  Channels channels_;
  std::vector<State> states_;
  std::vector<std::uint32_t> first_lane_;  // per rank
  std::vector<Lane> lanes_;
  std::vector<Unit> units_;
  std::vector<Channel> of_channel_;
  EventQueue<Event> events_;
  std::array<std::vector<std::uint32_t>, events> due_;  // what happens at this time, by kind
  std::vector<std::uint32_t> released_;                 // operations whose requirements are met at this time
  std::vector<std::uint32_t> changed_;                  // ranks that may start something at this time
  std::vector<std::uint32_t> looked_at_;
  std::vector<std::uint8_t> is_changed_;  // per rank
  std::uint64_t now_ = 0;
  std::uint64_t ended_ = 0;
  std::uint32_t last_ = none;  // of the operations that ended last, the first
  std::uint64_t time_of_last_ = 0;
  ReplayResult result_;
  Poller poller_;

  friend std::vector<PathPiece> critical_path_of(const Replayer& replayer, std::uint32_t last);
};

/// The pieces of time that lead to the end of an operation.
std::vector<PathPiece> critical_path_of(const Replayer& replayer, std::uint32_t last);

}  // namespace pram::detail
