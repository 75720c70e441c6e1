#include "worm_links.hpp"

#include <algorithm>
#include <iterator>
#include <string>

namespace pram::detail {

namespace {

constexpr std::uint32_t most_channels = 64;  // one bit for each
constexpr std::uint64_t most_channels_in_all = std::uint64_t{1} << 26;
constexpr std::uint32_t default_buffers = 2;

std::size_t count_links(const Topology& topology, std::uint32_t width) {
  if (width > most_channels) {
    throw ConfigError("network", topology.name() + ",channels=" + std::to_string(width),
                      "at most " + std::to_string(most_channels) + " channels a link");
  }
  const std::uint64_t links = std::uint64_t{topology.nodes()} * topology.ports();
  if (links * width > most_channels_in_all) {
    throw ConfigError("network", topology.name(),
                      "a network of at most " + std::to_string(most_channels_in_all) +
                          " virtual channels; this one has " + std::to_string(links * width));
  }
  return links;
}

}  // namespace

WormLinks::WormLinks(const Topology& topology, const SwitchingOptions& options, std::uint32_t width)
    : ports_(topology.ports()),
      width_(width),
      buffers_(options.buffers == 0 ? default_buffers : options.buffers),
      one_port_(options.ports == SwitchingOptions::Ports::one),
      half_duplex_(options.duplex == SwitchingOptions::Duplex::half),
      links_(count_links(topology, width)),
      channels_(links_.size() * width),
      ready_(links_.size()) {
  for (std::uint32_t at = 0; at < links_.size(); ++at) {
    links_[at].target = topology.neighbour(at / ports_, at % ports_);
    if (half_duplex_) links_[at].opposite = opposite_of(topology, at);
  }
  for (std::uint32_t at = 0; at < channels_.size(); ++at) channels_[at].link = at / width_;
  if (one_port_) sends_.resize(topology.nodes()), receives_.resize(topology.nodes());
  clear();
}

std::uint32_t WormLinks::finish() {
  std::uint32_t busiest = 0;
  for (const std::uint32_t at : used_) {
    State& link = links_[at];
    busiest = std::max(busiest, link.busy);
    link.busy = link.first = link.served = 0;
    link.competes = false;
    if (one_port_) sends_[at / ports_] = receives_[link.target] = 0;
  }
  used_.clear();
  competitors_.clear();
  newcomers_.clear();
  return busiest;
}

void WormLinks::clear() {
  finish();
  for (std::uint32_t at = 0; at < links_.size(); ++at) {
    if (links_[at].ready != 0) ready_.erase(at);
    links_[at].ready = 0;
    links_[at].competes = false;
    links_[at].free = ~std::uint64_t{0} >> (most_channels - width_);
  }
}

void WormLinks::choose_where_links_compete(std::uint32_t step) {
  const std::uint32_t now = step + 1;
  std::ranges::sort(newcomers_);
  merged_.clear();
  std::ranges::merge(competitors_, newcomers_, std::back_inserter(merged_));
  competitors_.clear();
  newcomers_.clear();
  for (const std::uint64_t one : merged_) {
    const auto at = static_cast<std::uint32_t>(one);
    State& link = links_[at];
    if (link.ready == 0) {
      link.competes = false;
      continue;
    }
    if (!may_go(at, now)) {
      competitors_.push_back(one);
      continue;
    }
    link.served = now;
    if (one_port_) sends_[at / ports_] = receives_[link.target] = now;
    crossing_.push_back(arbitrate(at));
  }
  // Links that were served come last in the next step, so that the list stays sorted.
  std::ranges::sort(crossing_);
  for (const std::uint32_t channel : crossing_)
    competitors_.push_back(std::uint64_t{now} << 32 | channels_[channel].link);
}

bool WormLinks::may_go(std::uint32_t at, std::uint32_t now) const {
  const State& link = links_[at];
  if (link.opposite != no_link && links_[link.opposite].served == now) return false;
  return !one_port_ || (sends_[at / ports_] != now && receives_[link.target] != now);
}

}  // namespace pram::detail
