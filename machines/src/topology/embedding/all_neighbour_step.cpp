#include <algorithm>
#include <string>
#include <utility>

#include <pram/machines/detail/embedding.hpp>

namespace pram {

namespace {

void check_places(const Embedding& embedding) {
  const std::uint32_t terminals = embedding.host->terminals();
  std::vector<std::uint8_t> taken(terminals, 0);
  bool right = embedding.place.size() == embedding.guest->nodes();
  for (const std::uint32_t node : embedding.place)
    right = right && node < terminals && std::exchange(taken[node], 1) == 0;
  if (!right) {
    throw ConfigError("embedding", embedding.guest->name() + " on " + embedding.host->name(),
                      "a terminal of the host for each node of the guest, to itself");
  }
}

struct GuestLinks {
  std::vector<std::uint32_t> source;  // terminals of the host
  std::vector<std::uint32_t> destination;
};

GuestLinks links_of(const Embedding& embedding) {
  check_places(embedding);
  const Topology& guest = *embedding.guest;
  GuestLinks links;
  for (std::uint32_t node = 0; node < guest.nodes(); ++node) {
    for (std::uint32_t port = 0; port < guest.ports(); ++port) {
      const std::uint32_t next = guest.neighbour(node, port);
      if (next == no_node) continue;
      links.source.push_back(embedding.place[node]);
      links.destination.push_back(embedding.place[next]);
    }
  }
  return links;
}

std::uint64_t quotient_rounded_up(std::uint64_t dividend, std::uint64_t divisor) {
  return (dividend + divisor - 1) / divisor;
}

}  // namespace

EmbeddingDistances distances_of(const Embedding& embedding) {
  const GuestLinks links = links_of(embedding);
  const TopologyProperties host = embedding.host->properties();
  const TopologyProperties guest = embedding.guest->properties();
  EmbeddingDistances all{.guest_links = links.source.size()};
  std::uint64_t sum = 0;
  for (std::size_t k = 0; k < links.source.size(); ++k) {
    const std::uint32_t hops = embedding.host->distance(links.source[k], links.destination[k]);
    sum += hops;
    all.dilation = std::max(all.dilation, hops);
  }
  all.least_steps = all.dilation;
  if (sum == 0) return all;
  all.mean = static_cast<double>(sum) / static_cast<double>(links.source.size());
  const std::uint64_t directions = embedding.host->two_way() ? 2 : 1;
  all.least_steps = std::max(all.least_steps, quotient_rounded_up(sum, directions * host.links));
  if (host.bisection && guest.bisection && embedding.place.size() == embedding.host->terminals())
    all.least_steps = std::max(all.least_steps, quotient_rounded_up(*guest.bisection, *host.bisection));
  return all;
}

AllNeighbourStep all_neighbour_step(const Embedding& embedding, SwitchingOptions::Routing routing) {
  const GuestLinks links = links_of(embedding);
  SwitchingOptions options;
  options.routing = routing;
  const auto switching = make_switching(embedding.host, options);
  Messages batch;
  batch.source = links.source;
  batch.destination = links.destination;
  const DeliveryStatistics carried = switching->carry(batch);
  return {carried.busiest_link, carried.steps};
}

}  // namespace pram
