#pragma once

#include <cstdint>
#include <optional>

#include <pram/bsp/collective_algorithm.hpp>
#include <pram/bsp/parameters.hpp>

namespace pram::bsp {

struct CollectiveOptions {
  AlgorithmChoice algorithm = Algorithm::best;  ///< or its name
  /// By which `best`, `auto`, the degree of a tree and the number of packets are chosen; none: Process::parameters().
  std::optional<Parameters> parameters = {};
};

/// What a collective costs: its formula, evaluated.
struct CollectiveCost {
  Algorithm algorithm = Algorithm::one_phase;
  std::uint64_t degree = 2;      ///< k of a tree
  std::uint64_t supersteps = 0;  ///< that the collective ends
  std::uint64_t relation = 0;    ///< h in words, summed over the supersteps
  std::uint64_t work = 0;        ///< w, summed over the supersteps and the one after
  std::uint64_t packets = 1;     ///< that the values are cut into, where they follow each other

  double charge(const Parameters& machine) const {
    return static_cast<double>(work) + machine.g * static_cast<double>(relation) +
           machine.l * static_cast<double>(supersteps);
  }
};

// What the operations below cost, for so many values of so many bytes on each of p processes. `best` and `auto` say
// which algorithm is taken. With one process a component, m words on each, and q = ⌈log_2 p⌉:
//
//   one_phase     broadcast, reduce, all_reduce, scan: (p - 1) m g + l
//   two_phase     broadcast, reduce: about 2 m g + 2 l; all_reduce, scan: 2 (p - 1) ⌈m / p⌉ g + 2 l
//   tree          broadcast, reduce, scan: ⌈log_k p⌉ ((k - 1) m g + l); all_reduce: twice that
//   binomial      broadcast, reduce: q (m g + l); so do bine, and doubling of broadcast and scan
//   circulant     broadcast, reduce: (n - 1 + q) (⌈m / n⌉ g + l) for n packets; all_reduce: about 2 m g + 2 q l
//   ring          broadcast, reduce: (n + p - 2) (⌈m / n⌉ g + l); all_reduce: 2 (p - 1) (⌈m / p⌉ g + l)
//   chain         scan: (n + p - 2) (⌈m / n⌉ g + l)
//   doubling      all_reduce: ⌊log_2 p⌋ (m g + l); two exchanges more where p is no power of two
//   rabenseifner  all_reduce: about 2 m g + 2 ⌊log_2 p⌋ l; two exchanges of m words more where p is no power of two
//   swing         all_reduce: about 2 m g + 2 q l, for 2^q processes
//   two_sweeps    scan: some (2 q - 2) (m g + l)
//   binomial      gather: (p - 1) m g + q l
//   ring, circulant, doubling  all_gather: (p - 1) m g, and l for each of p - 1 or q supersteps
//   bruck         all_to_all: about q (p / 2) m g + q l
//
// Reduce, all_reduce and scan add the combinations: (p - 1) m, (p - 1) ⌈m / p⌉, ⌈log_k p⌉ (k - 1) m; else the words
// that are sent to be combined. There are 1024 packets at most. `auto` counts on an operator that commutes.
/// @throws Error  for no process
/// @throws ConfigError  for an algorithm that the operation does not have, or not for so many processes
CollectiveCost broadcast_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                              const Parameters& machine, AlgorithmChoice algorithm = Algorithm::best);
CollectiveCost reduce_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                           const Parameters& machine, AlgorithmChoice algorithm = Algorithm::best);
CollectiveCost all_reduce_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                               const Parameters& machine, AlgorithmChoice algorithm = Algorithm::best);
CollectiveCost scan_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                         const Parameters& machine, AlgorithmChoice algorithm = Algorithm::best);
/// A tree takes one more combination of each value in every superstep but the last; two sweeps one superstep more.
CollectiveCost exclusive_scan_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                                   const Parameters& machine, AlgorithmChoice algorithm = Algorithm::best);

// Blocks of so many values each, from every process; of all_to_all from every process to every process. Straight is
// always the cheapest, whatever g and l are.
CollectiveCost gather_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                           const Parameters& machine, AlgorithmChoice algorithm = Algorithm::best);
CollectiveCost all_gather_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                               const Parameters& machine, AlgorithmChoice algorithm = Algorithm::best);
CollectiveCost all_to_all_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                               const Parameters& machine, AlgorithmChoice algorithm = Algorithm::best);

}  // namespace pram::bsp
