#include "known_costs.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace pram {

namespace {

/// The costs that are kept of all networks.
class CostsKept {
 public:
  std::shared_ptr<const PlanCosts> find(const CollectiveModel& model, const PlanKey& key) {
    const std::lock_guard lock(mutex_);
    for (const OfWires& one : all_) {
      if (!one.of(model)) continue;
      const auto place = one.costs.find(key);
      return place == one.costs.end() ? nullptr : place->second;
    }
    return nullptr;
  }

  void keep(const CollectiveModel& model, const PlanKey& key, const std::shared_ptr<const PlanCosts>& costs) {
    const std::lock_guard lock(mutex_);
    std::erase_if(all_, [&](const OfWires& one) {
      const bool gone = one.topology.expired();
      if (gone) numbers_ -= one.numbers;
      return gone;
    });
    if (numbers_ + costs->numbers() > most_numbers) {
      all_.clear();
      numbers_ = 0;
    }
    if (costs->numbers() > most_numbers) return;
    auto place = std::ranges::find_if(all_, [&](const OfWires& one) { return one.of(model); });
    if (place == all_.end()) place = all_.insert(all_.end(), {model.topology, model.ports, model.duplex, {}, 0});
    if (!place->costs.emplace(key, costs).second) return;  // another thread was faster
    place->numbers += costs->numbers();
    numbers_ += costs->numbers();
  }

 private:
  static constexpr std::size_t most_numbers = std::size_t{1} << 20;  // 4 MiB

  /// The costs of one network, whose topology is told from others by its owner: an address may be used again.
  struct OfWires {
    std::weak_ptr<const Topology> topology;
    SwitchingOptions::Ports ports;
    SwitchingOptions::Duplex duplex;
    std::map<PlanKey, std::shared_ptr<const PlanCosts>> costs;
    std::size_t numbers;

    bool of(const CollectiveModel& model) const {
      return ports == model.ports && duplex == model.duplex && !topology.owner_before(model.topology) &&
             !model.topology.owner_before(topology);
    }
  };

  std::mutex mutex_;
  std::vector<OfWires> all_;
  std::size_t numbers_ = 0;
};

}  // namespace

std::shared_ptr<const PlanCosts> known_costs(const CollectiveModel& model, const PlanKey& key,
                                             const std::function<PlanCosts()>& make) {
  static CostsKept kept;
  if (auto known = kept.find(model, key)) return known;
  auto made = std::make_shared<const PlanCosts>(make());
  kept.keep(model, key, made);
  return made;
}

}  // namespace pram
