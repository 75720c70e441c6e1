#include "visits.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>

namespace pram::perf {

namespace {

using Technique = SwitchingOptions::Technique;

/// Flits of a message; what is not switched as worms crosses links as one.
std::uint32_t flits_of(const SwitchingOptions& options, const Messages& batch, std::uint32_t message) {
  if (options.switching != Technique::wormhole || batch.words.empty()) return 1;
  const std::uint32_t words = batch.words[message];
  return std::max(1U, words / options.bandwidth + (words % options.bandwidth != 0 ? 1U : 0U));
}

/// The step at whose beginning a message whose head began to cross at `begin` stands at the next link.
std::uint32_t head_arrives(const SwitchingOptions& options, const Crossing& crossing) {
  const std::uint32_t tail = crossing.begin + crossing.duration;
  if (options.switching == Technique::cut_through) return std::min(tail, crossing.begin + options.startup + 1);
  return tail;
}

/// The crossings, message by message, each by time.
std::vector<const Crossing*> by_message(const Trace& trace, std::vector<std::size_t>& first) {
  for (const Crossing& crossing : trace.crossings) ++first[crossing.message + std::size_t{1}];
  for (std::size_t k = 1; k < first.size(); ++k) first[k] += first[k - 1];
  std::vector<const Crossing*> sorted(trace.crossings.size());
  std::vector<std::size_t> next(first.begin(), first.end() - 1);
  for (const Crossing& crossing : trace.crossings) sorted[next[crossing.message]++] = &crossing;
  return sorted;
}

/// The crossings of a worm's head, each followed by that of its tail, from those of all of its flits.
void keep_ends(std::vector<const Crossing*>& crossings, std::uint32_t flits) {
  // A worm's flits cross a link in order, and it holds a channel until its tail has left.
  std::ranges::sort(crossings, {},
                    [](const Crossing* one) { return std::tuple(one->node, one->port, one->channel, one->begin); });
  std::vector<std::pair<const Crossing*, const Crossing*>> ends;
  for (std::size_t k = 0; k + flits <= crossings.size(); k += flits)
    ends.emplace_back(crossings[k], crossings[k + flits - 1]);
  std::ranges::sort(ends, {}, [](const auto& one) { return one.first->begin; });
  crossings.clear();
  for (const auto& [head, tail] : ends) {
    crossings.push_back(head);
    crossings.push_back(tail);
  }
}

}  // namespace

std::vector<LinkVisit> visits_of(const Topology& topology, const SwitchingOptions& options, const Messages& batch,
                                 const Trace& trace, std::span<const std::uint32_t> row) {
  const auto count = static_cast<std::uint32_t>(batch.source.size());
  std::vector<std::size_t> first(std::size_t{count} + 1);
  const std::vector<const Crossing*> sorted = by_message(trace, first);
  std::vector<LinkVisit> visits;
  std::vector<const Crossing*> way;
  for (std::uint32_t message = 0; message < count; ++message) {
    way.assign(sorted.begin() + static_cast<std::ptrdiff_t>(first[message]),
               sorted.begin() + static_cast<std::ptrdiff_t>(first[message + std::size_t{1}]));
    const std::uint32_t flits = flits_of(options, batch, message);
    std::size_t ends = 1;  // entries of the way for each link
    if (flits == 1) {
      std::ranges::stable_sort(way, {}, &Crossing::begin);
    } else {
      keep_ends(way, flits);
      ends = 2;
    }
    std::uint32_t arrived = 0;
    for (std::size_t k = 0; k < way.size(); k += ends) {
      const Crossing& head = *way[k];
      const Crossing& tail = *way[k + ends - 1];
      const std::size_t link = std::size_t{head.node} * topology.ports() + head.port;
      visits.push_back({message, row[link], arrived, head.begin, tail.begin + tail.duration});
      arrived = head_arrives(options, head);
    }
  }
  return visits;
}

}  // namespace pram::perf
