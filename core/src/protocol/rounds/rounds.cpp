#include "rounds.hpp"

#include <algorithm>
#include <cstddef>

#include "../../network_charge.hpp"

namespace pram::detail {

std::uint32_t messages_for(std::uint32_t numbers, std::uint32_t bits) {
  const std::uint32_t fit = std::max(message_bits / bits, 1U);
  return (numbers + fit - 1) / fit;
}

std::uint32_t Rounds::senders(const Round& round) const {
  if (round.kind == Round::Kind::rotation) return components;
  return round.kind == Round::Kind::exchange ? components - beyond : beyond;
}

std::pair<std::uint32_t, std::uint32_t> Rounds::message(const Round& round, std::uint32_t k) const {
  if (round.kind == Round::Kind::rotation) return {k, (k + round.shift) % components};
  if (round.kind == Round::Kind::to_neighbour) return {2 * k + 1, 2 * k};
  if (round.kind == Round::Kind::from_neighbour) return {2 * k, 2 * k + 1};
  const std::uint32_t digit = k / round.group % round.radix;
  const std::uint32_t other = k - digit * round.group + (digit + round.shift) % round.radix * round.group;
  // Of each of the first `beyond` pairs of neighbours only one exchanges.
  const auto place = [this](std::uint32_t of) { return of < beyond ? 2 * of : of + beyond; };
  return {place(k), place(other)};
}

PhaseRecord carry_rounds(Network& network, std::span<const Rounds> blocks, std::span<const std::uint32_t> at) {
  PhaseRecord phase;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sent;
  std::vector<std::uint32_t> source;
  std::vector<std::uint32_t> destination;
  std::vector<std::uint64_t> key;
  std::vector<Awaits> awaits;
  for (std::size_t superstep = 0;; ++superstep) {
    Traffic traffic{static_cast<std::uint32_t>(at.size()), 0, 1, 1, {}, {}, {}, {}};
    sent.clear();
    for (const Rounds& block : blocks) {
      if (superstep >= block.rounds.size()) continue;
      const Round& round = block.rounds[superstep];
      traffic.messages += block.senders(round);
      for (std::uint32_t k = 0; network.wants_messages() && k < block.senders(round); ++k) {
        const auto [from, to] = block.message(round, k);
        sent.emplace_back(at[block.first + from], at[block.first + to]);
      }
    }
    if (traffic.messages == 0) return phase;
    if (network.wants_messages()) {
      std::ranges::sort(sent);
      source.clear();
      destination.clear();
      key.clear();
      for (const auto& [from, to] : sent) {
        source.push_back(from);
        destination.push_back(to);
        key.push_back(key.size());  // numbers are added in components alone
      }
      awaits.assign(sent.size(), Awaits::nothing);
      traffic.source = source;
      traffic.destination = destination;
      if (network.combines()) traffic.key = key;
      traffic.awaits = awaits;
    }
    phase.messages += traffic.messages;
    phase.bound_relation(1);
    phase.charge += charge_of(network, traffic);
  }
}

}  // namespace pram::detail
