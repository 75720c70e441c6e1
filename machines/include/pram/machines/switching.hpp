#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/error.hpp>
#include <pram/ledger.hpp>
#include <pram/machines/topology.hpp>

/// Switching techniques, which carry messages over a topology, link by link and step by step.
namespace pram {

class Network;

/// A batch of messages, all ready at step 0. The messages of one terminal leave it in the order given. A message to its
/// own source arrives at once.
struct Messages {
  std::span<const std::uint32_t> source;       ///< terminals
  std::span<const std::uint32_t> destination;  ///< terminals
  std::span<const std::uint32_t> words = {};   ///< length of each message in words; empty: one word each
  std::span<const std::uint64_t>
      key;  ///< messages of equal key and destination may merge where switches combine; empty: none may
};

/// Replies to the batch that was carried last: one for each message m with awaited[m]. A reply goes back over the links
/// that its message crossed. Where messages were merged, their replies part again.
struct Replies {
  std::span<const std::uint8_t> awaited = {};  ///< one flag for each message; empty: every message awaits a reply
};

/// The cost of the delivery of a batch, in steps and messages. Under wormhole switching a hop is counted when the head
/// of a worm crosses the link, and `busy` counts one step for each flit and link. A worm waits for a link until it gets
/// a channel of it; of the worms that are still outside the network and want the same first link, only the first counts
/// as waiting.
struct DeliveryStatistics {
  std::uint64_t steps = 0;          ///< until the last arrival
  std::uint64_t hops = 0;           ///< links crossed, over all messages
  std::uint64_t busy = 0;           ///< sum of the durations of all hops, in steps
  std::uint64_t merged = 0;         ///< messages that were merged into another
  std::uint64_t largest_queue = 0;  ///< most messages at one link at a time: waiting or crossing
  std::uint64_t busiest_link = 0;   ///< steps that the most used link was busy
  std::vector<std::uint64_t>
      arrival;  ///< per message: the step at whose end it, or the message into which it was merged, arrived
  std::vector<std::uint32_t> order;  ///< message numbers in order of arrival, without the merged messages
};

/// A message that crosses a link from the beginning of step `begin` (counted from 0) for `duration` steps. Under
/// wormhole switching a crossing is one flit and takes one step. The flits of a message cross a link in order.
struct Crossing {
  std::uint32_t message = 0;
  std::uint32_t node = 0;
  std::uint32_t port = 0;
  std::uint32_t begin = 0;
  std::uint32_t duration = 1;
  std::uint32_t channel = 0;  ///< virtual channel of the link (wormhole)
};

/// Two messages that became one at a node's output queue: `from` travels on inside `into`.
struct Merge {
  std::uint32_t into = 0;
  std::uint32_t from = 0;
  std::uint32_t node = 0;
  std::uint32_t port = 0;
  std::uint32_t step = 0;
};

/// All crossings and merges of a delivery, in order of time. A run can be checked from outside by them alone.
struct Trace {
  detail::CountedVector<Crossing> crossings;
  detail::CountedVector<Merge> merges;
};

/// What gets the course of a delivery, beside its statistics: a trace, the load of each link, or nothing.
struct Sink {
  Trace* trace = nullptr;    ///< gets every crossing and merge
  LinkLoad* load = nullptr;  ///< what each link carried is added to it: on the host that costs little beside a trace

  Sink() = default;
  /// @param to  null: nothing
  Sink(Trace* to) : trace(to) {}  // NOLINT(google-explicit-constructor)
  /// @param to  has an entry for each link, node * Topology::ports() + port. The longest queues of worms and of replies
  /// are not noted. After an exception it may have a part of the batch.
  Sink(LinkLoad& to) : load(&to) {}  // NOLINT(google-explicit-constructor)
};

/// How messages move: the options of a switching technique.
struct SwitchingOptions {
  enum class Ports { all, one };     ///< one: a node sends at most one message at a time, and receives one
  enum class Duplex { full, half };  ///< half: a link carries in one direction at a time
  /// valiant: first to a random terminal, then to the destination; spread: first to Topology::spreading_stop();
  /// spread_all: so at every level, on RCN-FULL alone (Hamdi's Algorithm 2 inside rows, too). ugal_l, ugal_g: as own or
  /// as valiant, whichever has fewer messages times hops in front of it when a message sets out, at its first link
  /// (ugal_l) or on its whole way (ugal_g).
  enum class Routing { own, valiant, spread, spread_all, ugal_l, ugal_g };
  enum class Combining { none, pairwise, unlimited };
  enum class Technique { store_and_forward, cut_through, wormhole };

  Technique switching = Technique::store_and_forward;
  Ports ports = Ports::all;
  Duplex duplex = Duplex::full;
  Routing routing = Routing::own;
  Combining combining = Combining::none;
  /// τ, in steps: the part of a hop before its first word. A hop of m words takes max(1, τ + ⌈m / b⌉) steps. Under
  /// wormhole switching only the head of a worm waits for τ steps, after it has got its channel.
  std::uint32_t startup = 0;
  std::uint32_t bandwidth = 1;  ///< b: words that cross a link in one step
  /// The most messages that a queue holds; 0: no limit. Under wormhole switching it is the most flits that a virtual
  /// channel holds at its far end, and 0 stands for 2: the fewest with which worms flow freely, as a place is free only
  /// in the step after a flit has left it.
  std::uint32_t buffers = 0;
  std::uint32_t wait = 0;  ///< most merges of a batch that a switch can remember; 0: no limit
  /// Virtual channels of each link under wormhole switching, at most 64. The classes that the routing needs share them
  /// evenly; there are Topology::channel_classes() of them, and twice as many if messages go to a stop first;
  /// spread_all has 2^L + 1 on L levels. 0: one channel for each class. With fewer channels than classes worms may
  /// deadlock.
  std::uint32_t channels = 0;
  std::uint64_t seed = 1;  ///< of the random terminals of valiant and adaptive routing
};

/// Messages wait for each other in a circle, and none of them can move.
class DeadlockError : public NetworkError {
 public:
  struct Wait {
    std::uint32_t node = 0;
    std::uint32_t port = 0;
    std::uint32_t channel = 0;
  };
  DeadlockError(const std::string& network, std::uint64_t step, std::vector<Wait> cycle);

  std::uint64_t step;       ///< of the network, counted from the phase's first
  std::vector<Wait> cycle;  ///< links, each waiting for the next, the last for the first
};

/// Carries batches of messages over one topology by a switching technique. One thread at a time may use it. The outcome
/// depends on nothing but the constructor's arguments and the batches. A delivery polls (pram/network/poll.hpp). After
/// an exception the next batch can be carried.
class Switching {
 public:
  virtual ~Switching() = default;

  virtual const Topology& topology() const = 0;

  /// Carries messages until all have arrived, or replies to those carried last. An empty batch takes 0 steps.
  /// @throws DeadlockError only if buffers are bounded or channels too few
  /// @throws ConfigError if the lists of the batch differ in length, if an end is not a terminal, or if messages with
  /// keys differ in length. Of replies, if switches do not combine: then replies are messages like any others; if the
  /// messages differed in length; if Replies::awaited has not one flag for each message
  virtual DeliveryStatistics deliver(const std::variant<Messages, Replies>& batch, const Sink& sink) = 0;

  DeliveryStatistics carry(const Messages& batch, const Sink& sink = {}) { return deliver(batch, sink); }
  DeliveryStatistics carry_back(std::span<const std::uint8_t> awaited, const Sink& sink = {}) {
    return deliver(Replies{awaited}, sink);
  }
};

/// A network for MachineOptions::network, which charges for a phase the steps that a switching technique takes to carry
/// it over the topology.
/// @throws ConfigError of option "network" if the topology does not permit the options, or if these contradict each
/// other
std::unique_ptr<Network> make_network(std::shared_ptr<const Topology> topology, const SwitchingOptions& options = {});

/// Makes a switching technique on a topology.
/// @throws ConfigError of option "network" if the topology does not permit the options, or if these contradict each
/// other
std::unique_ptr<Switching> make_switching(std::shared_ptr<const Topology> topology, const SwitchingOptions& options);

/// Makes a switching technique by name: a topology, then options as "name=value":
/// "torus:64x64,ports=one,routing=valiant". Options: switching=store-and-forward|cut-through|wormhole, ports=all|one,
/// duplex=full|half, routing=own|valiant|spread|spread-all|ugal-l|ugal-g, combining=none|pairwise|unlimited, startup=,
/// bandwidth=, buffers=, wait=, channels=, seed=.
/// @param terminals  how many are wanted; 0: as many as the name says
/// @throws ConfigError of option "network" for an unknown name, sizes that do not fit `terminals`, and options that are
/// unknown or not permitted
std::unique_ptr<Switching> make_switching(const Spec& network, std::uint32_t terminals = 0);

}  // namespace pram
