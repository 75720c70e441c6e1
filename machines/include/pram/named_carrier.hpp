#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <pram/carrier.hpp>

namespace pram {

/// A carrier, and what was asked for.
struct NamedCarrier {
  std::string name;  ///< sizes and all options that are not as usual: "torus:64x64,ports=one"
  CarrierOptions options;
  std::unique_ptr<Carrier> carrier;
};

/// Makes a carrier by its name, as make_carrier() does.
/// @param terminals  how many are wanted of a name without sizes
/// @param strictly   of a name with sizes, too
/// @throws ConfigError
NamedCarrier make_named_carrier(const Spec& network, std::uint32_t terminals, bool strictly);

}  // namespace pram
