#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "../memory/modules.hpp"
#include "fold.hpp"

/// Service in place: each request is served at its cell from its slot, one after the other, without a record. Of the
/// merge at the source only the count remains: requests of one component for one cell are one message.
///
/// Conditions under which replies, cells, facts and messages are bit by bit those of records:
///   - All requests are of one species, and those of one component come together, in the order of their processors.
///   - No request of these components is served by records in this step. Requests of other components may be.
///   - Operands combine to the same bits in whatever groups: folds_in_any_order().
///   - Requests arrive in the order of their components among all requests for these cells. Reads and writes may come
///     in any order in a step of one line: of several, the first one that meets a cell has it as one of its distinct
///     cells.
namespace pram::detail {

/// Slots of one component, consecutive or listed.
struct SlotBlock {
  std::uint32_t component;
  std::uint64_t first_processor;  ///< of the component
  std::uint64_t end_processor;    ///< behind its last
  std::uint64_t processor;        ///< of slot 0 of `value`
  std::uint32_t count;
  std::uint32_t ahead;         ///< entries of `index` that may be read, to fetch their cells
  const std::uint32_t* index;  ///< per slot: the cell asked for; no_index and more: nothing is asked
  const std::uint32_t* home;
  const std::uint32_t* slot;        ///< the numbers of the slots, if they are listed
  Word* value;                      ///< operands on the way in, replies on the way out
  const std::uint32_t* processors;  ///< by slot, if they are listed and are not those from `processor` on; else null
};

/// The result of serving a block of slots.
struct ServedSlots {
  std::uint32_t requests = 0;
  std::uint32_t messages = 0;
};

/// Serves the requests of one chunk, block by block.
/// @tparam Fold     how they combine, see with_fold()
/// @tparam Stored   of the cells
/// @tparam listed   are their slots listed?
template <class Fold, class Stored, bool listed>
class SlotServer {
 public:
  /// @param site_facts  of the line that they all come from
  SlotServer(const Fold& fold, Modules& modules, std::uint32_t species, std::uint32_t no_index,
             CallSiteFacts& site_facts)
      : fold_(fold),
        modules_(modules),
        touched_(modules.touched_),
        species_(species),
        no_index_(no_index),
        operation_(modules.sites_.species(species).operation),
        words_(operation_),
        array_(modules.sites_.species(species).array),
        cells_(modules.memory_.array(array_).template cells<Cell>()),
        site_facts_(site_facts) {}

  /// @param message  message(home) is called for each message: for the first request of a component for a cell
  /// @param merge    merge(home, requests) is called for others, which are part of that message
  /// @throws LimitError (too many updated cells, or readers of one)
  template <class Message, class Merge>
  ServedSlots serve(const SlotBlock& block, const Message& message, const Merge& merge);

 private:
  using Cell = MemoryCell<Stored>;
  using TouchedCell = TouchedCells::TouchedCell;

  /// Where the value of a block's k-th slot stands.
  static std::uint32_t place(const SlotBlock& block, std::uint32_t k) {
    if constexpr (listed) return block.slot[k];
    return k;
  }
  static std::uint32_t processor_of(const SlotBlock& block, std::uint32_t k) {
    if constexpr (listed) {
      if (block.processors != nullptr) return block.processors[place(block, k)];
    }
    return static_cast<std::uint32_t>(block.processor + place(block, k));
  }
  void prefetch(const SlotBlock& block, std::uint32_t k) const {
    k += Modules::prefetch_distance;
    if (k >= block.ahead) return;
    // No pointer is made of an index that may be none.
    const auto cell = reinterpret_cast<std::uintptr_t>(cells_) + std::uint64_t{block.index[k]} * sizeof(Cell);
    __builtin_prefetch(reinterpret_cast<const void*>(cell), 1);
  }

  /// The receiver of a reply uses only the bits of its value, and what stood in a cell that is written goes back there:
  /// values that nothing is combined with need no sign.
  static Word read_cell(const CellWords& words, const Cell& cell) {
    if constexpr (Fold::combines) return words.of(cell);
    return cell.word;
  }

  /// The slot behind those that ask for the same cell as the k-th.
  static std::uint32_t end_of_run(const SlotBlock& block, std::uint32_t k) {
    std::uint32_t end = k + 1;
    while (end < block.count && block.index[end] == block.index[k]) ++end;
    return end;
  }
  /// Whether requests only read on a cell that requests in place have read, and its mark can count them. Most requests
  /// for a touched cell do.
  static bool reads_on(Stamps::Mark mark, std::uint32_t requests, const ReadMarks& marks) {
    return !Fold::writes && mark.kind == TouchedCells::read_in_place &&
           marks.readers(mark.number) + requests <= marks.most();
  }
  /// Serves slots [k, end) of a block, which only read on.
  /// @returns the readers of the cell by now
  [[gnu::always_inline]] std::uint32_t read_on(const SlotBlock& block, std::uint32_t k, std::uint32_t end, Cell& cell,
                                               Stamps::Mark mark, const ReadMarks& marks, std::uint32_t asker) {
    const std::uint32_t before = marks.readers(mark.number);
    const std::uint32_t readers = before + (end - k);
    touched_.note_readers(before, readers);
    touched_.stamps().set(cell, TouchedCells::read_in_place, marks.number(readers, asker));
    const Word word = read_cell(words_, cell);
    for (std::uint32_t at = k; at < end; ++at) block.value[place(block, at)] = word;
    Contended& contended = modules_.facts_.contended;
    if (readers >= contended.degree) contended.offer(readers, Modules::cell_key(array_, block.index[k]));
    return readers;
  }
  /// What masked operands of slots [k, end) come to with those before them. Apart from the rest, since a loop in
  /// vectors takes registers that one operand alone does not need.
  template <class Words>
  [[gnu::noinline]] static Word join_run(const SlotBlock& block, std::uint32_t k, std::uint32_t end, Word combined,
                                         Words words) {
    for (; k < end; ++k) combined = words.join(combined, words.masked(block.value[place(block, k)]));
    return combined;
  }
  /// Serves slots [k, end) of a block, all of which ask for one cell that the step has touched.
  /// @returns true if their component has not asked for it before
  bool meet(const SlotBlock& block, std::uint32_t k, std::uint32_t end, Cell& cell, std::uint32_t asker);
  /// @returns the readers of the cell by now
  std::uint64_t meet_reads(const SlotBlock& block, std::uint32_t k, std::uint32_t end, TouchedCell& entry);
  /// @returns false if the cell's other updates are not compatible
  bool meet_updates(const SlotBlock& block, std::uint32_t k, std::uint32_t end, TouchedCell& entry, Cell& cell);

  const Fold fold_;
  Modules& modules_;
  TouchedCells& touched_;
  const std::uint32_t species_;
  const std::uint32_t no_index_;
  const Operation operation_;
  const CellWords words_;
  const std::uint32_t array_;
  Cell* const cells_;
  CallSiteFacts& site_facts_;
};

template <class Fold, class Stored, bool listed>
template <class Message, class Merge>
ServedSlots SlotServer<Fold, Stored, listed>::serve(const SlotBlock& block, const Message& message,
                                                    const Merge& merge) {
  ServedSlots served;
  const Stamps stamps = touched_.stamps();
  const Fold fold = fold_;  // in registers
  const CellWords words = words_;
  Cell* const cells = cells_;
  TouchedCells::SoleUpdates sole{};
  if constexpr (Fold::writes) sole = touched_.reserve_sole(species_, block.count);
  const ReadMarks marks = touched_.read_marks();
  const std::uint32_t asker = touched_.asker_of(block.component);
  std::uint32_t degree = 0;
  std::uint32_t fresh = 0;
  for (std::uint32_t k = 0; k < block.count; ++k) {
    prefetch(block, k);
    const std::uint32_t index = block.index[k];
    if (index >= no_index_) [[unlikely]]
      continue;
    Cell& cell = cells[index];
    if (!stamps.untouched(cell)) [[unlikely]] {
      const std::uint32_t end = end_of_run(block, k);
      const Stamps::Mark mark = stamps.mark(cell);
      bool sends = false;
      if (reads_on(mark, end - k, marks)) [[likely]] {
        degree = std::max(degree, read_on(block, k, end, cell, mark, marks, asker));
        sends = marks.asker(mark.number) != asker;
      } else {
        if constexpr (Fold::writes) touched_.count_sole(sole.first + fresh);
        sends = meet(block, k, end, cell, asker);
      }
      if (sends) {
        ++served.messages;
        message(block.home[k]);
      }
      merge(block.home[k], end - k - (sends ? 1U : 0U));
      served.requests += end - k;
      k = end - 1;
      continue;
    }
    message(block.home[k]);
    const Word before = read_cell(words, cell);
    if constexpr (Fold::writes) {
      stamps.set(cell, TouchedCells::updated_once, sole.first + fresh);
      sole.update[fresh] = {before, index, processor_of(block, k)};
      const Word operand = block.value[place(block, k)];
      if constexpr (Fold::combines) {
        sole.operand[fresh] = operand;
        words.set(cell, fold.written(before, operand));
        if constexpr (Fold::fetches) block.value[place(block, k)] = before;
      } else {
        set_word(cell, operand);  // of a value: cut already
      }
    } else {
      stamps.set(cell, TouchedCells::read_in_place, marks.number(1, asker));
      block.value[place(block, k)] = before;
    }
    ++fresh;
  }
  served.requests += fresh;
  served.messages += fresh;
  if (served.requests == 0) return served;
  touched_.note_asker(block.component, asker);
  if constexpr (Fold::writes) touched_.count_sole(sole.first + fresh);
  if (fresh > 0) degree = std::max(degree, 1U);
  std::uint64_t& largest = Fold::writes ? modules_.facts_.largest_write_degree : modules_.facts_.largest_read_degree;
  largest = std::max<std::uint64_t>(largest, degree);
  site_facts_.largest_degree = std::max<std::uint64_t>(site_facts_.largest_degree, degree);
  site_facts_.distinct += fresh;
  return served;
}

template <class Fold, class Stored, bool listed>
[[gnu::noinline]] bool SlotServer<Fold, Stored, listed>::meet(const SlotBlock& block, std::uint32_t k,
                                                              std::uint32_t end, Cell& cell, std::uint32_t asker) {
  const Stamps::Mark mark = touched_.stamps().mark(cell);
  bool asked_before = false;
  switch (mark.kind) {
    case TouchedCells::read_in_place: asked_before = touched_.read_marks().asker(mark.number) == asker; break;
    case TouchedCells::updated_once: {
      const std::uint32_t processor = touched_.sole(mark.number).processor;
      asked_before = processor >= block.first_processor && processor < block.end_processor;
      break;
    }
    default: break;
  }
  TouchedCell& entry = touched_.entry(cell, make_address(species_, block.index[k]));
  asked_before |= entry.component == block.component;
  entry.component = block.component;
  std::uint64_t degree = 0;
  AccessFacts& facts = modules_.facts_;
  if constexpr (Fold::writes) {
    if (!meet_updates(block, k, end, entry, cell)) return !asked_before;
    degree = entry.writers;
    facts.largest_write_degree = std::max(facts.largest_write_degree, degree);
    facts.combined_writes |= degree > 1 && operation_.combines();
  } else {
    degree = meet_reads(block, k, end, entry);
    facts.largest_read_degree = std::max(facts.largest_read_degree, degree);
  }
  if (degree > 1) facts.contended.offer(degree, Modules::cell_key(array_, block.index[k]));
  site_facts_.largest_degree = std::max(site_facts_.largest_degree, degree);
  return !asked_before;
}

template <class Fold, class Stored, bool listed>
std::uint64_t SlotServer<Fold, Stored, listed>::meet_reads(const SlotBlock& block, std::uint32_t k, std::uint32_t end,
                                                           TouchedCell& entry) {
  if (entry.writers > 0 && entry.readers == 0) {
    ++site_facts_.distinct;
    ++modules_.facts_.read_and_written;
  }
  const std::uint64_t readers = std::uint64_t{entry.readers} + (end - k);
  if (readers > Modules::most_readers && entry.writers == 0) [[unlikely]]
    Modules::refuse_readers(readers);
  entry.readers = static_cast<std::uint32_t>(readers);
  for (; k < end; ++k) block.value[place(block, k)] = entry.before;
  return readers;
}

template <class Fold, class Stored, bool listed>
bool SlotServer<Fold, Stored, listed>::meet_updates(const SlotBlock& block, std::uint32_t k, std::uint32_t end,
                                                    TouchedCell& entry, Cell& cell) {
  const Address address = make_address(species_, block.index[k]);
  if (entry.writers > 0 && entry.address != address &&
      !compatible(modules_.sites_.species(species_of(entry.address)).operation, operation_)) {
    modules_.facts_.mixed_operations = true;
    return false;
  }
  const auto value = [&block](std::uint32_t at) -> Word& { return block.value[place(block, at)]; };
  const auto processor = [&block](std::uint32_t at) { return processor_of(block, at); };
  const std::uint32_t count = end - k;
  if (entry.writers == 0) {
    // Other components have read the cell.
    ++modules_.facts_.read_and_written;
    ++site_facts_.distinct;
    entry.address = address;
    entry.combined = value(k);
    entry.processor = processor(k);
    if constexpr (Fold::fetches) value(k) = entry.before;
    ++k;
  }
  entry.writers += count;
  Word combined = fold_.masked(entry.combined);
  if constexpr (Fold::fetches) {
    const Word before = fold_.masked(entry.before);
    for (; k < end; ++k) {
      const Word operand = fold_.masked(value(k));
      value(k) = fold_.masked(fold_.words.join(before, combined));
      combined = fold_.words.join(combined, operand);
    }
  } else if constexpr (Fold::combines) {
    if (k < end) combined = fold_.words.join(combined, fold_.masked(value(k++)));
    if (k < end) combined = join_run(block, k, end, combined, fold_.words);
  } else {
    for (; k < end; ++k) fold_.join(modules_.context_, combined, entry.processor, value(k), processor(k));
  }
  words_.set(cell, fold_.left(entry.before, combined, entry.writers, modules_.collision_marker_));
  entry.combined = fold_.masked(combined);
  return true;
}

}  // namespace pram::detail
