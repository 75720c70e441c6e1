#include <pram/detail/own_access.hpp>

#include <memory>
#include <string>

#include "protocols.hpp"

namespace pram {

namespace {

/// Ranade's emulation (JCSS 42, 1991). The network's switches merge sorted streams of requests, and do all the work.
class Ranade : public RoutineProtocol {
 public:
  std::string name() const override { return "ranade"; }

  std::unique_ptr<RandomAccess> routines(const Network& network) const override {
    std::unique_ptr<RandomAccess> made;
    // Any other network would take the spec for one of sorting.
    if (detail::own_access(network.name()) == name()) made = network.random_access(Spec(name()), network.components());
    if (made == nullptr)
      throw ConfigError("access", name(),
                        "direct or combining: network " + network.name() +
                            " merges no sorted streams; butterfly:K,access=ranade does");
    return made;
  }
};

}  // namespace

AccessEntry detail::ranade_access() {
  return {"ranade", "by sorted streams that merge in the switches of --network butterfly:K,access=ranade (Ranade 1991)",
          [](const Spec& spec, std::uint32_t) {
            spec.refuse_arguments("access");
            return std::make_unique<Ranade>();
          }};
}

}  // namespace pram
