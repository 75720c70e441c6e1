#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <pram/detail/processors/outbox.hpp>
#include <pram/ledger.hpp>

#include "../host/pages.hpp"
#include "../request/call_sites.hpp"
#include "../request/degree_bins.hpp"
#include "../request/record.hpp"
#include "read_marks.hpp"
#include "shared_memory.hpp"

namespace pram::detail {

/// The accesses of a step so far to the cells of one worker's modules, with the values from before it. The stamp of
/// each touched cell says which accesses there were:
///
///   kind            number
///   read            records have read it: for how many requests
///   read_in_place   requests of chunks that are served in place have read it: how many, and which asker the last one
///                   came from, see ReadMarks
///   updated_once    one request of a chunk that is served in place has updated it: the number of its SoleUpdate
///   met             anything else: the number of its TouchedCell
///
/// A component whose requests are served in place is an asker, from its first request to its last. Askers count from 1.
class TouchedCells {
 public:
  static constexpr Stamps::Kind read = 0;
  static constexpr Stamps::Kind read_in_place = 1;
  static constexpr Stamps::Kind updated_once = 2;
  static constexpr Stamps::Kind met = 3;
  static constexpr std::uint32_t most = 0x3FFFFFFF;  ///< entries of each sort, and plain readers

  static constexpr std::uint32_t no_component = 0xFFFFFFFF;

  struct TouchedCell {
    Address address;  ///< of its updates; without any, of a read
    Word before;      ///< the cell's value, as reads of the step see it
    Word combined;    ///< all operands so far
    std::uint32_t processor;
    std::uint32_t writers;
    std::uint32_t readers;
    std::uint32_t component;  ///< whose request, served in place, came last; no_component after any other
  };

  /// The only update of a cell, made in place.
  struct SoleUpdate {
    Word before;  ///< of a narrow cell what it held, which need not be extended
    std::uint32_t position;
    std::uint32_t processor;
  };

  TouchedCells(SharedMemory& memory, const CallSites& sites) : memory_(memory), sites_(sites) {}

  void begin_step(const Stamps& stamps) {
    stamps_ = stamps;
    read_marks_ = ReadMarks(stamps.last(), std::min(memory_.components(), stamps.requests()) + 1);
    met_count_ = sole_count_ = askers_ = 0;
    last_asker_ = no_component;
    sole_runs_.clear();
    counts_degrees_ = false;
  }
  const Stamps& stamps() const { return stamps_; }
  /// For a profile: has this step count the cells without entries by their readers.
  void begin_degrees() {
    counts_degrees_ = true;
    read_degrees_ = {};
  }
  /// Notes that a cell without an entry has been read again, or for the first time by several; then `before` is 1.
  void note_readers(std::uint64_t before, std::uint64_t by_now) {
    if (counts_degrees_) [[unlikely]]
      grow_degree(read_degrees_, before, by_now);
  }
  const ReadMarks& read_marks() const { return read_marks_; }

  /// Makes room for as many more entries as so many requests may need.
  /// @throws LimitError (2^30 entries, here and below)
  void reserve(std::size_t requests);
  /// The entry of a cell that the step has touched. An entry that is made here has no component.
  /// @param address  of the request that meets it
  template <class Stored>
  TouchedCell& entry(MemoryCell<Stored>& cell, Address address) {
    if (stamps_.mark(cell).kind != met) enter(cell, address);
    return met_[stamps_.mark(cell).number];
  }
  /// A new entry for a cell that no request has updated, room for which is reserved.
  template <class Stored>
  TouchedCell& add(MemoryCell<Stored>& cell) {
    stamps_.set(cell, met, met_count_);
    return met_[met_count_++];
  }

  /// Where the next sole updates go, all of one species.
  struct SoleUpdates {
    SoleUpdate* update;
    Word* operand;        ///< of each, where operands combine; else null
    std::uint32_t first;  ///< number of the first
  };
  /// Makes room for so many sole updates.
  SoleUpdates reserve_sole(std::uint32_t species, std::uint32_t count);
  /// Says how many sole updates there are by now.
  void count_sole(std::uint32_t count) { sole_count_ = count; }
  const SoleUpdate& sole(std::uint32_t number) const { return sole_[number]; }
  /// The number of a component as an asker.
  std::uint32_t asker_of(std::uint32_t component) const { return component == last_asker_ ? askers_ : askers_ + 1; }
  /// A component has asked. All its requests come together, so there are no more askers than components or requests.
  void note_asker(std::uint32_t component, std::uint32_t asker) {
    last_asker_ = component;
    askers_ = asker;
  }

  /// Adds the cells that have entries, by their accesses, and those without that were read by several.
  void count_degrees(DegreeBins& bins) const;

  /// Puts back all values from before the step.
  void undo() noexcept;

 private:
  struct SoleRun {
    std::uint32_t first;
    std::uint32_t species;
  };

  template <class Stored>
  [[gnu::noinline]] void enter(MemoryCell<Stored>& cell, Address address);
  static void check(std::size_t entries);
  std::uint32_t species_of_sole(std::uint32_t number) const;

  SharedMemory& memory_;
  const CallSites& sites_;
  Stamps stamps_;
  ReadMarks read_marks_;
  Pages<TouchedCell> met_;
  std::uint32_t met_count_ = 0;
  Pages<SoleUpdate> sole_;
  Pages<Word> sole_operands_;  ///< by the same numbers; set where operands combine
  std::uint32_t sole_count_ = 0;
  std::uint32_t askers_ = 0;
  std::uint32_t last_asker_ = no_component;  ///< the component that asked last
  std::vector<SoleRun> sole_runs_;           ///< of one species each, in order
  bool counts_degrees_ = false;
  DegreeBins read_degrees_{};  ///< for a profile: cells without entries that several have read
};

}  // namespace pram::detail
