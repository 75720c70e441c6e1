#include <memory>
#include <span>
#include <string>
#include <utility>

#include <pram/spec.hpp>

#include "counting/component_order.hpp"
#include "counting/counting_routing.hpp"
#include "protocols.hpp"

namespace pram {

namespace {

// On fewer components every record can go straight home.
constexpr std::uint32_t least_components = 16;

constexpr const char* adaptive_name = "adaptive";

/// Combining that counts before it sends, and so learns what the pattern asks for.
class Adaptive : public AdaptiveProtocol {
 public:
  Adaptive(std::uint32_t components, std::unique_ptr<AccessProtocol> combining)
      : order_(components), combining_(std::move(combining)) {}

  std::string name() const override { return adaptive_name; }
  std::uint32_t components() const override { return order_.components(); }
  const AccessPlan& ordered_plan() const override { return *combining_->routing_plan(); }
  std::unique_ptr<AdaptiveRouting> adaptive_routing() const override { return detail::make_counting_routing(order_); }

 private:
  detail::ComponentOrder order_;
  std::unique_ptr<AccessProtocol> combining_;
};

/// On few components: combining under the name that was asked for.
class AdaptiveOfFew : public PlannedProtocol {
 public:
  explicit AdaptiveOfFew(std::unique_ptr<AccessProtocol> combining) : combining_(std::move(combining)) {}

  std::string name() const override { return adaptive_name; }
  std::uint32_t components() const override { return combining_->components(); }
  std::uint32_t phases() const override { return combining_->routing_plan()->phases(); }
  void route(const Moves& moves, std::span<std::uint32_t> destination) const override {
    combining_->routing_plan()->route(moves, destination);
  }

 private:
  std::unique_ptr<AccessProtocol> combining_;
};

std::unique_ptr<AccessProtocol> make_adaptive(const Spec& spec, std::uint32_t components) {
  spec.refuse_arguments("access");
  auto combining = detail::combining_access().make("combining", components);
  if (components < least_components) return std::make_unique<AdaptiveOfFew>(std::move(combining));
  return std::make_unique<Adaptive>(components, std::move(combining));
}

}  // namespace

namespace detail {

AccessEntry adaptive_access() {
  return {adaptive_name, "combining that counts before it sends, and shares the load out whatever the pattern",
          make_adaptive};
}

}  // namespace detail

}  // namespace pram
