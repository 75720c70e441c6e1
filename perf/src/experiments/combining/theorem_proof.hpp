#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pram/perf/finished_parts.hpp>
#include <pram/perf/report.hpp>
#include "theorem.hpp"

/// What the proof of TR-24-92's theorem goes through (Section 3), measured: how many messages of one address arrive at
/// a component in a phase, and how many of all addresses together.
namespace pram::perf {

/// Counts of one phase of one run, or sums over runs.
struct ProofCounts {
  std::uint64_t runs = 0;
  std::uint64_t addresses = 0;    ///< of which there are records
  std::uint64_t messages = 0;     ///< that the phase moves
  std::uint64_t above_basis = 0;  ///< pairs of an address and a component at which more than (1 + δ) b of it arrive
  std::uint64_t above_load = 0;   ///< components at which more than (1 + δ) p^ε messages arrive
  std::uint64_t largest = 0;      ///< the most messages that arrive at a component in any run
  std::uint64_t all_largest = 0;  ///< that of each run, added up

  void add(const ProofCounts& run);
};

/// A phase of combining with random spreading, on one number of components with groups of one degree.
struct ProofRow {
  std::uint32_t components = 0;  ///< p
  std::uint64_t degree = 0;
  std::uint32_t phase = 0;      ///< from 1
  std::uint32_t basis = 0;      ///< b of this phase
  std::uint64_t block = 0;      ///< components that an address may arrive at
  double most_arrivals = 0;     ///< (1 + δ) b
  double most_load = 0;         ///< (1 + δ) p^ε
  double tail_exponent = 0;     ///< p^(ε - 1/m)
  std::uint64_t all_pairs = 0;  ///< of addresses and components of their blocks, over the runs
  ProofCounts counts;

  /// Messages of one address at a component of its block, in the mean; the proof has at most b.
  double arrivals() const;
  double mean_largest() const;  ///< of the runs' largest loads
  double share_above_basis() const;
  double share_above_load() const;
  /// -ln(share of components above) / p^(ε - 1/m), which the proof has bounded from below; 0 where none is above.
  double tail_rate() const;
};

/// Measures p = 64, 256, …, each with groups of floor(p^ε) and of p requests.
std::vector<ProofRow> proof_rows(const TheoremRequest& request);

/// The table of the rows.
Table proof_table(const TheoremRequest& request, const std::vector<ProofRow>& rows);

}  // namespace pram::perf
