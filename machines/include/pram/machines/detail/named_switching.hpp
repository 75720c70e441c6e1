#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <pram/machines/switching.hpp>

namespace pram {

/// A switching technique, and what was asked for.
struct NamedSwitching {
  std::string name;  ///< sizes and all options that are not as usual: "torus:64x64,ports=one"
  SwitchingOptions options;
  std::unique_ptr<Switching> switching;
};

/// Makes a switching technique by its name, as make_switching() does.
/// @param terminals  how many are wanted of a name without sizes
/// @param strictly   of a name with sizes, too
/// @throws ConfigError
NamedSwitching make_named_switching(const Spec& network, std::uint32_t terminals, bool strictly);

}  // namespace pram
