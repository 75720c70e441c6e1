#include "phase_messages.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "../network_charge.hpp"
#include "../ranks/bytes.hpp"

namespace pram::detail {

void MessageList::clear() {
  source.clear();
  destination.clear();
  key.clear();
  awaits.clear();
}

void MessageList::reserve(std::size_t messages, bool keyed) {
  source.reserve(messages);
  destination.reserve(messages);
  awaits.reserve(messages);
  if (keyed) key.reserve(messages);
}

void MessageList::append(const MessageList& other) {
  source.insert(source.end(), other.source.begin(), other.source.end());
  destination.insert(destination.end(), other.destination.begin(), other.destination.end());
  key.insert(key.end(), other.key.begin(), other.key.end());
  awaits.insert(awaits.end(), other.awaits.begin(), other.awaits.end());
}

MessageList MessageList::only(bool await_reply) const {
  MessageList some;
  for (std::size_t k = 0; k < source.size(); ++k) {
    if ((awaits[k] != Awaits::nothing) != await_reply) continue;
    some.add(source[k], destination[k], awaits[k]);
    if (!key.empty()) some.key.push_back(key[k]);
  }
  return some;
}

MessageList MessageList::replies(std::uint32_t components) const {
  std::vector<std::uint32_t> place(components + std::size_t{1});
  std::uint32_t count = 0;
  for (std::size_t k = 0; k < source.size(); ++k) {
    if (awaits[k] == Awaits::nothing) continue;
    ++place[destination[k] + std::size_t{1}];
    ++count;
  }
  for (std::uint32_t c = 0; c < components; ++c) place[c + std::size_t{1}] += place[c];
  MessageList back;
  back.source.resize(count);
  back.destination.resize(count);
  for (std::size_t k = 0; k < source.size(); ++k) {
    if (awaits[k] == Awaits::nothing) continue;
    const std::uint32_t to = place[destination[k]]++;
    back.source[to] = destination[k];
    back.destination[to] = source[k];
  }
  return back;
}

PhaseMessages PhaseMessages::only(bool await_reply) const {
  PhaseMessages some;
  some.count = await_reply ? replying : count - replying;
  some.replying = await_reply ? replying : 0;
  some.sent.all = await_reply ? sent.replying : sent.silent;
  some.received.all = await_reply ? received.replying : received.silent;
  if (await_reply) {
    some.sent.replying = sent.replying;
    some.received.replying = received.replying;
  }
  some.list = list.only(await_reply);
  return some;
}

namespace {

// Below one message in so many components of all ranks, these send each other the components that have some.
constexpr std::uint64_t sparse_counts = 16;
// As many go with what ranks tell each other anyway.
constexpr std::uint64_t few_counts = 8;

/// A component's messages as a rank sends them to the others.
class Sent {
 public:
  explicit Sent(std::uint64_t word) : word_(word) {}
  /// @param which  of several counts
  Sent(std::uint32_t which, std::uint32_t component, std::uint64_t packed)
      : word_(std::uint64_t{which} << 62 | std::uint64_t{component} << 32 | (packed >> 32 & most) << 16 |
              (packed & most)) {}

  /// Whether a component has few enough messages.
  static bool fits(std::uint64_t packed) { return (packed & 0xFFFFFFFF) <= most && packed >> 32 <= most; }

  std::uint64_t word() const { return word_; }
  void add_to(std::initializer_list<ComponentCounts*> counts) const {
    counts.begin()[word_ >> 62]->add(static_cast<std::uint32_t>(word_ >> 32 & 0x3FFFFFFF), word_ & most,
                                     word_ >> 16 & most);
  }

 private:
  static constexpr std::uint64_t most = 0xFFFF;
  std::uint64_t word_;
};

/// Takes the components that have messages from the counts.
std::vector<Sent> taken_from(std::initializer_list<ComponentCounts*> counts) {
  std::vector<Sent> taken;
  std::uint32_t which = 0;
  for (ComponentCounts* const one : counts) {
    one->release([&](std::uint32_t component, std::uint64_t packed) { taken.emplace_back(which, component, packed); });
    ++which;
  }
  return taken;
}

/// Adds up the counts of all components.
void unite_all(RankGroup& group, std::initializer_list<ComponentCounts*> counts, std::uint32_t components) {
  std::vector<std::uint64_t> all(std::size_t{components} * counts.size());
  std::uint64_t* first = all.data();
  for (ComponentCounts* const one : counts) {
    one->release([first](std::uint32_t component, std::uint64_t packed) { first[component] = packed; });
    first += components;
  }
  group.add(all);
  first = all.data();
  for (ComponentCounts* const one : counts) {
    for (std::uint32_t c = 0; c < components; ++c) {
      if (first[c] != 0) one->add(c, first[c] & 0xFFFFFFFF, first[c] >> 32);
    }
    first += components;
  }
}

/// The most messages that leave a component, or come to one from others.
/// @param replying  of those that await a reply alone
std::uint32_t largest_leaving(const MessageList& list, std::uint32_t components, bool replying) {
  std::vector<std::uint32_t> sent(components);
  std::vector<std::uint32_t> received(components);
  std::uint32_t most = 0;
  for (std::size_t k = 0; k < list.source.size(); ++k) {
    if (list.source[k] == list.destination[k] || (replying && list.awaits[k] == Awaits::nothing)) continue;
    most = std::max({most, ++sent[list.source[k]], ++received[list.destination[k]]});
  }
  return most;
}

/// Enters the messages that leave into the phase's record, if the network has them listed.
void count_leaving(const Network& network, std::uint32_t components, const PhaseMessages& messages,
                   PhaseRecord& phase) {
  if (!network.wants_messages()) return;
  phase.largest_leaving = largest_leaving(messages.list, components, false);
  if (messages.replying == 0) return;
  const bool all = messages.replying == messages.count;
  phase.largest_leaving_back = all ? phase.largest_leaving : largest_leaving(messages.list, components, true);
}

}  // namespace

void carry_phase(Network& network, HostThreads& host, std::uint32_t components, const PhaseMessages& messages,
                 PhaseRecord& phase) {
  const MessageList& list = messages.list;
  const auto carry = [&] {
    count_leaving(network, components, messages, phase);
    phase.charge = charge_of(network, {components, messages.count, messages.sent.all, messages.received.all,
                                       list.source, list.destination, list.key, list.awaits});
    if (messages.replying == 0) return;
    const MessageList back = network.wants_messages() ? list.replies(components) : MessageList();
    phase.charge_back = charge_back_of(network, {components,
                                                 messages.replying,
                                                 messages.received.replying,
                                                 messages.sent.replying,
                                                 back.source,
                                                 back.destination,
                                                 {},
                                                 {}});
  };
  network.wants_messages() ? host.within(carry) : carry();
}

void carry_sweeps(Network& network, HostThreads& host, std::uint32_t components, const PhaseMessages& messages,
                  PhaseRecord& phase) {
  PhaseRecord silent;
  carry_phase(network, host, components, messages.only(true), phase);
  carry_phase(network, host, components, messages.only(false), silent);
  phase.charge += silent.charge;
  count_leaving(network, components, messages, phase);  // of both sweeps together
}

void unite(RankGroup& group, std::initializer_list<ComponentCounts*> counts, std::uint32_t components,
           std::span<std::uint64_t> sums) {
  std::uint64_t touched = 0;
  for (const ComponentCounts* const one : counts) touched += one->touched();
  const std::uint64_t of_ranks = touched * group.ranks();
  bool few = touched <= few_counts || of_ranks * sparse_counts < components * counts.size();
  for (const ComponentCounts* const one : counts)
    one->visit_packed([&few](std::uint64_t packed) { few &= Sent::fits(packed); });
  BytesWriter mine;
  for (const std::uint64_t sum : sums) mine.number(sum);
  mine.number(few ? 1 : 0);
  std::vector<Sent> taken;
  if (few) {
    taken = taken_from(counts);
    for (const Sent& sent : taken) mine.number(sent.word());
  }
  const GatheredBytes all = group.gather(mine.bytes());
  std::ranges::fill(sums, 0);
  bool all_few = true;
  std::vector<BytesReader> readers(all.begin(), all.end());
  for (BytesReader& reader : readers) {
    for (std::uint64_t& sum : sums) sum += reader.number();
    all_few &= reader.number() != 0;
  }
  if (all_few) {
    for (BytesReader& reader : readers) {
      while (!reader.empty()) Sent(reader.number()).add_to(counts);
    }
    return;
  }
  for (const Sent& sent : taken) sent.add_to(counts);  // back, to be added up with the others
  unite_all(group, counts, components);
}

}  // namespace pram::detail
