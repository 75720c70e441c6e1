#include "ranked_delivery.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <pram/network/poll.hpp>

#include "../component_slots.hpp"
#include "facts_bytes.hpp"

namespace pram::detail {

namespace {

/// Which rank has a cell that is asked for, line by line.
class Owners {
 public:
  explicit Owners(const Worker& worker) : worker_(worker) {}

  std::uint32_t of(const Chunk& chunk, std::uint32_t slot) {
    const std::uint32_t site = worker_.site_at(chunk, slot);
    if (cuts_ == nullptr || site != site_) {
      site_ = site;
      const Species& species = worker_.sites.species(worker_.sites.site(site).species);
      cuts_ = &*worker_.memory.array(species.array).cuts;
    }
    return cuts_->rank_of(worker_.index[slot]);
  }

 private:
  const Worker& worker_;
  std::uint32_t site_ = no_request;
  const RankCuts* cuts_ = nullptr;
};

}  // namespace

RankedDelivery::RankedDelivery(RankGroup& group, RankedSites& sites, WorkerTeam& asking, bool of_processes)
    : group_(group),
      sites_(sites),
      asking_(asking),
      order_(group, asking.components),
      out_(group.ranks()),
      in_(group.ranks()) {
  agreed_.group = &group;
  agreed_.of_processes = of_processes;
  agreed_.order = &order_;
  asked_.resize(asking.count());
  for (std::vector<Asked>& of_worker : asked_) of_worker.resize(group.ranks());
  asking_.agreed = &agreed_;
}

void RankedDelivery::serve_by(WorkerTeam& team, Delivery& delivery) {
  serving_ = &team;
  inner_ = &delivery;
  serving_->agreed = &agreed_;
  agreed_.serving = serving_;
  served_.resize(team.count());
}

void RankedDelivery::begin_run(std::uint64_t processors) {
  const BlockDistribution distribution{processors, asking_.components, 0};
  asking_.live_elsewhere = processors - (distribution.first_of(asking_.last) - distribution.first_of(asking_.first));
  agreed_.waiting_elsewhere = 0;
  agreed_.failed = agreed_.stopped = false;
}

/// Lists the slots of a worker by the ranks that have their cells.
void RankedDelivery::list(std::uint32_t w) {
  const Worker& worker = *asking_.workers[w];
  for (Asked& of_rank : asked_[w]) of_rank.slots.clear();
  Owners owners(worker);
  for (const Chunk& chunk : worker.chunks) {
    for (std::uint32_t at = chunk.first; chunk.requests > 0 && at < chunk.last; ++at) {
      if (worker.index[at] < finished_processor) asked_[w][owners.of(chunk, at)].slots.push_back(at);
    }
  }
}

/// Whether a call site has slots. Requests of a process for one cell share that of another, perhaps.
bool RankedDelivery::has_slots(std::uint32_t site) const {
  return std::ranges::any_of(asking_.workers, [site](const auto& worker) {
    const std::uint32_t* const sites = worker->sites_of.data();
    return std::find(sites, sites + worker->slots, site) != sites + worker->slots;
  });
}

/// Tells all ranks how many requests go where, which lines ask, and what is new of these.
void RankedDelivery::agree(Step& step) {
  std::vector<std::uint32_t> lines;
  std::uint32_t largest = 0;
  std::uint64_t live = 0;
  for (const auto& worker : asking_.workers) {
    live += worker->live;
    for (const std::uint32_t site : worker->first_sites) {
      if (std::ranges::find(lines, site) == lines.end()) lines.push_back(site);
    }
    for (const Chunk& chunk : worker->chunks) {
      if (chunk.requests > 0) largest = std::max(largest, largest_requests(*worker, chunk));
    }
  }
  BytesWriter mine;
  for (std::uint32_t r = 0; r < group_.ranks(); ++r) {
    std::size_t count = 0;
    for (std::vector<Asked>& of_worker : asked_) {
      of_worker[r].first = count;
      count += of_worker[r].slots.size();
    }
    out_[r].requests = count;
    mine.number(count);
  }
  mine.number(largest);
  mine.number(live);
  sites_.write_new(mine);
  mine.number(lines.size());
  for (const std::uint32_t site : lines) {
    sites_.write(mine, site);
    mine.number(!agreed_.of_processes || has_slots(site) ? 1 : 0);
  }
  const GatheredBytes all = group_.gather(mine.bytes());
  agreed_.sites.clear();
  agreed_.line = {};
  agreed_.live = 0;
  largest_requests_ = 0;
  std::vector<BytesReader> readers(all.begin(), all.end());
  std::vector<std::vector<std::uint32_t>> new_sites;
  bool crosses = false;
  for (std::uint32_t r = 0; r < group_.ranks(); ++r) {
    for (std::uint32_t to = 0; to < group_.ranks(); ++to) {
      const std::uint64_t count = readers[r].number();
      if (to == group_.rank()) in_[r].requests = count;
      agreed_.line.requests += count;
      crosses |= to != r && count > 0;
    }
    largest_requests_ = std::max(largest_requests_, static_cast<std::uint32_t>(readers[r].number()));
    agreed_.live += readers[r].number();
    new_sites.push_back(sites_.enter_new(readers[r]));
  }
  if (crosses) group_.count_crossing();
  std::uint32_t served = no_request;
  agreed_.several_served = false;
  for (std::uint32_t r = 0; r < group_.ranks(); ++r) {
    for (std::uint64_t left = readers[r].number(); left > 0; --left) {
      const std::uint32_t site = sites_.read(readers[r], new_sites[r]);
      if (std::ranges::find(agreed_.sites, site) == agreed_.sites.end()) agreed_.sites.push_back(site);
      if (readers[r].number() == 0) continue;
      agreed_.several_served |= served != no_request && served != site;
      served = site;
    }
  }
  sites_.end_new();
  asking_.live_elsewhere = agreed_.live - live;
  step.served_by = ServedBy::nothing;
  if (agreed_.sites.empty()) return;
  const CallSites& sites = asking_.workers.front()->sites;
  AskedLine& line = agreed_.line;
  line.lines = agreed_.sites.size() > 1 ? AskedLine::Lines::several : AskedLine::Lines::one;
  line.site = agreed_.sites.back();
  line.operation = sites.operation(line.site);
  line.array = sites.species(sites.site(line.site).species).array;
  with_site_ = agreed_.sites.size() > 1;
  with_operand_ = std::ranges::any_of(
      agreed_.sites, [&sites](std::uint32_t site) { return sites.operation(site).action != Action::read; });
  words_ = 2 + (with_site_ ? 1 : 0) + (with_operand_ ? 2 : 0);
}

/// Writes the requests of a worker for each rank.
void RankedDelivery::pack(std::uint32_t w) {
  const Worker& worker = *asking_.workers[w];
  for (std::uint32_t r = 0; r < group_.ranks(); ++r) {
    const Asked& asked = asked_[w][r];
    std::uint32_t* to = out_[r].words.data() + asked.first * words_;
    auto chunk = worker.chunks.begin();
    for (const std::uint32_t slot : asked.slots) {
      *to++ = worker.index[slot];
      *to++ = static_cast<std::uint32_t>(worker.processor_of(slot));
      if (with_site_) {
        while (slot >= chunk->last) ++chunk;
        *to++ = sites_.common(worker.site_at(*chunk, slot));
      }
      if (with_operand_) {
        *to++ = static_cast<std::uint32_t>(worker.value[slot]);
        *to++ = static_cast<std::uint32_t>(worker.value[slot] >> 32);
      }
    }
  }
}

/// Takes all requests to the ranks of their cells.
void RankedDelivery::send(const Step& step) {
  std::vector<std::span<const std::byte>> out;
  std::vector<std::span<std::byte>> in;
  for (std::uint32_t r = 0; r < group_.ranks(); ++r) {
    out_[r].words.resize(out_[r].requests * words_);
    in_[r].words.resize(in_[r].requests * words_);
  }
  asking_.run(step.spread, [&](unsigned w) { pack(w); });
  for (std::uint32_t r = 0; r < group_.ranks(); ++r) {
    out.push_back(std::as_bytes(std::span(out_[r].words)));
    in.push_back(std::as_writable_bytes(std::span(in_[r].words)));
  }
  group_.exchange(out, in);
}

void RankedDelivery::merge(Step& step) {
  poll();  // throws if a worker stopped early
  asking_.run(step.spread, [&](unsigned w) { list(w); });
  agree(step);
  send(step);
  const Modules& modules = asking_.workers.front()->modules;
  for (const auto& worker : serving_->workers) {
    worker->step = step.context.step;
    worker->site_facts.clear();
    worker->first_sites.clear();
    worker->modules.begin_step(step.stamps, step.context, modules.collision_marker());
    if (step.components == nullptr) continue;
    worker->degrees = {};
    worker->modules.begin_degrees();
  }
  serving_->run(step.spread, [&](unsigned w) {
    inner_->begin(w, step);
    fill(w);
  });
  inner_->merge(step);
}

void RankedDelivery::carry(Step& step) { inner_->carry(step); }

void RankedDelivery::serve(Step& step) {
  inner_->serve(step);
  if (step.components != nullptr && !agreed_.sites.empty()) group_.add({step.components->served(), asking_.components});
  step.largest_requests = largest_requests_;
  add_facts(step);
}

/// Adds up what all ranks know of the step. The first worker that asks has it all then.
void RankedDelivery::add_facts(Step& step) {
  AccessFacts facts;
  for (const auto& worker : serving_->workers) facts.merge(worker->modules.facts());
  facts.unequal_writes |= step.unequal_writes;
  std::uint64_t waiting = 0;
  bool failed = false;
  for (const auto& worker : asking_.workers) {
    waiting += worker->waiting;
    failed |= worker->failure.error != nullptr;
  }
  BytesWriter mine;
  write_facts(mine, facts);
  mine.number(waiting);
  mine.number(failed ? 1 : 0);
  mine.number(asking_.workers.front()->stopped() ? 1 : 0);
  for (const std::uint32_t site : agreed_.sites) {
    CallSiteFacts of_site;
    for (const auto& worker : serving_->workers) of_site.add(worker->facts_of(site));
    if (agreed_.of_processes) of_site.requests = 0;  // whose slots are several requests each
    for (const auto& worker : asking_.workers)
      of_site.requests += agreed_.of_processes ? worker->facts_of(site).requests : 0;
    mine.number(of_site.requests);
    mine.number(of_site.distinct);
    mine.number(of_site.largest_degree);
    for (const PhaseLoads& one : step.loads) mine.number(one.loads.of(site));
  }
  const GatheredBytes all = group_.gather(mine.bytes());
  AccessFacts all_facts;
  std::uint64_t all_waiting = 0;
  agreed_.failed = agreed_.stopped = false;
  std::vector<CallSiteFacts> of_sites(agreed_.sites.size());
  std::vector<PhaseLoads> loads;
  for (const PhaseLoads& one : step.loads) loads.push_back({one.phase, {}});
  for (const std::vector<std::byte>& bytes : all) {
    BytesReader reader(bytes);
    all_facts.merge(read_facts(reader));
    all_waiting += reader.number();
    agreed_.failed |= reader.number() != 0;
    agreed_.stopped |= reader.number() != 0;
    for (std::size_t k = 0; k < of_sites.size(); ++k) {
      CallSiteFacts of_site;
      of_site.requests = reader.number();
      of_site.distinct = reader.number();
      of_site.largest_degree = reader.number();
      of_sites[k].add(of_site);
      for (PhaseLoads& one : loads) one.loads.add(agreed_.sites[k], reader.number());
    }
  }
  agreed_.waiting_elsewhere = all_waiting - waiting;
  step.unequal_writes = all_facts.unequal_writes;
  step.loads = std::move(loads);
  for (const auto& worker : asking_.workers) {
    for (const std::uint32_t site : worker->first_sites) worker->facts_of(site) = {};
    worker->first_sites.clear();
  }
  Worker& first = *asking_.workers.front();
  first.modules.add(all_facts);
  first.first_sites = agreed_.sites;
  for (std::size_t k = 0; k < of_sites.size(); ++k) first.facts_of(agreed_.sites[k]) = of_sites[k];
}

void RankedDelivery::answer(Step& step) {
  inner_->answer(step);
  const CallSites& sites = asking_.workers.front()->sites;
  const bool any_reply =
      std::ranges::any_of(agreed_.sites, [&sites](std::uint32_t site) { return sites.operation(site).replies(); });
  if (!any_reply) return;
  std::vector<std::span<const std::byte>> out;
  std::vector<std::span<std::byte>> in;
  for (std::uint32_t r = 0; r < group_.ranks(); ++r) {
    out_[r].replies.resize(out_[r].requests);
    in_[r].replies.resize(in_[r].requests);
  }
  serving_->run(step.spread, [&](unsigned w) {
    const Word* const value = serving_->workers[w]->value;
    for (const Served& part : served_[w])
      std::copy_n(value + part.slot, part.last - part.first,
                  in_[part.rank].replies.begin() + static_cast<std::ptrdiff_t>(part.first));
  });
  for (std::uint32_t r = 0; r < group_.ranks(); ++r) {
    out.push_back(std::as_bytes(std::span(in_[r].replies)));
    in.push_back(std::as_writable_bytes(std::span(out_[r].replies)));
  }
  group_.exchange(out, in);
  asking_.run(step.spread, [&](unsigned w) {
    Worker& worker = *asking_.workers[w];
    for (std::uint32_t r = 0; r < group_.ranks(); ++r) {
      const Word* reply = out_[r].replies.data() + asked_[w][r].first;
      auto chunk = worker.chunks.begin();
      for (const std::uint32_t slot : asked_[w][r].slots) {
        while (slot >= chunk->last) ++chunk;
        if (sites.operation(worker.site_at(*chunk, slot)).replies()) worker.value[slot] = *reply;
        ++reply;
      }
    }
  });
}

void RankedDelivery::undo() noexcept {
  inner_->undo();
  for (const auto& worker : serving_->workers) worker->modules.undo();
}

}  // namespace pram::detail
