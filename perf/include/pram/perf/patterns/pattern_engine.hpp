#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <pram/access.hpp>
#include <pram/detail/routing/asynchronous.hpp>
#include <pram/detail/routing/counted_phases.hpp>
#include <pram/ledger.hpp>
#include <pram/network.hpp>
#include <pram/perf/patterns/request_pattern.hpp>

/// What access protocols charge for request patterns, without a program.
namespace pram::perf {

/// The start of every protocol: a pattern's requests, merged in the components that make them, and the homes of their
/// addresses. Records of one address stand together. The vectors may be longer than `count` and `addresses`: what lies
/// behind has no meaning.
struct PatternRecords {
  std::uint32_t components = 0;
  std::uint64_t requests = 0;
  std::uint32_t largest_requests = 0;    ///< most requests of one component, before merging
  std::uint32_t largest_degree = 0;      ///< most requests for one address
  std::uint32_t addresses = 0;           ///< addresses that are asked for, numbered from 0 without gaps
  std::vector<std::uint32_t> home;       ///< per address: its owner, h(t) by the pattern's hash, or uniform
  std::uint32_t count = 0;               ///< records
  std::vector<std::uint32_t> address;    ///< per record, ascending
  std::vector<std::uint32_t> component;  ///< per record: where it starts
  std::vector<std::uint32_t> weight;     ///< per record: requests that it stands for
};

/// Merges patterns at their sources. An object keeps its memory from pattern to pattern.
class SourceMerge {
 public:
  /// @param seed     draws the homes, of a pattern without a hash
  /// @param threads  host threads; their number never changes a result
  /// @returns the records, valid until the next call
  const PatternRecords& operator()(const RequestPattern& pattern, std::uint64_t seed, unsigned threads = 1);

 private:
  /// The addresses whose high bits are equal, and the places of their requests: each from the first to before the last.
  struct Part {
    std::uint32_t low;
    std::uint32_t high;
    std::uint32_t first;
    std::uint32_t last;
  };

  /// What parts have once they are merged.
  struct Merged {
    std::uint32_t addresses = 0;
    std::uint32_t records = 0;
    std::uint32_t largest_degree = 0;
  };

  void part_requests(const RequestPattern& pattern);
  void sort_part(const Part& part);
  void count_part(const Part& part, Merged& merged) const;
  void merge_part(const RequestPattern& pattern, std::uint64_t seed, const Part& part, Merged& merged);
  void hash_homes(const RequestPattern& pattern);

  PatternRecords records_;
  std::vector<Part> parts_;
  std::vector<std::uint64_t> parted_;     // address above, source below
  std::vector<std::uint32_t> component_;  // of the requests, address by address
  std::vector<std::uint32_t> end_;        // of each address's requests
};

/// A lower bound of what every protocol is charged on the router, where a phase costs the most messages that a
/// component sends or receives. Messages merge only in components, and only with others of their address. The bound is
/// the largest of
///   - the addresses that a component asks for and does not own: each leaves it in a message of its own;
///   - the addresses of a component that others ask for: each reaches it in a message of its own;
///   - the 2-logarithm of the components that ask for one address, rounded up: in a phase of charge c a component
///     receives at most c records and merges them with its own, so that 1 + c become one, and 1 + c is at most 2^c.
/// Without records the bound is 0.
std::uint32_t least_charge(const PatternRecords& records);

/// r* of TR-24-92, Section 5: the most addresses that are asked for and belong to one component.
std::uint32_t largest_owned(const PatternRecords& records);

/// One phase of an access protocol: its messages, q, r before merging, and charges, where every message gets a reply.
struct PatternPhase : PhaseRecord {};

/// Runs patterns through protocols. Where each record goes as if it were alone, the phases are counted address by
/// address, as a machine counts those of its steps. Otherwise records move phase by phase: plans may get weights and
/// arrivals, and adaptive and asynchronous protocols and networks with links look at every message. Only records of one
/// address ever merge, so those stand together, and a phase is one pass over flat arrays, with three counters for each
/// component. Only one thread at a time may call an object.
class PatternEngine {
 public:
  /// @param seed     draws the protocol's random choices
  /// @param threads  host threads, among which the addresses are shared out where phases are counted: records of
  ///                 different addresses meet in counters alone. One thread moves all. The number never changes a
  ///                 result
  /// @returns the phases in their order; those of an adaptive routing's own messages too
  /// @throws Error if the protocol breaks its contract and leaves records away from their homes
  std::vector<PatternPhase> run(const AccessProtocol& protocol, Network& network, const PatternRecords& records,
                                std::uint64_t seed, unsigned threads = 1);

  /// The records that the last run delivered, one for each address, addresses ascending: the requests that each stands
  /// for, and the component that each lies in.
  std::vector<std::uint32_t> delivered() const { return {weight_.begin(), weight_.begin() + count_}; }
  std::vector<std::uint32_t> delivered_at() const { return {component_.begin(), component_.begin() + count_}; }

 private:
  /// The records as a phase finds them.
  struct Held {
    const std::uint32_t* address;
    const std::uint32_t* component;
    const std::uint32_t* weight;
  };

  /// The messages of a phase, for networks that look at each.
  struct Listed {
    std::vector<std::uint32_t> source;
    std::vector<std::uint32_t> destination;
    std::vector<std::uint64_t> key;

    /// Sorts the messages by source; those of one source keep their order.
    /// @param counts  messages of each source, one number for each component
    void by_source(std::span<const std::uint32_t> counts, Listed& sorted) const;
  };

  void begin(std::uint32_t components, std::uint32_t count);
  bool count_phases(const AccessPlan& plan, Network& network, const PatternRecords& records, std::uint64_t seed,
                    std::uint32_t shares, std::vector<PatternPhase>& phases);
  void deliver(const PatternRecords& records, std::uint32_t first, std::uint32_t count);
  void tell(const Held& held, std::uint32_t first, const std::uint32_t* home, AccessPlan::Moves& moves);
  std::uint32_t move(const AccessPlan& plan, AdaptiveRouting* adaptive_routing, AccessPlan::Moves moves,
                     const Held& held, const std::uint32_t* home, bool listed);
  void list(const Held& held, const std::uint32_t* destination, std::uint32_t first, std::uint32_t count);
  std::uint32_t stay(const Held& held, std::uint32_t first, std::span<std::uint32_t> destination);
  void charge(Network& network, PatternPhase& phase);
  void charge(Port port, std::vector<PatternPhase>& phases);

  std::uint32_t components_ = 0;
  std::uint32_t count_ = 0;  // records held
  std::vector<std::uint32_t> address_;
  std::vector<std::uint32_t> component_;
  std::vector<std::uint32_t> weight_;
  std::vector<std::uint32_t> arrivals_;  // filled where the plan asks for them

  /// What plans get of a block of records.
  struct RouteInput {
    std::vector<std::uint32_t> home;
    std::vector<std::uint64_t> address;
    std::vector<std::uint64_t> token;
  };
  RouteInput route_input_;

  // Counters by component, of the present phase.
  std::vector<std::uint32_t> sent_;
  std::vector<std::uint32_t> received_;
  std::vector<std::uint32_t> last_record_;  // the last record placed there, counted from 1

  std::vector<pram::detail::CountedPhases> counted_;  // one for each thread, of some addresses

  MessageTree tree_;  // of an asynchronous protocol

  Listed made_;   // the messages in the order of the records
  Listed forth_;  // the same, by source
  Listed back_;   // the replies, by their source
  std::vector<Awaits> awaits_;
};

}  // namespace pram::perf
