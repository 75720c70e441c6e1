#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/error.hpp>
#include <pram/machines/topology.hpp>

/// Carrying messages over a topology, link by link, step by step.
namespace pram {

class Network;

/// Messages that are all ready at step 0. A component's own messages leave it in the order given. A message to its own
/// source is there at once.
struct Messages {
  std::span<const std::uint32_t> source;       ///< terminals
  std::span<const std::uint32_t> destination;  ///< terminals
  std::span<const std::uint32_t> words = {};   ///< length of each; empty: one word each
  std::span<const std::uint64_t>
      key;  ///< messages of equal key and destination may merge where switches combine; empty: none may
};

/// What the delivery of a batch took. Under wormhole switching a hop is counted when the head of a worm crosses, `busy`
/// has a step for each flit and link, and a worm waits for a link until it gets a channel of it; of the worms still
/// outside that want the same first link only the first counts as waiting.
struct DeliveryStatistics {
  std::uint64_t steps = 0;          ///< until the last arrival
  std::uint64_t hops = 0;           ///< links crossed, over all messages
  std::uint64_t busy = 0;           ///< steps that links spent on them: hops, each times its duration
  std::uint64_t merged = 0;         ///< messages that were merged into another on the way
  std::uint64_t largest_queue = 0;  ///< most messages that ever waited for one link, the one that crosses included
  std::uint64_t busiest_link = 0;   ///< steps that the most used link was busy
  std::vector<std::uint64_t>
      arrival;  ///< per message: the step at whose end it arrived; with the message into which it was merged
  std::vector<std::uint32_t> order;  ///< message numbers in the order of their arrivals, merged ones left out
};

/// A message on a link: from the beginning of step `begin` (counted from 0) for `duration` steps. Under wormhole
/// switching one of its flits, for one step; a message's flits cross a link in order.
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

/// All that happened, in order of time: enough to check a run from outside.
struct Trace {
  detail::CountedVector<Crossing> crossings;
  detail::CountedVector<Merge> merges;
};

/// How messages move.
struct SwitchingOptions {
  enum class Ports { all, one };                ///< one: a node sends one message and receives one message at a time
  enum class Duplex { full, half };             ///< half: a link carries in one direction at a time
  enum class Routing { own, valiant, spread };  ///< valiant: first to a random terminal, then to the destination
  enum class Combining { none, pairwise, unlimited };
  enum class Technique { store_and_forward, cut_through, wormhole };

  Technique switching = Technique::store_and_forward;
  Ports ports = Ports::all;
  Duplex duplex = Duplex::full;
  Routing routing = Routing::own;
  Combining combining = Combining::none;
  /// τ: steps a hop before the first word. A hop of m words takes max(1, τ + ⌈m / b⌉); under wormhole switching only
  /// the head waits, once it has its channel
  std::uint32_t startup = 0;
  std::uint32_t bandwidth = 1;  ///< b: words a step
  /// Messages that a queue holds; 0: no limit. Under wormhole switching flits that a virtual channel holds at its far
  /// end; 0: 2, the fewest with which worms flow freely, for a place is free only in the step after a flit has left it
  std::uint32_t buffers = 0;
  std::uint32_t wait = 0;  ///< merged messages that a switch can remember; 0: no limit
  /// Virtual channels a link (wormhole), 64 at most, shared evenly among the classes that the routing needs
  /// (Topology::channel_classes, twice as many where messages go to a stop first); 0: one for each. With fewer, worms
  /// may deadlock
  std::uint32_t channels = 0;
  std::uint64_t seed = 1;  ///< of valiant's terminals
};

/// Messages wait for each other in a circle.
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

/// Moves batches over one topology. Serves one thread at a time; the outcome depends on nothing but constructor and
/// batches. It polls (pram/poll.hpp); after whatever it throws it carries on with the next batch.
class Switching {
 public:
  virtual ~Switching() = default;

  virtual const Topology& topology() const = 0;

  /// Carries a batch until all has arrived.
  /// @param trace  if given, gets every crossing and merge
  /// @throws DeadlockError where buffers are bounded or channels too few, ConfigError for a message that cannot be
  /// carried
  virtual DeliveryStatistics carry(const Messages& batch, Trace* trace = nullptr) = 0;

  /// Carries the replies to the batch carried last: one each for the messages m with awaited[m], back over the links
  /// that they came by, in the other direction, unmerged where they were merged.
  /// @param awaited  empty: every message awaits a reply
  /// @throws ConfigError where switches do not combine: there replies are a batch like any other
  virtual DeliveryStatistics carry_back(std::span<const std::uint8_t> awaited, Trace* trace = nullptr);
};

/// A network that charges the steps in which a switching technique takes a phase over a topology: for
/// MachineOptions::network.
/// @throws ConfigError if the topology does not permit the options
std::unique_ptr<Network> make_network(std::shared_ptr<const Topology> topology, const SwitchingOptions& options = {});

/// @throws ConfigError if the topology does not permit the options
std::unique_ptr<Switching> make_switching(std::shared_ptr<const Topology> topology, const SwitchingOptions& options);

/// The same by name: a topology, then options as "name=value": "torus:64x64,ports=one,routing=valiant". Options:
/// switching=store-and-forward|cut-through|wormhole, ports=all|one, duplex=full|half, routing=own|valiant|spread,
/// combining=none|pairwise|unlimited, startup=, bandwidth=, buffers=, wait=, channels=, seed=.
/// @param terminals  how many are wanted; 0: as many as the name says
/// @throws ConfigError
std::unique_ptr<Switching> make_switching(const Spec& network, std::uint32_t terminals = 0);

}  // namespace pram
