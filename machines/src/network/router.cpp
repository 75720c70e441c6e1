#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>

#include <pram/machines/detail/routines.hpp>
#include <pram/spec.hpp>

#include "network_entries.hpp"
#include "sampled_charge.hpp"

namespace pram {

namespace {

struct RouterOptions {
  std::uint64_t gap = 1;
  std::uint64_t latency = 0;
};

/// A phase that is a (q,r)-pattern costs g max(q, r) + l (TR-24-92, Section 2, with g = 1 and l = 0).
class Router : public Network {
 public:
  Router(std::uint32_t components, const RouterOptions& options)
      : components_(components), gap_(options.gap), latency_(options.latency) {}

  std::string name() const override {
    if (gap_ == 1 && latency_ == 0) return "router";
    return "router:g=" + std::to_string(gap_) + ",l=" + std::to_string(latency_);
  }

  std::uint32_t components() const override { return components_; }

  std::uint64_t carry(const Traffic& phase) override { return gap_ * phase.relation() + latency_; }

  std::optional<LeastCharge> least_charge() const override {
    return LeastCharge{static_cast<double>(gap_), static_cast<double>(latency_), false};
  }

  double distinct_charge(std::uint64_t messages, std::uint32_t largest_sent) const override {
    return static_cast<double>(gap_) * std::max<double>(largest_sent, largest_bin(messages)) +
           static_cast<double>(latency_);
  }

  std::optional<Port> port() const override { return Port{gap_, latency_}; }

  std::unique_ptr<RandomAccess> random_access(const Spec& sorting, std::uint32_t components) const override {
    return make_network_routines(std::make_unique<Router>(*this), components, sort_options_from(sorting));
  }

 private:
  // Computed up to 64 messages; for more it is interpolated between 16 sizes an octave, so that few are ever computed.
  double largest_bin(std::uint64_t messages) const {
    if (messages <= 64) return at(messages);
    const auto [low, high, part] = detail::known_sizes(messages, 4);
    return part == 0 ? at(low) : at(low) * (1 - part) + at(high) * part;
  }

  double at(std::uint64_t messages) const {
    const auto [place, fresh] = known_.try_emplace(messages, 0.0);
    if (fresh) place->second = expected_largest_bin(messages, components_);
    return place->second;
  }

  std::uint32_t components_;
  std::uint64_t gap_;
  std::uint64_t latency_;
  mutable std::unordered_map<std::uint64_t, double> known_;
};

std::unique_ptr<Network> make_router(const Spec& spec, std::uint32_t components) {
  constexpr std::uint64_t most = 1'000'000'000;
  static const OptionTable<RouterOptions> table = OptionTable<RouterOptions>("network")
                                                      .number<&RouterOptions::gap>("g", 1, most)
                                                      .number<&RouterOptions::latency>("l", 0, most);
  if (!spec.values.empty())
    spec.refuse("network", "router, or router:g=G,l=L with whole numbers G of 1 to 10^9 and L of 0 to 10^9");
  return std::make_unique<Router>(components, table.read(spec));
}

}  // namespace

NetworkEntry router_network() {
  return {"router", "max(q, r) a phase (TR-24-92); router:g=G,l=L charges G max(q, r) + L", make_router};
}

}  // namespace pram
