#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/detail/random/seeded_hash.hpp>
#include <pram/machines/detail/routines.hpp>
#include <pram/machines/switching.hpp>

#include "../sorting/routines.hpp"
#include "../switching/by_length.hpp"
#include "../switching/named_options.hpp"
#include "../topology/check/checked_topology.hpp"
#include "../topology/faults/refuse_parts.hpp"
#include "network_entries.hpp"
#include "ranade.hpp"
#include "sampled_charge.hpp"
#include "scheduled_collectives.hpp"

namespace pram {

namespace {

/// A network that charges the steps of a switching technique. A message to its own component crosses no link. A phase
/// takes at least one step.
class Routed : public Network {
 public:
  Routed(std::shared_ptr<const Topology> topology, const SwitchingOptions& options)
      : topology_(topology),
        options_(options),
        switching_(make_switching(topology, options)),
        sample_(make_switching(topology, detail::uncombined(options))),
        sampled_(topology->terminals(), 2, most_measured(*topology), least_slope(*topology, options)) {}

  std::string name() const override { return topology_->name() + detail::to_string(options_); }
  std::uint32_t components() const override { return topology_->terminals(); }
  bool wants_messages() const override { return true; }
  bool combines() const override { return options_.combining != SwitchingOptions::Combining::none; }

  std::uint64_t carry(const Traffic& phase) override {
    const detail::CountedBytes statistics(phase.source.size() * statistics_bytes);
    awaited_.clear();
    if (combines()) {
      for (const Awaits awaits : phase.awaits) awaited_.push_back(awaits == Awaits::nothing ? 0 : 1);
    }
    return steps(switching_->carry({phase.source, phase.destination, phase.words, phase.key}, sink_of(load_.forward)));
  }

  std::uint64_t carry_back(const Traffic& replies) override {
    const detail::CountedBytes statistics((combines() ? awaited_.size() : replies.source.size()) * statistics_bytes);
    if (!combines()) {
      return steps(switching_->carry({replies.source, replies.destination, replies.words, {}}, sink_of(load_.back)));
    }
    return steps(switching_->carry_back(awaited_, sink_of(load_.back)));
  }

  void note_load() override {
    noting_ = true;
    if (load_.topology.empty()) {
      load_.topology = topology_->name();
      load_.shape = topology_;
    }
    for (LinkLoad* const direction : {&load_.forward, &load_.back}) {
      direction->busy.clear();
      direction->largest_queue.clear();
    }
  }

  bool take_load(NetworkLoad& load) override {
    if (!noting_) return false;
    std::swap(load, load_);
    return true;
  }

  /// Bytes for each message: its state in switching/, its arrival and, where switches combine, the trace that replies
  /// follow back.
  std::uint64_t bytes_for(std::uint64_t messages) const override {
    const bool stops = options_.routing != SwitchingOptions::Routing::own;  // or what was crossed
    const std::uint64_t bounds = detail::RouteBounds(*topology_).watches() ? 4 : 0;
    const std::uint64_t all = messages * ((worms() ? 32 : 16) + (stops ? 4 : 0) + bounds + statistics_bytes);
    if (!combines()) return all;
    const std::uint64_t crossings =
        std::bit_ceil(static_cast<std::uint64_t>(mean_hops() * static_cast<double>(messages))) * sizeof(Crossing);
    const std::uint64_t groups = messages * 10 + std::bit_ceil(messages) * 16;
    const auto replies = static_cast<std::uint64_t>((57 + 4 * mean_hops()) * static_cast<double>(messages));
    // While the trace grows, half of its size is taken once more; the replies come when that is over.
    return all + groups + crossings + std::max(crossings / 2, replies);
  }

  /// A terminal moves as many words a step as its links carry, and the last message then has the rest of its way to
  /// go: through all stages, or at least one link. Where switches combine, one message may stand for many.
  std::optional<LeastCharge> least_charge() const override {
    if (combines()) return std::nullopt;
    const TopologyShape shape = topology_->shape();
    const std::uint32_t stages = shape.kind == TopologyShape::Kind::stages ? shape.levels : 0;
    return LeastCharge{1.0 / ports_in_use() / options_.bandwidth, static_cast<double>(stages), true};
  }

  /// Measured. On large networks of long distances the largest size is limited by a number of hops, so that the host
  /// takes seconds for all sizes together. Beyond it the line rises at least by the links that must be crossed.
  double distinct_charge(std::uint64_t messages, std::uint32_t largest_sent) const override {
    const Topology& topology = *topology_;
    const double charge = sampled_(
        messages, [&](std::uint64_t size) { return runs(size); },
        [&](std::span<const std::uint32_t> source, std::span<const std::uint32_t> destination, std::uint64_t) {
          return steps(sample_->carry({source, destination, {}, {}}));
        });
    const bool one_port = options_.ports == SwitchingOptions::Ports::one;
    const double exits = one_port || !topology.two_way() ? 1 : std::max(1U, topology.ports());
    return std::max(charge, largest_sent / exits);
  }

  std::unique_ptr<RandomAccess> random_access(const Spec& sorting, std::uint32_t) const override {
    try {
      const SortOptions sorter = sort_options_from(sorting);
      const SwitchingOptions options = detail::uncombined(options_);
      const std::string instead = detail::instead_of_sorting(topology_.get(), topology_->terminals(), options, sorter);
      if (!instead.empty()) sorting.refuse("access", instead);
      return make_routines(topology_, options, sorter);
    } catch (const ConfigError& error) {
      if (error.option != "sort") throw;
      sorting.refuse("access", error.allowed);
    }
  }

  std::unique_ptr<Collectives> collectives(std::uint32_t components) override {
    auto general = Network::collectives(components);
    if (topology_->terminals() != topology_->nodes() || !topology_->two_way()) return general;
    CollectiveModel model = collective_model(topology_);
    model.startup = options_.startup;
    model.bandwidth = options_.bandwidth;
    model.ports = options_.ports;
    model.duplex = options_.duplex;
    model.switching = options_.switching;
    return make_scheduled_collectives(std::move(model), std::move(general));
  }

 private:
  // Bytes of a message in a DeliveryStatistics: its arrival, and its place in the order of arrivals.
  static constexpr std::uint64_t statistics_bytes = sizeof(std::uint64_t) + sizeof(std::uint32_t);

  static double mean_distance(const Topology& topology) {
    const TopologyProperties known = topology.properties();
    return std::max(1.0, known.average_distance.value_or(known.diameter));
  }

  /// The messages of the largest phase that is measured: a power of two, so that every size between two measured ones
  /// lies below it.
  static std::uint64_t most_measured(const Topology& topology) {
    constexpr double most_hops = 1 << 25;
    const std::uint64_t full = std::max<std::uint64_t>(64, 32 * std::uint64_t{topology.terminals()});
    const double distance = mean_distance(topology);
    if (static_cast<double>(full) * distance <= most_hops) return full;
    return std::bit_floor(std::max<std::uint64_t>(64, static_cast<std::uint64_t>(most_hops / distance)));
  }

  /// The least steps that each further message adds in the long run: random messages cross every cut and occupy links.
  /// For phases that are measured whole it is 0 and not needed.
  static double least_slope(const Topology& topology, const SwitchingOptions& options) {
    if (most_measured(topology) >= 32 * std::uint64_t{topology.terminals()}) return 0;
    const TopologyProperties known = topology.properties();
    const double directions = topology.two_way() && options.duplex == SwitchingOptions::Duplex::full ? 2 : 1;
    const double by_links = known.average_distance.value_or(0) / (directions * static_cast<double>(known.links));
    const double by_cut = known.bisection ? 0.5 / (directions * static_cast<double>(*known.bisection)) : 0;
    return std::max(by_links, by_cut);
  }

  static std::uint64_t steps(const DeliveryStatistics& statistics) {
    return std::max<std::uint64_t>(statistics.steps, 1);
  }

  /// The most links that a terminal uses at a time in one direction.
  std::uint32_t ports_in_use() const {
    if (options_.ports == SwitchingOptions::Ports::one) return 1;
    const std::uint32_t terminals = topology_->terminals();
    std::vector<std::uint32_t> entering(terminals);
    std::uint32_t most = 1;
    for (std::uint32_t node = 0; node < topology_->nodes(); ++node) {
      std::uint32_t leaving = 0;
      for (std::uint32_t port = 0; port < topology_->ports(); ++port) {
        const std::uint32_t next = topology_->neighbour(node, port);
        if (next == no_node) continue;
        ++leaving;
        if (next < terminals) most = std::max(most, ++entering[next]);
      }
      if (node < terminals) most = std::max(most, leaving);
    }
    return most;
  }

  bool worms() const { return options_.switching == SwitchingOptions::Technique::wormhole; }

  /// The load, if anybody asks for it, with an entry for each link: until something is carried it has none.
  Sink sink_of(LinkLoad& load) const {
    if (!noting_) return {};
    if (load.busy.empty()) {
      const std::size_t links = std::size_t{topology_->nodes()} * topology_->ports();
      load.busy.resize(links);
      load.largest_queue.resize(links);
    }
    return load;
  }

  /// The mean number of hops of random messages.
  double mean_hops() const {
    const Topology& topology = *topology_;
    constexpr std::uint32_t samples = 256;
    double hops = 0;
    for (std::uint32_t k = 0; k < samples; ++k) {
      hops += topology.distance(seeded_choice(2 * k, 1, topology.terminals()),
                                seeded_choice(2 * k + 1, 1, topology.terminals()));
    }
    return hops / samples;
  }

  /// The number of batches to measure: enough to have some thousand messages, or as many as take little time.
  std::uint64_t runs(std::uint64_t messages) const {
    constexpr double most_hops = 1 << 23;
    const double hops =
        static_cast<double>(std::max<std::uint64_t>(messages, 1)) * mean_distance(switching_->topology());
    return std::clamp<std::uint64_t>(
        std::min(4096 / std::max<std::uint64_t>(messages, 1), static_cast<std::uint64_t>(most_hops / hops)), 1, 64);
  }

  std::shared_ptr<const Topology> topology_;
  SwitchingOptions options_;
  std::unique_ptr<Switching> switching_;
  std::unique_ptr<Switching> sample_;
  mutable detail::SampledCharge sampled_;
  bool noting_ = false;
  NetworkLoad load_;  // since note_load()
  detail::CountedVector<std::uint8_t> awaited_;
};

}  // namespace

std::unique_ptr<Network> make_network(std::shared_ptr<const Topology> topology, const SwitchingOptions& options) {
  topology = detail::checked(std::move(topology));
  refuse_parts(*topology);
  return std::make_unique<Routed>(std::move(topology), options);
}

NetworkEntry routed_network(const TopologyEntry& topology) {
  return {topology.name, topology.summary,
          [](const Spec& spec, std::uint32_t components) {
            if (takes_whole_steps(spec)) {
              const RanadeOptions whole = ranade_options(spec);
              return make_ranade_network(topologies().make(spec, components), whole);
            }
            const SwitchingOptions options = detail::carrier_options(spec);
            return make_network(topologies().make(spec, components), options);
          },
          [](const Spec& spec) -> std::uint32_t {
            if (takes_whole_steps(spec)) {
              ranade_options(spec);
            } else {
              detail::carrier_options(spec);
            }
            // Without sizes a network takes as many components as the machine has.
            return spec.values.empty() ? 0 : topologies().make(spec, 0U)->terminals();
          }};
}

}  // namespace pram
