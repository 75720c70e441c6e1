#include <pram/perf/pattern_engine.hpp>

#include <algorithm>
#include <cassert>
#include <numeric>

#include <pram/error.hpp>
#include <pram/seeded_hash.hpp>

namespace pram::perf {

namespace {

constexpr std::uint32_t route_block = 1024;

}  // namespace

std::vector<PatternPhase> PatternEngine::run(const AccessProtocol& protocol, Network& network,
                                             const SourceRecords& records, std::uint64_t seed) {
  begin(records);
  std::vector<PatternPhase> phases(protocol.phases());
  for (std::uint32_t i = 0; i < phases.size(); ++i) {
    phases[i].messages = count_;
    // The first phase reads the records that all runs share, the others what the phase before has made.
    const Held held = i == 0 ? Held{records.address.data(), records.component.data(), records.weight.data()}
                             : Held{address_.data(), component_.data(), weight_.data()};
    AccessProtocol::Moves moves;
    moves.phase = i;
    moves.draw = seeded_hash(i, seed);
    move(protocol, moves, held, records.home.data(), network.wants_messages());
    charge(network, phases[i]);
  }
  if (count_ != records.addresses || !std::equal(component_.begin(), component_.begin() + count_, records.home.begin()))
    throw Error("access " + protocol.name() + " leaves records away from their homes after its last phase");
  return phases;
}

void PatternEngine::begin(const SourceRecords& records) {
  components_ = records.components;
  count_ = records.count;
  for (auto* const list : {&address_, &component_, &weight_}) {
    if (list->size() < count_) list->resize(count_);
  }
  for (auto* const list : {&sent_, &received_, &last_record_}) {
    if (list->size() < components_) list->resize(components_);
  }
}

/// Moves every record to where the protocol sends it, and merges those of one address that meet.
void PatternEngine::move(const AccessProtocol& protocol, AccessProtocol::Moves moves, const Held& held,
                         const std::uint32_t* home, bool listed) {
  for (auto* const list : {&sent_, &received_, &last_record_}) std::fill_n(list->begin(), components_, 0U);
  if (listed) {
    made_.source.assign(held.component, held.component + count_);
    made_.key.assign(held.address, held.address + count_);
    made_.destination.resize(count_);
  }
  std::uint64_t token[route_block];
  std::uint32_t homes[route_block];
  std::uint32_t destination[route_block];
  std::uint32_t* const address = address_.data();
  std::uint32_t* const component = component_.data();
  std::uint32_t* const weight = weight_.data();
  std::uint32_t* const sent = sent_.data();
  std::uint32_t* const received = received_.data();
  std::uint32_t* const last_record = last_record_.data();
  std::uint32_t made = 0;        // records after the phase, written over those that have left already
  std::uint32_t first_made = 0;  // the first of them that has the present address
  std::uint32_t before = ~0U;    // the address before
  for (std::uint32_t first = 0; first < count_; first += route_block) {
    const std::uint32_t count = std::min(route_block, count_ - first);
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint32_t here = held.address[first + k];
      homes[k] = home[here];
      token[k] = here ^ (std::uint64_t{held.component[first + k]} * 0x9E3779B97F4A7C15U);
    }
    for (std::uint32_t k = 0; k < count; ++k) ++sent[held.component[first + k]];
    moves.source = {held.component + first, count};
    moves.home = {homes, count};
    moves.token = {token, count};
    protocol.route(moves, {destination, count});
    if (listed) std::copy_n(destination, count, made_.destination.begin() + first);
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint32_t to = destination[k];
      assert(to < components_);
      const std::uint32_t here = held.address[first + k];
      first_made = here == before ? first_made : made;
      before = here;
      ++received[to];
      // Without a branch: whether a record meets another is what the draw decides.
      const std::uint32_t last = last_record[to];
      const bool meets = last > first_made;
      const std::uint32_t at = meets ? last - 1 : made;
      weight[at] = held.weight[first + k] + (meets ? weight[at] : 0);
      address[at] = here;
      component[at] = to;
      last_record[to] = at + 1;
      made += meets ? 0 : 1;
    }
  }
  count_ = made;
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
