#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../host/pages.hpp"
#include "../request/call_sites.hpp"
#include "../request/combine.hpp"
#include "../request/facts.hpp"
#include "../request/record.hpp"
#include "shared_memory.hpp"

namespace pram::detail {

/// The memory modules of one worker's components. An update is written at once, so that each cell is visited once in a
/// step; a list keeps the value from before, which reads see, and which undo() puts back if the step fails.
class Modules {
 public:
  Modules(SharedMemory& memory, const CallSites& sites) : memory_(memory), sites_(sites) {}

  /// @param collision_marker  what concurrent writes leave behind under Rule::collision
  void begin_step(std::uint32_t epoch, const CombiningContext& context, Word collision_marker) {
    epoch_ = epoch;
    context_ = context;
    collision_marker_ = collision_marker;
    facts_ = {};
    updates_ = 0;
  }

  /// Reads, all from one line. The reply replaces the record's address.
  /// @throws LimitError (2^31 readers of a cell, here and below)
  void serve(ReadRecord* records, std::size_t count, std::uint32_t site, CallSiteFacts& site_facts);

  /// Any requests, in the order in which they arrive. The reply replaces the record's operand.
  /// @param site_facts  by site
  void serve(UpdateRecord* records, std::size_t count, std::vector<CallSiteFacts>& site_facts);

  /// Puts back all values from before the step.
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
                    CallSiteFacts& site_facts);
  void serve_read(UpdateRecord& record, MemoryCell& cell, std::uint32_t array, CallSiteFacts& site_facts);

  SharedMemory& memory_;
  const CallSites& sites_;
  std::uint32_t epoch_ = 0;
  CombiningContext context_;
  Word collision_marker_ = 0;
  AccessFacts facts_;
  Pages<Update> update_;
  std::uint32_t updates_ = 0;
};

}  // namespace pram::detail
