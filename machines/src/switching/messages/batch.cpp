#include "batch.hpp"

#include <algorithm>
#include <limits>
#include <ranges>
#include <string>

#include <pram/detail/memory_account.hpp>
#include <pram/detail/random/seeded_hash.hpp>

#include "adaptive_stop.hpp"

namespace pram::detail {

namespace {

[[noreturn]] void refuse(const std::string& value, const std::string& allowed) {
  throw ConfigError("messages", value, allowed);
}

}  // namespace

std::uint32_t duration_of(std::uint32_t words, const SwitchingOptions& options) {
  const std::uint64_t steps = options.startup + (std::uint64_t{words} + options.bandwidth - 1) / options.bandwidth;
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(steps, 1, std::numeric_limits<std::uint32_t>::max()));
}

std::uint32_t common_duration(const Messages& batch, const SwitchingOptions& options) {
  if (batch.words.empty()) return duration_of(1, options);
  const std::uint32_t first = duration_of(batch.words.front(), options);
  const bool equal =
      std::ranges::all_of(batch.words, [&](std::uint32_t words) { return duration_of(words, options) == first; });
  return equal ? first : 0;
}

const Messages& checked_messages(const std::variant<Messages, Replies>& any, const Topology& topology) {
  const Messages* const messages = std::get_if<Messages>(&any);
  if (messages == nullptr) {
    throw ConfigError("network", topology.name(), "combining switches, where replies are to go back the way they came");
  }
  const Messages& batch = *messages;
  const std::size_t count = batch.source.size();
  if (batch.destination.size() != count || (!batch.words.empty() && batch.words.size() != count) ||
      (!batch.key.empty() && batch.key.size() != count)) {
    refuse(std::to_string(count) + " sources", "as many destinations, and as many words and keys or none");
  }
  if (count >= std::numeric_limits<std::uint32_t>::max())
    refuse(std::to_string(count), "fewer than 2^32 - 1 messages a batch");
  const std::uint32_t terminals = topology.terminals();
  for (const std::span<const std::uint32_t> ends : {batch.source, batch.destination}) {
    for (const std::uint32_t node : ends) {
      if (node >= terminals)
        refuse("node " + std::to_string(node),
               "nodes from 0 to " + std::to_string(terminals - 1) + " on " + topology.name());
    }
  }
  return batch;
}

std::uint32_t first_stop(const Topology& topology, const SwitchingOptions& options, std::uint32_t number,
                         std::uint32_t source, std::uint32_t destination, const QueueView& queues) {
  using Routing = SwitchingOptions::Routing;
  const auto random_stop = [&] { return seeded_choice(number, options.seed, topology.terminals()); };
  std::uint32_t stop = destination;
  switch (options.routing) {
    case Routing::own:
    case Routing::spread_all: return destination;
    case Routing::valiant: stop = random_stop(); break;
    case Routing::spread: stop = topology.spreading_stop(source, destination); break;
    case Routing::ugal_l:
    case Routing::ugal_g: return adaptive_stop(topology, options.routing, source, random_stop(), destination, queues);
  }
  return stop == source ? destination : stop;
}

std::size_t link_count(const Topology& topology, std::uint64_t most) {
  const std::uint64_t links = std::uint64_t{topology.nodes()} * topology.ports();
  if (links > most) {
    throw ConfigError("network", topology.name(),
                      "a network of at most " + std::to_string(most) + " links when carried so; this one has " +
                          std::to_string(links));
  }
  return links;
}

void settle_merged(DeliveryStatistics& statistics, const CountedVector<Merge>& merges) {
  for (const Merge& merge : std::views::reverse(merges))
    statistics.arrival[merge.from] = statistics.arrival[merge.into];
}

void scale(DeliveryStatistics& statistics, const AddedTrace& added, std::uint32_t duration) {
  if (duration == 1) return;
  statistics.steps *= duration;
  statistics.busy *= duration;
  statistics.busiest_link *= duration;
  for (std::uint64_t& step : statistics.arrival) step *= duration;
  for (Crossing& crossing : added.crossings()) {
    crossing.begin *= duration;
    crossing.duration = duration;
  }
  for (Merge& merge : added.merges()) merge.step *= duration;
}

}  // namespace pram::detail
