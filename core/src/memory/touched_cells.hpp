#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <pram/detail/outbox.hpp>

#include "../host/pages.hpp"
#include "../request/call_sites.hpp"
#include "../request/record.hpp"
#include "shared_memory.hpp"

namespace pram::detail {

/// What a step has done so far to the cells of one worker's modules, with the values from before it. Each cell that the
/// step has touched bears its epoch, and in its state what came:
///
///   kind            the rest of the state
///   read            how many requests have read it
///   read_once       one request of a chunk that is served in place has read it: its component
///   updated_once    one request of a chunk that is served in place has updated it: the number of its SoleUpdate
///   met             anything else: the number of its TouchedCell
class TouchedCells {
 public:
  static constexpr std::uint32_t kind = 0xC0000000;
  static constexpr std::uint32_t read = 0;
  static constexpr std::uint32_t read_once = 0x40000000;
  static constexpr std::uint32_t met = 0x80000000;
  static constexpr std::uint32_t updated_once = 0xC0000000;
  static constexpr std::uint32_t most = ~kind;  ///< entries of each sort, and plain readers

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
    Word before;
    std::uint32_t position;
    std::uint32_t processor;
  };

  TouchedCells(SharedMemory& memory, const CallSites& sites) : memory_(memory), sites_(sites) {}

  void begin_step(std::uint32_t epoch) {
    epoch_ = epoch;
    met_count_ = sole_count_ = 0;
    sole_runs_.clear();
  }
  std::uint32_t epoch() const { return epoch_; }
  bool untouched(const MemoryCell& cell) const { return cell.epoch != epoch_; }

  /// Makes room for as many more entries as so many requests may need.
  /// @throws LimitError (2^30 entries, here and below)
  void reserve(std::size_t requests);
  /// The entry of a cell that the step has touched. One that had none has no component.
  /// @param address  of the request that meets it
  TouchedCell& entry(MemoryCell& cell, Address address) {
    if ((cell.state & kind) != met) enter(cell, address);
    return met_[cell.state & ~kind];
  }
  /// A new entry for a cell that no request has updated, room for which is reserved.
  TouchedCell& add(MemoryCell& cell) {
    cell.epoch = epoch_;
    cell.state = met | met_count_;
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

  /// Puts back all values from before the step.
  void undo() noexcept;

 private:
  struct SoleRun {
    std::uint32_t first;
    std::uint32_t species;
  };

  [[gnu::noinline]] void enter(MemoryCell& cell, Address address);
  static void check(std::size_t entries);
  std::uint32_t species_of_sole(std::uint32_t number) const;

  SharedMemory& memory_;
  const CallSites& sites_;
  std::uint32_t epoch_ = 0;
  Pages<TouchedCell> met_;
  std::uint32_t met_count_ = 0;
  Pages<SoleUpdate> sole_;
  Pages<Word> sole_operands_;  ///< by the same numbers; set where operands combine
  std::uint32_t sole_count_ = 0;
  std::vector<SoleRun> sole_runs_;  ///< of one species each, in order
};

}  // namespace pram::detail
