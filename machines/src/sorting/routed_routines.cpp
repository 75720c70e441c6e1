#include <optional>
#include <utility>
#include <vector>

#include "algorithms/bitonic_sort.hpp"
#include "algorithms/odd_even_merge_sort.hpp"
#include "algorithms/shear_sort.hpp"
#include "bound_routines.hpp"
#include "machines/routed_machine.hpp"
#include "routines.hpp"

namespace pram {

namespace detail {

namespace {

using Method = SortOptions::Method;

/// Charges the steps and hops of a switching technique.
class SwitchingCost final : public BatchCost {
 public:
  SwitchingCost(std::shared_ptr<const Topology> topology, const SwitchingOptions& options)
      : switching_(make_switching(std::move(topology), options)) {}

  Cost carry(std::span<const std::uint32_t> source, std::span<const std::uint32_t> destination,
             std::uint32_t words) override {
    const std::vector<std::uint32_t> all(source.size(), words);
    const DeliveryStatistics statistics = switching_->carry({source, destination, all, {}});
    return {statistics.steps, statistics.hops};
  }

 private:
  std::unique_ptr<Switching> switching_;
};

/// Charges what a network charges: a phase for each batch. A message of several words counts as that many messages.
class NetworkCost final : public BatchCost {
 public:
  NetworkCost(std::unique_ptr<Network> network, std::uint32_t components)
      : network_(std::move(network)), components_(components) {}

  Cost carry(std::span<const std::uint32_t> source, std::span<const std::uint32_t> destination,
             std::uint32_t words) override {
    const std::uint64_t messages = std::uint64_t{source.size()} * words;
    if (messages == 0) return {};
    std::vector<std::uint32_t> from;
    std::vector<std::uint32_t> to;
    if (network_->wants_messages()) {
      for (std::size_t k = 0; k < source.size(); ++k) {
        from.insert(from.end(), words, source[k]);
        to.insert(to.end(), words, destination[k]);
      }
    }
    return {network_->carry({components_, messages, words, words, from, to}), messages};
  }

 private:
  std::unique_ptr<Network> network_;
  std::uint32_t components_;
};

/// Sorts by routed permutations, or a grid's rows and columns by exchanges of neighbours.
class RoutedSorter {
 public:
  using Machine = RoutedMachine;

  RoutedSorter(std::unique_ptr<BatchCost> cost, std::string network, std::uint32_t terminals, Method method)
      : machine_(std::move(cost), std::move(network), terminals), method_(method) {}

  /// @throws ConfigError if the topology is no two-dimensional grid
  void sort_by_shear(std::shared_ptr<const Topology> topology, const PortModel& model) {
    const TopologyShape shape = topology->shape();
    if (shape.kind != TopologyShape::Kind::grid || shape.factors.size() != 2)
      throw ConfigError("sort", "shear", "shear sort only on two-dimensional grids");
    grid_ = std::move(topology);
    lockstep_.emplace(*grid_, machine_.ledger(), model);
    shear_.emplace(*lockstep_, shape.factors[0].size, shape.factors[1].size);
  }

  Machine& machine() { return machine_; }

  template <class Comparator, class Record>
  SortReport sort(Comparator comparator, std::span<Record> records, std::uint64_t words) {
    if (shear_) {
      shear_->sort(std::move(comparator), records, words);
    } else if (method_ == Method::odd_even_merge) {
      odd_even_merge_sort(machine_, std::move(comparator), records, words);
    } else {
      bitonic_sort(machine_, std::move(comparator), records, words);
    }
    return {};
  }

 private:
  RoutedMachine machine_;
  Method method_;
  std::shared_ptr<const Topology> grid_;
  std::optional<Lockstep<Topology>> lockstep_;
  std::optional<ShearSort<Topology>> shear_;
};

}  // namespace

std::unique_ptr<Routines> make_routed_routines(std::shared_ptr<const Topology> topology,
                                               const SwitchingOptions& switching, const SortOptions& options) {
  auto sorter = std::make_unique<RoutedSorter>(std::make_unique<SwitchingCost>(topology, switching), topology->name(),
                                               topology->terminals(), options.method);
  if (options.method == Method::shear)
    sorter->sort_by_shear(std::move(topology),
                          {switching.ports, switching.duplex, switching.startup, switching.bandwidth});
  return std::make_unique<BoundRoutines<RoutedSorter>>(std::move(sorter));
}

}  // namespace detail

std::unique_ptr<Routines> make_network_routines(std::unique_ptr<Network> network, std::uint32_t components,
                                                const SortOptions& options) {
  using Method = SortOptions::Method;
  if (options.method != Method::own && options.method != Method::bitonic && options.method != Method::odd_even_merge) {
    throw ConfigError("access", "sorting",
                      "sorting, sorting:bitonic or sorting:odd-even-merge on network " + network->name());
  }
  const std::string instead = detail::instead_of_sorting(nullptr, components, {}, options);
  if (!instead.empty()) throw ConfigError("access", "sorting", instead);
  std::string name = network->name();
  return std::make_unique<detail::BoundRoutines<detail::RoutedSorter>>(
      std::make_unique<detail::RoutedSorter>(std::make_unique<detail::NetworkCost>(std::move(network), components),
                                             std::move(name), components, options.method));
}

}  // namespace pram
