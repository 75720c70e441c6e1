#pragma once

#include <cstdint>
#include <vector>

#include <pram/detail/processors/step_requests.hpp>

#include "../../processors/worker_team.hpp"
#include "../message_counts.hpp"
#include "../processor_group.hpp"
#include "../served_line.hpp"
#include "cell_set.hpp"

namespace pram::detail {

/// Serves steps in which each cell is asked for once at most. Conditions:
/// - Each processor that lives asks for the cell of its own number, which is known beforehand. Or all workers find that
///   no cell is asked for twice, each with a set of the cells that its processors ask for, of a bit a cell. If one is,
///   the step must be served by marked cells; nothing is written by then, and its requests stand in their slots.
/// - Such a set is small beside the step.
/// - No operator of the program is called: cells are written once nothing can fail.
///
/// Nothing merges then, and no cell is marked: replies are what cells hold, and updates wait until the step stands in
/// the ledger. Where most cells of an array are asked for, messages are counted by those that are not.
class DistinctCells {
 public:
  /// @param counts  per worker
  DistinctCells(WorkerTeam& team, std::vector<MessageCounts>& counts)
      : team_(team), counts_(counts), sets_(team.count()), twice_(team.count()) {}

  /// Whether a step may be served so, as far as is known before it.
  static bool may_serve(std::uint64_t cells, const StepRequests& requests, const ProcessorGroup& group);

  void expect(const ServedLine& line, const StepRequests& requests, const ProcessorGroup& group);
  /// The group, if it alone determines who asks for what.
  const ProcessorGroup* alive() const { return own_ ? group_ : nullptr; }
  /// Does a step need what it asks for in its slots?
  bool needs_slots() const { return !own_ || (line_.operation.action != Action::read && !operands_stay_); }

  void begin(std::uint32_t w);
  /// @returns false if one of the worker's processors asks for a cell that another has asked for
  bool take(std::uint32_t w, const Chunk& chunk);
  /// Called once all have asked. @returns false if processors of two workers ask for one cell
  bool carry(bool spread);
  /// The requests that a component has received.
  std::uint32_t received(std::uint32_t component);

  /// Writes what the step leaves in its cells.
  void write() noexcept;
  /// Forgets what has been asked for.
  void forget() noexcept;

 private:
  std::uint64_t cells() const { return line_.stored->size; }
  /// Is it worth counting at the end, when it is known whether fewer cells are asked for or fewer are not?
  bool counts_later() const;
  void join(std::uint32_t w, std::uint64_t first_word, std::uint64_t last_word);
  void count(std::uint32_t w, std::uint64_t first_word, std::uint64_t last_word);
  void tell(std::uint32_t w);
  template <class Stored>
  void write_slots(const Worker& worker, MemoryCell<Stored>* cells) const;

  WorkerTeam& team_;
  std::vector<MessageCounts>& counts_;
  std::vector<CellSet> sets_;        // per worker
  std::vector<std::uint8_t> twice_;  // per worker: has it seen a cell that several ask for?
  // Of the step in progress:
  ServedLine line_;
  const StepRequests* requests_ = nullptr;
  const ProcessorGroup* group_ = nullptr;
  bool own_ = false;
  bool operands_stay_ = false;
  bool spread_ = false;
  bool of_others_ = false;  // are cells counted that nobody asks for?
};

}  // namespace pram::detail
