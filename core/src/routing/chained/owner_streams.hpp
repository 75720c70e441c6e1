#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <pram/detail/operation.hpp>

#include "../../memory/placement.hpp"
#include "../../processors/worker.hpp"
#include "../../request/fold.hpp"
#include "component_slots.hpp"

namespace pram::detail {

/// The requests of one worker's processors on their way to the workers that own their cells, in the order of slots, and
/// the replies on their way back: for a step that is carried by chains.
class OwnerStreams {
 public:
  /// What one owner gets.
  struct Stream {
    std::uint32_t count = 0;
    Pages<std::uint32_t> index;
    Pages<std::uint32_t> source;
    Pages<std::uint32_t> weight;     ///< requests that went as one
    Pages<Word> value;               ///< operand on the way there, reply on the way back
    Pages<std::uint32_t> processor;  ///< of plain writes
    Pages<std::uint32_t> trace;      ///< of fetches: the owner's link
  };

  void begin(std::uint32_t owners, const Worker& worker, Operation operation) {
    largest_requests_ = 0;
    std::uint32_t most = 0;
    for (const Chunk& chunk : worker.chunks) most += chunk.requests;
    streams_.resize(owners);
    for (Stream& stream : streams_) {
      stream.count = 0;
      stream.index.reserve_addresses(most);
      stream.source.reserve_addresses(most);
      stream.weight.reserve_addresses(most);
      stream.value.reserve_addresses(most);
      if (operation.action == Action::write && !operation.combines()) stream.processor.reserve_addresses(most);
      if (operation.fetches()) stream.trace.reserve_addresses(most);
    }
    if (operation.replies()) owner_.reserve(worker.slots);
  }

  /// Sends the requests of a chunk. Those of neighbours for one cell go as one, unless they fetch.
  /// @param map     of the array that they ask for
  /// @param owners  per component: the worker that owns it
  template <class Fold>
  void send(const Worker& worker, const Chunk& chunk, const CellMap& map, const std::uint16_t* owners, Fold fold,
            CombiningContext& context) {
    Block block;
    visit_components(worker, chunk, [&](std::uint32_t component, std::uint32_t first, std::uint32_t last) {
      std::uint32_t requests = 0;
      std::uint32_t before = no_request;
      for (std::uint32_t at = first; at < last; ++at) {
        const std::uint32_t index = worker.index[at];
        if (index >= finished_processor) continue;
        ++requests;
        std::uint32_t processor = 0;
        if constexpr (Fold::chooses) processor = static_cast<std::uint32_t>(worker.processor_of(at));
        if (!Fold::fetches && index == before) {
          const std::uint32_t with = block.count - 1;
          ++block.weight[with];
          if constexpr (Fold::writes)
            fold.join(context, block.value[with], block.processor[with], worker.value[at], processor);
          if constexpr (!Fold::writes) owner_[at] = as_before;
          continue;
        }
        before = index;
        if (block.count == Block::most) send<Fold>(block, map, owners);
        const std::uint32_t k = block.count++;
        block.index[k] = index;
        block.source[k] = component;
        block.weight[k] = 1;
        if constexpr (Fold::writes) block.value[k] = worker.value[at];
        if constexpr (Fold::chooses) block.processor[k] = processor;
        block.slot[k] = at;
      }
      largest_requests_ = std::max(largest_requests_, requests);
    });
    send<Fold>(block, map, owners);
    for (Stream& stream : streams_) {
      stream.index.count(stream.count);
      stream.source.count(stream.count);
      stream.weight.count(stream.count);
      stream.value.count(stream.count);
      if constexpr (Fold::chooses) stream.processor.count(stream.count);
      if constexpr (Fold::fetches) stream.trace.count(stream.count);
    }
  }

  Stream& to(std::uint32_t owner) { return streams_[owner]; }
  const Stream& to(std::uint32_t owner) const { return streams_[owner]; }

  /// The most requests of one component.
  std::uint32_t largest_requests() const { return largest_requests_; }

  /// Gives the worker's processors the replies that have come back.
  void answer(Worker& worker) const {
    std::vector<const Word*> next;
    for (const Stream& stream : streams_) next.push_back(stream.value.data());
    Word reply = 0;
    for (const Chunk& chunk : worker.chunks) {
      if (chunk.requests == 0) continue;
      for (std::uint32_t at = chunk.first; at < chunk.last; ++at) {
        if (worker.index[at] >= finished_processor) continue;
        if (owner_[at] != as_before) reply = *next[owner_[at]]++;
        worker.value[at] = reply;
      }
    }
  }

 private:
  struct Block {
    static constexpr std::uint32_t most = 1024;
    std::uint32_t count = 0;
    std::uint32_t index[most];
    std::uint32_t source[most];
    std::uint32_t weight[most];
    Word value[most];
    std::uint32_t processor[most];
    std::uint32_t slot[most];  // of its first request
  };

  // In place of a slot's owner: its request went with that of the slot before.
  static constexpr std::uint16_t as_before = 0xFFFF;

  template <class Fold>
  void send(Block& block, const CellMap& map, const std::uint16_t* owners) {
    std::uint32_t home[Block::most];
    map.locate({block.index, block.count}, home);
    for (std::uint32_t k = 0; k < block.count; ++k) {
      const std::uint16_t owner = owners[home[k]];
      Stream& stream = streams_[owner];
      const std::uint32_t to = stream.count++;
      stream.index[to] = block.index[k];
      stream.source[to] = block.source[k];
      stream.weight[to] = block.weight[k];
      if constexpr (Fold::writes) stream.value[to] = block.value[k];
      if constexpr (Fold::chooses) stream.processor[to] = block.processor[k];
      if constexpr (Fold::fetches || !Fold::writes) owner_[block.slot[k]] = owner;
    }
    block.count = 0;
  }

  std::uint32_t largest_requests_ = 0;
  std::vector<Stream> streams_;  // per owner
  Pages<std::uint16_t> owner_;   // per slot
};

}  // namespace pram::detail
