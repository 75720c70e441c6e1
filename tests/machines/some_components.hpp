#pragma once

#include <cstdint>
#include <stdexcept>

#include <pram/error.hpp>
#include <pram/network.hpp>
#include <pram/spec.hpp>

namespace pram::testing {

/// A number of components, 64 if it may be, that a network of this name connects.
inline std::uint32_t some_components(const Spec& network) {
  for (const std::uint32_t components : {64U, 63U, 50U, 40U, 24U}) {
    try {
      networks().make(network, components);
      return components;
    } catch (const ConfigError&) {
      continue;
    }
  }
  throw std::logic_error("no number of components is known for " + network.text);
}

}  // namespace pram::testing
