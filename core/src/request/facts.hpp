#pragma once

#include <algorithm>
#include <cstdint>

/// The facts of a step that the memory modules collect, for the check of the rule and for the ledger.
namespace pram::detail {

/// What a step did at one line of the program, as one worker saw it.
struct CallSiteFacts {
  std::uint64_t requests = 0;
  std::uint64_t distinct = 0;
  std::uint64_t largest_degree = 0;

  void add(const CallSiteFacts& other) {
    requests += other.requests;
    distinct += other.distinct;
    largest_degree = std::max(largest_degree, other.largest_degree);
  }
};

/// The most contended cell of a step.
struct Contended {
  std::uint64_t degree = 0;
  std::uint64_t cell = 0;  ///< array number above, position below

  void offer(std::uint64_t other_degree, std::uint64_t other_cell) {
    if (other_degree > degree || (other_degree == degree && other_cell < cell)) {
      degree = other_degree;
      cell = other_cell;
    }
  }
};

/// The accesses of a step to the memory modules, with all that a check of any rule needs.
struct AccessFacts {
  std::uint64_t largest_read_degree = 0;
  std::uint64_t largest_write_degree = 0;
  std::uint64_t read_and_written = 0;  ///< cells that were both
  bool unequal_writes = false;
  bool combined_writes = false;  ///< concurrent ones, under an arithmetic operator
  bool mixed_operations = false;
  Contended contended;

  void merge(const AccessFacts& other) {
    largest_read_degree = std::max(largest_read_degree, other.largest_read_degree);
    largest_write_degree = std::max(largest_write_degree, other.largest_write_degree);
    read_and_written += other.read_and_written;
    unequal_writes |= other.unequal_writes;
    combined_writes |= other.combined_writes;
    mixed_operations |= other.mixed_operations;
    if (other.contended.degree > 0) contended.offer(other.contended.degree, other.contended.cell);
  }
};

}  // namespace pram::detail
