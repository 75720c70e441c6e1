#include <memory>
#include <span>
#include <string>

#include <pram/spec.hpp>

#include "component_order.hpp"
#include "counting_routing.hpp"
#include "protocols.hpp"

namespace pram {

namespace {

// On fewer components every record can go straight home.
constexpr std::uint32_t least_components = 16;

/// Combining that counts before it sends, and so learns what the pattern asks for.
class Adaptive : public AccessProtocol {
 public:
  explicit Adaptive(std::uint32_t components)
      : order_(components), combining_(detail::combining_access().make("combining", components)) {}

  std::string name() const override { return "adaptive"; }
  std::uint32_t components() const override { return order_.components(); }

  // Records that must keep their order go by combining.
  std::uint32_t phases() const override { return combining_->phases(); }
  void route(const Moves& moves, std::span<std::uint32_t> destination) const override {
    combining_->route(moves, destination);
  }

  std::unique_ptr<AdaptiveRouting> adaptive_routing() const override {
    if (order_.components() < least_components) return nullptr;
    return detail::make_counting_routing(order_);
  }

 private:
  detail::ComponentOrder order_;
  std::unique_ptr<AccessProtocol> combining_;
};

}  // namespace

namespace detail {

AccessEntry adaptive_access() {
  return {"adaptive", "combining that counts before it sends, and shares the load out whatever the pattern",
          [](const Spec& spec, std::uint32_t components) {
            spec.refuse_arguments("access");
            return std::make_unique<Adaptive>(components);
          }};
}

}  // namespace detail

}  // namespace pram
