#include "chained_worker.hpp"

#include <algorithm>
#include <span>

#include "../../serving/fold.hpp"

namespace pram::detail {

namespace {

// Far enough ahead to hide a miss to memory, near enough to stay in the first cache. A link is known when its cell is.
constexpr std::uint32_t cells_ahead = 32;
constexpr std::uint32_t links_ahead = 8;

// Links whose cells are finished, and then counted while they stay in the first cache.
constexpr std::uint32_t links_together = 256;

}  // namespace

/// Calls visit(sender, k) for each chunk k that has requests for its cells.
/// @param first_sender  whose chunks come first; the others follow one after the other
template <class Visit>
void ChainedWorker::visit_chunks(std::uint32_t first_sender, std::vector<ChainedWorker>& all,
                                 const Visit& visit) const {
  for (std::uint32_t turn = 0; turn < team_.count(); ++turn) {
    ChainedWorker& sender = all[(first_sender + turn) % team_.count()];
    for (std::size_t k = 0; k < sender.asked_.chunks(); ++k) {
      if (sender.asked_.requests(number_, k) > 0) visit(sender, k);
    }
  }
}

/// Calls visit(sender, component, slot, k) for the requests that it has served while there were no links.
/// @param count  how many
template <class Visit>
void ChainedWorker::visit_lone(std::vector<ChainedWorker>& all, std::uint32_t count, const Visit& visit) const {
  if (count == 0) return;  // a step may end before all is shared out
  std::uint32_t next = 0;
  visit_chunks(number_, all, [&](const ChainedWorker& sender, std::size_t chunk) {
    if (next == count) return;
    const Worker& from = sender.worker();
    sender.asked_.visit(
        number_, chunk,
        [&]<class Slots>(std::uint32_t component, Slots slots, std::uint32_t first, std::uint32_t last, std::uint32_t) {
          for (std::uint32_t k = first; k < last && next < count; ++k) {
            if (Slots::all_ask || from.index[slots[k]] < finished_processor) visit(from, component, slots[k], next++);
          }
        });
  });
}

/// Calls visit(chaining) with what chains requests at the cells of the line's array.
template <class Fold, class Visit>
void ChainedWorker::with_chaining(const Fold& fold, const AskedLine& line, CountedStep& counted, const Visit& visit) {
  worker().memory.array(line.array).with_cells([&]<class Stored>(MemoryCell<Stored>* cells) {
    Chaining<Fold, Stored> chaining(chains_, fold, cells, worker().modules.stamps(), counted.context);
    visit(chaining);
  });
}

void ChainedWorker::prepare(const AskedLine& line, CountedStep& counted) {
  counted.largest_requests = asked_.largest_requests();
  asked_.end();
  with_fold(line.operation, [&](auto fold) {
    if constexpr (fold.fetches) {
      trace_.reserve(worker().slots);
    } else {
      asked_.add_up(fold, counted.context);
    }
  });
}

void ChainedWorker::chain(const AskedLine& line, std::vector<ChainedWorker>& all, CountedStep& counted) {
  const bool fetches = line.operation.fetches();
  std::uint32_t most = 0;
  visit_chunks(number_, all, [&](ChainedWorker& sender, std::size_t k) {
    most += is_added_up(fetches, sender, k) ? static_cast<std::uint32_t>(sender.asked_.sums(k).all().size())
                                            : sender.asked_.requests(number_, k);
  });
  chains_.begin(most, line.operation);
  if (fetches) chains_.begin_links();  // whose order their replies need
  with_fold(line.operation, [&](auto fold) { chain(line, fold, all, counted); });
  counted.links = chains_.count;
}

template <class Fold>
void ChainedWorker::chain(const AskedLine& line, const Fold& fold, std::vector<ChainedWorker>& all,
                          CountedStep& counted) {
  with_chaining(fold, line, counted, [&](auto& chaining) {
    // The order of sources is needed for fetches alone. Any other step begins with its own processors, so that two
    // workers do not write replies to the same cache lines.
    visit_chunks(Fold::fetches ? 0 : number_, all, [&](ChainedWorker& sender, std::size_t k) {
      if constexpr (!Fold::fetches) {
        if (is_added_up(Fold::fetches, sender, k)) {
          chain_sums(chaining, all, sender, k, counted);
          return;
        }
      }
      chain_chunk(chaining, all, sender, k, counted);
    });
  });
}

/// Gives links to all requests that were served, once two requests meet.
template <class Fold, class Stored>
void ChainedWorker::link_up(Chaining<Fold, Stored>& chaining, std::vector<ChainedWorker>& all) {
  chains_.count = chaining.count();
  link_up<Fold::writes, Fold::chooses>(all);
  chaining.find_links();
}

template <bool writes, bool chooses>
void ChainedWorker::link_up(std::vector<ChainedWorker>& all) {
  const Word mask = mask_of(chains_.operation);
  chains_.begin_links();
  visit_lone(all, chains_.count,
             [&](const Worker& from, std::uint32_t component, std::uint32_t slot, std::uint32_t at) {
               std::uint32_t processor = 0;
               if constexpr (chooses) processor = static_cast<std::uint32_t>(from.processor_of(slot));
               chains_.link_alone<writes, chooses>(at, from.index[slot], component, processor, from.value[slot] ^ mask);
             });
}

template <class Fold, class Stored>
void ChainedWorker::chain_sums(Chaining<Fold, Stored>& chaining, std::vector<ChainedWorker>& all, ChainedWorker& sender,
                               std::size_t k, CountedStep& counted) {
  if (!chains_.linked) link_up(chaining, all);
  for (ComponentSums::Sum& sum : sender.asked_.sums(k).all()) {
    const std::uint32_t before = chaining.count();
    chaining.begin_source(sum.component);
    chaining.ask(sender.asked_.one_cell(k), sum.processor, sum.value, sum.weight);
    counted.sent[sum.component] += chaining.count() - before;
  }
}

template <class Fold, class Stored>
void ChainedWorker::chain_chunk(Chaining<Fold, Stored>& chaining, std::vector<ChainedWorker>& all,
                                ChainedWorker& sender, std::size_t k, CountedStep& counted) {
  sender.asked_.visit(
      number_, k, [&](std::uint32_t component, auto slots, std::uint32_t first, std::uint32_t last, std::uint32_t end) {
        const std::uint32_t before = chaining.count();
        std::uint32_t next = first;
        if constexpr (!Fold::fetches) {
          if (!chains_.linked) {
            next = serve_lone(chaining, sender, slots, first, last, end);
            if (next < last) link_up(chaining, all);
          }
        }
        if (next < last) chain_slots(chaining, sender, component, slots, next, last, end);
        counted.sent[component] += chaining.count() - before;
      });
}

/// Serves the requests of a component that slots[first] up to before slots[last] make, while they meet no other.
/// @returns the first that does, or last
template <class Fold, class Stored, class Slots>
std::uint32_t ChainedWorker::serve_lone(Chaining<Fold, Stored>& chaining, const ChainedWorker& sender, Slots slots,
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

/// Chains requests of a component, which have links.
template <class Fold, class Stored, class Slots>
void ChainedWorker::chain_slots(Chaining<Fold, Stored>& chaining, ChainedWorker& sender, std::uint32_t component,
                                Slots slots, std::uint32_t first, std::uint32_t last, std::uint32_t end) {
  const Worker& from = sender.worker();
  const std::uint32_t* const index = from.index;
  Word* const value = from.value;
  std::uint32_t* const trace = sender.trace_.data();
  chaining.begin_source(component);
  for (std::uint32_t k = first; k < last; ++k) {
    chaining.prefetch(index[slots[std::min(k + cells_ahead, end - 1)]]);
    if constexpr (Slots::all_ask) chaining.prefetch_link(index[slots[std::min(k + links_ahead, last - 1)]]);
    const std::uint32_t at = slots[k];
    if (!Slots::all_ask && index[at] >= finished_processor) continue;
    std::uint32_t processor = 0;
    if constexpr (Fold::chooses) processor = static_cast<std::uint32_t>(from.processor_of(at));
    const std::uint32_t link = chaining.ask(index[at], processor, value[at]);
    if constexpr (Fold::fetches) trace[at] = link;
  }
}

/// Counts the requests of a step in which no two are for one of its cells.
void ChainedWorker::count_lone(std::vector<ChainedWorker>& all, CountedStep& counted) const {
  std::uint32_t index[StepPlan::block];
  std::uint32_t source[StepPlan::block];
  std::uint32_t count = 0;
  const auto end_block = [&] {
    if (count == 0) return;
    counted.phases.count_alone(index, source, count);
    counted.degrees.add_cells(count);
    count = 0;
  };
  visit_chunks(number_, all, [&](const ChainedWorker& sender, std::size_t chunk) {
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

/// Counts all links, and finishes the cells that have several requests.
template <class Fold, class Stored>
void ChainedWorker::count_links(Chaining<Fold, Stored>& chaining, const AskedLine& line, OrderedFold& ordered,
                                CountedStep& counted) {
  const Word marker = worker().modules.collision_marker();
  SharedCells shared;
  for (std::uint32_t first = 0; first < chains_.count; first += StepPlan::block) {
    const std::uint32_t last = std::min(first + StepPlan::block, chains_.count);
    count_lone_links(first, last, counted, shared);
    for (std::span<const std::uint32_t> cells(shared.link, shared.count); !cells.empty();) {
      const std::size_t some = chaining.finish(cells, links_together, marker);
      count_shared<Fold::fetches>(cells.first(some), line, ordered, counted);
      cells = cells.subspan(some);
    }
    if constexpr (Fold::fetches) {
      for (std::uint32_t at = first; at < last; ++at) {
        if (chains_.links[at].next == at) chains_.operand[at] = chains_.before[at];
      }
    }
  }
}

/// Counts the links of a block that are alone at their cells, and finds the cells that have several requests.
void ChainedWorker::count_lone_links(std::uint32_t first, std::uint32_t last, CountedStep& counted,
                                     SharedCells& shared) const {
  const ChainLink* const links = chains_.links.data();
  std::uint32_t index[StepPlan::block];
  std::uint32_t source[StepPlan::block];
  std::uint32_t lone = 0;
  std::uint32_t several = 0;
  for (std::uint32_t at = first; at < last; ++at) {  // without a branch
    const ChainLink link = links[at];
    const std::uint32_t is_lone = link.next == at ? 1 : 0;
    index[lone] = link.index;
    source[lone] = link.source;
    shared.link[several] = at;
    lone += is_lone;
    several += (link.source >> 31) | (is_lone & (link.weight > 1 ? 1U : 0U));
  }
  shared.count = several;
  if (lone == 0) return;
  counted.phases.count_alone(index, source, lone);
  counted.degrees.add_cells(lone);
}

/// Counts cells that have several requests.
/// @param cells  their first links
template <bool fetches>
void ChainedWorker::count_shared(std::span<const std::uint32_t> cells, const AskedLine& line, OrderedFold& ordered,
                                 CountedStep& counted) const {
  const ChainLink* const links = chains_.links.data();
  for (const std::uint32_t begin : cells) {
    std::uint64_t degree = links[begin].weight;
    if (links[begin].next != begin) {
      counted.degrees.add_cells(1);
      if constexpr (fetches) {
        ordered.begin_cell(chains_.before[begin]);
      } else {
        counted.phases.begin_cell();
      }
      degree = 0;
      std::uint32_t at = begin;
      do {
        if constexpr (fetches) {
          ordered.add(at);
        } else {
          counted.phases.add(links[at].index, links[at].source & ~chain_begins);
        }
        degree += links[at].weight;
        at = links[at].next;
      } while (at != begin);
    }
    counted.degrees.note(degree, links[begin].index, line.array);
  }
}

/// Gives each request that fetches what its link gets, combined with what its component has asked before it.
template <class Words>
void ChainedWorker::reply(Words words, std::vector<ChainedWorker>& all) {
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
              from.value[at] = words.apply(replies[trace[at]], from.value[at]);
          }
        });
  });
}

void ChainedWorker::finish(const AskedLine& line, const StepPlan& plan, std::vector<ChainedWorker>& all,
                           CountedStep& counted) {
  const Operation operation = line.operation;
  counted.phases.begin(plan, team_.components);
  OrderedFold ordered(plan, counted.phases, chains_);
  if (chains_.linked) {
    with_fold(operation, [&](auto fold) {
      with_chaining(fold, line, counted, [&](auto& chaining) { count_links(chaining, line, ordered, counted); });
    });
  } else {
    count_lone(all, counted);
  }
  counted.phases.end();
  if (operation.fetches()) {
    ordered.end();
    with_integers(operation.op, operation.type, [&](auto words) { reply(words, all); });
  }
  counted.degrees.tell(worker(), line, counted.context.unequal_writes);
}

void ChainedWorker::answer_reads() {
  for (std::size_t k = 0; k < asked_.chunks(); ++k) {
    const Chunk& chunk = worker().chunks[k];
    if (chunk.requests > 0 && asked_.is_added_up(k)) asked_.sums(k).answer(worker(), chunk);
  }
}

void ChainedWorker::undo(std::vector<ChainedWorker>& all, StoredArray& array) const noexcept {
  array.with_cells([&](auto* cells) {
    if (!chains_.linked) {
      visit_lone(all, chains_.count, [&](const Worker& from, std::uint32_t, std::uint32_t slot, std::uint32_t at) {
        set_word(cells[from.index[slot]], chains_.before[at]);
      });
      return;
    }
    for (std::uint32_t at = 0; at < chains_.count; ++at) {
      if (chains_.is_first(at)) set_word(cells[chains_.links[at].index], chains_.before[at]);
    }
  });
}

}  // namespace pram::detail
