#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

#include "ranked_delivery.hpp"

/// What the team of the cells gets of all ranks' requests.
namespace pram::detail {

/// The requests of a rank for this one's cells that go to a worker: those of its components.
RankedDelivery::Served RankedDelivery::part_of(std::uint32_t rank, const Worker& worker) const {
  const RequestBlock& block = in_[rank];
  Served part{.rank = rank};
  for (; part.first_run < block.runs; ++part.first_run) {
    const ComponentRun run = block.run(part.first_run);
    if (run.component >= worker.first_component) break;
    part.first += run.requests;
  }
  part.last = part.first;
  for (part.last_run = part.first_run; part.last_run < block.runs; ++part.last_run) {
    const ComponentRun run = block.run(part.last_run);
    if (run.component >= worker.last_component) break;
    part.last += run.requests;
  }
  return part;
}

/// Makes the slots of a worker of what all ranks ask of this one's cells, for the processors of its components.
void RankedDelivery::fill(std::uint32_t w) {
  Worker& worker = *serving_->workers[w];
  const BlockDistribution& distribution = asking_.workers.front()->distribution;
  worker.distribution = distribution;
  worker.first_component = serving_->first_component(w);
  worker.last_component = serving_->first_component(w + 1);
  std::vector<Served>& served = served_[w];
  served.clear();
  std::uint32_t slots = 0;
  for (std::uint32_t r = 0; r < group_.ranks(); ++r) {
    Served part = part_of(r, worker);
    if (part.first == part.last) continue;
    part.slot = slots;
    served.push_back(part);
    slots += static_cast<std::uint32_t>(part.last - part.first);
  }
  worker.begin_requests(slots);
  worker.live = slots;
  worker.origins->of_processors = !agreed_.of_processes;
  if (form_.ordinal) worker.origins->ordinal.reserve(slots);
  if (form_.site) worker.sites_of.reserve(slots);
  for (const Served& part : served) copy(worker, part);
  make_chunks(w);
}

/// Copies requests of a rank into slots.
void RankedDelivery::copy(Worker& worker, const Served& part) {
  RequestBlock& block = in_[part.rank];
  const std::size_t count = part.last - part.first;
  RequestOrigins& origins = *worker.origins;
  std::memcpy(worker.index + part.slot, block.index() + part.first, count * sizeof(std::uint32_t));
  std::uint32_t* const process = origins.process.data() + part.slot;
  if (form_.processor) std::memcpy(process, block.processor() + part.first, count * sizeof(std::uint32_t));
  if (form_.ordinal)
    std::memcpy(origins.ordinal.data() + part.slot, block.ordinal() + part.first, count * sizeof(std::uint32_t));
  if (form_.site) {
    const std::uint32_t* const site = block.site() + part.first;
    for (std::size_t k = 0; k < count; ++k) worker.sites_of[part.slot + k] = sites_.own(site[k]);
  }
  for (std::size_t k = 0; form_.operand && k < count; ++k) worker.value[part.slot + k] = block.operand(part.first + k);
  std::uint32_t* next = process;
  for (std::size_t k = part.first_run; k < part.last_run; ++k) {
    const ComponentRun run = block.run(k);
    origins.component.push_back(run.component);
    origins.first.push_back(origins.first.back() + run.requests);
    if (form_.processor) continue;
    // Nobody asks which of its component's processors it was, as long as they are different ones.
    std::iota(next, next + run.requests, static_cast<std::uint32_t>(worker.distribution.first_of(run.component)));
    next += run.requests;
  }
}

/// Makes chunks of a worker's slots, each of whole components.
void RankedDelivery::make_chunks(std::uint32_t w) {
  Worker& worker = *serving_->workers[w];
  const RequestOrigins& origins = *worker.origins;
  for (std::size_t k = 0; k < origins.component.size();) {
    const std::uint32_t first = origins.first[k];
    while (k < origins.component.size() && origins.first[k] - first < chunk_slots) ++k;
    Chunk& chunk = worker.chunks.emplace_back();
    chunk.first = first;
    chunk.last = worker.slots = origins.first[k];
    chunk.live = chunk.requests = chunk.last - chunk.first;
    chunk.site = agreed_.line.site;
    if (form_.site) {
      const std::uint32_t* const site = worker.sites_of.data();
      chunk.site = site[chunk.first];
      chunk.mixed =
          std::any_of(site + chunk.first, site + chunk.last, [&](std::uint32_t one) { return one != chunk.site; });
    }
    worker.count_requests(chunk);
    inner_->take(w, chunk);
  }
}

}  // namespace pram::detail
