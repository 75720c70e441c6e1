#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../access/fold.hpp"
#include "../access/record.hpp"
#include "../step/sites.hpp"
#include "shared_memory.hpp"

namespace pram::detail {

/// What a step did at one line of the program, as one worker saw it.
struct SiteFacts {
  std::uint64_t requests = 0;
  std::uint64_t distinct = 0;
  std::uint64_t largest_degree = 0;
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

/// What a step did to the memory modules: enough to judge it by every rule.
struct AccessFacts {
  std::uint64_t largest_read_degree = 0;
  std::uint64_t largest_write_degree = 0;
  std::uint64_t read_and_written = 0;  ///< cells
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

/// May a request of the second operation meet one of the first at its cell in one step?
inline bool compatible(Operation a, Operation b) {
  if (a.fold != b.fold || a.own != b.own) return false;
  return (a.action == Action::write) == (b.action == Action::write) &&
         (a.action == Action::multiprefix) == (b.action == Action::multiprefix);
}

/// The memory modules of one worker's components. An update is written at once, so that each cell is visited once in a
/// step; a list keeps the value from before, which reads see, and which undo() puts back if the step fails.
class Modules {
 public:
  Modules(SharedMemory& memory, const Sites& sites) : memory_(memory), sites_(sites) {}

  /// @param collision_marker  what concurrent writes leave behind under Rule::collision
  void begin_step(std::uint32_t epoch, const FoldContext& context, Word collision_marker) {
    epoch_ = epoch;
    context_ = context;
    collision_marker_ = collision_marker;
    facts_ = {};
    updates_ = 0;
  }

  /// Reads, all from one line. The reply replaces the record's address.
  /// @throws LimitError (2^31 readers of a cell, here and below)
  void serve(ReadRecord* records, std::size_t count, std::uint32_t site, SiteFacts& site_facts);

  /// Any requests, in the order in which they arrive. The reply replaces the record's operand.
  /// @param site_facts  by site
  void serve(UpdateRecord* records, std::size_t count, std::vector<SiteFacts>& site_facts);

  /// Makes memory what it was before the step.
  void undo() noexcept;

  const AccessFacts& facts() {
    facts_.unequal_writes |= context_.unequal_writes;
    return facts_;
  }

 private:
  /// What a step did to one cell.
  struct Update {
    Address address;
    Word before;    ///< the cell's value, as reads of the step see it
    Word combined;  ///< all operands so far
    std::uint32_t processor;
    std::uint32_t writers;
    std::uint32_t readers;
  };

  [[noreturn]] static void refuse_readers(std::uint64_t readers);
  /// Enters `weight` reads of a cell. @returns how many it has in this step by now
  std::uint64_t count_reads(MemoryCell& cell, std::uint32_t weight, std::uint64_t& distinct, Word& value);
  /// Fetches the cells of records into the cache.
  void prefetch(const UpdateRecord* record, const UpdateRecord* end) const;
  void serve_update(UpdateRecord& record, MemoryCell& cell, Operation operation, std::uint32_t array,
                    SiteFacts& site_facts);
  void serve_read(UpdateRecord& record, MemoryCell& cell, std::uint32_t array, SiteFacts& site_facts);

  SharedMemory& memory_;
  const Sites& sites_;
  std::uint32_t epoch_ = 0;
  FoldContext context_;
  Word collision_marker_ = 0;
  AccessFacts facts_;
  Pages<Update> update_;
  std::uint32_t updates_ = 0;
};

}  // namespace pram::detail
