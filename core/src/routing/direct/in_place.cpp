#include "in_place.hpp"

#include <algorithm>

#include "../../memory/in_place.hpp"

namespace pram::detail {

namespace {

// Slots whose homes are computed at a time: few enough for the first cache.
constexpr std::uint32_t block_slots = 1024;

/// Goes through a chunk component by component.
/// @tparam Stored  of the cells
/// @tparam listed  are the slots that are served listed?
template <class Request, class Stored, bool listed>
class ChunkInPlace {
 public:
  ChunkInPlace(Worker& worker, const Chunk& chunk, InPlaceCounts counts)
      : worker_(worker),
        chunk_(chunk),
        species_(worker.sites.site(chunk.site).species),
        replies_(worker.sites.operation(chunk.site).replies() ? 1 : 0),
        map_(worker.memory.array(worker.sites.species(species_).array).map),
        received_(counts.received),
        lines_(counts.lines),
        components_(counts.components),
        noting_(counts.lines.several()),
        in_place_(worker.modules, species_, finished_processor, worker.facts_of(chunk.site)) {}

  SourceFacts serve() {
    begin_component(worker_.distribution.component_of(worker_.first_processor + chunk_.first), chunk_.first, {});
    for (std::uint32_t at = chunk_.first; at < chunk_.last;) {
      const std::uint32_t block = at;
      const std::uint32_t block_end = std::min(at + block_slots, chunk_.last);
      const bool all_ask = chunk_.requests == chunk_.last - chunk_.first;
      if (!all_ask) take_indices(at, block_end);
      map_.locate({all_ask ? worker_.index + at : index_, block_end - at}, home_);
      while (at < block_end) {
        if (at == component_end_) {
          end_component();
          begin_component(component_ + 1, at, {});
        }
        const auto end = static_cast<std::uint32_t>(std::min<std::uint64_t>(component_end_, block_end));
        serve({component_, first_processor_, worker_.first_processor + at, end - at, chunk_.last - at,
               worker_.index + at, home_ + (at - block), nullptr, worker_.value + at});
        at = end;
      }
    }
    end_component();
    return facts_;
  }

  SourceFacts serve_own(const SplitChunk& split) {
    const std::uint32_t* const slot = split.own_slot.data();
    std::uint32_t next = 0;
    std::uint32_t number = 0;
    std::uint32_t component = worker_.distribution.component_of(worker_.first_processor + chunk_.first);
    for (std::uint32_t at = chunk_.first; at < chunk_.last; at = static_cast<std::uint32_t>(component_end_)) {
      const SomeSlots::Sent& crossing = split.crossing.sent[number++];
      begin_component(component, at, {crossing.requests, crossing.messages});
      component = component_ + 1;
      while (next < split.own && slot[next] < component_end_) {
        std::uint32_t count = 0;
        const std::uint32_t most = std::min(block_slots, split.own - next);
        for (; count < most && slot[next + count] < component_end_; ++count)
          index_[count] = worker_.index[slot[next + count]];
        map_.locate({index_, count}, home_);
        serve({component_, first_processor_, worker_.first_processor, count, count, index_, home_, slot + next,
               worker_.value});
        next += count;
      }
      end_component();
    }
    return facts_;
  }

 private:
  /// @param crossing  what it has besides
  void begin_component(std::uint32_t component, std::uint32_t at, ServedSlots crossing) {
    of_component_ = crossing;
    // Some components may have no processors.
    do {
      component_ = component++;
      component_end_ = worker_.distribution.first_of(component) - worker_.first_processor;
    } while (component_end_ == at);
    first_processor_ = worker_.first_processor + at;
  }

  void end_component() {
    facts_.largest_sent = std::max(facts_.largest_sent, of_component_.messages);
    facts_.largest_replying = std::max(facts_.largest_replying, of_component_.messages * replies_);
    facts_.largest_requests = std::max(facts_.largest_requests, of_component_.requests);
    if (components_ != nullptr) [[unlikely]]
      components_->sent()[component_] += of_component_.messages;
  }

  /// Takes what slots [first, last) ask for; where one asks for nothing, a cell of the array in its place.
  void take_indices(std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t k = 0; k < last - first; ++k) {
      const std::uint32_t index = worker_.index[first + k];
      index_[k] = index < finished_processor ? index : 0;
    }
  }

  void serve(const SlotBlock& block) {
    const auto message = [this](std::uint32_t home) {
      received_.add(home, 1, replies_);
      if (noting_) [[unlikely]]
        lines_.note(home, chunk_.site);
    };
    const auto merge = [this](std::uint32_t home, std::uint32_t requests) {
      if (components_ != nullptr) [[unlikely]]
        components_->served()[home] += requests;
    };
    const ServedSlots served = in_place_.serve(block, message, merge);
    facts_.records += served.messages;
    of_component_.requests += served.requests;
    of_component_.messages += served.messages;
  }

  Worker& worker_;
  const Chunk& chunk_;
  const std::uint32_t species_;
  const std::uint32_t replies_;
  const CellMap& map_;
  ReceivedCounts& received_;
  CallSiteLog& lines_;
  ComponentLoads* const components_;
  const bool noting_;
  InPlace<Request, Stored, listed> in_place_;
  SourceFacts facts_;

  std::uint32_t component_ = 0;
  std::uint64_t component_end_ = 0;  ///< slot behind its last
  std::uint64_t first_processor_ = 0;
  ServedSlots of_component_;

  std::uint32_t home_[block_slots];
  std::uint32_t index_[block_slots];
};

/// Calls visit(Request(), Stored()) for what a chunk asks, and of which kind of cells.
template <class Visit>
void with_cells_asked_for(Worker& worker, const Chunk& chunk, const Visit& visit) {
  const Species& species = worker.sites.species(worker.sites.site(chunk.site).species);
  with_slots_of(species.operation, [&](auto request) {
    worker.memory.array(species.array).is_narrow ? visit(request, std::uint32_t()) : visit(request, Word());
  });
}

}  // namespace

bool may_serve_in_place(const Worker& worker, const Chunk& chunk, const Network& network) {
  return !chunk.mixed && worker.origins == nullptr && !network.wants_messages() &&
         combines_in_any_groups(worker.sites.operation(chunk.site));
}

void split_by_owner(const Worker& worker, const Chunk& chunk, SplitChunk& split) {
  const std::uint32_t slots = chunk.last - chunk.first;
  // One more than can be used: each slot is written to both lists, and counts in one at most.
  split.own_slot.reserve(slots + 1);
  split.crossing.slot.reserve(slots + 1);
  const auto component = [&worker](std::uint32_t slot) {
    return worker.distribution.component_of(worker.first_processor + slot);
  };
  split.crossing.sent.reserve(component(chunk.last - 1) - component(chunk.first) + std::size_t{1});
  const CellMap& map = worker.memory.array(worker.sites.species(worker.sites.site(chunk.site).species).array).map;
  const std::uint32_t components = worker.last_component - worker.first_component;
  std::uint32_t home[block_slots];
  std::uint32_t index[block_slots];
  std::uint32_t own = 0;
  std::uint32_t crossing = 0;
  for (std::uint32_t first = chunk.first; first < chunk.last; first += block_slots) {
    const std::uint32_t count = std::min(block_slots, chunk.last - first);
    for (std::uint32_t k = 0; k < count; ++k)
      index[k] = worker.index[first + k] < finished_processor ? worker.index[first + k] : 0;
    map.locate({index, count}, home);
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint32_t asks = worker.index[first + k] < finished_processor ? 1 : 0;
      const std::uint32_t is_own = home[k] - worker.first_component < components ? 1 : 0;
      split.own_slot[own] = first + k;
      split.crossing.slot[crossing] = first + k;
      own += asks & is_own;
      crossing += asks & (is_own ^ 1);
    }
  }
  split.own = own;
  split.crossing.count = crossing;
}

SourceFacts serve_in_place(Worker& worker, const Chunk& chunk, InPlaceCounts counts) {
  SourceFacts facts;
  with_cells_asked_for(worker, chunk, [&](auto request, auto stored) {
    facts = ChunkInPlace<decltype(request), decltype(stored), false>(worker, chunk, counts).serve();
  });
  return facts;
}

SourceFacts serve_in_place(Worker& worker, const Chunk& chunk, const SplitChunk& split, InPlaceCounts counts) {
  SourceFacts facts;
  with_cells_asked_for(worker, chunk, [&](auto request, auto stored) {
    facts = ChunkInPlace<decltype(request), decltype(stored), true>(worker, chunk, counts).serve_own(split);
  });
  return facts;
}

}  // namespace pram::detail
