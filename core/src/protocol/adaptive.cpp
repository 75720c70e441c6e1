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

/// What is remembered from step to step.
enum class StepMemory { lines, none };

struct AdaptiveOptions {
  StepMemory memory = StepMemory::lines;
};

const OptionTable<AdaptiveOptions>& adaptive_option_table() {
  static const OptionTable<AdaptiveOptions> table =
      OptionTable<AdaptiveOptions>("access").choice<&AdaptiveOptions::memory>("memory", {"lines", "none"});
  return table;
}

std::string name_of(const AdaptiveOptions& options) { return adaptive_name + adaptive_option_table().text(options); }

/// Combining that counts before it sends, and so learns what the pattern asks for.
class Adaptive : public AdaptiveProtocol {
 public:
  Adaptive(const AdaptiveOptions& options, std::uint32_t components, std::unique_ptr<AccessProtocol> combining)
      : options_(options), order_(components), combining_(std::move(combining)) {}

  std::string name() const override { return name_of(options_); }
  std::uint32_t components() const override { return order_.components(); }
  const AccessPlan& ordered_plan() const override { return *combining_->routing_plan(); }
  std::unique_ptr<AdaptiveRouting> adaptive_routing() const override {
    return detail::make_counting_routing(order_, options_.memory == StepMemory::lines);
  }

 private:
  AdaptiveOptions options_;
  detail::ComponentOrder order_;
  std::unique_ptr<AccessProtocol> combining_;
};

/// On few components: combining under the name that was asked for.
class AdaptiveOfFew : public PlannedProtocol {
 public:
  AdaptiveOfFew(const AdaptiveOptions& options, std::unique_ptr<AccessProtocol> combining)
      : options_(options), combining_(std::move(combining)) {}

  std::string name() const override { return name_of(options_); }
  std::uint32_t components() const override { return combining_->components(); }
  std::uint32_t phases() const override { return combining_->routing_plan()->phases(); }
  void route(const Moves& moves, std::span<std::uint32_t> destination) const override {
    combining_->routing_plan()->route(moves, destination);
  }

 private:
  AdaptiveOptions options_;
  std::unique_ptr<AccessProtocol> combining_;
};

std::unique_ptr<AccessProtocol> make_adaptive(const Spec& spec, std::uint32_t components) {
  const AdaptiveOptions options = adaptive_option_table().read(spec);
  if (!spec.values.empty()) spec.refuse("access", "adaptive, with an option alone: memory=lines or memory=none");
  auto combining = detail::combining_access().make("combining", components);
  if (components < least_components) return std::make_unique<AdaptiveOfFew>(options, std::move(combining));
  return std::make_unique<Adaptive>(options, components, std::move(combining));
}

}  // namespace

namespace detail {

AccessEntry adaptive_access() {
  return {adaptive_name, "combining that counts before it sends, and shares the load out whatever the pattern",
          make_adaptive};
}

}  // namespace detail

}  // namespace pram
