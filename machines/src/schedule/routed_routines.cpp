#include <optional>

#include "bitonic_sort.hpp"
#include "bound_routines.hpp"
#include "odd_even_merge_sort.hpp"
#include "routed_machine.hpp"
#include "routines.hpp"
#include "shear_sort.hpp"

namespace pram::detail {

namespace {

/// Columns of a two-dimensional grid; none for other shapes.
std::optional<std::uint32_t> grid_columns(const Topology& topology) {
  const TopologyShape shape = topology.shape();
  if (shape.kind != TopologyShape::Kind::grid || shape.factors.size() != 2) return std::nullopt;
  return shape.factors[1].size;
}

class CarrierCost final : public BatchCost {
 public:
  CarrierCost(std::shared_ptr<const Topology> topology, const CarrierOptions& options)
      : carrier_(make_carrier(std::move(topology), options)) {}

  Cost carry(std::span<const std::uint32_t> source, std::span<const std::uint32_t> destination,
             std::uint32_t words) override {
    const std::vector<std::uint32_t> all(source.size(), words);
    const Journey journey = carrier_->carry({source, destination, all, {}});
    return {journey.steps, journey.hops};
  }

 private:
  std::unique_ptr<Carrier> carrier_;
};

class RoutedSorter {
 public:
  using Machine = RoutedMachine;

  RoutedSorter(std::shared_ptr<const Topology> topology, const CarrierOptions& carrier, const SortOptions& options)
      : topology_(topology),
        machine_(std::make_unique<CarrierCost>(topology, carrier), topology->name(), topology->terminals()),
        lockstep_(*topology_, machine_.ledger(), {carrier.ports, carrier.duplex, carrier.startup, carrier.bandwidth}),
        method_(options.method) {
    if (method_ != SortOptions::Method::shear) return;
    const auto columns = grid_columns(*topology);
    if (!columns) throw ConfigError("sort", "shear", "shear sort only on two-dimensional grids");
    shear_.emplace(lockstep_, topology->nodes() / *columns, *columns);
  }

  Machine& machine() { return machine_; }

  template <class Order, class Record>
  SortReport sort(Order order, std::span<Record> records, std::uint64_t words) {
    if (shear_) {
      shear_->sort(std::move(order), records, words);
    } else if (method_ == SortOptions::Method::odd_even_merge) {
      odd_even_merge_sort(machine_, std::move(order), records, words);
    } else {
      bitonic_sort(machine_, std::move(order), records, words);
    }
    return {};
  }

 private:
  std::shared_ptr<const Topology> topology_;
  RoutedMachine machine_;
  Lockstep<Topology> lockstep_;
  SortOptions::Method method_;
  std::optional<ShearSort<Topology>> shear_;
};

}  // namespace

std::unique_ptr<Routines> make_routed_routines(std::shared_ptr<const Topology> topology, const CarrierOptions& carrier,
                                               const SortOptions& options) {
  return std::make_unique<BoundRoutines<RoutedSorter>>(
      std::make_unique<RoutedSorter>(std::move(topology), carrier, options));
}

}  // namespace pram::detail
