#include <algorithm>
#include <utility>
#include <vector>

#include <pram/machines/detail/routines.hpp>

#include "network_entries.hpp"
#include "scheduled_collectives.hpp"

namespace pram {

namespace {

/// A bus: one message at a time. A value that many components await is heard by all of them at once (Saad and Schultz,
/// Section 2).
class Bus : public Network {
 public:
  std::string name() const override { return "bus"; }
  bool wants_messages() const override { return true; }
  bool combines() const override { return true; }

  std::uint64_t carry(const Traffic& phase) override {
    std::uint64_t carried = 0;
    heard_.clear();
    back_ = 0;
    for (std::size_t k = 0; k < phase.source.size(); ++k) {
      if (phase.source[k] == phase.destination[k]) continue;
      carried += phase.words.empty() ? 1 : phase.words[k];
      if (k >= phase.awaits.size()) continue;
      if (phase.awaits[k] == Awaits::shared_reply) heard_.emplace_back(phase.destination[k], phase.key[k]);
      if (phase.awaits[k] == Awaits::own_reply) ++back_;
    }
    std::ranges::sort(heard_);
    const auto rest = std::ranges::unique(heard_);
    back_ += heard_.size() - rest.size();
    return std::max<std::uint64_t>(carried, 1);
  }

  std::uint64_t carry_back(const Traffic&) override { return std::max<std::uint64_t>(back_, 1); }

  std::optional<LeastCharge> least_charge() const override { return LeastCharge{1, 0, true}; }

  double distinct_charge(std::uint64_t messages, std::uint32_t) const override { return static_cast<double>(messages); }

  std::unique_ptr<RandomAccess> random_access(const Spec& sorting, std::uint32_t components) const override {
    return make_network_routines(std::make_unique<Bus>(*this), components, sort_options_from(sorting));
  }

  std::unique_ptr<Collectives> collectives(std::uint32_t components) override {
    CollectiveModel model = collective_model(Architecture::Kind::bus, components);
    model.startup = 0;
    return make_scheduled_collectives(std::move(model), Network::collectives(components));
  }

 private:
  std::vector<std::pair<std::uint32_t, std::uint64_t>> heard_;  // one for each value that several components await
  std::uint64_t back_ = 0;                                      // steps that the replies will take
};

}  // namespace

NetworkEntry bus_network() {
  return {"bus", "one message a step; a value that many wait for takes one step (Saad and Schultz)",
          [](const Spec& spec, std::uint32_t) {
            spec.refuse_arguments("network");
            return std::make_unique<Bus>();
          }};
}

}  // namespace pram
