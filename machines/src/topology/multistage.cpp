#include "multistage.hpp"

#include <fmt/format.h>

#include <memory>

#include "request.hpp"
#include "topology_families.hpp"

namespace pram {

namespace {

struct MultistageKind {
  const char* name;
  Multistage::Wiring wiring;
  const char* summary;
};

constexpr MultistageKind multistage_kinds[] = {
    {"omega", Multistage::Wiring::omega, "log2 K stages of 2x2 switches, a perfect shuffle before each"},
    {"inverse-omega", Multistage::Wiring::inverse_omega, "Omega with its wiring reversed"},
    {"butterfly", Multistage::Wiring::butterfly, "indirect binary n-cube: stage s exchanges bit s"},
};

constexpr std::uint32_t most_terminals = 1u << 16;

std::unique_ptr<Topology> make_multistage(const TopologyRequest& request, const MultistageKind& kind) {
  const std::string usage = fmt::format("{}:K with K a power of two, 2 to 2^16", kind.name);
  const std::vector<std::string>& sizes = request.spec.values;
  if (sizes.size() > 1) request.refuse(usage);
  const auto terminals = sizes.empty() ? request.wanted(usage) : whole_number(sizes.front());
  if (!terminals) request.refuse(usage);
  if (!std::has_single_bit(*terminals) || *terminals < 2 || *terminals > most_terminals)
    request.refuse(sizes.empty() ? fmt::format("it connects a power of two of components, 2 to 2^16, and {} are wanted",
                                               *terminals)
                                 : usage);
  request.match(*terminals);
  return std::make_unique<Multistage>(kind.wiring, static_cast<std::uint32_t>(*terminals));
}

}  // namespace

std::string Multistage::name() const {
  return fmt::format("{}:{}", multistage_kinds[static_cast<int>(wiring_)].name, terminals_);
}

// The bisection is not given: counting wires proves no more than k / 2, and no cut of fewer than k is known.
TopologyProperties Multistage::properties() const {
  return {.nodes = nodes(),
          .links = std::uint64_t{terminals_} * (stages_ + 1),
          .largest_degree = 2,
          .smallest_degree = 1,
          .diameter = stages_ + 1,
          .average_distance = (stages_ + 1.0) * (terminals_ - 1) / terminals_};
}

std::vector<TopologyEntry> multistage_topologies() {
  std::vector<TopologyEntry> entries;
  for (const MultistageKind& kind : multistage_kinds) {
    entries.push_back({kind.name, kind.summary, [&kind](const Spec& spec, std::uint32_t terminals) {
                         return make_multistage({spec, terminals}, kind);
                       }});
  }
  return entries;
}

}  // namespace pram
