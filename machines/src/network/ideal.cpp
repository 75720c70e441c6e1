#include <pram/machines/detail/routines.hpp>

#include "network_entries.hpp"

namespace pram {

namespace {

/// The textbook PRAM: every phase costs one unit, whatever it carries.
class Ideal : public Network {
 public:
  std::string name() const override { return "ideal"; }
  std::uint64_t carry(const Traffic&) override { return 1; }
  double distinct_charge(std::uint64_t, std::uint32_t) const override { return 1; }
  std::optional<LeastCharge> least_charge() const override { return LeastCharge{0, 1, false}; }

  std::optional<Port> port() const override { return Port{0, 1}; }

  std::unique_ptr<RandomAccess> random_access(const Spec& sorting, std::uint32_t components) const override {
    return make_network_routines(std::make_unique<Ideal>(*this), components, sort_options_from(sorting));
  }
};

}  // namespace

NetworkEntry ideal_network() {
  return {"ideal", "one unit a phase, whatever it carries: the textbook PRAM", [](const Spec& spec, std::uint32_t) {
            spec.refuse_arguments("network");
            return std::make_unique<Ideal>();
          }};
}

}  // namespace pram
