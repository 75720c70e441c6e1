#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../../memory/cell_servers.hpp"
#include "../../processors/worker_team.hpp"
#include "../component_slots.hpp"
#include "../slot_shares.hpp"
#include "chains.hpp"
#include "component_sums.hpp"
#include "counted_step.hpp"
#include "ordered_fold.hpp"

namespace pram::detail {

/// One worker's part of a step that is carried by chains. Each worker serves a block of the array's cells for all of
/// them, see CellServers: it finds their requests in their slots, and leaves the replies there.
class ChainedWorker {
 public:
  ChainedWorker(const WorkerTeam& team, std::uint32_t number) : team_(team), number_(number) {}

  /// Before its processors run.
  void begin() { largest_requests_ = 0; }

  /// Shares the requests of a chunk out among the workers that serve their cells, while they lie in the cache. One
  /// worker serves all.
  /// @param chunk  one of its worker's, whose processors have run
  void take(const Chunk& chunk) {
    if (alone() || chunk.mixed) return;
    const auto k = static_cast<std::size_t>(&chunk - worker().chunks.data());
    if (shares_.size() <= k) shares_.resize(k + 1);
    const Species& species = worker().sites.species(worker().sites.site(chunk.site).species);
    const CellServers servers(team_.count(), worker().memory.array(species.array).size);
    shares_[k].share_out(worker(), chunk, servers, team_.count(), lists_);
    largest_requests_ = std::max(largest_requests_, largest_requests(worker(), chunk));
  }

  /// Adds up what is asked of one cell, once it is known that the step is carried by chains.
  template <class Fold>
  void add_up(Fold fold, CountedStep& counted) {
    if constexpr (Fold::fetches) trace_.reserve(worker().slots);
    if (alone()) return;
    counted.largest_requests = largest_requests_;
    sums_.resize(std::max(sums_.size(), shares_.size()));
    for (std::size_t k = 0; k < worker().chunks.size(); ++k) {
      const Chunk& chunk = worker().chunks[k];
      if (chunk.requests > 0 && added_up<Fold>(k)) sums_[k].add_up(worker(), chunk, fold, counted.context);
    }
  }

  /// Chains the requests for its cells, source by source, and serves them.
  /// @param all  the workers, whose add_up() has ended
  template <class Fold>
  void chain(const AskedLine& line, Fold fold, std::vector<ChainedWorker>& all, CountedStep& counted) {
    std::uint64_t requests = 0;
    visit_chunks(0, all, [&](ChainedWorker& sender, std::size_t k) {
      requests += sender.added_up<Fold>(k) ? sender.sums_[k].all().size() : sender.asked_of(number_, k);
    });
    chains_.begin(static_cast<std::uint32_t>(requests), line.operation);
    // Fetches have an order. Where none is needed, two workers do not write their replies to the same cache lines.
    const std::uint32_t from = Fold::fetches ? 0 : number_;
    with_chaining(fold, line, counted, [&](auto& chaining) {
      visit_chunks(from, all, [&](ChainedWorker& sender, std::size_t k) {
        sender.added_up<Fold>(k) ? chain_sums(chaining, sender, k, counted) : chain_chunk(chaining, sender, k, counted);
      });
    });
    counted.links = chains_.count;
  }

  /// Counts what its links cost each phase, and writes what cells with several requests get.
  template <class Fold>
  void finish(const AskedLine& line, const StepPlan& plan, Fold fold, std::vector<ChainedWorker>& all,
              CountedStep& counted);

  /// Gives its processors the replies that their sums have. All others have theirs.
  template <class Fold>
  void answer() {
    for (std::size_t k = 0; k < worker().chunks.size(); ++k) {
      if (worker().chunks[k].requests > 0 && added_up<Fold>(k)) sums_[k].answer(worker(), worker().chunks[k]);
    }
  }

  /// Puts back what its cells had before the step.
  void undo(StoredArray& array) const noexcept {
    array.with_cells([this](auto* cells) {
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

  /// Slots that lie side by side.
  struct AllSlots {
    std::uint32_t operator[](std::uint32_t at) const { return at; }
  };

  bool alone() const { return team_.count() == 1; }
  Worker& worker() const { return *team_.workers[number_]; }

  /// The requests of one of its chunks that a worker serves.
  std::uint32_t asked_of(std::uint32_t server, std::size_t k) const {
    const Chunk& chunk = worker().chunks[k];
    if (alone() || chunk.requests == 0 || shares_[k].all_ask(server)) return chunk.requests;
    return shares_[k].any_ask(server) ? shares_[k].count(server) : 0;
  }

  /// Whether the requests of one of its chunks stand in sums.
  template <class Fold>
  bool added_up(std::size_t k) const {
    return !Fold::fetches && !alone() && shares_[k].one_cell() != no_request;
  }

  /// Calls visit(sender, k) for each chunk k that has requests for its cells.
  /// @param from  the sender that comes first; the others follow in turn
  template <class Visit>
  void visit_chunks(std::uint32_t from, std::vector<ChainedWorker>& all, const Visit& visit) {
    for (std::uint32_t turn = 0; turn < team_.count(); ++turn) {
      ChainedWorker& sender = all[(from + turn) % team_.count()];
      for (std::size_t k = 0; k < sender.worker().chunks.size(); ++k) {
        if (sender.asked_of(number_, k) > 0) visit(sender, k);
      }
    }
  }

  /// Calls visit(chaining) with what chains requests at the cells of the line's array.
  template <class Fold, class Visit>
  void with_chaining(Fold fold, const AskedLine& line, CountedStep& counted, const Visit& visit) {
    worker().memory.array(line.array).with_cells([&]<class Stored>(MemoryCell<Stored>* cells) {
      Chaining<Fold, Stored> chaining(chains_, fold, cells, worker().modules.stamps(), counted.context);
      visit(chaining);
    });
  }

  template <class Fold, class Stored>
  void chain_sums(Chaining<Fold, Stored>& chaining, ChainedWorker& sender, std::size_t k, CountedStep& counted) {
    const std::uint32_t cell = sender.shares_[k].one_cell();
    for (ComponentSums::Sum& sum : sender.sums_[k].all()) {
      const std::uint32_t before = chaining.count();
      chaining.ask(cell, sum.component, sum.processor, sum.value, sum.weight);
      counted.sent[sum.component] += chaining.count() - before;
    }
  }

  template <class Fold, class Stored>
  void chain_chunk(Chaining<Fold, Stored>& chaining, ChainedWorker& sender, std::size_t k, CountedStep& counted) {
    const Chunk& chunk = sender.worker().chunks[k];
    const bool listed = !alone() && !sender.shares_[k].all_ask(number_);
    const bool all_ask = chunk.requests == chunk.last - chunk.first;
    const std::uint32_t* const slots = listed ? sender.shares_[k].slots(number_) : nullptr;
    const std::uint32_t count = listed ? sender.shares_[k].count(number_) : 0;
    std::uint32_t at = 0;  // of the list
    visit_components(sender.worker(), chunk, [&](std::uint32_t component, std::uint32_t first, std::uint32_t last) {
      const std::uint32_t before = chaining.count();
      if (listed) {
        const std::uint32_t begin = at;
        while (at < count && slots[at] < last) ++at;
        chain_slots<true>(chaining, sender, component, slots, begin, at, count);
      } else if (all_ask) {
        chain_slots<true>(chaining, sender, component, AllSlots(), first, last, sender.worker().slots);
      } else {
        chain_slots<false>(chaining, sender, component, AllSlots(), first, last, sender.worker().slots);
      }
      counted.sent[component] += chaining.count() - before;
    });
    if (alone())
      counted.largest_requests = std::max(counted.largest_requests, largest_requests(sender.worker(), chunk));
  }

  /// Chains the requests of a component that slots [first, last) make.
  /// @param all_ask  do all of them?
  /// @param end      as far as there are slots
  template <bool all_ask, class Fold, class Stored, class Slots>
  void chain_slots(Chaining<Fold, Stored>& chaining, ChainedWorker& sender, std::uint32_t component, Slots slots,
                   std::uint32_t first, std::uint32_t last, std::uint32_t end) {
    const Worker& from = sender.worker();
    const std::uint32_t* const index = from.index;
    Word* const value = from.value;
    std::uint32_t* const trace = sender.trace_.data();
    for (std::uint32_t k = first; k < last; ++k) {
      chaining.prefetch(index[slots[std::min(k + cells_ahead, end - 1)]]);
      if constexpr (all_ask) chaining.prefetch_link(index[slots[std::min(k + links_ahead, last - 1)]]);
      const std::uint32_t at = slots[k];
      if (!all_ask && index[at] >= finished_processor) continue;
      std::uint32_t processor = 0;
      if constexpr (Fold::chooses) processor = static_cast<std::uint32_t>(from.processor_of(at));
      const std::uint32_t link = chaining.ask(index[at], component, processor, value[at]);
      if constexpr (Fold::fetches) trace[at] = link;
    }
  }

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
    visit_chunks(number_, all, [&](ChainedWorker& sender, std::size_t k) {
      const Worker& from = sender.worker();
      const Chunk& chunk = from.chunks[k];
      const std::uint32_t* const trace = sender.trace_.data();
      const auto give = [&](std::uint32_t at) { from.value[at] = Fold::apply(replies[trace[at]], from.value[at]); };
      if (!alone() && !sender.shares_[k].all_ask(number_)) {
        const std::uint32_t* const slots = sender.shares_[k].slots(number_);
        for (std::uint32_t j = 0; j < sender.shares_[k].count(number_); ++j) give(slots[j]);
        return;
      }
      for (std::uint32_t at = chunk.first; at < chunk.last; ++at) {
        if (from.index[at] < finished_processor) give(at);
      }
    });
  }

  const WorkerTeam& team_;
  std::uint32_t number_;
  Chains chains_;
  std::vector<SlotShares> shares_;   // per chunk, where there are several workers
  std::vector<ComponentSums> sums_;  // per chunk whose requests are all for one cell
  SlotLists lists_;
  std::uint32_t largest_requests_ = 0;  // of one component, likewise
  Pages<std::uint32_t> trace_;          // per slot that fetches: its link, which its server has
};

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
  with_chaining(fold, line, counted, [&](auto& chaining) { count_links(chaining, line, ordered, counted); });
  counted.phases.end();
  if constexpr (Fold::fetches) {
    ordered.end();
    reply<Fold>(all);
  }
  counted.degrees.tell(worker(), line, counted.context.unequal_writes);
}

}  // namespace pram::detail
