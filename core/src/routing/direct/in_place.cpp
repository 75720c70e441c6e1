#include "in_place.hpp"

#include <algorithm>

#include "../../memory/in_place.hpp"

namespace pram::detail {

namespace {

// Slots whose homes are computed at a time: few enough for the first cache.
constexpr std::uint32_t block_slots = 1024;

/// Goes through a chunk component by component.
template <class Request>
class ChunkInPlace {
 public:
  ChunkInPlace(Worker& worker, const Chunk& chunk, ReceivedCounts& received)
      : worker_(worker),
        chunk_(chunk),
        species_(worker.sites.site(chunk.site).species),
        replies_(worker.sites.operation(chunk.site).replies() ? 1 : 0),
        map_(worker.memory.array(worker.sites.species(species_).array).map),
        received_(received),
        in_place_(worker.modules, species_, finished_processor, worker.facts_of(chunk.site)) {}

  SourceFacts serve() {
    begin_component(worker_.distribution.component_of(worker_.first_processor + chunk_.first), chunk_.first);
    for (std::uint32_t at = chunk_.first; at < chunk_.last;) {
      const std::uint32_t block_end = std::min(at + block_slots, chunk_.last);
      locate(at, block_end);
      for (const std::uint32_t block = at; at < block_end;) {
        if (at == component_end_) begin_component(component_ + 1, at);
        const auto end = static_cast<std::uint32_t>(std::min<std::uint64_t>(component_end_, block_end));
        serve(at, end, home_ + (at - block));
        at = end;
      }
    }
    end_component();
    return facts_;
  }

 private:
  void begin_component(std::uint32_t component, std::uint32_t at) {
    end_component();
    of_component_ = {};
    // Some components may have no processors.
    do {
      component_ = component++;
      component_end_ = worker_.distribution.first_of(component) - worker_.first_processor;
    } while (component_end_ == at);
    first_processor_ = worker_.first_processor + at;
  }

  void end_component() {
    facts_.records += of_component_.messages;
    facts_.largest_sent = std::max(facts_.largest_sent, of_component_.messages);
    facts_.largest_replying = std::max(facts_.largest_replying, of_component_.messages * replies_);
    facts_.largest_requests = std::max(facts_.largest_requests, of_component_.requests);
  }

  /// Finds the homes of the cells that slots [first, last) ask for.
  void locate(std::uint32_t first, std::uint32_t last) {
    const std::uint32_t* const index = worker_.index + first;
    const std::uint32_t count = last - first;
    if (chunk_.requests == chunk_.last - chunk_.first) {
      map_.locate({index, count}, home_);
      return;
    }
    for (std::uint32_t k = 0; k < count; ++k) asked_[k] = index[k] < finished_processor ? index[k] : 0;
    map_.locate({asked_, count}, home_);
  }

  void serve(std::uint32_t first, std::uint32_t last, const std::uint32_t* home) {
    const SlotBlock block{component_,   first_processor_,     worker_.first_processor + first,
                          last - first, chunk_.last - first,  worker_.index + first,
                          home,         worker_.value + first};
    const ServedSlots served = in_place_.serve(block, [this](std::uint32_t to) { received_.add(to, 1, replies_); });
    of_component_.requests += served.requests;
    of_component_.messages += served.messages;
  }

  Worker& worker_;
  const Chunk& chunk_;
  const std::uint32_t species_;
  const std::uint32_t replies_;
  const CellMap& map_;
  ReceivedCounts& received_;
  InPlace<Request> in_place_;
  SourceFacts facts_;

  std::uint32_t component_ = 0;
  std::uint64_t component_end_ = 0;  ///< slot behind its last
  std::uint64_t first_processor_ = 0;
  ServedSlots of_component_;

  std::uint32_t home_[block_slots];
  std::uint32_t asked_[block_slots];  ///< where some slots ask for nothing: a cell of the array in their place
};

}  // namespace

bool may_serve_in_place(const Worker& worker, const Chunk& chunk, const Network& network) {
  return !chunk.mixed && worker.origins == nullptr && !network.wants_messages() &&
         combines_in_any_groups(worker.sites.operation(chunk.site));
}

SourceFacts serve_in_place(Worker& worker, const Chunk& chunk, ReceivedCounts& received) {
  SourceFacts facts;
  with_slots_of(worker.sites.operation(chunk.site),
                [&](auto request) { facts = ChunkInPlace<decltype(request)>(worker, chunk, received).serve(); });
  return facts;
}

}  // namespace pram::detail
