#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../../processors/worker_team.hpp"
#include "chains.hpp"
#include "component_slots.hpp"
#include "counted_step.hpp"
#include "ordered_fold.hpp"
#include "owner_streams.hpp"

namespace pram::detail {

/// One worker's part of a step that is carried by chains: the requests for the cells of its components.
class ChainedWorker {
 public:
  ChainedWorker(const WorkerTeam& team, std::uint32_t number) : team_(team), number_(number) {}

  /// Hands the requests of its processors to the workers that own their cells. With one worker they stay in their
  /// slots.
  template <class Fold>
  void send(const AskedLine& line, Fold fold, CountedStep& counted) {
    streams_.begin(team_.count(), worker(), line.operation);
    const CellMap& map = worker().memory.array(line.array).map;
    for (const Chunk& chunk : worker().chunks) {
      if (chunk.requests > 0) streams_.send(worker(), chunk, map, team_.owners.data(), fold, counted.context);
    }
    counted.largest_requests = streams_.largest_requests();
  }

  /// Chains the requests for its cells, source by source, and serves them.
  /// @param all  the workers, whose send() has ended
  template <class Fold>
  void chain(const AskedLine& line, Fold fold, std::vector<ChainedWorker>& all, CountedStep& counted) {
    std::uint64_t requests = 0;
    for (const ChainedWorker& sender : all) requests += alone() ? line.requests : sender.streams_.to(number_).count;
    chains_.begin(static_cast<std::uint32_t>(requests), line.operation);
    with_chaining(fold, line, counted, [&](auto& chaining) {
      alone() ? chain_slots(chaining, counted) : chain_streams(chaining, all, counted);
    });
    counted.links = chains_.count;
  }

  /// Counts what its links cost each phase, and writes what cells with several requests get.
  template <class Fold>
  void finish(const AskedLine& line, const StepPlan& plan, Fold fold, std::vector<ChainedWorker>& all,
              CountedStep& counted);

  /// Gives its processors the replies that came back. With one worker they have them.
  void answer() { streams_.answer(worker()); }

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

  bool alone() const { return team_.count() == 1; }
  Worker& worker() const { return *team_.workers[number_]; }

  /// Calls visit(chaining) with what chains requests at the cells of the line's array.
  template <class Fold, class Visit>
  void with_chaining(Fold fold, const AskedLine& line, CountedStep& counted, const Visit& visit) {
    worker().memory.array(line.array).with_cells([&]<class Stored>(MemoryCell<Stored>* cells) {
      Chaining<Fold, Stored> chaining(chains_, fold, cells, worker().modules.stamps(), counted.context);
      visit(chaining);
    });
  }

  template <class Fold, class Stored>
  void chain_slots(Chaining<Fold, Stored>& chaining, CountedStep& counted) {
    if (Fold::fetches) trace_.reserve(worker().slots);
    for (const Chunk& chunk : worker().chunks) {
      if (chunk.requests == 0) continue;
      const bool all_ask = chunk.requests == chunk.last - chunk.first;
      visit_components(worker(), chunk, [&](std::uint32_t component, std::uint32_t first, std::uint32_t last) {
        const std::uint32_t before = chaining.count();
        const std::uint32_t requests = all_ask ? chain_component<true>(chaining, component, first, last)
                                               : chain_component<false>(chaining, component, first, last);
        counted.sent[component] += chaining.count() - before;
        counted.largest_requests = std::max(counted.largest_requests, requests);
      });
    }
  }

  /// @returns how many requests the slots have
  template <bool all_ask, class Fold, class Stored>
  std::uint32_t chain_component(Chaining<Fold, Stored>& chaining, std::uint32_t component, std::uint32_t first,
                                std::uint32_t last) {
    const std::uint32_t* const index = worker().index;
    Word* const value = worker().value;
    std::uint32_t* const trace = trace_.data();
    const std::uint32_t last_slot = worker().slots - 1;
    std::uint32_t requests = last - first;
    for (std::uint32_t at = first; at < last; ++at) {
      chaining.prefetch(index[std::min(at + cells_ahead, last_slot)]);
      if constexpr (all_ask) chaining.prefetch_link(index[std::min(at + links_ahead, last - 1)]);
      if (!all_ask && index[at] >= finished_processor) {
        --requests;
        continue;
      }
      std::uint32_t processor = 0;
      if constexpr (Fold::chooses) processor = static_cast<std::uint32_t>(worker().processor_of(at));
      const std::uint32_t link = chaining.ask(index[at], component, processor, value[at]);
      if constexpr (Fold::fetches) trace[at] = link;
    }
    return requests;
  }

  template <class Fold, class Stored>
  void chain_streams(Chaining<Fold, Stored>& chaining, std::vector<ChainedWorker>& all, CountedStep& counted) {
    for (ChainedWorker& sender : all) {
      OwnerStreams::Stream& stream = sender.streams_.to(number_);
      const std::uint32_t* const index = stream.index.data();
      const std::uint32_t* const source = stream.source.data();
      Word* const value = stream.value.data();
      for (std::uint32_t k = 0; k < stream.count;) {
        const std::uint32_t component = source[k];
        const std::uint32_t before = chaining.count();
        for (; k < stream.count && source[k] == component; ++k) {
          chaining.prefetch(index[std::min(k + cells_ahead, stream.count - 1)]);
          chaining.prefetch_link(index[std::min(k + links_ahead, stream.count - 1)]);
          std::uint32_t processor = 0;
          if constexpr (Fold::chooses) processor = stream.processor[k];
          const std::uint32_t link = chaining.ask(index[k], component, processor, value[k], stream.weight[k]);
          if constexpr (Fold::fetches) stream.trace[k] = link;
        }
        counted.sent[component] += chaining.count() - before;
      }
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
    if (!alone()) {
      for (ChainedWorker& sender : all) {
        OwnerStreams::Stream& stream = sender.streams_.to(number_);
        for (std::uint32_t k = 0; k < stream.count; ++k)
          stream.value[k] = Fold::apply(replies[stream.trace[k]], stream.value[k]);
      }
      return;
    }
    Worker& mine = worker();
    for (const Chunk& chunk : mine.chunks) {
      for (std::uint32_t at = chunk.first; chunk.requests > 0 && at < chunk.last; ++at) {
        if (mine.index[at] < finished_processor) mine.value[at] = Fold::apply(replies[trace_[at]], mine.value[at]);
      }
    }
  }

  const WorkerTeam& team_;
  std::uint32_t number_;
  Chains chains_;
  OwnerStreams streams_;        // of its processors, where there are several workers
  Pages<std::uint32_t> trace_;  // where there is one, per slot that fetches: its link
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
