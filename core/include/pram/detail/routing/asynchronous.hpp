#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <pram/access.hpp>
#include <pram/detail/memory_account.hpp>
#include <pram/network.hpp>

/// Asynchronous combining (TR-24-92, Section 5): a record goes on as soon as it is the first of its address where a
/// phase has brought it, and later ones attach to it. Every message goes where it would go with barriers between the
/// phases; only the time is another.
namespace pram {

struct PhaseRecord;

/// What a component does with a record whose address it has sent on already. What changes nothing need not be sent
/// again; the rest follows as a correction by the same path, on which it may merge with others once more.
enum class Follow : std::uint8_t {
  attach,  ///< nothing: reads, writes that must equal the first, and writes of which the first wins
  least,   ///< a smaller value is news: winners by rank, minima
  unite,   ///< a new bit is news: bit_or, and bit_and of inverted operands
  second,  ///< a second writer is news, a third is not; the value is 0 for one writer and 1 for several
};

/// The messages of one step, phase by phase, and how they merge.
struct MessageTree {
  struct Phase {
    detail::CountedVector<std::uint32_t> source;       ///< of each message, in [0, components)
    detail::CountedVector<std::uint32_t> destination;  ///< likewise
    /// The message of the next phase, after the last phase the record at its home, that each becomes part of. None is
    /// left without a part.
    detail::CountedVector<std::uint32_t> merged_into;
  };

  std::uint32_t components = 0;
  std::vector<Phase> phases;
  std::uint32_t delivered = 0;  ///< records at their homes

  /// Per message of the first phase; all empty if all are reads, which attach and await replies.
  std::vector<Follow> follow;
  std::vector<std::uint64_t> value;   ///< by which Follow compares
  std::vector<std::uint8_t> replies;  ///< 1 where a reply is awaited

  /// Removes all messages, and keeps the memory.
  void clear(std::uint32_t components_now, std::size_t phases_now);
};

/// The messages and the time of one phase.
struct AsynchronousPhase {
  std::uint64_t messages = 0;          ///< with corrections
  std::uint64_t corrections = 0;       ///< those beyond one a record
  std::uint32_t largest_sent = 0;      ///< q, with corrections
  std::uint32_t largest_received = 0;  ///< r, likewise
  /// From the last message of all phases before to the last one of this phase, or 0: the charges of all phases add up
  /// to the time of the step.
  std::uint64_t charge = 0;
  std::uint64_t charge_back = 0;  ///< of the replies, from the last phase to the first

  /// Enters these numbers into the phase's record.
  void enter(PhaseRecord& phase) const;
};

/// What an asynchronous protocol derives from, beside PlannedProtocol, if it may settle who wins.
class SettlesWinners {
 public:
  virtual ~SettlesWinners() = default;

  /// Whether of writes of which the rule lets any win the one that arrives first does.
  virtual bool first_arrival_wins() const = 0;
};

/// Whether a protocol says so.
bool first_arrival_wins(const AccessProtocol& protocol);

/// Simulates a step on components that have one port each, message by message. At time 0 the messages of the first
/// phase wait in their components, in the order of their numbers. Queues stand at both ends of the network, first come
/// first served; of what arrives together the lower source comes first. What a message causes may be sent once it is
/// taken. One object serves one thread and keeps its memory.
class AsynchronousTiming {
 public:
  explicit AsynchronousTiming(Port port);
  ~AsynchronousTiming();
  AsynchronousTiming(AsynchronousTiming&&) noexcept;
  AsynchronousTiming& operator=(AsynchronousTiming&&) noexcept;

  /// Takes host time by the messages, however long the simulated machine takes.
  std::vector<AsynchronousPhase> run(const MessageTree& tree);

  /// Counts the messages of a phase of the last run, with corrections.
  /// @param sent  and received: per component; the counts are added to them
  void count(std::size_t phase, std::span<std::uint32_t> sent, std::span<std::uint32_t> received) const;

  /// The values that the last run brought home, per record.
  std::vector<std::uint64_t> delivered() const;

  /// The values that the messages of a phase of the last run had in the end, per message.
  std::vector<std::uint64_t> carried(std::size_t phase) const;

 private:
  class Simulation;
  std::unique_ptr<Simulation> simulation_;
};

/// The port by which an asynchronous protocol is timed on this network.
/// @throws ConfigError if more than its components' ports limits the network
Port port_of(const AccessProtocol& protocol, const Network& network);

}  // namespace pram
