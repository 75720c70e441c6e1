#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include <pram/machines/topology.hpp>

#include "formulas.hpp"
#include "measures.hpp"

namespace pram::perf::rcn_measures {

namespace {

/// For 2, 4, 8, … chips: links that leave each chip, nodes numbered from chip to chip.
std::vector<RcnPinCount> count_pins(const std::string& name, std::uint64_t most) {
  const auto network = make_topology(name);
  std::vector<std::vector<std::uint64_t>> leaving;
  for (std::uint64_t chips = 2; chips <= most; chips *= 2) leaving.emplace_back(chips);
  const auto bits = static_cast<std::uint32_t>(std::bit_width(network->nodes()) - 1);
  for (std::uint32_t node = 0; node < network->nodes(); ++node) {
    for (std::uint32_t port = 0; port < network->ports(); ++port) {
      const std::uint32_t to = network->neighbour(node, port);
      if (to == no_node) continue;
      for (std::uint32_t cut = 0; cut < leaving.size(); ++cut) {
        const std::uint32_t shift = bits - cut - 1;
        if (node >> shift != to >> shift) ++leaving[cut][node >> shift];
      }
    }
  }
  std::vector<RcnPinCount> counts;
  for (const std::vector<std::uint64_t>& chips : leaving) {
    const auto [least, largest] = std::ranges::minmax(chips);
    const auto size = static_cast<std::uint32_t>(network->nodes() / chips.size());
    counts.push_back({name, least, largest, network->pins(size).value(), 0});
  }
  return counts;
}

}  // namespace

std::vector<RcnPins> pins(std::uint64_t nodes, std::uint64_t most) {
  const auto log_nodes = static_cast<std::uint32_t>(std::bit_width(nodes) - 1);
  // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): there are nodes
  const auto flat = count_pins(RcnShape{1u << log_nodes / 2, 1}.network(), most);
  const auto deep = count_pins(RcnShape{1u << log_nodes / 4, 2}.network(), most);
  const auto cube = count_pins(fmt::format("hypercube:{}", log_nodes), most);
  std::vector<RcnPins> rows;
  for (std::size_t k = 0; k < flat.size(); ++k) {
    RcnPins row{nodes, std::uint64_t{2} << k, flat[k], deep[k], cube[k]};
    row.flat.paper = rcn_formulas::rcn_pins_printed(nodes, row.chips, 1);
    row.deep.paper = rcn_formulas::rcn_pins_printed(nodes, row.chips, 2);
    row.hypercube.paper = rcn_formulas::hypercube_pins(nodes, row.chips);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace pram::perf::rcn_measures
