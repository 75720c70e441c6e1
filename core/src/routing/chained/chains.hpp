#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include <pram/detail/processors/outbox.hpp>

#include "../../host/pages.hpp"
#include "../../memory/stamps.hpp"
#include "../../serving/fold.hpp"

/// The requests of one step for the cells of one array, chained at their cells.
namespace pram::detail {

/// What one component asks of one cell: a record of the moving delivery, which stays where it is.
struct ChainLink {
  std::uint32_t index;   ///< of the cell
  std::uint32_t source;  ///< the component, and chain_begins
  std::uint32_t weight;  ///< requests that it stands for
  std::uint32_t next;  ///< that of the next component that asks for the cell; the last one's is the first, as in a ring
};

/// In ChainLink::source: the first of several links of a cell.
inline constexpr std::uint32_t chain_begins = 0x80000000;

/// One worker's links, in the order of their sources. Of one cell the first holds what the cell had before the step.
/// Where no two requests are for one cell, links would say what the slots say: there are none until two meet.
struct Chains {
  std::uint32_t count = 0;
  bool linked = false;  ///< are there links? Else `count` and `before` are those of single requests
  std::uint32_t most = 0;
  Operation operation;
  Pages<ChainLink> links;
  Pages<Word> operand;             ///< per link, of operations that have one: combined so far, under the fold's mask
  Pages<Word> before;              ///< per link, likewise: the cell's word, in its first link
  Pages<std::uint32_t> processor;  ///< per link, of plain writes: the winner so far

  /// @param requests  that there will be
  void begin(std::uint32_t requests, Operation asked) {
    most = requests;
    operation = asked;
    count = 0;
    linked = false;
    if (operation.action != Action::read) before.reserve(most);
  }
  /// @throws LimitError; then there are none
  void begin_links() {
    links.reserve(most);
    if (operation.action != Action::read) operand.reserve(most);
    if (operation.action == Action::write && !operation.combines()) processor.reserve(most);
    linked = true;
  }

  /// The link of a request that was served while there were none.
  /// @param masked  its operand
  template <bool writes, bool chooses>
  void link_alone(std::uint32_t at, std::uint32_t index, std::uint32_t source, std::uint32_t by, Word masked) {
    links[at] = {index, source, 1, at};
    if constexpr (writes) operand[at] = masked;
    if constexpr (chooses) processor[at] = by;
  }

  bool is_first(std::uint32_t at) const { return links[at].next == at || (links[at].source & chain_begins) != 0; }
};

/// Chains request after request, and serves each at once: a read gets the cell's word, what writes combines with what
/// its component has asked before. A cell with one writer has its new word, others have it by finish().
/// A touched cell's mark is its last link.
template <class Fold, class Stored>
class Chaining {
 public:
  /// @param cells    of the array that the step asks for
  /// @param context  what the fold may need, and report
  Chaining(Chains& chains, Fold fold, MemoryCell<Stored>* cells, const Stamps& stamps, CombiningContext& context)
      : chains_(chains),
        fold_(fold),
        cells_(cells),
        words_(chains.operation),
        stamps_(stamps),
        context_(context),
        before_(chains.before.data()),
        count_(chains.count) {
    find_links();
  }
  ~Chaining() { chains_.count = count_; }
  Chaining(const Chaining&) = delete;
  Chaining& operator=(const Chaining&) = delete;

  /// Fetches the cell of an index that will be asked for soon into the cache. The index may be that of a slot that asks
  /// for nothing.
  void prefetch(std::uint32_t index) const { __builtin_prefetch(cells_ + index, 1); }

  /// Fetches the link that the request will meet into the cache, once its cell is there. The index must be one of the
  /// array.
  void prefetch_link(std::uint32_t index) const {
    const MemoryCell<Stored>& cell = cells_[index];
    __builtin_prefetch(links_ + (stamps_.untouched(cell) ? count_ : stamps_.mark(cell).number), 1);
  }

  std::uint32_t count() const { return count_; }

  /// Serves a request while there are no links.
  /// @returns false if its cell has had one; then nothing is done
  [[gnu::always_inline]] bool ask_alone(std::uint32_t index, Word& value) {
    MemoryCell<Stored>& cell = cells_[index];
    if (!stamps_.untouched(cell)) return false;
    if constexpr (Fold::writes) {
      before_[count_] = words_.of(cell);
      words_.set(cell, fold_.written(before_[count_], value));
    } else {
      value = cell.word;
    }
    stamps_.set(cell, 0, count_++);
    return true;
  }

  /// Lets requests have links from here on.
  void find_links() {
    links_ = chains_.links.data();
    operand_ = chains_.operand.data();
    processor_ = chains_.processor.data();
  }

  /// The component that the next requests come from.
  void begin_source(std::uint32_t source) { source_ = source; }
  /// Chains a request. Requests come in the order of their sources, and those of one source in that of processors.
  /// @param value  its operand; a read's reply takes its place, and of a fetch what its component has asked before
  /// @param weight  requests that it stands for
  /// @returns its link
  [[gnu::always_inline]] std::uint32_t ask(std::uint32_t index, std::uint32_t processor, Word& value,
                                           std::uint32_t weight = 1) {
    MemoryCell<Stored>& cell = cells_[index];
    const std::uint32_t at = count_;
    std::uint32_t next = at;
    if constexpr (!Fold::writes) value = cell.word;  // of which the program takes its type's bits
    if (stamps_.untouched(cell)) {
      if constexpr (Fold::writes) {
        before_[at] = words_.of(cell);
        words_.set(cell, fold_.written(before_[at], value));
      }
    } else {
      const std::uint32_t last_at = stamps_.mark(cell).number;
      ChainLink& last = links_[last_at];
      if ((last.source & ~chain_begins) == source_) {
        last.weight += weight;
        if constexpr (Fold::writes) join(last_at, processor, value);
        return last_at;
      }
      if (last.next == last_at) last.source |= chain_begins;
      next = std::exchange(last.next, at);
    }
    begin({index, source_, weight, next}, processor, value);
    stamps_.set(cell, 0, at);
    ++count_;
    return at;
  }

  /// Writes what several requests leave in their cells, cell by cell until so many links were seen.
  /// @param cells  the first links of each
  /// @returns how many cells are finished: all, if requests have no operands
  std::size_t finish(std::span<const std::uint32_t> cells, std::uint32_t links, Word collision_marker) {
    std::size_t finished = cells.size();
    if constexpr (Fold::writes) {
      std::uint32_t seen = 0;
      for (finished = 0; finished < cells.size() && seen < links; ++finished) {
        const std::uint32_t first = cells[finished];
        Word value = operand_[first];
        std::uint32_t winner = 0;
        if constexpr (Fold::chooses) winner = processor_[first];
        for (std::uint32_t at = links_[first].next; at != first; at = links_[at].next) {
          std::uint32_t other = 0;
          if constexpr (Fold::chooses) other = processor_[at];
          fold_.join(context_, value, winner, operand_[at], other);
          ++seen;
        }
        words_.set(cells_[links_[first].index], fold_.left(before_[first], value, 2, collision_marker));
      }
    }
    return finished;
  }

 private:
  void begin(const ChainLink& link, std::uint32_t processor, Word& value) {
    links_[count_] = link;
    if constexpr (Fold::writes) operand_[count_] = fold_.masked(value);
    if constexpr (Fold::chooses) processor_[count_] = processor;
    if constexpr (Fold::fetches) value = fold_.words.identity();
  }

  void join(std::uint32_t at, std::uint32_t processor, Word& value) {
    std::uint32_t winner = 0;
    const Word before = operand_[at];
    if constexpr (Fold::chooses) winner = processor_[at];
    fold_.join(context_, operand_[at], winner, fold_.masked(value), processor);
    if constexpr (Fold::chooses) processor_[at] = winner;
    if constexpr (Fold::fetches) value = fold_.masked(before);
  }

  Chains& chains_;
  const Fold fold_;
  MemoryCell<Stored>* const cells_;
  const CellWords words_;
  const Stamps stamps_;
  CombiningContext& context_;
  Word* const before_;
  ChainLink* links_ = nullptr;
  Word* operand_ = nullptr;
  std::uint32_t* processor_ = nullptr;
  std::uint32_t count_;
  std::uint32_t source_ = 0;
};

}  // namespace pram::detail
