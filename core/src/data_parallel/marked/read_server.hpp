#pragma once

#include <algorithm>
#include <cstdint>

#include "../../memory/read_marks.hpp"
#include "../../memory/stamps.hpp"
#include "../../processors/worker_team.hpp"
#include "../served_line.hpp"
#include "served_cells.hpp"
#include "visit_cells.hpp"

namespace pram::detail {

/// Notes reads of one worker at cells of another, in the order of their processors; the replies are taken from the
/// cells as they stand. The mark of a cell alone says what the step has done to it, unless very many read it.
template <class Stored>
class ReadServer {
 public:
  /// Kinds of marks.
  static constexpr Stamps::Kind read = 0;       ///< how many have read it, and the last one's component, see ReadMarks
  static constexpr Stamps::Kind much_read = 1;  ///< the number of its MuchReadCell

  using Cell = MemoryCell<Stored>;

  /// @param served  of the worker whose cells these are
  /// @param counts  of the same
  ReadServer(const WorkerTeam& team, const ServedLine& line, const Stamps& stamps, Cell* cells, ServedCells& served,
             MessageCounts& counts)
      : team_(team),
        line_(line),
        stamps_(stamps),
        marks_(stamps.last(), team.components),
        cells_(cells),
        served_(served),
        counts_(counts) {}

  /// @param from      whose processors ask
  template <class Requests>
  void serve(std::uint32_t from, const Requests& requests) {
    if (requests.count == 0) return;
    const Stamps stamps = stamps_;
    const ReadMarks marks = marks_;
    const Worker& source = *team_.workers[from];
    const auto first_processor = static_cast<std::uint32_t>(source.first_processor);
    ComponentOf component_of(source.distribution, line_.first_processor, first_processor + requests[0].slot);
    const bool profiled = served_.profiled;
    std::uint32_t met = 0;
    visit_cells(requests, cells_, [&](std::uint32_t k, const SlotRequest one, Cell& cell) {
      // Without a branch: whether a cell is touched already is often what no branch predictor can know.
      const std::uint32_t component = component_of(first_processor + one.slot);
      const bool touched = !stamps.untouched(cell);
      const Stamps::Mark mark = stamps.mark(cell);
      const std::uint32_t readers = touched ? marks.readers(mark.number) + 1 : 1;
      const bool runs = goes_on(requests, k);
      const bool rare = (mark.kind == much_read) | (readers > marks.most()) | runs;
      if (touched & rare) [[unlikely]] {
        const std::uint32_t end = meet(requests, k, cell, first_processor, component_of);
        met += end - k;
        return end;
      }
      stamps.set(cell, read, marks.number(readers, component));
      if (profiled) [[unlikely]]
        grow_degree(served_.read_degrees, std::max(readers - 1, 1U), readers);
      const bool merges = marks.asker(mark.number) == component;
      if (touched & merges) [[unlikely]]
        counts_.merge(home_of(requests, k), component, 1);
      note_readers(readers, one.index);
      met += touched ? 1 : 0;
      return k + 1;
    });
    served_.distinct += requests.count - met;
  }

 private:
  /// Serves those that ask for a touched cell, one after the other from the k-th on. @returns the number of the next
  template <class Requests>
  [[gnu::noinline]] std::uint32_t meet(const Requests requests, std::uint32_t k, Cell& cell,
                                       std::uint32_t first_processor, ComponentOf& component_of) {
    const std::uint32_t index = requests[k].index;
    const Stamps::Mark mark = stamps_.mark(cell);
    MuchReadCell known{};
    if (mark.kind == much_read) {
      known = served_.much_read[mark.number];
    } else {
      known = {home_of(requests, k), marks_.asker(mark.number), marks_.readers(mark.number)};
    }
    const std::uint32_t begin = k;
    {
      RunMessages messages(known.home, known.component, counts_);
      for (; k < requests.count && requests[k].index == index; ++k) {
        messages.add(component_of(first_processor + requests[k].slot));
      }
    }
    const auto before = known.readers;
    known.readers += k - begin;
    note_readers(known.readers, index);
    if (mark.kind == much_read) {
      served_.much_read[mark.number] = known;
    } else if (known.readers <= marks_.most()) {
      stamps_.set(cell, read, marks_.number(known.readers, known.component));
      if (served_.profiled) grow_degree(served_.read_degrees, before, known.readers);
    } else {
      if (served_.profiled) --served_.read_degrees[degree_bin(before)];
      stamps_.set(cell, much_read, static_cast<std::uint32_t>(served_.much_read.size()));
      served_.much_read.push_back(known);
    }
    return k;
  }

  void note_readers(std::uint32_t readers, std::uint32_t index) {
    if (readers < std::max<std::uint64_t>(served_.most_read.degree, 2)) return;
    served_.most_read.offer(readers, std::uint64_t{line_.array} << 32 | CellMap::position(index));
  }

  /// The home of the cell that the k-th asks for.
  template <class Requests>
  std::uint32_t home_of(const Requests& requests, std::uint32_t k) const {
    if constexpr (Requests::has_homes) {
      return requests.home[k];
    } else {
      const std::uint32_t index = requests[k].index;
      std::uint32_t home = 0;
      line_.stored->map.locate({&index, 1}, &home);
      return home;
    }
  }

  const WorkerTeam& team_;
  const ServedLine& line_;
  const Stamps stamps_;
  const ReadMarks marks_;
  Cell* const cells_;
  ServedCells& served_;
  MessageCounts& counts_;
};

}  // namespace pram::detail
