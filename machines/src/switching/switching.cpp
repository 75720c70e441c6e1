#include <pram/machines/switching.hpp>

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "../topology/check/checked_topology.hpp"
#include "../topology/multistage.hpp"
#include "by_length.hpp"
#include "named_options.hpp"
#include "store_and_forward/constrained.hpp"
#include "store_and_forward/staged.hpp"
#include "store_and_forward/store_and_forward.hpp"
#include "wormhole/wormhole.hpp"

namespace pram {

namespace {

std::string describe(const std::string& network, std::uint64_t step, const std::vector<DeadlockError::Wait>& cycle) {
  constexpr std::size_t shown = 6;
  std::vector<std::string> links;
  for (std::size_t k = 0; k < std::min(shown, cycle.size()); ++k) {
    links.push_back(fmt::format("node {} port {}{}", cycle[k].node, cycle[k].port,
                                cycle[k].channel == 0 ? "" : fmt::format(" channel {}", cycle[k].channel)));
  }
  return fmt::format("{}: deadlock in the network's step {}: {} links wait for each other in a circle: {}{}", network,
                     step, cycle.size(), fmt::join(links, ", "), cycle.size() > shown ? ", …" : "");
}

}  // namespace

DeadlockError::DeadlockError(const std::string& network, std::uint64_t at_step, std::vector<Wait> links)
    : NetworkError(describe(network, at_step, links)), step(at_step), cycle(std::move(links)) {}

std::unique_ptr<Switching> make_switching(std::shared_ptr<const Topology> topology, const SwitchingOptions& options) {
  using Options = SwitchingOptions;
  topology = detail::checked(std::move(topology));
  const auto refuse = [&](const std::string& value, const std::string& allowed) {
    throw ConfigError("network", topology->name() + "," + value, allowed);
  };
  if (options.bandwidth == 0) refuse("bandwidth=0", "a bandwidth of at least one word a step");
  const bool constrained = options.ports != Options::Ports::all || options.duplex != Options::Duplex::full ||
                           options.buffers != 0 || options.switching != Options::Technique::store_and_forward;
  if (options.combining == Options::Combining::none) {
    if (options.wait != 0)
      refuse("wait=" + std::to_string(options.wait), "wait only beside combining=pairwise or unlimited");
    if (options.switching == Options::Technique::wormhole) return detail::make_wormhole(std::move(topology), options);
    if (constrained) return detail::make_constrained(std::move(topology), options);
  } else if (constrained) {
    refuse("combining=…",
           "combining switches only with ports=all, duplex=full, switching=store-and-forward and no buffers=");
  }
  std::unique_ptr<Switching> fast;
  if (options.combining == Options::Combining::none && options.routing == Options::Routing::own) {
    if (auto shape = std::dynamic_pointer_cast<const Multistage>(topology))
      fast = std::make_unique<detail::Staged>(std::move(shape), options);
  }
  if (!fast) fast = detail::make_store_and_forward(topology, options);
  return detail::make_by_length(std::move(fast), std::move(topology), options);
}

std::unique_ptr<Switching> make_switching(const Spec& network, std::uint32_t terminals) {
  const SwitchingOptions options = detail::carrier_options(network);
  return make_switching(topologies().make(network, terminals), options);
}

}  // namespace pram
