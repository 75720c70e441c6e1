#include "exchange.hpp"

#include <fmt/format.h>

#include <exception>

#include <pram/detail/printable.hpp>

#include "../../hash.hpp"
#include "../agreed_step.hpp"
#include "message_tree.hpp"

namespace pram::detail {

namespace {

// Below this many components a message, sorting the messages beats counting over the components.
constexpr std::uint32_t sparse = 16;

/// True if `record` has the rank that comes right after those of the requests in `before`, at one address. Multiprefix
/// records keep their ranks in place of their processors.
template <class Record>
bool follows(const Record& before, const Record& record) {
  if constexpr (Record::carries_operand) {
    return before.address == record.address && before.processor + before.weight == record.processor;
  }
  return false;
}

}  // namespace

template <class Record>
void Exchange<Record>::forward(Step& step, ReplyKind replies, bool ordered, bool several_lines) {
  routes_.begin(team_, hash64(step.number, seed_), ordered);
  noting_ = tree_ != nullptr && routes_.one_plan();
  several_lines_ = several_lines;
  components_ = step.components;
  observed_ = step.messages != nullptr;
  ranked_.several = team_.agreed != nullptr;
  for (PhasedWorkerState<Record>& mine : workers_) mine.misroute.reset();
  begin_order();
  if (routes_.keeps_order()) number_ranks();
  for (phases_ = 0; begin_phase(phases_, step); ++phases_) {
    if (noting_ && !ranked_.several) note_sources(*tree_, phases_, workers_);
    team_.run(step.spread, [&](unsigned w) { send(w, phases_, step, replies, ordered); });
    check_inside();
    if (ranked_.in_order) order_messages();
    team_.run(step.spread, [&](unsigned w) { receive(w, phases_, replies); });
    if (ranked_.in_order) pass_keys();
    if (noting_ && !ranked_.several) note_merges(*tree_, phases_, team_, workers_);
    if (observed_) note_messages(*step.messages, static_cast<std::uint32_t>(step.phases.size()));
    step.phases.push_back(charge(step));
  }
  check_contract();
  if (noting_ && ranked_.several) end_tree();
}

/// Lets an adaptive routing decide on the phase.
/// @returns false if there is none
template <class Record>
bool Exchange<Record>::begin_phase(std::uint32_t phase, Step& step) {
  AdaptiveRouting* const adaptive_routing = routes_.adaptive_routing();
  const bool in_order = adaptive_routing != nullptr && ranked_.several;
  if (in_order && (!adaptive_routing->ended() || phase < routes_.phases())) order_records(step);
  if (adaptive_routing != nullptr && !adaptive_routing->ended()) {
    if (phase >= Routes::most_phases)
      throw Error(
          fmt::format("access {} does not end: its adaptive routing has had {} phases", protocol_.name(), phase));
    if (adaptive_routing->looks()) {
      in_order ? look_in_order(step) : team_.run(step.spread, [&](unsigned w) { look(w, step); });
    }
    if (in_order) adaptive_routing->unite([this](std::span<std::uint64_t> sums) { team_.agreed->order->add(sums); });
    PhaseRecord told;
    const auto settle = [&] { told = adaptive_routing->settle(network_); };
    network_.wants_messages() ? team_.host->within(settle) : settle();
    if (told.messages > 0) step.phases.push_back(told);
  }
  if (phase >= routes_.phases() && (adaptive_routing == nullptr || adaptive_routing->ended())) return false;
  for (PhasedWorkerState<Record>& mine : workers_) {
    if (mine.phases.size() <= phase) mine.phases.emplace_back();
    if (team_.count() > 1) mine.phases[phase].outgoing.resize(team_.count());
    if (ranked_.in_order) mine.routed.resize(mine.count);
  }
  if (in_order) route_in_order(step);
  return true;
}

/// Has the adaptive routing see the records of a worker.
template <class Record>
void Exchange<Record>::look(std::uint32_t w, const Step& step) {
  AccessPlan::Moves moves = moves_of(phases_, step);
  MovesBlock block;
  for (std::uint32_t first = 0, count = 0; first < workers_[w].count; first += count) {
    count = tell(w, first, block, moves);
    if (!routes_.has_own(species_of(workers_[w].held[first].address))) routes_.adaptive_routing()->look(moves);
  }
}

/// @throws Error if a record leaves the machine
template <class Record>
void Exchange<Record>::check_inside() const {
  for (const PhasedWorkerState<Record>& mine : workers_) {
    if (!mine.misroute) continue;
    const std::uint32_t to = mine.misroute->destination;
    std::string shown = fmt::format("component {}", to);
    if (to > AccessPlan::stay) shown = fmt::format("component {} ({} with a sign)", to, static_cast<std::int32_t>(to));
    if (to == AccessPlan::nowhere) shown = "a number below 0 or of more than 32 bits";
    throw_misrouted(*mine.misroute,
                    fmt::format("to {}, and there are the components 0 to {}", shown, team_.components - 1));
  }
}

/// @throws Error if records are not at their homes
template <class Record>
void Exchange<Record>::check_contract() const {
  for (const PhasedWorkerState<Record>& mine : workers_) {
    bool away = false;
    for (std::uint32_t k = 0; k < mine.count; ++k) away |= mine.component[k] != mine.held[k].home;
    if (!away) continue;
    std::uint32_t k = 0;
    while (mine.component[k] == mine.held[k].home) ++k;
    throw_misrouted({phases_ == 0 ? 0 : phases_ - 1, mine.component[k], mine.held[k].home, mine.held[k].address},
                    fmt::format("and its home is component {}", mine.held[k].home));
  }
}

template <class Record>
void Exchange<Record>::throw_misrouted(const Misroute& misroute, const std::string& where) const {
  const Worker& worker = *team_.workers.front();
  const std::uint32_t species = species_of(misroute.address);
  const bool own = routes_.has_own(species);
  const Error error(fmt::format(
      "{} sends records out of the machine, or leaves them away from their homes after the last phase: in phase {} a "
      "record of array {} {} component {} {}",
      own ? "an array's own plan" : "access " + protocol_.name(), misroute.phase + 1,
      printable(worker.memory.array(worker.sites.species(species).array).name),
      misroute.destination < team_.components ? "is at" : "goes from", misroute.source, where));
  // Of several ranks that of the lowest component counts.
  if (ranked_.several) team_.agreed->group->fail(std::make_exception_ptr(error), misroute.source);
  throw error;
}

template <class Record>
void Exchange<Record>::receive(std::uint32_t w, std::uint32_t phase, ReplyKind replies) {
  PhasedWorkerState<Record>& mine = workers_[w];
  PhaseTrace<Record>& trace = mine.phases[phase];
  for (const auto& channel : mine.from) {
    while (RecordRange<Record>* const segment = channel->receive_rest()) mine.segments.push_back(*segment);
  }
  trace.arrived = 0;
  for (const RecordRange<Record>& segment : mine.segments) trace.arrived += segment.count;
  mine.arrived.reserve(trace.arrived);
  mine.merged.reserve(trace.arrived);
  mine.merged_component.reserve(trace.arrived);
  trace.merged_into.reserve(trace.arrived);
  if (replies == ReplyKind::various) {
    trace.before.reserve(trace.arrived);
    trace.species.reserve(trace.arrived);
  }
  mine.count = 0;
  if (routes_.wants_arrivals()) {
    mine.merged_arrivals.reserve(trace.arrived);
    std::fill_n(mine.merged_arrivals.data(), trace.arrived, 0U);
  }
  const std::uint32_t first = team_.first_component(w);
  const std::uint32_t last = team_.first_component(w + 1);
  if (trace.arrived > 0) {
    sort_arrivals(mine, trace, first, last);
    // The order of arrival is known: merge component by component.
    std::uint32_t begin = 0;
    for (std::size_t k = 0; k < mine.order.size(); ++k) {
      const auto at = static_cast<std::uint32_t>(mine.order[k] >> 32);
      const auto end = static_cast<std::uint32_t>(mine.order[k]);
      if (routes_.keeps_order()) {
        sort_by_ranks(w, begin, end);
        merge_run<true>(w, trace, begin, end, at, replies);
      } else {
        merge_run<false>(w, trace, begin, end, at, replies);
      }
      begin = end;
    }
  }
  if (replies == ReplyKind::all) mine.messages.received.replying = mine.messages.received.all;
  if (several_lines_) count_lines(w, phase);
  std::swap(mine.held, mine.merged);
  std::swap(mine.component, mine.merged_component);
  std::swap(mine.arrivals, mine.merged_arrivals);
}

/// Brings all messages into the order of their destinations, first come first. Leaves in `order` each occupied
/// component (above) with the end of its messages (below).
template <class Record>
void Exchange<Record>::sort_arrivals(PhasedWorkerState<Record>& mine, PhaseTrace<Record>& trace, std::uint32_t first,
                                     std::uint32_t last) {
  const std::uint32_t components = last - first;
  mine.order.clear();
  if (std::uint64_t{trace.arrived} * sparse < components) {
    CountedVector<std::uint64_t>& order = mine.order;
    std::vector<std::pair<const RecordRange<Record>*, std::uint32_t>> message;
    for (const RecordRange<Record>& segment : mine.segments) {
      for (std::uint32_t k = 0; k < segment.count; ++k) {
        order.push_back((std::uint64_t{segment.destination[k]} << 32) | message.size());
        message.emplace_back(&segment, k);
      }
    }
    std::ranges::sort(order);
    std::size_t runs = 0;
    for (std::uint32_t place = 0; place < trace.arrived; ++place) {
      const auto [segment, k] = message[static_cast<std::uint32_t>(order[place])];
      segment->landed[k] = place;
      mine.arrived[place] = segment->records[k];
      const std::uint64_t at = order[place] >> 32;
      if (runs == 0 || order[runs - 1] >> 32 != at) ++runs;
      order[runs - 1] = (at << 32) | (place + 1);
    }
    order.resize(runs);
    return;
  }
  if (mine.counts.size() < components) mine.counts.reset(components);
  std::uint32_t* const next = mine.counts.data();
  std::fill_n(next, components, 0U);
  for (const RecordRange<Record>& segment : mine.segments) {
    for (std::uint32_t k = 0; k < segment.count; ++k) ++next[segment.destination[k] - first];
  }
  std::uint32_t place = 0;
  for (std::uint32_t c = 0; c < components; ++c) {
    const std::uint32_t count = next[c];
    next[c] = place;
    place += count;
    if (count > 0) mine.order.push_back((std::uint64_t{first + c} << 32) | place);
  }
  Record* const arrived = mine.arrived.data();
  for (const RecordRange<Record>& segment : mine.segments) {
    for (std::uint32_t k = 0; k < segment.count; ++k) {
      const std::uint32_t to = next[segment.destination[k] - first]++;
      segment.landed[k] = to;
      arrived[to] = segment.records[k];
    }
  }
}

/// Merges the messages [first, last) of component `at`.
template <class Record>
template <bool ranked>
void Exchange<Record>::merge_run(std::uint32_t w, PhaseTrace<Record>& trace, std::uint32_t first, std::uint32_t last,
                                 std::uint32_t at, ReplyKind replies) {
  PhasedWorkerState<Record>& mine = workers_[w];
  const CallSites& sites = team_.workers[w]->sites;
  MergeTable& table = team_.workers[w]->merge_table;
  Record* const made = mine.merged.data() + mine.count;
  std::uint32_t count = 0;
  std::uint32_t replying = 0;
  const bool with_arrivals = routes_.wants_arrivals();
  const bool notes_merges = replies != ReplyKind::none || noting_ || observed_ || ranked_.in_order;
  const bool several = last - first > 1;
  if (several) table.begin(last - first);
  for (std::uint32_t place = first; place < last; ++place) {
    const std::uint32_t j = ranked ? mine.by_rank[place - first] : place;
    const Record& record = mine.arrived[j];
    std::uint32_t found = count;
    if (ranked && keeps_rank(w, record)) {
      if (count > 0 && follows(made[count - 1], record)) found = count - 1;
    } else if (several) {
      found = table.find(record.address, count, [&](std::uint32_t k) { return made[k].address == record.address; });
    }
    if (notes_merges) trace.merged_into[j] = mine.count + found;
    if (with_arrivals) ++mine.merged_arrivals[mine.count + found];
    if constexpr (Record::carries_operand) {
      const Operation operation = sites.species(species_of(record.address)).operation;
      if (replies == ReplyKind::various) {
        replying += operation.replies() ? 1 : 0;
        trace.species[j] = species_of(record.address);
        if (operation.fetches()) trace.before[j] = found == count ? identity_of(operation) : made[found].operand;
      }
      if (found != count) {
        made[found].weight += record.weight;
        if (operation.action != Action::read) {
          combine(operation, mine.context, made[found].operand, made[found].processor, record.operand,
                  record.processor);
        }
        continue;
      }
    } else if (found != count) {
      made[found].weight += record.weight;
      continue;
    }
    made[count++] = record;
  }
  std::fill_n(mine.merged_component.data() + mine.count, count, at);
  mine.count += count;
  std::uint32_t received = last - first;
  if (mine.any_stays) {
    const std::uint64_t staying = mine.staying[at - team_.first_component(w)];
    received -= static_cast<std::uint32_t>(staying);
    replying -= static_cast<std::uint32_t>(staying >> 32);
  }
  mine.messages.received.add({received, replying, received - replying});
  if (ranked_.several && received > 0) [[unlikely]]
    mine.received_here.add(at, received, replies == ReplyKind::all ? received : replying);
  if (components_ != nullptr) [[unlikely]]
    components_->received()[at] = received;
}

template <class Record>
void Exchange<Record>::back(Step& step, ReplyKind replies) {
  if (replies == ReplyKind::none) return;
  for (std::uint32_t phase = phases_; phase-- > 0;) {
    team_.run(step.spread, [&](unsigned w) { send_replies(w, phase, replies); });
    if (observed_) note_replies(*step.messages, phase);
    team_.run(step.spread, [&](unsigned w) { collect_replies(w, phase); });
  }
}

template <class Record>
void Exchange<Record>::send_replies(std::uint32_t w, std::uint32_t phase, ReplyKind replies) {
  PhasedWorkerState<Record>& mine = workers_[w];
  PhaseTrace<Record>& trace = mine.phases[phase];
  trace.reply.reserve(trace.arrived);
  for (std::uint32_t j = 0; j < trace.arrived; ++j) {
    Word reply = mine.reply[trace.merged_into[j]];
    if (replies == ReplyKind::various) {
      const Operation operation = team_.workers[w]->sites.species(trace.species[j]).operation;
      if (operation.fetches()) reply = apply_operator(operation, reply, trace.before[j]);
    }
    trace.reply[j] = reply;
  }
}

template <class Record>
void Exchange<Record>::collect_replies(std::uint32_t w, std::uint32_t phase) {
  PhasedWorkerState<Record>& mine = workers_[w];
  PhaseTrace<Record>& trace = mine.phases[phase];
  mine.reply.reserve(trace.sent);
  if (team_.count() == 1) {
    for (std::uint32_t k = 0; k < trace.sent; ++k) mine.reply[k] = trace.reply[trace.landed[k]];
    return;
  }
  struct Source {
    const std::uint32_t* landed;
    const Word* reply;
  };
  std::vector<Source> sources;  // per receiver: the places of its messages from here, the next one first
  for (std::uint32_t owner = 0; owner < team_.count(); ++owner) {
    sources.push_back({trace.outgoing[owner].landed.data(), workers_[owner].phases[phase].reply.data()});
  }
  const std::uint16_t* const owners = team_.owners.data();
  for (std::uint32_t k = 0; k < trace.sent; ++k) {
    Source& source = sources[owners[trace.destination[k]]];
    mine.reply[k] = source.reply[*source.landed++];
  }
}

template class Exchange<ReadRecord>;
template class Exchange<UpdateRecord>;

}  // namespace pram::detail
