#include "chunk_server.hpp"

#include <algorithm>
#include <numeric>

#include "../../serving/slot_server.hpp"

namespace pram::detail {

namespace {

// Slots whose homes are computed at a time: few enough for the first cache.
constexpr std::uint32_t block_slots = 1024;

/// Goes through a chunk component by component.
/// @tparam Stored  of the cells
/// @tparam listed  are the slots that are served listed?
template <class Fold, class Stored, bool listed>
class ChunkServer {
 public:
  ChunkServer(const Fold& fold, Worker& server, const Worker& source, const Chunk& chunk, const ChunkCounts& counts)
      : source_(source),
        chunk_(chunk),
        replies_(server.sites.operation(chunk.site).replies() ? 1 : 0),
        map_(server.memory.array(server.sites.species(server.sites.site(chunk.site).species).array).map),
        counts_(counts),
        noting_(counts.lines.several()),
        slots_(fold, server.modules, server.sites.site(chunk.site).species, finished_processor,
               server.facts_of(chunk.site)) {
    const RequestOrigins* const origins = source.origins.get();
    if (origins != nullptr)
      origin_ =
          static_cast<std::size_t>(std::ranges::upper_bound(origins->first, chunk.first) - origins->first.begin()) - 1;
  }

  /// Serves the whole chunk.
  SourceFacts serve() {
    begin_component(chunk_.first);
    for (std::uint32_t at = chunk_.first; at < chunk_.last;) {
      const std::uint32_t block = at;
      const std::uint32_t block_end = std::min(at + block_slots, chunk_.last);
      const bool all_ask = chunk_.requests == chunk_.last - chunk_.first;
      if (!all_ask) take_indices(at, block_end);
      map_.locate({all_ask ? source_.index + at : index_, block_end - at}, home_);
      while (at < block_end) {
        if (at == component_end_) {
          end_component();
          begin_component(at);
        }
        const auto end = static_cast<std::uint32_t>(std::min<std::uint64_t>(component_end_, block_end));
        serve({component_, first_processor_, end_processor_, source_.first_processor + at, end - at, chunk_.last - at,
               source_.index + at, home_ + (at - block), nullptr, source_.value + at, nullptr});
        at = end;
      }
    }
    end_component();
    return facts_;
  }

  /// Serves listed slots.
  /// @param slots  null: the first `count` of the chunk
  SourceFacts serve(const std::uint32_t* slots, std::uint32_t count) {
    const std::uint32_t* const processors = source_.origins != nullptr ? source_.origins->process.data() : nullptr;
    for (std::uint32_t block = 0; block < count; block += block_slots) {
      const std::uint32_t in_block = std::min(block_slots, count - block);
      if (slots == nullptr) std::iota(row_, row_ + in_block, chunk_.first + block);
      const std::uint32_t* const slot = slots != nullptr ? slots + block : row_;
      for (std::uint32_t k = 0; k < in_block; ++k) index_[k] = source_.index[slot[k]];
      map_.locate({index_, in_block}, home_);
      for (std::uint32_t k = 0; k < in_block;) {
        if (slot[k] >= component_end_) {
          if (block + k > 0) end_component();
          begin_component(slot[k]);
        }
        std::uint32_t end = k + 1;
        while (end < in_block && slot[end] < component_end_) ++end;
        serve({component_, first_processor_, end_processor_, source_.first_processor, end - k, in_block - k, index_ + k,
               home_ + k, slot + k, source_.value, processors});
        k = end;
      }
    }
    if (count > 0) end_component();
    return facts_;
  }

 private:
  /// Begins with the component that a slot belongs to.
  void begin_component(std::uint32_t at) {
    const BlockDistribution& distribution = source_.distribution;
    of_component_ = {};
    if (const RequestOrigins* const origins = source_.origins.get()) {
      while (origins->first[origin_ + 1] <= at) ++origin_;
      component_ = origins->component[origin_];
      first_processor_ = distribution.first_of(component_);
      end_processor_ = distribution.first_of(std::uint64_t{component_} + 1);
      component_end_ = origins->first[origin_ + 1];
      return;
    }
    component_ = distribution.component_of(source_.first_processor + at);
    first_processor_ = listed ? distribution.first_of(component_) : source_.first_processor + at;
    end_processor_ = distribution.first_of(std::uint64_t{component_} + 1);
    component_end_ = end_processor_ - source_.first_processor;
  }

  void end_component() {
    facts_.largest_sent = std::max(facts_.largest_sent, of_component_.messages);
    facts_.largest_replying = std::max(facts_.largest_replying, of_component_.messages * replies_);
    facts_.largest_requests = std::max(facts_.largest_requests, of_component_.requests);
    if (counts_.sent != nullptr && of_component_.messages > 0)
      counts_.sent->add(component_, of_component_.messages, of_component_.messages * replies_);
  }

  /// Takes what slots [first, last) ask for; where one asks for nothing, a cell of the array in its place.
  void take_indices(std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t k = 0; k < last - first; ++k) {
      const std::uint32_t index = source_.index[first + k];
      index_[k] = index < finished_processor ? index : 0;
    }
  }

  void serve(const SlotBlock& block) {
    const auto message = [this](std::uint32_t home) {
      counts_.received.add(home, 1, replies_);
      if (noting_) [[unlikely]]
        counts_.lines.note(home, chunk_.site);
    };
    const auto merge = [this](std::uint32_t home, std::uint32_t requests) {
      if (counts_.merged != nullptr && requests > 0) [[unlikely]]
        counts_.merged->add(home, requests, 0);
    };
    const ServedSlots served = slots_.serve(block, message, merge);
    facts_.records += served.messages;
    of_component_.requests += served.requests;
    of_component_.messages += served.messages;
  }

  const Worker& source_;
  const Chunk& chunk_;
  const std::uint32_t replies_;
  const CellMap& map_;
  const ChunkCounts counts_;
  const bool noting_;
  SlotServer<Fold, Stored, listed> slots_;
  SourceFacts facts_;

  std::uint32_t component_ = 0;
  std::uint64_t component_end_ = 0;  ///< slot behind its last
  std::uint64_t first_processor_ = 0;
  std::uint64_t end_processor_ = 0;
  ServedSlots of_component_;

  std::size_t origin_ = 0;  ///< of slots that have origins

  std::uint32_t home_[block_slots];
  std::uint32_t row_[block_slots];  ///< numbers of slots that nobody has listed
  std::uint32_t index_[block_slots];
};

/// Calls visit(fold, Stored()) for what a chunk asks, and of which kind of cells.
template <class Visit>
void with_served_cells(const Worker& worker, const Chunk& chunk, const Visit& visit) {
  const Species& species = worker.sites.species(worker.sites.site(chunk.site).species);
  with_fold(species.operation, [&](auto fold) {
    worker.memory.array(species.array).is_narrow ? visit(fold, std::uint32_t()) : visit(fold, Word());
  });
}

SourceFacts serve_listed(Worker& server, const Worker& source, const Chunk& chunk, const std::uint32_t* slots,
                         std::uint32_t count, const ChunkCounts& counts) {
  SourceFacts facts;
  with_served_cells(server, chunk, [&](auto fold, auto stored) {
    facts =
        ChunkServer<decltype(fold), decltype(stored), true>(fold, server, source, chunk, counts).serve(slots, count);
  });
  return facts;
}

}  // namespace

bool may_serve_in_place(const Worker& worker, const Network& network) {
  return (worker.origins == nullptr || worker.origins->of_processors) && !network.wants_messages();
}

bool may_serve_in_place(const Worker& worker, const Chunk& chunk, const Network& network) {
  return !chunk.mixed && may_serve_in_place(worker, network) && folds_in_any_order(worker.sites.operation(chunk.site));
}

SourceFacts serve_chunk(Worker& server, const Worker& source, const Chunk& chunk, const ChunkCounts& counts) {
  SourceFacts facts;
  if (source.origins != nullptr) return serve_listed(server, source, chunk, nullptr, chunk.requests, counts);
  with_served_cells(server, chunk, [&](auto fold, auto stored) {
    facts = ChunkServer<decltype(fold), decltype(stored), false>(fold, server, source, chunk, counts).serve();
  });
  return facts;
}

std::uint32_t serve_chunk(Worker& server, const Worker& source, const Chunk& chunk, const std::uint32_t* slot,
                          std::uint32_t count, const ChunkCounts& counts) {
  return serve_listed(server, source, chunk, slot, count, counts).records;
}

}  // namespace pram::detail
