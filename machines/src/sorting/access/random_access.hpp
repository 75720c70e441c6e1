#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/detail/routing/random_access.hpp>
#include <pram/error.hpp>
#include <pram/machines/detail/lockstep.hpp>

#include "concentrate.hpp"
#include "distribute.hpp"
#include "generalise.hpp"
#include "rank.hpp"
#include "segmented_scan.hpp"
#include "segments.hpp"

/// RAR and RAW (section 5 of the RCN-FULL spec) on any machine with ascend, descend and a sorter, which is called as
/// sort(span of records, less). A machine of N nodes serves q N processors, q = 2^t; the processor in place x is at
/// node x / q. If several addresses of a step have one home, it serves q of them a round.
namespace pram::detail {

/// A read on its way, without an operand, so that sorting moves less.
struct SortedRead {
  std::uint64_t address;
  std::uint32_t home;
  std::uint32_t source;

  std::uint64_t compared() const { return 0; }
  std::uint64_t value() const { return 0; }

  // Written without branches, as random addresses would mispredict them.
  friend bool operator<(const SortedRead& a, const SortedRead& b) {
    const bool later = (a.address < b.address) | ((a.address == b.address) & (a.source < b.source));
    return (a.home < b.home) | ((a.home == b.home) & later);
  }
};

struct SortedWrite {
  std::uint64_t address;
  std::uint64_t order;
  std::uint64_t operand;
  std::uint32_t home;
  std::uint32_t source;

  std::uint64_t compared() const { return operand; }
  std::uint64_t value() const { return operand; }

  friend bool operator<(const SortedWrite& a, const SortedWrite& b) {
    const bool last = (a.order < b.order) | ((a.order == b.order) & (a.source < b.source));
    const bool later = (a.address < b.address) | ((a.address == b.address) & last);
    return (a.home < b.home) | ((a.home == b.home) & later);
  }
};

/// The first request of a segment, on its way to its home and back.
struct Leader {
  AccessArrival arrival;
  std::uint32_t place;  ///< its place at its home
  std::uint32_t rank;   ///< its rank among the leaders of its round
};

struct SortedReply {
  std::uint64_t value;
  std::uint32_t source;
};

/// Takes the leaders of one round to their homes and serves them. If replies are awaited, it takes them to all places
/// of each segment: got(place, leader) is called there. Other segments may get calls too.
template <class Machine, class Got>
void serve_round(Machine& machine, CountedVector<Packet<Leader>>& packets, const AccessMemory& memory, bool reply,
                 Got&& got) {
  const std::span<Packet<Leader>> all(packets);
  concentrate(machine, all);
  for (Packet<Leader>& packet : packets) packet.target = packet.payload.place;
  distribute(machine, all);
  CountedVector<AccessArrival> arrivals;
  for (const Packet<Leader>& packet : packets) {
    if (packet.full()) arrivals.push_back(packet.payload.arrival);
  }
  memory(arrivals);
  machine.ledger().charge_local();
  if (!reply) return;
  const ScheduleLedger::Scope back(machine.ledger(), "replies");
  std::size_t next = 0;
  for (Packet<Leader>& packet : packets) {
    if (!packet.full()) continue;
    packet.payload.arrival.reply = arrivals[next++].reply;
    packet.target = packet.payload.rank;
  }
  concentrate(machine, all);
  for (Packet<Leader>& packet : packets) packet.target = packet.origin + packet.payload.arrival.degree - 1;
  generalise(machine, all);
  for (std::uint32_t x = 0; x < packets.size(); ++x) {
    if (packets[x].full()) got(x, packets[x].payload.arrival);
  }
}

/// Serves the sorted requests of one step, in all rounds.
/// @param scanned  if operands are combined: prefixes and totals by place; else empty
/// @param replies  if replies are awaited: as many places as requests; else empty
template <class Machine, class Record>
AccessReport serve_segments(Machine& machine, std::span<const Record> sorted, const Segments& segments,
                            std::span<const Scanned<std::uint64_t>> scanned, const AccessMemory& memory,
                            AccessOperator combine, std::span<SortedReply> replies) {
  const auto share = static_cast<std::uint32_t>(sorted.size() / machine.nodes());
  AccessReport report{(segments.most_at_home + share - 1) / share, segments.most_at_home, {}};
  for (std::uint32_t round = 0; round < report.rounds; ++round) {
    CountedVector<std::uint8_t> flags(sorted.size());
    for (std::uint32_t x = 0; x < flags.size(); ++x)
      flags[x] = segments.of[x].leads && sorted[x].home != no_home && segments.of[x].at_home / share == round;
    // The leaders of a single round are ranked already.
    const std::vector<std::uint32_t> ranks =
        report.rounds > 1 ? rank(machine, std::span<const std::uint8_t>(flags)) : std::vector<std::uint32_t>{};
    CountedVector<Packet<Leader>> packets(sorted.size());
    for (std::uint32_t x = 0; x < packets.size(); ++x) {
      if (flags[x] == 0) continue;
      const Segment& segment = segments.of[x];
      const std::uint32_t rank_of = ranks.empty() ? segment.rank : ranks[x];
      const std::uint64_t operand = scanned.empty() ? sorted[x].value() : scanned[x].rest;
      packets[x] = {.target = rank_of,
                    .origin = x,
                    .payload = {{sorted[x].address, sorted[x].home, sorted[x].source, segment.end - x, operand, 0},
                                sorted[x].home * share + segment.at_home % share,
                                rank_of}};
    }
    serve_round(machine, packets, memory, !replies.empty(), [&](std::uint32_t x, const AccessArrival& arrival) {
      if (sorted[x].home != arrival.home || sorted[x].address != arrival.address) return;
      const bool with_prefix = !scanned.empty() && !scanned[x].first;
      replies[x].value = with_prefix ? combine(arrival.reply, scanned[x].before) : arrival.reply;
    });
  }
  return report;
}

template <class Record>
CountedVector<Record> to_sort(std::span<const AccessRequest> requests) {
  CountedVector<Record> records(requests.size());
  for (std::uint32_t x = 0; x < records.size(); ++x) {
    const AccessRequest& request = requests[x];
    records[x].address = request.home == no_home ? ~std::uint64_t{0} : request.address;
    records[x].home = request.home;
    records[x].source = x;
    if constexpr (requires { records[x].operand; }) {
      // Idle processors must all hold the same.
      records[x].order = request.home == no_home ? 0 : request.order;
      records[x].operand = request.home == no_home ? 0 : request.operand;
    }
  }
  return records;
}

/// All three accesses, which differ in what is sorted, in whether operands are combined, and in whether replies go
/// back.
template <class Record, class Machine, class Sorter>
AccessReport access(Machine& machine, Sorter&& sort, std::span<const AccessRequest> requests,
                    const AccessMemory& memory, AccessOperator combine, std::span<std::uint64_t> values) {
  for (const AccessRequest& request : requests) {
    if (request.home != no_home && request.home >= machine.nodes())
      throw ConfigError("home", std::to_string(request.home), "a node of " + machine.network());
  }
  static_cast<void>(share_bits(machine, requests.size()));
  CountedVector<Record> sorted = to_sort<Record>(requests);
  const auto sort_scoped = [&](auto records, auto less) {
    const ScheduleLedger::Scope scope(machine.ledger(), "sort");
    sort(records, less);
  };
  sort_scoped(std::span(sorted), std::less<>{});
  const Segments segments = rank_segments(machine, std::span<const Record>(sorted));
  CountedVector<Scanned<std::uint64_t>> scanned;
  if (combine != nullptr) {
    scanned.reserve(sorted.size());
    for (std::uint32_t x = 0; x < sorted.size(); ++x) {
      // The number of a segment is the rank of its leader.
      const std::uint32_t number = segments.of[x].rank;
      scanned.push_back({.segment = number, .rest = sorted[x].value()});
    }
    segmented_scan(machine, std::span(scanned), combine);
  }
  CountedVector<SortedReply> replies;
  if (!values.empty()) {
    replies.reserve(sorted.size());
    for (const Record& record : sorted) replies.push_back({0, record.source});
  }
  AccessReport report =
      serve_segments(machine, std::span<const Record>(sorted), segments, scanned, memory, combine, std::span(replies));
  if (segments.unequal != no_home)
    report.unequal = {sorted[segments.unequal - 1].source, sorted[segments.unequal].source};
  if (!values.empty()) {
    const ScheduleLedger::Scope back(machine.ledger(), "replies");
    sort_scoped(std::span(replies), [](const SortedReply& a, const SortedReply& b) { return a.source < b.source; });
    for (std::size_t x = 0; x < values.size(); ++x) values[x] = replies[x].value;
  }
  return report;
}

/// RAR: every processor gets the word at its address; idle processors get 0. Costs 2 ST + 5 AS if no home has two
/// addresses, else 2 ST + AS + 5 AS a round.
template <class Machine, class Sorter>
AccessReport random_access_read(Machine& machine, Sorter&& sort, std::span<const AccessRequest> requests,
                                const AccessMemory& memory, std::span<std::uint64_t> values) {
  const ScheduleLedger::Scope scope(machine.ledger(), "read");
  return access<SortedRead>(machine, sort, requests, memory, nullptr, values);
}

/// RAW: the first request for an address arrives or, with an operator, all requests combined in order. Costs ST + 3 AS
/// if no home has two addresses, else ST + AS + 3 AS a round; an operator costs one AS more.
template <class Machine, class Sorter>
AccessReport random_access_write(Machine& machine, Sorter&& sort, std::span<const AccessRequest> requests,
                                 const AccessMemory& memory, AccessOperator combine = nullptr) {
  const ScheduleLedger::Scope scope(machine.ledger(), "write");
  return access<SortedWrite>(machine, sort, requests, memory, combine, {});
}

/// Fetch-and-op: like a write with an operator; every processor also gets what it would find if the requests took place
/// one after the other. Costs 2 ST + 6 AS if no home has two addresses.
template <class Machine, class Sorter>
AccessReport random_access_fetch(Machine& machine, Sorter&& sort, std::span<const AccessRequest> requests,
                                 const AccessMemory& memory, AccessOperator combine, std::span<std::uint64_t> values) {
  const ScheduleLedger::Scope scope(machine.ledger(), "fetch");
  return access<SortedWrite>(machine, sort, requests, memory, combine, values);
}

}  // namespace pram::detail
