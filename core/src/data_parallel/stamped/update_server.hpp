#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "../../memory/stamps.hpp"
#include "../../processors/worker_team.hpp"
#include "../../request/combine.hpp"
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
    // So nothing below fails.
    auto& list = served_.contended;
    if (list.capacity() < list.size() + requests.count) list.reserve(2 * list.size() + requests.count);
    const Operation operation = line_.operation;
    const bool writes = operation.action == Action::write;
    const auto replace = [](Word, Word operand) { return operand; };
    if (!operation.combines()) {
      serve_updates<false>(from, requests, replace, replace);
    } else if (operation.op == OperatorKind::own) {
      const auto apply = own_operator(operation.own).apply;
      const auto update = [&](Word old, Word operand) {
        return writes ? operand : normalise(operation, apply(old, operand));
      };
      serve_updates<true>(from, requests, update, apply);
    } else {
      with_words(operation.op, operation.type, [&](auto op) {
        const auto apply = [](Word a, Word b) { return decltype(op)::apply(a, b); };
        if (writes) {
          serve_updates<true>(from, requests, replace, apply);
        } else if (operation.width == sizeof(Stored)) {
          serve_updates<true>(from, requests, apply, apply);  // the cell cuts it
        } else {
          const auto update = [&](Word old, Word operand) { return normalise(operation, apply(old, operand)); };
          serve_updates<true>(from, requests, update, apply);
        }
      });
    }
  }

 private:
  /// @param update  what a cell gets by its value and the only operand
  /// @param apply   two operands as one, where the operation combines
  template <bool combines, class Requests, class Update, class Apply>
  void serve_updates(std::uint32_t from, const Requests requests, const Update& update, const Apply& apply) {
    const Stamps stamps = stamps_;
    const WordType type = line_.operation.type;
    const Worker& source = *team_.workers[from];
    const Word* const value = source.value;
    Stored* const found = found_[from].template of<Stored>().data();
    const auto first_processor = static_cast<std::uint32_t>(source.first_processor);
    ComponentOf component_of(source.distribution, line_.first_processor, first_processor + requests[0].slot);
    std::uint32_t met = 0;
    visit_cells(requests, cells_, [&](std::uint32_t k, const Crossing one, Cell& cell) {
      if (!stamps.untouched(cell)) {
        if (goes_on(requests, k)) [[unlikely]] {
          const std::uint32_t end = meet_updates<combines>(requests, k, cell, source, component_of, apply);
          met += end - k;
          return end;
        }
        const std::uint32_t processor = first_processor + one.slot;
        const Word operand = value[one.slot];
        ContendedCell& known = contended_cell(cell, one.index);
        const bool merges = note_message(known, component_of(processor));
        if constexpr (!combines) {
          combine(line_.operation, served_.context, known.partial, known.winner, operand, processor);
        } else if (merges) {
          known.partial = apply(known.partial, operand);
        } else {
          known.combined = std::exchange(known.several, true) ? apply(known.combined, known.partial) : known.partial;
          known.partial = operand;
        }
        ++met;
        return k + 1;
      }
      stamps.set(cell, asked_once, first_processor + one.slot);
      found[one.slot] = cell.word;
      set_word(cell, update(word_of(cell, type), value[one.slot]));
      return k + 1;
    });
    served_.distinct += requests.count - met;
  }

  /// The same for updates. The cell gets its new value when all of them have come.
  template <bool combines, class Requests, class Apply>
  [[gnu::noinline]] std::uint32_t meet_updates(const Requests requests, std::uint32_t k, Cell& cell,
                                               const Worker& source, ComponentOf& component_of, const Apply& apply) {
    const std::uint32_t index = requests[k].index;
    const Word* const value = source.value;
    const auto first_processor = static_cast<std::uint32_t>(source.first_processor);
    ContendedCell& known = contended_cell(cell, index);
    RunMessages messages(known.home, known.component, counts_);
    Word partial = known.partial;
    const std::uint32_t begin = k;
    for (; k < requests.count && requests[k].index == index; ++k) {
      const std::uint32_t processor = first_processor + requests[k].slot;
      const Word operand = value[requests[k].slot];
      const bool merges = messages.add(component_of(processor));
      if constexpr (!combines) {
        combine(line_.operation, served_.context, partial, known.winner, operand, processor);
      } else if (merges) {
        partial = apply(partial, operand);
      } else {
        known.combined = std::exchange(known.several, true) ? apply(known.combined, partial) : partial;
        partial = operand;
      }
    }
    known.partial = partial;
    known.degree += k - begin;
    return k;
  }

  /// Notes one request for a contended cell. @returns true if it merges with the one before it
  bool note_message(ContendedCell& known, std::uint32_t component) {
    ++known.degree;
    if (std::exchange(known.component, component) != component) return false;
    counts_.merge(known.home, component, 1);
    return true;
  }

  ContendedCell& contended_cell(Cell& cell, std::uint32_t index) {
    const Stamps::Mark mark = stamps_.mark(cell);
    return mark.kind == contended ? served_.contended[mark.number] : enter(cell, index, mark.number);
  }

  /// A second request meets that of this processor.
  [[gnu::noinline]] ContendedCell& enter(Cell& cell, std::uint32_t index, std::uint32_t processor) {
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
        ContendedCell{index, home, component, 1, processor, false, before, 0, source.value[slot]});
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
