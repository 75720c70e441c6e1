#include "ranked_delivery.hpp"

#include <algorithm>
#include <utility>

#include "../component_slots.hpp"

/// What the team of the cells gets of all ranks' requests.
namespace pram::detail {

/// Makes the slots of a worker of what all ranks ask of this one's cells, for the processors of its components.
void RankedDelivery::fill(std::uint32_t w) {
  Worker& worker = *serving_->workers[w];
  const BlockDistribution& distribution = asking_.workers.front()->distribution;
  worker.distribution = distribution;
  worker.first_component = serving_->first_component(w);
  worker.last_component = serving_->first_component(w + 1);
  const std::uint64_t first = distribution.first_of(worker.first_component);
  const std::uint64_t last = distribution.first_of(worker.last_component);
  std::vector<Served>& served = served_[w];
  served.clear();
  std::uint32_t slots = 0;
  for (std::uint32_t r = 0; r < group_.ranks(); ++r) {
    // Requests of a rank stand in the order of its processors.
    const auto place_of = [&](std::uint64_t processor) {
      std::size_t low = 0;
      for (std::size_t left = in_[r].requests; left > 0;) {
        const std::size_t half = left / 2;
        const bool before = in_[r].words[(low + half) * words_ + 1] < processor;
        low += before ? half + 1 : 0;
        left = before ? left - half - 1 : half;
      }
      return low;
    };
    const Served part{r, place_of(first), place_of(last), slots};
    if (part.first == part.last) continue;
    served.push_back(part);
    slots += static_cast<std::uint32_t>(part.last - part.first);
  }
  worker.begin_requests(slots);
  worker.live = slots;
  RequestOrigins& origins = *worker.origins;
  std::uint32_t chunk_begin = 0;
  std::uint32_t slot = 0;
  const auto end_chunk = [&] {
    if (slot == chunk_begin) return;
    Chunk& chunk = worker.chunks.emplace_back();
    chunk.first = std::exchange(chunk_begin, slot);
    chunk.last = worker.slots = slot;
    chunk.live = chunk.requests = chunk.last - chunk.first;
    const std::uint32_t* const site = worker.sites_of.data();
    chunk.site = site[chunk.first];
    chunk.mixed =
        std::any_of(site + chunk.first, site + chunk.last, [&](std::uint32_t one) { return one != chunk.site; });
    worker.count_requests(chunk);
    inner_->take(w, chunk);
  };
  for (const Served& part : served) {
    const std::uint32_t* from = in_[part.rank].words.data() + part.first * words_;
    for (std::size_t k = part.first; k < part.last; ++k) {
      const std::uint32_t index = *from++;
      const std::uint32_t processor = *from++;
      const std::uint32_t component = distribution.component_of(processor);
      if (origins.component.empty() || origins.component.back() != component) {
        if (slot - chunk_begin >= chunk_slots) end_chunk();
        origins.component.push_back(component);
        origins.first.push_back(slot);
      }
      worker.index[slot] = index;
      origins.process[slot] = processor;
      worker.sites_of[slot] = with_site_ ? sites_.own(*from++) : agreed_.line.site;
      worker.value[slot] = 0;
      if (with_operand_) {
        worker.value[slot] = from[0] | Word{from[1]} << 32;
        from += 2;
      }
      origins.first.back() = ++slot;
    }
  }
  end_chunk();
}

}  // namespace pram::detail
