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
#include "touched_cells.hpp"

namespace pram::detail {

/// The cells that one worker serves: the memory modules of its components, or a block of every array. An update is
/// written at once, so that each cell is visited once in a step. A list keeps the value from before the step: reads see
/// it, and undo() puts it back if the step fails.
class Modules {
 public:
  Modules(SharedMemory& memory, const CallSites& sites) : memory_(memory), sites_(sites), touched_(memory, sites) {}

  /// @param collision_marker  what concurrent writes leave behind under Rule::collision
  void begin_step(const Stamps& stamps, const CombiningContext& context, Word collision_marker) {
    touched_.begin_step(stamps);
    context_ = context;
    collision_marker_ = collision_marker;
    facts_ = {};
  }

  /// Reads, all from one line. The reply replaces the record's address.
  /// @throws LimitError (2^31 readers of a cell, here and below)
  void serve(ReadRecord* records, std::size_t count, std::uint32_t site, CallSiteFacts& site_facts);

  /// Any requests, in the order in which they arrive. The reply replaces the record's operand.
  /// @param site_facts  by site
  void serve(UpdateRecord* records, std::size_t count, std::vector<CallSiteFacts>& site_facts);

  /// For a profile: has this step count its cells by degrees.
  void begin_degrees() { touched_.begin_degrees(); }
  /// Adds the cells of the step that were accessed several times, and those that are listed, to the bins of their
  /// degrees. Such a cell has either reads or updates.
  void count_degrees(DegreeBins& bins) const { touched_.count_degrees(bins); }

  /// Puts back all values from before the step.
  void undo() noexcept { touched_.undo(); }

  /// Adds the facts of requests of this step that were served without the modules.
  void add(const AccessFacts& facts) { facts_.merge(facts); }
  /// The step's facts are those that all ranks have found.
  void replace_facts(const AccessFacts& facts) { facts_ = facts; }
  const Stamps& stamps() const { return touched_.stamps(); }
  Word collision_marker() const { return collision_marker_; }

  const AccessFacts& facts() {
    facts_.unequal_writes |= context_.unequal_writes;
    return facts_;
  }

 private:
  template <class Fold, class Stored, bool listed>
  friend class SlotServer;

  static constexpr std::uint64_t most_readers = 0x7FFFFFFF;  ///< of a cell

  // Far enough ahead to hide a miss to memory, near enough to stay in the first cache.
  static constexpr std::size_t prefetch_distance = 40;

  /// As Contended names a cell.
  static std::uint64_t cell_key(std::uint32_t array, Address address) {
    return (std::uint64_t{array} << 32) | position_of(address);
  }
  [[noreturn]] static void refuse_readers(std::uint64_t readers);
  /// Enters `weight` reads of a cell. @returns how many it has in this step by now
  template <class Stored>
  std::uint64_t count_reads(MemoryCell<Stored>& cell, WordType type, Address address, std::uint32_t weight,
                            std::uint64_t& distinct, Word& value);
  /// Fetches the cells of records into the cache.
  void prefetch(const UpdateRecord* record, const UpdateRecord* end) const;
  template <class Stored>
  void serve_update(UpdateRecord& record, MemoryCell<Stored>& cell, Operation operation, std::uint32_t array,
                    CallSiteFacts& site_facts);
  template <class Stored>
  void serve_read(UpdateRecord& record, MemoryCell<Stored>& cell, WordType type, std::uint32_t array,
                  CallSiteFacts& site_facts);
  /// Serves those of the records that stand first and are of one species. @returns how many
  template <class Stored>
  std::size_t serve_run(MemoryCell<Stored>* cells, UpdateRecord* records, std::size_t count,
                        std::vector<CallSiteFacts>& site_facts);

  SharedMemory& memory_;
  const CallSites& sites_;
  TouchedCells touched_;
  CombiningContext context_;
  Word collision_marker_ = 0;
  AccessFacts facts_;
};

}  // namespace pram::detail
