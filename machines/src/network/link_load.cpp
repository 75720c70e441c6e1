#include "link_load.hpp"

#include <algorithm>
#include <tuple>

#include <pram/detail/memory_account.hpp>

namespace pram::detail {

namespace {

/// A message comes to a link, or leaves it.
struct Change {
  std::uint32_t link;
  std::uint32_t step;
  bool comes;

  friend bool operator<(const Change& a, const Change& b) {
    return std::tie(a.link, a.step, a.comes) < std::tie(b.link, b.step, b.comes);
  }
};

}  // namespace

void add_load(LinkLoad& load, const Trace& trace, std::size_t messages, std::uint32_t ports, bool queues) {
  const auto link_of = [ports](const Crossing& crossing) { return crossing.node * ports + crossing.port; };
  for (const Crossing& crossing : trace.crossings) load.busy[link_of(crossing)] += crossing.duration;
  if (!queues) return;
  // A message is at its first link from the beginning, and at the next one when it has crossed the link before.
  CountedVector<std::uint32_t> ready(messages);
  CountedVector<Change> changes;
  changes.reserve(2 * trace.crossings.size());
  for (const Crossing& crossing : trace.crossings) {
    const std::uint32_t end = crossing.begin + crossing.duration;
    // Cut through, it goes on before it has come as a whole.
    changes.push_back({link_of(crossing), std::min(ready[crossing.message], crossing.begin), true});
    changes.push_back({link_of(crossing), end, false});
    ready[crossing.message] = end;
  }
  std::sort(changes.begin(), changes.end());  // of one step, those that leave come first
  std::uint32_t link = 0;
  std::uint32_t there = 0;
  for (const Change& change : changes) {
    if (change.link != link) there = 0;
    link = change.link;
    there += change.comes ? 1 : 0;
    there -= change.comes ? 0 : 1;
    load.largest_queue[link] = std::max(load.largest_queue[link], there);
  }
}

}  // namespace pram::detail
