#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <pram/detail/random/seeded_hash.hpp>

#include "../topology_families.hpp"
#include "with_terminals.hpp"

namespace pram {

namespace {

// Draws the groups by way of which spread messages go.
constexpr std::uint64_t group_seed = 0xd7a6;

/// The dragonfly (Kim, Dally, Scott and Abts 2008) of a h + 1 groups of a routers with h global links each. Each pair
/// of groups has one global link, and the routers of a group are linked with each other. Global port k of group G,
/// which is one of router k / h, leads to group G + k + 1, whose port a h - 1 - k it ends at (palm tree: Camarero,
/// Vallejo and Beivide 2014).
///
/// Port j < a - 1 leads j + 1 further round the group, port a - 1 + j is global port j of the router. Minimal routing
/// takes a local link, the global one and a local link again; two global links by way of a third group, where they
/// meet, are shorter sometimes, and not taken.
class Dragonfly final : public BundledTopology {
 public:
  /// @param routers  a, of a group
  /// @param links    h, global ones of a router
  Dragonfly(std::uint32_t routers, std::uint32_t links)
      : by_group_(routers), by_links_(links), groups_(routers * links + 1) {}

  std::string name() const override { return fmt::format("dragonfly:{},{}", routers(), links()); }
  std::uint32_t nodes() const override { return groups_ * routers(); }
  std::uint32_t ports() const override { return routers() - 1 + links(); }

  std::uint32_t neighbour(std::uint32_t node, std::uint32_t port) const override {
    assert(node < nodes() && port < ports());
    const std::uint32_t group = by_group_.quotient(node);
    const std::uint32_t router = node - group * routers();
    if (port < routers() - 1) {
      const std::uint32_t next = router + port + 1;
      return group * routers() + (next < routers() ? next : next - routers());
    }
    const std::uint32_t global = router * links() + port - (routers() - 1);
    const std::uint32_t other = group + global + 1;
    return (other < groups_ ? other : other - groups_) * routers() + by_links_.quotient(groups_ - 2 - global);
  }

  Leg next_leg(std::uint32_t node, std::uint32_t destination) const override {
    assert(node < nodes() && destination < nodes() && node != destination);
    const std::uint32_t group = by_group_.quotient(node);
    const std::uint32_t router = node - group * routers();
    const std::uint32_t group_wanted = by_group_.quotient(destination);
    if (group == group_wanted) return {local_port(router, destination - group * routers()), 1};
    const std::uint32_t global = global_port(group, group_wanted);
    const std::uint32_t gate = by_links_.quotient(global);
    if (router == gate) return {routers() - 1 + global - gate * links(), 1};
    return {local_port(router, gate), 1};
  }

  /// Valiant routing by way of a group (the paper, section 4.1): the router where a group drawn for the pair is
  /// entered. So a route has at most two local links and the global one before its stop, and three links behind it.
  std::uint32_t spreading_stop(std::uint32_t from, std::uint32_t to) const override {
    const std::uint32_t group = by_group_.quotient(from);
    const std::uint32_t group_wanted = by_group_.quotient(to);
    if (group == group_wanted || groups_ < 3) return to;
    const std::uint32_t drawn = seeded_choice(std::uint64_t{from} * nodes() + to, group_seed, groups_ - 2);
    // The groups without these two.
    std::uint32_t between = drawn + (drawn >= std::min(group, group_wanted) ? 1 : 0);
    between += between >= std::max(group, group_wanted) ? 1 : 0;
    return between * routers() + by_links_.quotient(global_port(between, group));
  }

  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const override {
    if (from == to) return 0;
    const std::uint32_t group = by_group_.quotient(from);
    const std::uint32_t group_wanted = by_group_.quotient(to);
    if (group == group_wanted) return 1;
    const std::uint32_t leaves = group * routers() + by_links_.quotient(global_port(group, group_wanted));
    const std::uint32_t enters = group_wanted * routers() + by_links_.quotient(global_port(group_wanted, group));
    const std::uint32_t minimal = (from == leaves ? 0 : 1) + 1 + (to == enters ? 0 : 1);
    return minimal == 3 && two_global_links(from, to) ? 2 : minimal;
  }

  /// Two classes: a local link behind the global one is in the second.
  std::uint32_t channel_classes() const override { return 2; }
  std::uint32_t channel_class(std::uint32_t node, std::uint32_t, std::uint32_t destination) const override {
    return by_group_.quotient(node) == by_group_.quotient(destination) ? 1 : 0;
  }

  TopologyProperties properties() const override {
    return {.nodes = nodes(),
            .links = std::uint64_t{nodes()} * ports() / 2,
            .largest_degree = ports(),
            .smallest_degree = ports(),
            .diameter = routers() == 1 ? 1u : 3u};
  }

 private:
  std::uint32_t routers() const { return by_group_.divisor(); }
  std::uint32_t links() const { return by_links_.divisor(); }

  std::uint32_t local_port(std::uint32_t from, std::uint32_t to) const {
    return (to > from ? to - from : to + routers() - from) - 1;
  }
  /// The global port of a group that leads to another.
  std::uint32_t global_port(std::uint32_t from, std::uint32_t to) const {
    return (to > from ? to - from : to + groups_ - from) - 1;
  }

  /// Whether a global link of one router leads to a router with a global link to the other.
  bool two_global_links(std::uint32_t from, std::uint32_t to) const {
    for (std::uint32_t port = routers() - 1; port < ports(); ++port) {
      const std::uint32_t between = neighbour(from, port);
      const std::uint32_t group = by_group_.quotient(between);
      const std::uint32_t wanted = by_group_.quotient(to);
      if (group == wanted) continue;
      const std::uint32_t global = global_port(group, wanted);
      if (group * routers() + by_links_.quotient(global) == between &&
          wanted * routers() + by_links_.quotient(groups_ - 2 - global) == to)
        return true;
    }
    return false;
  }

  Divider by_group_;
  Divider by_links_;
  std::uint32_t groups_;
};

/// Routers of a group and global links of each that make so many routers in all, as close to twice as many routers as
/// links as the number permits.
std::optional<std::pair<std::uint32_t, std::uint32_t>> balanced_dragonfly(std::uint32_t nodes) {
  std::optional<std::pair<std::uint32_t, std::uint32_t>> best;
  double least = 0;
  for (std::uint32_t a = 1; a < nodes; ++a) {
    if (nodes % a != 0 || (nodes / a - 1) % a != 0 || nodes / a == 1) continue;
    const std::uint32_t h = (nodes / a - 1) / a;
    const double off = std::abs(std::log(a / (2.0 * h)));
    if (best && off >= least) continue;
    best = {a, h};
    least = off;
  }
  return best;
}

std::unique_ptr<Topology> make_dragonfly(const TopologyRequest& request) {
  const std::string usage =
      "dragonfly:A,H with A (A H + 1) routers, A a group with H global links each, or dragonfly:A,H,T with T terminals "
      "at each router, all at least 1";
  std::vector<std::uint32_t> sizes;
  if (request.spec.values.empty()) {
    const std::uint32_t wanted = request.wanted(usage);
    const auto found = balanced_dragonfly(wanted);
    if (!found) request.refuse(fmt::format("it connects A (A H + 1) components, and {} are wanted", wanted));
    sizes = {found->first, found->second};
  } else {
    sizes = request.sizes(2, 3, usage);
  }
  const std::uint64_t groups = std::uint64_t{sizes[0]} * sizes[1] + 1;
  request.limit(groups);
  request.limit(groups * sizes[0]);
  return with_terminals(request, std::make_unique<Dragonfly>(sizes[0], sizes[1]),
                        sizes.size() == 3 ? std::optional(sizes[2]) : std::nullopt);
}

}  // namespace

std::vector<TopologyEntry> dragonfly_topologies() {
  return {{"dragonfly", "dragonfly:A,H: groups of A routers with H global links each; dragonfly:A,H,T with T terminals",
           [](const Spec& spec, std::uint32_t terminals) {
             return make_dragonfly({spec, terminals});
           }}};
}

}  // namespace pram
