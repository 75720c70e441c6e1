#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "asked_slots.hpp"
#include "chains.hpp"
#include "counted_step.hpp"
#include "ordered_fold.hpp"

namespace pram::detail {

/// One worker's part of a step that is carried by chains: it serves a block of the array's cells for all workers.
class ChainedWorker {
 public:
  ChainedWorker(const WorkerTeam& team, std::uint32_t number) : team_(team), number_(number), asked_(team, number) {}

  /// Before its processors run.
  void begin() { asked_.begin(); }
  /// The processors of one of its chunks have run.
  void take(const Chunk& chunk) { asked_.take(chunk); }

  /// Makes its processors' requests ready for the workers that serve them. All processors have run.
  template <class Fold>
  void prepare(Fold fold, CountedStep& counted) {
    counted.largest_requests = asked_.largest_requests();
    asked_.end();
    if constexpr (Fold::fetches) {
      trace_.reserve(worker().slots);
    } else {
      asked_.add_up(fold, counted.context);
    }
  }

  /// Chains the requests for its cells, source by source, and serves them.
  /// @param all  the workers, whose prepare() has ended
  template <class Fold>
  void chain(const AskedLine& line, Fold fold, std::vector<ChainedWorker>& all, CountedStep& counted) {
    std::uint32_t most = 0;
    visit_chunks(first_sender<Fold>(), all, [&](ChainedWorker& sender, std::size_t k) {
      most += is_added_up<Fold>(sender, k) ? static_cast<std::uint32_t>(sender.asked_.sums(k).all().size())
                                           : sender.asked_.requests(number_, k);
    });
    chains_.begin(most, line.operation);
    with_chaining(fold, line, counted, [&](auto& chaining) {
      if (Fold::fetches) chaining.begin_links();
      visit_chunks(first_sender<Fold>(), all, [&](ChainedWorker& sender, std::size_t k) {
        is_added_up<Fold>(sender, k) ? chain_sums(chaining, all, sender, k, counted)
                                     : chain_chunk(chaining, all, sender, k, counted);
      });
    });
    counted.links = chains_.count;
  }

  /// Counts what its links cost each phase, and writes what cells with several requests get.
  template <class Fold>
  void finish(const AskedLine& line, const StepPlan& plan, Fold fold, std::vector<ChainedWorker>& all,
              CountedStep& counted);

  /// Gives its processors' reads the replies that their sums have. All others have theirs.
  void answer_reads() {
    for (std::size_t k = 0; k < asked_.chunks(); ++k) {
      const Chunk& chunk = worker().chunks[k];
      if (chunk.requests > 0 && asked_.is_added_up(k)) asked_.sums(k).answer(worker(), chunk);
    }
  }

  /// Puts back what its cells had before the step.
  template <class Fold>
  void undo(std::vector<ChainedWorker>& all, StoredArray& array) const noexcept {
    array.with_cells([&](auto* cells) {
      if (!chains_.linked) {
        visit_lone<Fold>(all, chains_.count,
                         [&](const Worker& from, std::uint32_t, std::uint32_t slot, std::uint32_t at) {
                           set_word(cells[from.index[slot]], chains_.before[at]);
                         });
        return;
      }
      for (std::uint32_t at = 0; at < chains_.count; ++at) {
        if (chains_.is_first(at)) set_word(cells[chains_.links[at].index], chains_.before[at]);
      }
    });
  }
  void forget() noexcept { chains_.count = 0; }

 private:
  // Far enough ahead to hide a miss to memory, near enough to stay in the first cache. A link is known when its cell
  // is.
  static constexpr std::uint32_t cells_ahead = 32;
  static constexpr std::uint32_t links_ahead = 8;

  Worker& worker() const { return asked_.worker(); }

  template <class Fold>
  static bool is_added_up(const ChainedWorker& sender, std::size_t k) {
    return !Fold::fetches && sender.asked_.is_added_up(k);
  }

  /// The sender whose requests come first; the others follow in turn. The order of sources is needed for fetches alone.
  /// Any other step begins with its own processors, so that two workers do not write replies to the same cache lines.
  template <class Fold>
  std::uint32_t first_sender() const {
    return Fold::fetches ? 0 : number_;
  }

  /// Calls visit(sender, k) for each chunk k that has requests for its cells.
  template <class Visit>
  void visit_chunks(std::uint32_t first_sender, std::vector<ChainedWorker>& all, const Visit& visit) const {
    for (std::uint32_t turn = 0; turn < team_.count(); ++turn) {
      ChainedWorker& sender = all[(first_sender + turn) % team_.count()];
      for (std::size_t k = 0; k < sender.asked_.chunks(); ++k) {
        if (sender.asked_.requests(number_, k) > 0) visit(sender, k);
      }
    }
  }

  /// Calls visit(sender, component, slot, k) for the requests that it has served while there were no links.
  /// @param count  how many
  template <class Fold, class Visit>
  void visit_lone(std::vector<ChainedWorker>& all, std::uint32_t count, const Visit& visit) const {
    if (count == 0) return;  // a step may end before all is shared out
    std::uint32_t next = 0;
    visit_chunks(first_sender<Fold>(), all, [&](const ChainedWorker& sender, std::size_t chunk) {
      if (next == count) return;
      const Worker& from = sender.worker();
      sender.asked_.visit(number_, chunk,
                          [&]<class Slots>(std::uint32_t component, Slots slots, std::uint32_t first,
                                           std::uint32_t last, std::uint32_t) {
                            for (std::uint32_t k = first; k < last && next < count; ++k) {
                              if (Slots::all_ask || from.index[slots[k]] < finished_processor)
                                visit(from, component, slots[k], next++);
                            }
                          });
    });
  }

  /// Calls visit(chaining) with what chains requests at the cells of the line's array.
  template <class Fold, class Visit>
  void with_chaining(Fold fold, const AskedLine& line, CountedStep& counted, const Visit& visit) {
    worker().memory.array(line.array).with_cells([&]<class Stored>(MemoryCell<Stored>* cells) {
      Chaining<Fold, Stored> chaining(chains_, fold, cells, worker().modules.stamps(), counted.context);
      visit(chaining);
    });
  }

  /// Two requests meet: all that were served have links from now on.
  template <class Fold, class Stored>
  void link_up(Chaining<Fold, Stored>& chaining, std::vector<ChainedWorker>& all) {
    chaining.begin_links();
    visit_lone<Fold>(all, chaining.count(),
                     [&](const Worker& from, std::uint32_t component, std::uint32_t slot, std::uint32_t at) {
                       std::uint32_t processor = 0;
                       if constexpr (Fold::chooses) processor = static_cast<std::uint32_t>(from.processor_of(slot));
                       chaining.link_alone(at, from.index[slot], component, processor, from.value[slot]);
                     });
  }

  template <class Fold, class Stored>
  void chain_sums(Chaining<Fold, Stored>& chaining, std::vector<ChainedWorker>& all, ChainedWorker& sender,
                  std::size_t k, CountedStep& counted) {
    if (!chains_.linked) link_up(chaining, all);
    for (ComponentSums::Sum& sum : sender.asked_.sums(k).all()) {
      const std::uint32_t before = chaining.count();
      chaining.ask(sender.asked_.one_cell(k), sum.component, sum.processor, sum.value, sum.weight);
      counted.sent[sum.component] += chaining.count() - before;
    }
  }

  template <class Fold, class Stored>
  void chain_chunk(Chaining<Fold, Stored>& chaining, std::vector<ChainedWorker>& all, ChainedWorker& sender,
                   std::size_t k, CountedStep& counted) {
    sender.asked_.visit(
        number_, k,
        [&](std::uint32_t component, auto slots, std::uint32_t first, std::uint32_t last, std::uint32_t end) {
          const std::uint32_t before = chaining.count();
          std::uint32_t next = first;
          if (!chains_.linked) {
            next = serve_lone(chaining, sender, slots, first, last, end);
            if (next < last) link_up(chaining, all);
          }
          if (next < last) chain_slots(chaining, sender, component, slots, next, last, end);
          counted.sent[component] += chaining.count() - before;
        });
  }

  /// Serves the requests of a component that slots[first] up to before slots[last] make, while they meet no other.
  /// @returns the first that does, or last
  template <class Fold, class Stored, class Slots>
  static std::uint32_t serve_lone(Chaining<Fold, Stored>& chaining, const ChainedWorker& sender, Slots slots,
                                  std::uint32_t first, std::uint32_t last, std::uint32_t end) {
    const std::uint32_t* const index = sender.worker().index;
    Word* const value = sender.worker().value;
    for (std::uint32_t k = first; k < last; ++k) {
      chaining.prefetch(index[slots[std::min(k + cells_ahead, end - 1)]]);
      const std::uint32_t at = slots[k];
      if (!Slots::all_ask && index[at] >= finished_processor) continue;
      if (!chaining.ask_alone(index[at], value[at])) return k;
    }
    return last;
  }

  /// Chains them.
  template <class Fold, class Stored, class Slots>
  static void chain_slots(Chaining<Fold, Stored>& chaining, ChainedWorker& sender, std::uint32_t component, Slots slots,
                          std::uint32_t first, std::uint32_t last, std::uint32_t end) {
    const Worker& from = sender.worker();
    const std::uint32_t* const index = from.index;
    Word* const value = from.value;
    std::uint32_t* const trace = sender.trace_.data();
    for (std::uint32_t k = first; k < last; ++k) {
      chaining.prefetch(index[slots[std::min(k + cells_ahead, end - 1)]]);
      if constexpr (Slots::all_ask) chaining.prefetch_link(index[slots[std::min(k + links_ahead, last - 1)]]);
      const std::uint32_t at = slots[k];
      if (!Slots::all_ask && index[at] >= finished_processor) continue;
      std::uint32_t processor = 0;
      if constexpr (Fold::chooses) processor = static_cast<std::uint32_t>(from.processor_of(at));
      const std::uint32_t link = chaining.ask(index[at], component, processor, value[at]);
      if constexpr (Fold::fetches) trace[at] = link;
    }
  }

  /// Counts the requests of a step in which no two are for one of its cells.
  template <class Fold>
  void count_lone(std::vector<ChainedWorker>& all, CountedStep& counted) const;

  /// Counts all links, and finishes the cells that have several requests.
  template <class Fold, class Stored>
  void count_links(Chaining<Fold, Stored>& chaining, const AskedLine& line, OrderedFold<Fold>& ordered,
                   CountedStep& counted);

  /// Counts a cell that several components ask for. @returns its requests
  template <class Fold>
  std::uint64_t count_chain(std::uint32_t begin, OrderedFold<Fold>& ordered, PhaseCounts& phases) {
    const ChainLink* const links = chains_.links.data();
    if constexpr (Fold::fetches) {
      ordered.begin_cell(chains_.before[begin]);
    } else {
      phases.begin_cell();
    }
    std::uint64_t degree = 0;
    std::uint32_t at = begin;
    do {
      if constexpr (Fold::fetches) {
        ordered.add(at);
      } else {
        phases.add(links[at].index, links[at].source & ~chain_begins);
      }
      degree += links[at].weight;
      at = links[at].next;
    } while (at != begin);
    return degree;
  }

  /// Gives each request that fetches what its link gets, combined with what its component has asked before it.
  template <class Fold>
  void reply(std::vector<ChainedWorker>& all) {
    const Word* const replies = chains_.operand.data();
    visit_chunks(number_, all, [&](const ChainedWorker& sender, std::size_t chunk) {
      const Worker& from = sender.worker();
      const std::uint32_t* const trace = sender.trace_.data();
      sender.asked_.visit(
          number_, chunk,
          [&]<class Slots>(std::uint32_t, Slots slots, std::uint32_t first, std::uint32_t last, std::uint32_t) {
            for (std::uint32_t k = first; k < last; ++k) {
              const std::uint32_t at = slots[k];
              if (Slots::all_ask || from.index[at] < finished_processor)
                from.value[at] = Fold::apply(replies[trace[at]], from.value[at]);
            }
          });
    });
  }

  const WorkerTeam& team_;
  std::uint32_t number_;
  AskedSlots asked_;            // of its processors
  Chains chains_;               // of its cells
  Pages<std::uint32_t> trace_;  // per slot that fetches: its link, which its server has
};

template <class Fold>
void ChainedWorker::count_lone(std::vector<ChainedWorker>& all, CountedStep& counted) const {
  std::uint32_t index[StepPlan::block];
  std::uint32_t source[StepPlan::block];
  std::uint32_t count = 0;
  const auto end_block = [&] {
    counted.phases.count_alone(index, source, count);
    counted.degrees.add_cells(count);
    count = 0;
  };
  visit_chunks(first_sender<Fold>(), all, [&](const ChainedWorker& sender, std::size_t chunk) {
    const std::uint32_t* const asked = sender.worker().index;
    sender.asked_.visit(
        number_, chunk,
        [&]<class Slots>(std::uint32_t component, Slots slots, std::uint32_t first, std::uint32_t last, std::uint32_t) {
          while (first < last) {
            const std::uint32_t end = std::min(last, first + (StepPlan::block - count));
            std::uint32_t* const before = index + count;
            for (; first < end; ++first) {
              index[count] = asked[slots[first]];
              count += Slots::all_ask || index[count] < finished_processor ? 1 : 0;
            }
            std::fill(source + (before - index), source + count, component);
            if (count == StepPlan::block) end_block();
          }
        });
  });
  end_block();
}

template <class Fold, class Stored>
void ChainedWorker::count_links(Chaining<Fold, Stored>& chaining, const AskedLine& line, OrderedFold<Fold>& ordered,
                                CountedStep& counted) {
  const ChainLink* const links = chains_.links.data();
  const Word marker = worker().modules.collision_marker();
  std::uint32_t index[StepPlan::block];
  std::uint32_t source[StepPlan::block];
  std::uint32_t shared[StepPlan::block];  // first links of cells that have several requests
  for (std::uint32_t first = 0; first < chains_.count; first += StepPlan::block) {
    const std::uint32_t last = std::min(first + StepPlan::block, chains_.count);
    std::uint32_t lone = 0;
    std::uint32_t several = 0;
    for (std::uint32_t at = first; at < last; ++at) {  // without a branch
      const ChainLink link = links[at];
      const std::uint32_t is_lone = link.next == at ? 1 : 0;
      index[lone] = link.index;
      source[lone] = link.source;
      shared[several] = at;
      lone += is_lone;
      several += (link.source >> 31) | (is_lone & (link.weight > 1 ? 1U : 0U));
    }
    counted.phases.count_alone(index, source, lone);
    counted.degrees.add_cells(lone);
    for (std::uint32_t k = 0; k < several; ++k) {
      const std::uint32_t begin = shared[k];
      std::uint64_t degree = links[begin].weight;
      if (links[begin].next != begin) {
        counted.degrees.add_cells(1);
        degree = count_chain(begin, ordered, counted.phases);
      }
      counted.degrees.note(degree, links[begin].index, line.array);
      chaining.finish(begin, degree, marker);
    }
    if constexpr (Fold::fetches) {
      for (std::uint32_t at = first; at < last; ++at) {
        if (links[at].next == at) chains_.operand[at] = chains_.before[at];
      }
    }
  }
}

template <class Fold>
void ChainedWorker::finish(const AskedLine& line, const StepPlan& plan, Fold fold, std::vector<ChainedWorker>& all,
                           CountedStep& counted) {
  counted.phases.begin(plan, team_.components);
  OrderedFold<Fold> ordered(plan, counted.phases, chains_, fold);
  if (chains_.linked) {
    with_chaining(fold, line, counted, [&](auto& chaining) { count_links(chaining, line, ordered, counted); });
  } else {
    count_lone<Fold>(all, counted);
  }
  counted.phases.end();
  if constexpr (Fold::fetches) {
    ordered.end();
    reply<Fold>(all);
  }
  counted.degrees.tell(worker(), line, counted.context.unequal_writes);
}

}  // namespace pram::detail
