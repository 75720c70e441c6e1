#include <algorithm>
#include <string>

#include "protocols.hpp"

namespace pram {

namespace {

/// Each record goes straight to the component that owns its address.
class Direct : public PlannedProtocol {
 public:
  std::string name() const override { return "direct"; }
  std::uint32_t phases() const override { return 1; }
  bool routes_alone() const override { return true; }
  void route(const Moves& moves, std::span<std::uint32_t> destination) const override {
    std::ranges::copy(moves.home, destination.begin());
  }
};

}  // namespace

AccessEntry detail::direct_access() {
  return {"direct", "each request straight to its cell's component, merged only within the component that asks",
          [](const Spec& spec, std::uint32_t) {
            spec.refuse_arguments("access");
            return std::make_unique<Direct>();
          }};
}

}  // namespace pram
