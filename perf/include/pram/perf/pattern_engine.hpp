#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pram/access.hpp>
#include <pram/network.hpp>
#include <pram/perf/request_pattern.hpp>

/// What access protocols charge for request patterns, without a program.
namespace pram::perf {

/// A pattern's requests with their home components, merged where they start: what every protocol begins with. Records
/// of one address stand together, addresses ascending.
struct SourceRecords {
  std::uint32_t components = 0;
  std::uint64_t requests = 0;
  std::uint32_t largest_requests = 0;    ///< of one component, before merging
  std::uint32_t addresses = 0;           ///< that are asked for
  std::uint32_t largest_degree = 0;      ///< requests for one address
  std::vector<std::uint32_t> address;    ///< per record, and so are the others
  std::vector<std::uint32_t> component;  ///< where it starts
  std::vector<std::uint32_t> home;       ///< h(t): independent and uniform for each address
  std::vector<std::uint32_t> weight;     ///< requests that it stands for
};

/// @param seed  of the homes
SourceRecords merge_at_sources(const RequestPattern& pattern, std::uint64_t seed);

/// One phase of a pattern's way, as a machine's ledger has it.
struct PatternPhase {
  std::uint64_t messages = 0;
  std::uint32_t largest_sent = 0;      ///< q
  std::uint32_t largest_received = 0;  ///< r, before merging
  std::uint64_t charge = 0;
  std::uint64_t charge_back = 0;  ///< of the replies, which every message awaits
};

/// Runs patterns through protocols. Only records of one address ever merge, so it keeps those together and never moves
/// a message: a phase is one pass over flat arrays, with three counters a component. One object serves one thread.
class PatternEngine {
 public:
  /// @param seed  of the protocol's random choices
  /// @throws Error if the protocol breaks its contract and leaves records away from their homes
  std::vector<PatternPhase> run(const AccessProtocol& protocol, Network& network, const SourceRecords& records,
                                std::uint64_t seed);

  /// The records that the last run delivered, one an address, addresses ascending: their requests and components.
  std::vector<std::uint32_t> delivered() const { return {weight_.begin(), weight_.begin() + count_}; }
  std::vector<std::uint32_t> delivered_at() const { return {component_.begin(), component_.begin() + count_}; }

 private:
  struct Listed {
    std::vector<std::uint32_t> source;
    std::vector<std::uint32_t> destination;
    std::vector<std::uint64_t> key;

    /// @param counts  messages of each source, for components and nothing else
    void by_source(std::span<const std::uint32_t> counts, Listed& sorted) const;
  };

  void begin(const SourceRecords& records);
  void move(const AccessProtocol& protocol, std::uint32_t phase, std::uint64_t draw, bool listed);
  void charge(Network& network, PatternPhase& phase);

  std::uint32_t components_ = 0;
  std::uint32_t count_ = 0;  // of the records held
  std::vector<std::uint32_t> address_;
  std::vector<std::uint32_t> component_;
  std::vector<std::uint32_t> home_;
  std::vector<std::uint32_t> weight_;

  // By component, for the phase under way.
  std::vector<std::uint32_t> sent_;
  std::vector<std::uint32_t> received_;
  std::vector<std::uint32_t> last_record_;  // the last one that came to rest there, counted from 1

  // For networks that ask: the phase's messages as they were made, then by source, then the replies.
  Listed made_;
  Listed forth_;
  Listed back_;
  std::vector<Awaits> awaits_;
};

}  // namespace pram::perf
