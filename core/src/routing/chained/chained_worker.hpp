#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <pram/detail/memory_account.hpp>

#include "../../processors/worker_team.hpp"
#include "../../request/degree_bins.hpp"
#include "chains.hpp"
#include "component_slots.hpp"
#include "ordered_fold.hpp"
#include "owner_streams.hpp"
#include "phase_counts.hpp"

namespace pram::detail {

/// What all requests of a step ask for.
struct AskedLine {
  std::uint32_t site = no_request;
  std::uint32_t array = 0;
  Operation operation;
  std::uint64_t requests = 0;
};

/// One worker's part of a step that is carried by chains: the requests for the cells of its components.
class ChainedWorker {
 public:
  ChainedWorker(const WorkerTeam& team, std::uint32_t number) : team_(team), number_(number) {}

  /// @param profiled  does anybody ask for count_profile()?
  void begin(const CombiningContext& of_step, bool profiled) {
    context_ = of_step;
    largest_requests_ = 0;
    profiled_ = profiled;
    contended_.clear();
  }

  /// Hands the requests of its processors to the workers that own their cells. With one worker they stay in their
  /// slots.
  template <class Fold>
  void send(const AskedLine& line, Fold fold) {
    streams_.begin(team_.count(), worker(), line.operation);
    const CellMap& map = worker().memory.array(line.array).map;
    for (const Chunk& chunk : worker().chunks) {
      if (chunk.requests > 0) streams_.send(worker(), chunk, map, team_.owners.data(), fold, context_);
    }
    largest_requests_ = streams_.largest_requests();
  }

  /// Chains the requests for its cells, source by source, and serves them.
  /// @param all  the workers, whose send() has ended
  template <class Fold>
  void chain(const AskedLine& line, Fold fold, std::vector<ChainedWorker>& all) {
    sent_.reserve(team_.components);
    std::fill_n(sent_.data(), team_.components, 0U);
    std::uint64_t requests = 0;
    for (const ChainedWorker& sender : all) requests += alone() ? line.requests : sender.streams_.to(number_).count;
    chains_.begin(static_cast<std::uint32_t>(requests), line.operation);
    with_chaining(fold, line, [&](auto& chaining) { alone() ? chain_slots(chaining) : chain_streams(chaining, all); });
  }

  /// Counts what its links cost each phase, and writes what cells with several requests get.
  template <class Fold>
  void finish(const AskedLine& line, const StepPlan& plan, Fold fold, std::vector<ChainedWorker>& all);

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

  const PhaseCounts& counts() const { return counts_; }
  /// Adds for a profile the requests for its cells to those that their components serve, and its cells to the bins of
  /// its worker.
  void count_profile(const AskedLine& line, std::uint64_t* served);
  /// Links for its cells that a component has.
  std::uint32_t sent(std::uint32_t component) const { return sent_[component]; }
  std::uint32_t links() const { return chains_.count; }
  /// The most requests of one of its components.
  std::uint32_t largest_requests() const { return largest_requests_; }
  bool unequal_writes() const { return context_.unequal_writes; }

 private:
  // Far enough ahead to hide a miss to memory, near enough to stay in the first cache. A link is known when its cell
  // is.
  static constexpr std::uint32_t cells_ahead = 32;
  static constexpr std::uint32_t links_ahead = 8;

  bool alone() const { return team_.count() == 1; }
  Worker& worker() const { return *team_.workers[number_]; }

  /// Calls visit(chaining) with what chains requests at the cells of the line's array.
  template <class Fold, class Visit>
  void with_chaining(Fold fold, const AskedLine& line, const Visit& visit) {
    worker().memory.array(line.array).with_cells([&]<class Stored>(MemoryCell<Stored>* cells) {
      Chaining<Fold, Stored> chaining(chains_, fold, cells, worker().modules.stamps(), context_);
      visit(chaining);
    });
  }

  template <class Fold, class Stored>
  void chain_slots(Chaining<Fold, Stored>& chaining) {
    if (Fold::fetches) trace_.reserve(worker().slots);
    for (const Chunk& chunk : worker().chunks) {
      if (chunk.requests == 0) continue;
      const bool all_ask = chunk.requests == chunk.last - chunk.first;
      visit_components(worker(), chunk, [&](std::uint32_t component, std::uint32_t first, std::uint32_t last) {
        const std::uint32_t before = chaining.count();
        const std::uint32_t requests = all_ask ? chain_component<true>(chaining, component, first, last)
                                               : chain_component<false>(chaining, component, first, last);
        sent_[component] += chaining.count() - before;
        largest_requests_ = std::max(largest_requests_, requests);
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
  void chain_streams(Chaining<Fold, Stored>& chaining, std::vector<ChainedWorker>& all) {
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
        sent_[component] += chaining.count() - before;
      }
    }
  }

  /// Counts all links, and finishes the cells that have several requests.
  template <class Fold, class Stored>
  void count_links(Chaining<Fold, Stored>& chaining, const AskedLine& line, OrderedFold<Fold>& ordered);

  /// Counts a cell that several components ask for. @returns its requests
  template <class Fold>
  std::uint64_t count_chain(std::uint32_t begin, OrderedFold<Fold>& ordered) {
    const ChainLink* const links = chains_.links.data();
    if constexpr (Fold::fetches) {
      ordered.begin_cell(chains_.before[begin]);
    } else {
      counts_.begin_cell();
    }
    std::uint64_t degree = 0;
    std::uint32_t at = begin;
    do {
      if constexpr (Fold::fetches) {
        ordered.add(at);
      } else {
        counts_.add(links[at].index, links[at].source & ~chain_begins);
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

  /// Notes how many requests a cell has.
  void note_degree(std::uint64_t degree, std::uint32_t index, std::uint32_t array) {
    if (profiled_ && degree > 1) [[unlikely]]
      contended_.push_back({index, degree});
    if (degree < site_facts_.largest_degree) return;
    site_facts_.largest_degree = degree;
    if (degree > 1) facts_.contended.offer(degree, std::uint64_t{array} << 32 | CellMap::position(index));
  }

  const WorkerTeam& team_;
  std::uint32_t number_;
  Chains chains_;
  PhaseCounts counts_;
  CombiningContext context_;
  AccessFacts facts_;
  CallSiteFacts site_facts_;
  OwnerStreams streams_;        // of its processors, where there are several workers
  Pages<std::uint32_t> trace_;  // where there is one, per slot that fetches: its link
  Pages<std::uint32_t> sent_;   // per component
  std::uint32_t largest_requests_ = 0;

  /// A cell with several requests.
  struct ContendedCell {
    std::uint32_t index;
    std::uint64_t degree;
  };
  bool profiled_ = false;
  CountedVector<ContendedCell> contended_;  // of a profile
};

template <class Fold, class Stored>
void ChainedWorker::count_links(Chaining<Fold, Stored>& chaining, const AskedLine& line, OrderedFold<Fold>& ordered) {
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
    counts_.count_alone(index, source, lone);
    site_facts_.distinct += lone;
    if (lone > 0) note_degree(1, 0, line.array);
    for (std::uint32_t k = 0; k < several; ++k) {
      const std::uint32_t begin = shared[k];
      std::uint64_t degree = links[begin].weight;
      if (links[begin].next != begin) {
        ++site_facts_.distinct;
        degree = count_chain(begin, ordered);
      }
      note_degree(degree, links[begin].index, line.array);
      chaining.finish(begin, degree, marker);
    }
    if constexpr (Fold::fetches) {
      for (std::uint32_t at = first; at < last; ++at) {
        if (links[at].next == at) chains_.operand[at] = chains_.before[at];
      }
    }
  }
}

inline void ChainedWorker::count_profile(const AskedLine& line, std::uint64_t* served) {
  const CellMap& map = worker().memory.array(line.array).map;
  std::uint32_t index[StepPlan::block];
  std::uint32_t home[StepPlan::block];
  for (std::size_t first = 0; first < contended_.size(); first += StepPlan::block) {
    const std::size_t count = std::min<std::size_t>(StepPlan::block, contended_.size() - first);
    for (std::size_t k = 0; k < count; ++k) index[k] = contended_[first + k].index;
    map.locate({index, count}, home);
    for (std::size_t k = 0; k < count; ++k) {
      // Its component has one record of it, and counts that already.
      served[home[k]] += contended_[first + k].degree - 1;
      count_degree(worker().degrees, contended_[first + k].degree);
    }
  }
}

template <class Fold>
void ChainedWorker::finish(const AskedLine& line, const StepPlan& plan, Fold fold, std::vector<ChainedWorker>& all) {
  counts_.begin(plan, team_.components);
  facts_ = {};
  site_facts_ = {};
  OrderedFold<Fold> ordered(plan, counts_, chains_, fold);
  with_chaining(fold, line, [&](auto& chaining) { count_links(chaining, line, ordered); });
  counts_.end();
  if constexpr (Fold::fetches) {
    ordered.end();
    reply<Fold>(all);
  }
  facts_.unequal_writes = context_.unequal_writes;
  facts_.combined_writes = line.operation.combines() && site_facts_.largest_degree > 1;
  (Fold::writes ? facts_.largest_write_degree : facts_.largest_read_degree) = site_facts_.largest_degree;
  worker().modules.add(facts_);
  worker().facts_of(line.site).add({0, site_facts_.distinct, site_facts_.largest_degree});
}

}  // namespace pram::detail
