#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <pram/perf/collectives.hpp>
#include <pram/perf/finished_parts.hpp>
#include <pram/perf/report.hpp>

/// Every operation on every topology: the fastest of all algorithms as executed, beside the lower bound and beside the
/// fastest of the algorithms that the papers have.
namespace pram::perf {

struct ClosingRequest {
  std::uint32_t nodes = 16;    ///< each network has so many nodes that hold data, or the next number that it can have
  std::uint64_t words = 4096;  ///< N
  double startup = 100;        ///< τ
  double bandwidth = 1;        ///< b
  /// Is called before each cell and at the end. If it returns false, the work stops.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress = {};
  FinishedParts* parts = nullptr;  ///< finished algorithms, and where new ones are kept; null: none is kept
};

/// A network of the table.
struct ListedNetwork {
  std::string name;  ///< as `pram collective --network` has it: "torus:4x4,ports=one,duplex=full"
  CollectiveModel model;
  bool exchange_alone = false;  ///< it is a model of the papers on all-to-all, and stands in the table for that
};

/// An operation on a network: all algorithms that fit, executed.
struct ClosingCell {
  std::string network;          ///< as ListedNetwork::name
  bool exchange_alone = false;  ///< as ListedNetwork::exchange_alone
  CollectiveResult executed = {};

  const CollectiveRun* fastest() const;    ///< null if no algorithm fits
  const CollectiveRun* of_papers() const;  ///< the fastest that the papers have; null if none of theirs fits
  /// The time of fastest() over the lower bound; none if nothing is to be moved.
  std::optional<double> to_bound() const;
  /// The time of of_papers() over that of fastest(); none without the former.
  std::optional<double> gain() const;
};

/// Topologies whose least size is beyond so many times the nodes that are asked for are left out.
inline constexpr std::uint32_t most_times_larger = 8;

struct ClosingTable {
  ClosingRequest request;
  std::vector<ClosingCell> cells;    ///< network by network
  std::vector<std::string> without;  ///< topologies that have no such size
};

/// The network on which an algorithm that is not of the papers gains most over theirs.
struct LaterGain {
  CollectiveRun run;
  CollectiveOperation operation = Collective::one_to_one;
  std::string network;   ///< as ListedNetwork::name
  CollectiveRun papers;  ///< ClosingCell::of_papers()

  /// Below 1 if it is slower on every network.
  double gain() const { return run.time > 0 ? papers.time / run.time : 1; }
};

/// One of each algorithm that is not of the papers and fits some cell in which one of theirs does, by
/// operation. Of networks on which it gains as much, the first.
std::vector<LaterGain> later_gains(const ClosingTable& table);

/// The paper that an algorithm is from, of those that pram implements: "Saad and Schultz", "Dimakopoulos and
/// Dimopoulos", "complete exchange on the wormhole torus". "" for later ones, older ones of others, and what pram adds
/// to a paper where that leaves something out.
/// @param source  as CollectiveAlgorithm::source
std::string paper_of(const std::string& source);

/// A network of each line of the list of topologies, with as many nodes as are asked for, or the next number that it
/// can have; then bus, shared memory and switch; then those with the ports of the papers on all-to-all.
/// @param without  gets the topologies that have no such size
std::vector<ListedNetwork> listed_networks(const ClosingRequest& request, std::vector<std::string>& without);

/// Executes all algorithms of all cells. N words are dealt as CollectiveTask says; the vectors that are combined have
/// ⌈N / k⌉ words. One-to-one goes from node 0 to the first of the nodes that are farthest from it; the source or target
/// of the other operations is node 0.
/// @returns all cells; if progress() stopped the work, those that are done
/// @throws Error if an algorithm delivers wrong data
ClosingTable closing_table(const ClosingRequest& request);

/// JSON: {version, nodes, words, startup, bandwidth, cells: [{network, nodes, ports, duplex, wormhole, operation,
/// words, source, target, algorithms, lower_bound, fastest: {name, source, steps, words, time, to_bound}, papers:
/// {name, source, time}, gain}], gains: [{operation, name, source, network, time, papers: {name, time}, gain}],
/// without, interrupted, wall_seconds}: `algorithms` is how many were executed. What a cell lacks is null.
Report closing_report(const ClosingTable& table);

}  // namespace pram::perf
