#include <pram/perf/patterns/pattern_engine.hpp>

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cassert>
#include <numeric>

#include <pram/detail/fork_join.hpp>
#include <pram/detail/random/seeded_hash.hpp>
#include <pram/error.hpp>

namespace pram::perf {

namespace {

constexpr std::uint32_t route_block = 1024;

// Records a counter of a component and phase: below, counters take more memory than records that move.
constexpr std::uint64_t records_a_counter = 4;

}  // namespace

std::vector<PatternPhase> PatternEngine::run(const AccessProtocol& protocol, Network& network,
                                             const PatternRecords& records, std::uint64_t seed, unsigned threads) {
  std::vector<PatternPhase> phases;
  const AccessPlan& plan = *protocol.routing_plan();
  if (pram::detail::CountedPhases::fits(protocol, network)) {
    const std::uint64_t counters = std::uint64_t{plan.phases()} * records.components;
    const std::uint64_t most = counters > 0 ? records.count / (counters * records_a_counter) : 0;
    const auto shares = static_cast<std::uint32_t>(std::min<std::uint64_t>(threads, most));
    if (shares > 0 && count_phases(plan, network, records, seed, shares, phases)) return phases;
  }
  begin(records.components, records.count);
  const std::uint64_t step = seeded_hash(~std::uint64_t{0}, seed);
  tree_.clear(components_, protocol.asynchronous() ? plan.phases() : 0);
  const AdaptiveProtocol* const adaptive = protocol.adaptive();
  const auto adaptive_routing = adaptive != nullptr ? adaptive->adaptive_routing() : nullptr;
  if (adaptive_routing != nullptr) adaptive_routing->begin(step, records.requests);
  for (std::uint32_t i = 0;; ++i) {
    // The first phase reads the records that all runs share, the others what the phase before has made.
    const Held held = i == 0 ? Held{records.address.data(), records.component.data(), records.weight.data()}
                             : Held{address_.data(), component_.data(), weight_.data()};
    AccessPlan::Moves moves;
    moves.phase = i;
    moves.step = step;
    moves.draw = seeded_hash(i, seed);
    if (adaptive_routing != nullptr) {
      for (std::uint32_t first = 0; adaptive_routing->looks() && first < count_; first += route_block) {
        tell(held, first, records.home.data(), moves);
        adaptive_routing->look(moves);
      }
      const PhaseRecord record = adaptive_routing->settle(network);
      if (record.messages > 0) phases.push_back({record});
      if (adaptive_routing->ended()) break;
    } else if (i == plan.phases()) {
      break;
    }
    PatternPhase& phase = phases.emplace_back();
    phase.messages = count_;
    phase.messages -= move(plan, adaptive_routing.get(), moves, held, records.home.data(), network.wants_messages());
    if (tree_.phases.empty()) charge(network, phase);
  }
  if (count_ != records.addresses || !std::equal(component_.begin(), component_.begin() + count_, records.home.begin()))
    throw Error("access " + protocol.name() + " leaves records away from their homes after its last phase");
  if (protocol.asynchronous()) charge(port_of(protocol, network), phases);
  return phases;
}

void PatternEngine::begin(std::uint32_t components, std::uint32_t count) {
  components_ = components;
  count_ = count;
  for (auto* const list : {&address_, &component_, &weight_}) {
    if (list->size() < count_) list->resize(count_);
  }
  for (auto* const list : {&sent_, &received_, &last_record_}) {
    if (list->size() < components_) list->resize(components_);
  }
}

/// Counts all phases without moving records, whose addresses are dealt to threads in about equal shares.
/// @returns false if the plan breaks its contract: the records, moved one by one, show how
bool PatternEngine::count_phases(const AccessPlan& plan, Network& network, const PatternRecords& records,
                                 std::uint64_t seed, std::uint32_t shares, std::vector<PatternPhase>& phases) {
  components_ = records.components;
  count_ = records.addresses;
  for (auto* const list : {&component_, &weight_}) {
    if (list->size() < count_) list->resize(count_);
  }
  for (auto* const list : {&sent_, &received_}) list->resize(components_);
  if (counted_.size() < shares) counted_.resize(shares);
  const std::uint32_t* const address = records.address.data();
  // Records of one address stay together.
  const auto first_of = [&](std::size_t share) {
    auto first = static_cast<std::uint32_t>(std::uint64_t{records.count} * share / shares);
    while (first > 0 && first < records.count && address[first] == address[first - 1]) ++first;
    return first;
  };
  std::vector<std::uint8_t> kept(shares);
  const auto count_share = [&](std::size_t share) {
    const std::uint32_t first = first_of(share);
    const std::uint32_t count = first_of(share + 1) - first;
    deliver(records, first, count);
    kept[share] = counted_[share].count(
        plan, components_, seed, {{address + first, count}, {records.component.data() + first, count}, records.home});
  };
  if (shares == 1) {
    count_share(0);
  } else {
    // Isolated: a thread that waits here must not begin another pattern with this object.
    tbb::this_task_arena::isolate([&] {
      tbb::parallel_for(std::size_t{0}, std::size_t{shares}, ForkJoin(count_share), tbb::simple_partitioner());
    });
  }
  if (std::ranges::count(kept, 0) > 0) return false;
  for (std::uint32_t i = 0; i < plan.phases(); ++i) {
    for (auto* const list : {&sent_, &received_}) std::fill_n(list->begin(), components_, 0U);
    for (std::uint32_t share = 0; share < shares; ++share) counted_[share].add(i, sent_, received_);
    PatternPhase& phase = phases.emplace_back();
    phase.messages = std::accumulate(sent_.begin(), sent_.end(), std::uint64_t{0});
    charge(network, phase);
  }
  return true;
}

/// Leaves the records of these addresses at their homes, each with all requests for its address.
void PatternEngine::deliver(const PatternRecords& records, std::uint32_t first, std::uint32_t count) {
  std::uint32_t before = ~0U;
  std::uint32_t weight = 0;
  for (std::uint32_t k = first; k < first + count; ++k) {
    const std::uint32_t here = records.address[k];
    weight = records.weight[k] + (here == before ? weight : 0);
    before = here;
    weight_[here] = weight;
    component_[here] = records.home[here];
  }
}

/// What a plan gets of a block of records, those from `first` on.
void PatternEngine::tell(const Held& held, std::uint32_t first, const std::uint32_t* home, AccessPlan::Moves& moves) {
  const std::uint32_t count = std::min(route_block, count_ - first);
  route_input_.home.resize(route_block);
  route_input_.address.resize(route_block);
  route_input_.token.resize(route_block);
  for (std::uint32_t k = 0; k < count; ++k) {
    const std::uint32_t here = held.address[first + k];
    route_input_.home[k] = home[here];
    route_input_.address[k] = here;
    route_input_.token[k] = here ^ (std::uint64_t{held.component[first + k]} * 0x9E3779B97F4A7C15U);
  }
  moves.source = {held.component + first, count};
  moves.home = {route_input_.home.data(), count};
  moves.address = {route_input_.address.data(), count};
  moves.token = {route_input_.token.data(), count};
  moves.weight = {held.weight + first, count};
  if (!arrivals_.empty() && moves.phase > 0) moves.arrivals = {arrivals_.data() + first, count};
}

/// Moves every record to where the plan sends it, or the adaptive routing if there is one, and merges those of one
/// address that meet.
/// @returns how many stayed where they were
std::uint32_t PatternEngine::move(const AccessPlan& plan, AdaptiveRouting* adaptive_routing, AccessPlan::Moves moves,
                                  const Held& held, const std::uint32_t* home, bool listed) {
  for (auto* const list : {&sent_, &received_, &last_record_}) std::fill_n(list->begin(), components_, 0U);
  if (listed) {
    made_.source.clear();
    made_.destination.clear();
    made_.key.clear();
  }
  std::uint32_t destination[route_block];
  std::uint32_t* const address = address_.data();
  std::uint32_t* const component = component_.data();
  std::uint32_t* const weight = weight_.data();
  std::uint32_t* const sent = sent_.data();
  std::uint32_t* const received = received_.data();
  std::uint32_t* const last_record = last_record_.data();
  const bool with_arrivals = adaptive_routing != nullptr || plan.wants_arrivals();
  if (with_arrivals && arrivals_.size() < count_) arrivals_.resize(count_);
  MessageTree::Phase* const noted = tree_.phases.empty() ? nullptr : &tree_.phases[moves.phase];
  if (noted != nullptr) noted->source.assign(held.component, held.component + count_);
  std::uint32_t merged_into[route_block];
  std::uint32_t resting = 0;
  std::uint32_t made = 0;        // records after the phase, written over those that have left already
  std::uint32_t first_made = 0;  // the first of them that has the present address
  std::uint32_t before = ~0U;    // the address before
  for (std::uint32_t first = 0; first < count_; first += route_block) {
    const std::uint32_t count = std::min(route_block, count_ - first);
    for (std::uint32_t k = 0; k < count; ++k) ++sent[held.component[first + k]];
    tell(held, first, home, moves);
    adaptive_routing != nullptr ? adaptive_routing->route(moves, {destination, count})
                                : plan.route(moves, {destination, count});
    if (listed) list(held, destination, first, count);
    if (*std::max_element(destination, destination + count) >= components_)
      resting += stay(held, first, {destination, count});
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint32_t to = destination[k];
      const std::uint32_t here = held.address[first + k];
      first_made = here == before ? first_made : made;
      before = here;
      ++received[to];
      // Without a branch: a random draw decides whether a record meets another, so a branch would be mispredicted.
      const std::uint32_t last = last_record[to];
      const bool meets = last > first_made;
      const std::uint32_t at = meets ? last - 1 : made;
      merged_into[k] = at;
      weight[at] = held.weight[first + k] + (meets ? weight[at] : 0);
      address[at] = here;
      component[at] = to;
      if (with_arrivals) arrivals_[at] = meets ? arrivals_[at] + 1 : 1;
      last_record[to] = at + 1;
      made += meets ? 0 : 1;
    }
    if (noted == nullptr) continue;
    noted->destination.insert(noted->destination.end(), destination, destination + count);
    noted->merged_into.insert(noted->merged_into.end(), merged_into, merged_into + count);
  }
  count_ = made;
  return resting;
}

void PatternEngine::list(const Held& held, const std::uint32_t* destination, std::uint32_t first, std::uint32_t count) {
  for (std::uint32_t k = 0; k < count; ++k) {
    if (destination[k] == AccessPlan::stay) continue;
    made_.source.push_back(held.component[first + k]);
    made_.destination.push_back(destination[k]);
    made_.key.push_back(held.address[first + k]);
  }
}

/// Makes a record that stays a message to its own component, so that it counts neither as sent nor as received.
/// @returns how many there are
std::uint32_t PatternEngine::stay(const Held& held, std::uint32_t first, std::span<std::uint32_t> destination) {
  std::uint32_t resting = 0;
  for (std::size_t k = 0; k < destination.size(); ++k) {
    if (destination[k] < components_) continue;
    if (destination[k] != AccessPlan::stay) throw Error("an access protocol sends records out of the machine");
    destination[k] = held.component[first + k];
    --sent_[destination[k]];
    --received_[destination[k]];
    ++resting;
  }
  return resting;
}

void PatternEngine::charge(Network& network, PatternPhase& phase) {
  const auto largest = [&](const std::vector<std::uint32_t>& list) {
    return *std::max_element(list.begin(), list.begin() + components_);
  };
  phase.largest_sent = largest(sent_);
  phase.largest_received = largest(received_);
  if (phase.messages == 0) return;
  Traffic forth{components_, phase.messages, phase.largest_sent, phase.largest_received, {}, {}, {}, {}};
  Traffic back{components_, phase.messages, phase.largest_received, phase.largest_sent, {}, {}, {}, {}};
  if (!network.wants_messages()) {
    phase.charge = network.carry(forth);
    phase.charge_back = network.carry_back(back);
    return;
  }
  awaits_.assign(phase.messages, Awaits::shared_reply);
  made_.by_source({sent_.data(), components_}, forth_);
  forth.source = forth_.source;
  forth.destination = forth_.destination;
  if (network.combines()) forth.key = forth_.key;
  forth.awaits = awaits_;
  phase.charge = network.carry(forth);
  // Replies go the other way, those of one component in the order of their requests.
  std::swap(forth_.source, forth_.destination);
  forth_.by_source({received_.data(), components_}, back_);
  back.source = back_.source;
  back.destination = back_.destination;
  phase.charge_back = network.carry_back(back);
}

/// Times all phases together, for they overlap.
void PatternEngine::charge(Port port, std::vector<PatternPhase>& phases) {
  tree_.delivered = count_;
  const std::vector<AsynchronousPhase> times = AsynchronousTiming(port).run(tree_);
  for (std::size_t i = 0; i < phases.size(); ++i) times[i].enter(phases[i]);
}

void PatternEngine::Listed::by_source(std::span<const std::uint32_t> counts, Listed& sorted) const {
  std::vector<std::uint32_t> place(counts.size());
  std::exclusive_scan(counts.begin(), counts.end(), place.begin(), 0U);
  for (auto* const list : {&sorted.source, &sorted.destination}) list->resize(source.size());
  sorted.key.resize(source.size());
  for (std::size_t k = 0; k < source.size(); ++k) {
    const std::uint32_t to = place[source[k]]++;
    sorted.source[to] = source[k];
    sorted.destination[to] = destination[k];
    sorted.key[to] = key[k];
  }
}

}  // namespace pram::perf
