#pragma once

#include <cstdint>
#include <utility>

#include "../../memory/stamps.hpp"
#include "../../processors/worker_team.hpp"
#include "../../serving/fold.hpp"
#include "../message_counts.hpp"
#include "../served_line.hpp"
#include "served_cells.hpp"
#include "visit_cells.hpp"

namespace pram::detail {

/// Serves updates of one worker at cells of another, in the order of their processors. The mark of a cell names the
/// processor that asked for it first. When a second one asks, the cell becomes contended.
template <class Stored>
class UpdateServer {
 public:
  /// Kinds of marks.
  static constexpr Stamps::Kind asked_once = 0;  ///< by the processor of that number
  static constexpr Stamps::Kind contended = 1;   ///< the number of its ContendedCell

  using Cell = MemoryCell<Stored>;

  /// @param found   of each worker's processors
  /// @param served  of the worker whose cells these are
  /// @param counts  of the same
  UpdateServer(const WorkerTeam& team, const ServedLine& line, const Stamps& stamps, Cell* cells,
               std::vector<FoundWords>& found, ServedCells& served, MessageCounts& counts)
      : team_(team), line_(line), stamps_(stamps), cells_(cells), found_(found), served_(served), counts_(counts) {}

  /// @param from      whose processors ask
  template <class Requests>
  void serve(std::uint32_t from, const Requests& requests) {
    if (requests.count == 0) return;
    // With this room nothing below fails.
    auto& list = served_.contended;
    if (list.capacity() < list.size() + requests.count) list.reserve(2 * list.size() + requests.count);
    with_ordered_fold<Stored>(line_.operation, [&](auto fold) { serve_updates(from, requests, fold); });
  }

 private:
  template <class Requests, class Fold>
  void serve_updates(std::uint32_t from, const Requests requests, const Fold fold) {
    const Stamps stamps = stamps_;
    const CellWords cell_words(line_.operation);
    const Worker& source = *team_.workers[from];
    const Word* const value = source.value;
    Stored* const found = found_[from].template of<Stored>().data();
    const auto first_processor = static_cast<std::uint32_t>(source.first_processor);
    ComponentOf component_of(source.distribution, line_.first_processor, first_processor + requests[0].slot);
    ContendedCell* const contended_cells = served_.contended.data();
    std::uint32_t met = 0;
    visit_cells(requests, cells_, [&](std::uint32_t k, const SlotRequest one, Cell& cell) {
      if (!stamps.untouched(cell)) {
        if (goes_on(requests, k)) [[unlikely]] {
          const std::uint32_t end = meet_updates(requests, k, cell, source, component_of, fold);
          met += end - k;
          return end;
        }
        const std::uint32_t processor = first_processor + one.slot;
        const Word operand = fold.masked(value[one.slot]);
        const Stamps::Mark mark = stamps.mark(cell);
        // The list's address is a local here, and would be read again for each request in a function of both loops.
        ContendedCell& known =
            mark.kind == contended ? contended_cells[mark.number] : enter(cell, one.index, mark.number, fold.masked(0));
        const bool merges = note_message(known, component_of(processor));
        join(known, known.partial, merges, operand, processor, fold);
        ++met;
        return k + 1;
      }
      stamps.set(cell, asked_once, first_processor + one.slot);
      found[one.slot] = cell.word;
      if constexpr (Fold::chooses) {
        set_word(cell, value[one.slot]);
      } else {
        cell_words.set(cell, fold.written(cell_words.of(cell), value[one.slot]));
      }
      return k + 1;
    });
    served_.distinct += requests.count - met;
  }

  /// Serves those that ask for a touched cell, one after the other from the k-th on. The cell gets its new value when
  /// all of them have come. @returns the number of the next
  template <class Requests, class Fold>
  [[gnu::noinline]] std::uint32_t meet_updates(const Requests requests, std::uint32_t k, Cell& cell,
                                               const Worker& source, ComponentOf& component_of, const Fold fold) {
    const std::uint32_t index = requests[k].index;
    const Word* const value = source.value;
    const auto first_processor = static_cast<std::uint32_t>(source.first_processor);
    const Stamps::Mark mark = stamps_.mark(cell);
    ContendedCell& known =
        mark.kind == contended ? served_.contended[mark.number] : enter(cell, index, mark.number, fold.masked(0));
    RunMessages messages(known.home, known.component, counts_);
    Word partial = known.partial;
    const std::uint32_t begin = k;
    for (; k < requests.count && requests[k].index == index; ++k) {
      const std::uint32_t processor = first_processor + requests[k].slot;
      const Word operand = fold.masked(value[requests[k].slot]);
      const bool merges = messages.add(component_of(processor));
      join(known, partial, merges, operand, processor, fold);
    }
    known.partial = partial;
    known.degree += k - begin;
    return k;
  }

  /// Joins another request to those before it. Requests of one component come to a partial result, as in a record.
  /// @param partial  of the last component
  /// @param merges   does it come from the same component as the one before it?
  template <class Fold>
  [[gnu::always_inline]] void join(ContendedCell& known, Word& partial, bool merges, Word operand,
                                   std::uint32_t processor, const Fold& fold) {
    if (Fold::chooses || merges) {
      fold.join(served_.context, partial, known.winner, operand, processor);
      return;
    }
    if (std::exchange(known.several, true)) {
      fold.join(served_.context, known.combined, known.winner, partial, processor);
    } else {
      known.combined = partial;
    }
    partial = operand;
  }

  /// Notes one request for a contended cell. @returns true if it merges with the one before it
  bool note_message(ContendedCell& known, std::uint32_t component) {
    ++known.degree;
    if (std::exchange(known.component, component) != component) return false;
    counts_.merge(known.home, component, 1);
    return true;
  }

  /// Makes a cell contended where a second request meets that of this processor.
  [[gnu::noinline]] ContendedCell& enter(Cell& cell, std::uint32_t index, std::uint32_t processor, Word mask) {
    stamps_.set(cell, contended, static_cast<std::uint32_t>(served_.contended.size()));
    std::uint32_t home = 0;
    line_.stored->map.locate({&index, 1}, &home);
    const BlockDistribution& distribution = team_.workers.front()->distribution;
    const std::uint32_t component = distribution.component_of(processor);
    const std::uint32_t from = team_.owner_of(component);
    const Worker& source = *team_.workers[from];
    const auto slot = static_cast<std::uint32_t>(processor - source.first_processor);
    const Word before = word_of(Cell{found_[from].template of<Stored>()[slot], 0}, line_.operation.type);
    return served_.contended.emplace_back(
        ContendedCell{index, home, component, 1, processor, false, before, 0, source.value[slot] ^ mask});
  }

  const WorkerTeam& team_;
  const ServedLine& line_;
  const Stamps stamps_;
  Cell* const cells_;
  std::vector<FoundWords>& found_;
  ServedCells& served_;
  MessageCounts& counts_;
};

}  // namespace pram::detail
