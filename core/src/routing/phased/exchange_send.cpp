#include "exchange.hpp"

#include "../../hash.hpp"

/// The sending half of a phase: where records go next, and what is counted on the way.
namespace pram::detail {

namespace {

constexpr std::uint32_t route_block = MovesBlock::most;

// Messages that cross to another worker in one go.
constexpr std::uint32_t segment_length = 4096;

/// An address that is the same on every run, unlike one made of the species' number.
std::uint64_t address_of(Address address, std::uint64_t fingerprint) {
  return (fingerprint << 32) | position_of(address);
}

}  // namespace

template <class Record>
AccessPlan::Moves Exchange<Record>::moves_of(std::uint32_t phase, const Step& step) const {
  AccessPlan::Moves moves;
  moves.phase = phase;
  moves.step = hash64(step.number, seed_);
  moves.draw = hash64(step.number, phase, seed_);
  return moves;
}

/// Fills in what a plan gets of a block of records from `first` on that follow the same plan.
/// @returns the number of records in the block
template <class Record>
std::uint32_t Exchange<Record>::tell(std::uint32_t w, std::uint32_t first, MovesBlock& block,
                                     AccessPlan::Moves& moves) const {
  const PhasedWorkerState<Record>& mine = workers_[w];
  const Record* const records = mine.held.data() + first;
  const std::uint32_t* const source = mine.component.data() + first;
  const std::uint32_t most = std::min(route_block, mine.count - first);
  const AccessPlan& plan = routes_.plan_of(species_of(records->address));
  std::uint32_t species = no_request;
  std::uint64_t fingerprint = 0;
  std::uint32_t count = 0;
  for (; count < most; ++count) {
    if (species_of(records[count].address) != species) {
      if (!routes_.one_plan() && &routes_.plan_of(species_of(records[count].address)) != &plan) break;
      species = species_of(records[count].address);
      fingerprint = team_.workers[w]->sites.species(species).fingerprint();
    }
    block.home[count] = records[count].home;
    block.weight[count] = records[count].weight;
    block.address[count] = address_of(records[count].address, fingerprint);
    block.token[count] = token_of(block.address[count], source[count]);
  }
  moves.source = {source, count};
  moves.home = {block.home, count};
  moves.address = {block.address, count};
  moves.token = {block.token, count};
  moves.weight = {block.weight, count};
  moves.arrivals = {};
  if (routes_.wants_arrivals() && moves.phase > 0) moves.arrivals = {mine.arrivals.data() + first, count};
  return count;
}

template <class Record>
void Exchange<Record>::send(std::uint32_t w, std::uint32_t phase, const Step& step, ReplyKind replies, bool ordered) {
  PhasedWorkerState<Record>& mine = workers_[w];
  PhaseTrace<Record>& trace = mine.phases[phase];
  trace.sent = mine.count;
  trace.destination.reserve(mine.count);
  mine.messages.clear();
  mine.messages.count = mine.count;
  mine.messages.replying = replies == ReplyKind::all ? mine.count : 0;
  mine.run_source = no_request;
  mine.any_stays = false;
  mine.stayed.clear();
  mine.segments.clear();
  if (ranked_.several) {
    mine.sent_here.begin(team_.components);
    mine.received_here.begin(team_.components);
  }
  const bool alone = team_.count() == 1;
  for (Outgoing<Record>& outgoing : trace.outgoing) outgoing.begin(mine.count);

  MovesBlock block;
  AccessPlan::Moves moves = moves_of(phase, step);
  moves.ordered = ordered;
  for (std::uint32_t first = 0, count = 0; first < mine.count; first += count) {
    const Record* const records = mine.held.data() + first;
    std::uint32_t* const destination = trace.destination.data() + first;
    count = tell(w, first, block, moves);
    const std::uint32_t species = species_of(records->address);
    if (routes_.adaptive_routing() != nullptr && !routes_.has_own(species)) {
      if (ranked_.several) {
        std::copy_n(mine.routed.data() + first, count, destination);
      } else {
        routes_.adaptive_routing()->route(moves, {destination, count});
      }
    } else if (const AccessPlan& plan = routes_.plan_of(species); phase < plan.phases()) {
      plan.route(moves, {destination, count});
    } else {
      std::fill_n(destination, count, AccessPlan::stay);
    }
    if (ranked_.in_order) {
      std::copy_n(destination, count, mine.routed.data() + first);
    } else if (network_.wants_messages()) {
      list_messages(w, phase, first, count);
    }
    if (components_ != nullptr) count_sources(w, phase, first, count);
    count_sent(w, phase, first, count, replies);
    if (alone) continue;
    const std::uint16_t* const owners = team_.owners.data();
    Outgoing<Record>* const outgoing = trace.outgoing.data();
    for (std::uint32_t k = 0; k < count; ++k) {
      Outgoing<Record>& to = outgoing[owners[destination[k]]];
      to.records[to.count] = records[k];
      to.destination[to.count++] = destination[k];
    }
    for (std::uint32_t owner = 0; owner < team_.count(); ++owner) {
      if (outgoing[owner].count - outgoing[owner].handed_over >= segment_length)
        workers_[owner].from[w]->send(outgoing[owner].next_segment());
    }
  }
  if (replies == ReplyKind::all) mine.messages.sent.replying = mine.messages.sent.all;
  if (alone) {
    trace.landed.reserve(mine.count);
    mine.segments.push_back({mine.held.data(), trace.destination.data(), trace.landed.data(), mine.count});
    return;
  }
  for (std::uint32_t owner = 0; owner < team_.count(); ++owner) {
    Outgoing<Record>& to = trace.outgoing[owner];
    if (to.count > to.handed_over) workers_[owner].from[w]->send(to.next_segment());
    workers_[owner].from[w]->close();
  }
}

/// Counts the messages that leave each component for the records [first, first + count). A record that stays becomes a
/// message to its own component that does not count.
template <class Record>
void Exchange<Record>::count_sent(std::uint32_t w, std::uint32_t phase, std::uint32_t first, std::uint32_t count,
                                  ReplyKind replies) {
  PhasedWorkerState<Record>& mine = workers_[w];
  const std::uint32_t* const source = mine.component.data();
  std::uint32_t* const destination = mine.phases[phase].destination.data();
  LargestCounts& sent = mine.messages.sent;
  std::uint32_t highest = 0;
  for (std::uint32_t k = first; k < first + count; ++k) highest = std::max(highest, destination[k]);
  if (highest < team_.components && replies != ReplyKind::various) {
    for (std::uint32_t k = first; k < first + count; ++k) {
      mine.run = source[k] == mine.run_source ? mine.run + 1 : 1;
      mine.run_source = source[k];
      sent.all = std::max(sent.all, mine.run);
    }
    for (std::uint32_t k = first; ranked_.several && k < first + count; ++k)
      mine.sent_here.add(source[k], 1, replies == ReplyKind::all ? 1 : 0);
    return;
  }
  if (highest >= team_.components && !mine.any_stays) {
    mine.any_stays = true;
    mine.staying.reserve(team_.first_component(w + 1) - team_.first_component(w));
    std::fill_n(mine.staying.data(), team_.first_component(w + 1) - team_.first_component(w), std::uint64_t{0});
  }
  for (std::uint32_t k = first; k < first + count; ++k) {
    if (source[k] != mine.run_source) mine.run = mine.run_replying = 0;
    mine.run_source = source[k];
    const bool replying = replies == ReplyKind::various && replies_to(w, mine.held[k]);
    if (destination[k] >= team_.components) {
      if (destination[k] != AccessPlan::stay && !mine.misroute)
        mine.misroute = Misroute{phase, source[k], destination[k], mine.held[k].address};
      destination[k] = source[k];
      if (observed_) mine.stayed.push_back(k);
      mine.staying[source[k] - team_.first_component(w)] += replying ? (std::uint64_t{1} << 32) + 1 : 1;
      --mine.messages.count;
      if (replies == ReplyKind::all) --mine.messages.replying;
      continue;
    }
    sent.all = std::max(sent.all, ++mine.run);
    if (ranked_.several) mine.sent_here.add(source[k], 1, replying || replies == ReplyKind::all ? 1 : 0);
    if (replying) {
      ++mine.messages.replying;
      sent.replying = std::max(sent.replying, ++mine.run_replying);
    } else {
      sent.silent = std::max(sent.silent, mine.run - mine.run_replying);
    }
  }
}

/// Counts for a profile how many of the records [first, first + count) leave each component.
template <class Record>
void Exchange<Record>::count_sources(std::uint32_t w, std::uint32_t phase, std::uint32_t first, std::uint32_t count) {
  const PhasedWorkerState<Record>& mine = workers_[w];
  const std::uint32_t* const destination = mine.phases[phase].destination.data();
  std::uint32_t* const sent = components_->sent();
  for (std::uint32_t k = first; k < first + count; ++k)
    sent[mine.component[k]] += destination[k] < team_.components ? 1 : 0;
}

template <class Record>
void Exchange<Record>::list_messages(std::uint32_t w, std::uint32_t phase, std::uint32_t first, std::uint32_t count) {
  PhasedWorkerState<Record>& mine = workers_[w];
  for (std::uint32_t k = first; k < first + count; ++k) {
    const std::uint32_t destination = mine.phases[phase].destination[k];
    if (destination >= team_.components) continue;
    mine.messages.list.add(mine.component[k], destination,
                           awaits(team_.workers[w]->sites.species(species_of(mine.held[k].address)).operation));
    if (network_.combines()) mine.messages.list.key.push_back(mine.held[k].address);
  }
}

// The members defined here; exchange.cpp has the others.
#define PRAM_SENDING_HALF(Record)                                                                                     \
  template AccessPlan::Moves Exchange<Record>::moves_of(std::uint32_t, const Step&) const;                            \
  template std::uint32_t Exchange<Record>::tell(std::uint32_t, std::uint32_t, MovesBlock&, AccessPlan::Moves&) const; \
  template void Exchange<Record>::send(std::uint32_t, std::uint32_t, const Step&, ReplyKind, bool);                   \
  template void Exchange<Record>::count_sent(std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, ReplyKind);  \
  template void Exchange<Record>::count_sources(std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t);          \
  template void Exchange<Record>::list_messages(std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t);
PRAM_SENDING_HALF(ReadRecord)
PRAM_SENDING_HALF(UpdateRecord)
#undef PRAM_SENDING_HALF

}  // namespace pram::detail
