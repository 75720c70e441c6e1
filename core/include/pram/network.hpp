#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include <pram/detail/collective.hpp>
#include <pram/detail/function.hpp>
#include <pram/detail/larger.hpp>
#include <pram/detail/routing/random_access.hpp>
#include <pram/network/poll.hpp>
#include <pram/registry.hpp>

namespace pram {

/// What the source of a message awaits.
enum class Awaits : std::uint8_t {
  nothing,
  own_reply,     ///< fetch-and-op: every message gets another value
  shared_reply,  ///< a read: all messages of one key get the same
};

/// The messages of one phase, all ready at its start. A message whose destination is its own source counts on both
/// sides. A message may have several words: then it counts as so many in all numbers.
struct Traffic {
  std::uint32_t components = 0;        ///< p; sources and destinations lie in [0, p)
  std::uint64_t messages = 0;          ///< all messages of the phase; one of several words counts as so many
  std::uint32_t largest_sent = 0;      ///< q: most messages sent by one component
  std::uint32_t largest_received = 0;  ///< r: most messages aimed at one component

  /// Source and destination of every message in injection order (sources ascending).
  /// Filled only for a network whose wants_messages() is true; empty for the others.
  std::span<const std::uint32_t> source = {};
  std::span<const std::uint32_t> destination = {};

  /// Filled only for a network that combines(): messages of equal key and destination ask the same of one cell, and may
  /// travel as one from where they meet. The machine folds their operands where they end, in the order of their
  /// sources, so a network decides nothing but the time that merging saves.
  std::span<const std::uint64_t> key = {};
  std::span<const Awaits> awaits = {};  ///< per message: what its source awaits

  /// Length of every message of the list, in words; empty: one word each.
  std::span<const std::uint32_t> words = {};

  std::uint32_t relation() const { return detail::larger(largest_sent, largest_received); }  ///< h = max(q, r)
};

struct NetworkLoad;

/// How a component reaches the network, where nothing else limits what the network carries: the component sends one
/// message at a time and takes one at a time.
struct Port {
  std::uint64_t gap = 1;      ///< units for each message sent, and for each one taken; 0: any number at once
  std::uint64_t latency = 0;  ///< units from when a message is sent to when it may be taken
};

/// What no phase of a network costs less than: max(1, gap h + latency) for an h-relation, in which some component sends
/// or takes h messages, or words.
struct LeastCharge {
  double gap = 0;
  double latency = 0;
  /// A message to its own component crosses no link, so that h counts those that leave their component.
  bool own_free = false;

  double at(double relation) const { return detail::larger(1.0, gap * relation + latency); }
};

/// How a phase travels. One object serves one machine and is called by one thread at a time.
///
/// Contract, for whoever adds a network:
///   - carry() delivers every message of the phase and returns the time this took, in the network's own units
///     (integers; the router's unit is one message). The time must depend on nothing but the call's arguments, the
///     constructor's arguments and earlier calls: never on host time or thread count.
///   - A phase without messages is never handed over.
///   - Machines move payloads themselves; a network decides how long that takes.
///   - Where that takes the host longer than a tenth of a second, call poll() (pram/network/poll.hpp) now and then,
///     which shows progress, and throws Interrupted to stop. Phases carried after that must not notice.
class Network {
 public:
  virtual ~Network() = default;

  /// The network's name with its options, as a user writes it: "router:g=2,l=10".
  virtual std::string name() const = 0;

  /// The number of components that the network is made for; 0 if it serves any number.
  virtual std::uint32_t components() const { return 0; }

  /// True if carry() needs the source and destination of every message, not just their largest numbers.
  virtual bool wants_messages() const { return false; }

  /// True if messages may merge on the way (combining switches): carry() then needs their keys too. Implies
  /// wants_messages().
  virtual bool combines() const { return false; }

  /// True if what a phase is charged depends on the phases before it: then the charges of a run alone are not those
  /// that it has after others.
  virtual bool remembers_phases() const { return false; }

  /// Estimates the bytes that the network keeps while it carries this many messages, of which none merge, and their
  /// replies. Machines estimate by it what a step takes.
  virtual std::uint64_t bytes_for(std::uint64_t messages) const {
    (void)messages;
    return 0;
  }

  /// The charge of one phase.
  virtual std::uint64_t carry(const Traffic& phase) = 0;

  /// The charge of the replies to the phase carried last, listed like any phase and without keys. A network that
  /// combines sends replies back along the paths of their requests, and splits them where the requests met.
  virtual std::uint64_t carry_back(const Traffic& replies) { return carry(replies); }

  /// The expected charge of `messages` requests to addresses all distinct and hashed, at most `largest_sent` from one
  /// component: the denominator of the performance factor (TR-24-92, Section 4: 54.4 for 2^17 requests on 2^12
  /// components).
  virtual double distinct_charge(std::uint64_t messages, std::uint32_t largest_sent) const = 0;

  /// Forgets the load of the network's links, and begins to note it. LedgerDetail::profile asks for it before each
  /// step. What distinct_charge() and collectives carry is not noted.
  virtual void note_load() {}
  /// Gives the load that was noted since note_load(), forward and back. `load` may be swapped for the network's own, so
  /// that no memory is taken step by step.
  /// @param load  in: one that was given before, or a fresh one; out: of a direction in which nothing was carried the
  ///     entries may be left out
  /// @returns false if the network has no links
  virtual bool take_load(NetworkLoad& load) {
    (void)load;
    return false;
  }

  /// A lower bound of what every phase is charged, by its h alone; none if no such bound is known. The bound holds for
  /// the replies, too, unless the network combines(): replies then part on their way.
  virtual std::optional<LeastCharge> least_charge() const { return std::nullopt; }

  /// The components' ports, if they alone decide what a message costs: then messages can be timed one by one, without
  /// phases (combining with timing=asynchronous).
  virtual std::optional<Port> port() const { return std::nullopt; }

  /// The network's routines for access protocol `sorting`; none if it cannot sort.
  /// @param sorting  the protocol as it is asked for: its values and options say which sorter
  /// @param components  p, a power of two
  /// @throws ConfigError if this network does not have that sorter
  virtual std::unique_ptr<RandomAccess> random_access(const Spec& sorting, std::uint32_t components) const {
    (void)sorting;
    (void)components;
    return nullptr;
  }

  /// The network's algorithms for collective operations: broadcast, scatter, gather, all-gather, all-to-all. Algorithms
  /// that serve every network send all words as one phase of messages; for a broadcast they take whichever of three
  /// methods costs least. The network must outlive the algorithms.
  /// @param components  p
  virtual std::unique_ptr<Collectives> collectives(std::uint32_t components);
};

/// One row of the table of networks.
struct NetworkEntry {
  std::string name;     ///< what stands before the colon
  std::string summary;  ///< one line for `pram list`
  /// @param components  p
  /// @throws ConfigError if values, options or p do not fit
  Function<std::unique_ptr<Network>(const Spec&, std::uint32_t components)> make;
  /// How many components a spec asks for; 0 if it leaves that open. May be empty: then any number will do.
  /// @throws ConfigError
  Function<std::uint32_t(const Spec&)> components_of = {};
};

/// The table of networks. Whoever adds a network calls `networks().add({...})` before making a machine.
Registry<NetworkEntry>& networks();

/// How many components a network asks for, "torus:64x64" for 4096; 0 if it leaves that open.
/// @throws ConfigError for one that is unknown or malformed
std::uint32_t components_of(const Spec& network);

/// The number of components of a machine whose options leave it open: that of the first of these networks that asks for
/// one, else `otherwise`. Names that are wrong are skipped; the machine refuses them.
std::uint32_t default_components(std::span<const Spec> networks_asked, std::uint32_t otherwise = 4096);

/// Expected size of the fullest of `bins` bins after `balls` balls fell at random: the charge of a random relation.
double expected_largest_bin(std::uint64_t balls, std::uint32_t bins);

}  // namespace pram
