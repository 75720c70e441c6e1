#include "ranked_delivery.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <pram/network/poll.hpp>

#include "../component_slots.hpp"
#include "facts_bytes.hpp"

namespace pram::detail {

RankedDelivery::RankedDelivery(RankGroup& group, RankedSites& sites, WorkerTeam& asking, const Needs& needs)
    : group_(group),
      sites_(sites),
      asking_(asking),
      order_(group, asking.components, needs.everywhere),
      ordered_(needs.ordered),
      out_(group.ranks()),
      in_(group.ranks()) {
  agreed_.group = &group;
  agreed_.of_processes = needs.of_processes;
  agreed_.order = &order_;
  agreed_.numbers = &sites;
  asking_.agreed = &agreed_;
  for (std::uint32_t w = 0; w < asking.count(); ++w) asked_.emplace_back(group.ranks(), group.rank());
}

void RankedDelivery::serve_by(WorkerTeam& team, Delivery& delivery) {
  serving_ = &team;
  inner_ = &delivery;
  server_ = Server::nobody;
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

/// Whether a call site has slots. Requests of a process for one cell share that of another, perhaps.
bool RankedDelivery::has_slots(std::uint32_t site) const {
  return std::ranges::any_of(asking_.workers, [site](const auto& worker) {
    const std::uint32_t* const sites = worker->sites_of.data();
    return std::find(sites, sites + worker->slots, site) != sites + worker->slots;
  });
}

/// Finds where each worker's requests stand in the block that goes to a rank.
void RankedDelivery::place(std::uint32_t rank, RequestBlock& block) {
  block.requests = block.runs = 0;
  for (AskedRequests& of_worker : asked_) {
    of_worker.stand_behind(rank, block.requests, block.runs);
    block.requests += of_worker.requests(rank);
    block.runs += of_worker.runs(rank);
  }
}

/// Tells all ranks how many requests go where, which lines ask, and what is new of these; and what all must know of the
/// processors where nobody asks for anything.
void RankedDelivery::agree(Step& step) {
  std::vector<std::uint32_t> lines;
  std::uint32_t largest = 0;
  std::uint64_t live = 0;
  std::uint64_t waiting = 0;
  bool failed = false;
  for (const auto& worker : asking_.workers) {
    live += worker->live;
    waiting += worker->waiting;
    failed |= worker->failure.error != nullptr;
    for (const std::uint32_t site : worker->first_sites) {
      if (std::ranges::find(lines, site) == lines.end()) lines.push_back(site);
    }
    for (const Chunk& chunk : worker->chunks) {
      if (chunk.requests > 0) largest = std::max(largest, largest_requests(*worker, chunk));
    }
  }
  BytesWriter mine;
  for (std::uint32_t r = 0; r < group_.ranks(); ++r) {
    place(r, out_[r]);
    mine.number(out_[r].requests);
    mine.number(out_[r].runs);
  }
  mine.number(largest);
  mine.number(live);
  mine.number(waiting);
  mine.number((failed ? 1U : 0U) | (asking_.workers.front()->stopped() ? 2U : 0U));
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
  agreed_.failed = agreed_.stopped = false;
  std::uint64_t all_waiting = 0;
  largest_requests_ = 0;
  std::vector<BytesReader> readers(all.begin(), all.end());
  std::vector<std::vector<std::uint32_t>> new_sites;
  crosses_ = false;
  for (std::uint32_t r = 0; r < group_.ranks(); ++r) {
    BytesReader& reader = readers[r];
    for (std::uint32_t to = 0; to < group_.ranks(); ++to) {
      const std::uint64_t requests = reader.number();
      const std::uint64_t runs = reader.number();
      if (to == group_.rank()) {
        in_[r].requests = requests;
        in_[r].runs = runs;
      }
      agreed_.line.requests += requests;
      crosses_ |= to != r && requests > 0;
    }
    largest_requests_ = std::max(largest_requests_, static_cast<std::uint32_t>(reader.number()));
    agreed_.live += reader.number();
    all_waiting += reader.number();
    const std::uint64_t ends = reader.number();
    agreed_.failed |= (ends & 1) != 0;
    agreed_.stopped |= (ends & 2) != 0;
    new_sites.push_back(sites_.enter_new(reader));
  }
  if (crosses_) group_.count_crossing();
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
  agreed_.waiting_elsewhere = all_waiting - waiting;
  asking_.live_elsewhere = agreed_.live - live;
  step.served_by = ServedBy::nothing;
  if (!agreed_.sites.empty()) agree_on_form();
}

/// Finds what the lines that ask have in common, and what their requests must say.
void RankedDelivery::agree_on_form() {
  const CallSites& sites = asking_.workers.front()->sites;
  AskedLine& line = agreed_.line;
  line.lines = agreed_.sites.size() > 1 ? AskedLine::Lines::several : AskedLine::Lines::one;
  line.site = agreed_.sites.back();
  line.operation = sites.operation(line.site);
  line.array = sites.species(sites.site(line.site).species).array;
  const bool is_signed = line.operation.type == WordType::signed_integer;
  form_ = {.ordinal = agreed_.of_processes,
           .site = line.lines == AskedLine::Lines::several,
           .narrow = true,
           .is_signed = is_signed};
  replies_ = false;
  for (const std::uint32_t site : agreed_.sites) {
    const Species& species = sites.species(sites.site(site).species);
    form_.operand |= species.operation.action != Action::read;
    replies_ |= species.operation.replies();
    form_.narrow &= asking_.workers.front()->memory.array(species.array).is_narrow &&
                    (species.operation.type == WordType::signed_integer) == is_signed;
  }
  // Errors name the processors that read a cell where one alone may, and there may be many requests of one process.
  form_.processor = form_.operand || ordered_ || agreed_.of_processes || sites.rule() == Rule::erew;
}

/// Whether the team that asks can serve the step by itself.
bool RankedDelivery::may_stay(const Step& step) const {
  if (crosses_ || own_ == nullptr || step.components != nullptr) return false;
  return !own_counted_ || counts_phases(agreed_.line, asking_.components);
}

/// Takes all requests to the ranks of their cells.
void RankedDelivery::send(const Step& step) {
  const std::uint32_t own = group_.rank();
  std::vector<std::size_t> out_bytes;
  std::vector<std::size_t> in_bytes;
  for (std::uint32_t r = 0; r < group_.ranks(); ++r) {
    const auto bytes = [&](const RequestBlock& one) {
      return r == own ? 0 : RequestBlock::words(form_, one.requests, one.runs) * sizeof(std::uint32_t);
    };
    out_bytes.push_back(bytes(out_[r]));
    in_bytes.push_back(bytes(in_[r]));
  }
  std::vector<std::span<const std::byte>> out(group_.ranks());
  std::vector<std::span<std::byte>> in(group_.ranks());
  try {
    asking_.run(step.spread, [&](unsigned w) { asked_[w].list(*asking_.workers[w]); });
    place(own, in_[own]);  // listed just now, perhaps
    // Also for the replies, since nobody may fail once the step stands.
    for (std::uint32_t r = 0; r < group_.ranks(); ++r) {
      in_[r].make_room(form_, replies_);
      if (r != own) out_[r].make_room(form_, replies_);
    }
    asking_.run(step.spread, [&](unsigned w) {
      const Worker& worker = *asking_.workers[w];
      for (std::uint32_t r = 0; r < group_.ranks(); ++r)
        asked_[w].write(worker, r, form_, r == own ? in_[r] : out_[r],
                        [this](std::uint32_t site) { return sites_.common(site); });
    });
  } catch (...) {
    if (crosses_) group_.exchange_nothing(out_bytes, in_bytes);
    throw;
  }
  if (!crosses_) return;
  for (std::uint32_t r = 0; r < group_.ranks(); ++r) {
    if (r == own) continue;
    out[r] = std::as_bytes(out_[r].all());
    in[r] = std::as_writable_bytes(in_[r].all());
  }
  group_.exchange_agreed(out, in);
}

void RankedDelivery::merge(Step& step) {
  poll();  // throws if a worker stopped early
  server_ = Server::nobody;
  agreed_.serving = serving_;
  asking_.run(step.spread, [&](unsigned w) { asked_[w].find(*asking_.workers[w]); });
  agree(step);
  if (!agreed_.sites.empty()) may_stay(step) ? stay(step) : cross(step);
}

void RankedDelivery::cross(Step& step) {
  send(step);
  begin_serving(step);
  server_ = Server::inner;
  serving_->run(step.spread, [&](unsigned w) {
    inner_->begin(w, step);
    fill(w);
  });
  inner_->merge(step);
}

void RankedDelivery::stay(Step& step) {
  server_ = Server::own;
  agreed_.serving = &asking_;
  asking_.run(step.spread, [&](unsigned w) {
    own_->begin(w, step);
    for (Chunk& chunk : asking_.workers[w]->chunks) {
      if (chunk.requests > 0) own_->take(w, chunk);
    }
  });
  own_->merge(step);
}

void RankedDelivery::begin_serving(const Step& step) {
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
}

void RankedDelivery::carry(Step& step) {
  if (server_ != Server::nobody) at_work().carry(step);
}

void RankedDelivery::serve(Step& step) {
  step.largest_requests = largest_requests_;
  if (server_ == Server::nobody) return;
  at_work().serve(step);
  if (step.components != nullptr) group_.add({step.components->served(), asking_.components});
  step.largest_requests = largest_requests_;
  add_facts(step);
}

/// Adds up what all ranks know of the step. The first worker that asks has it all then.
void RankedDelivery::add_facts(Step& step) {
  const WorkerTeam& served = *agreed_.serving;
  AccessFacts facts;
  for (const auto& worker : served.workers) facts.merge(worker->modules.facts());
  facts.unequal_writes |= step.unequal_writes;
  BytesWriter mine;
  write_facts(mine, facts);
  for (const std::uint32_t site : agreed_.sites) {
    CallSiteFacts of_site;
    for (const auto& worker : served.workers) of_site.add(worker->facts_of(site));
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
  std::vector<CallSiteFacts> of_sites(agreed_.sites.size());
  std::vector<PhaseLoads> loads;
  for (const PhaseLoads& one : step.loads) loads.push_back({one.phase, {}});
  for (const std::vector<std::byte>& bytes : all) {
    BytesReader reader(bytes);
    all_facts.merge(read_facts(reader));
    for (std::size_t k = 0; k < of_sites.size(); ++k) {
      CallSiteFacts of_site;
      of_site.requests = reader.number();
      of_site.distinct = reader.number();
      of_site.largest_degree = reader.number();
      of_sites[k].add(of_site);
      for (PhaseLoads& one : loads) one.loads.add(agreed_.sites[k], reader.number());
    }
  }
  step.unequal_writes = all_facts.unequal_writes;
  step.loads = std::move(loads);
  take_facts(all_facts, of_sites);
}

void RankedDelivery::take_facts(const AccessFacts& facts, const std::vector<CallSiteFacts>& of_sites) {
  for (const auto& worker : asking_.workers) {
    for (const std::uint32_t site : agreed_.sites) worker->facts_of(site) = {};  // also of whoever served it here
    worker->first_sites.clear();
    worker->modules.replace_facts({});
  }
  Worker& first = *asking_.workers.front();
  first.modules.replace_facts(facts);
  first.first_sites = agreed_.sites;
  for (std::size_t k = 0; k < of_sites.size(); ++k) first.facts_of(agreed_.sites[k]) = of_sites[k];
}

void RankedDelivery::answer(Step& step) {
  if (server_ == Server::nobody) return;
  at_work().answer(step);
  if (!replies_ || server_ == Server::own) return;
  const std::uint32_t own = group_.rank();
  std::vector<std::span<const std::byte>> out(group_.ranks());
  std::vector<std::span<std::byte>> in(group_.ranks());
  serving_->run(step.spread, [&](unsigned w) {
    const Word* const value = serving_->workers[w]->value;
    for (const Served& part : served_[w]) {
      for (std::size_t k = part.first; k < part.last; ++k)
        in_[part.rank].set_reply(k, value[part.slot + (k - part.first)]);
    }
  });
  for (std::uint32_t r = 0; r < group_.ranks(); ++r) {
    if (r == own) continue;
    out[r] = in_[r].replies();
    in[r] = out_[r].replies();
  }
  if (crosses_) group_.exchange_agreed(out, in);
  asking_.run(step.spread, [&](unsigned w) {
    for (std::uint32_t r = 0; r < group_.ranks(); ++r)
      asked_[w].take_replies(*asking_.workers[w], r, r == own ? in_[r] : out_[r]);
  });
}

void RankedDelivery::undo() noexcept {
  if (server_ == Server::nobody) return;
  at_work().undo();
  if (server_ == Server::own) return;
  for (const auto& worker : serving_->workers) worker->modules.undo();
}

}  // namespace pram::detail
