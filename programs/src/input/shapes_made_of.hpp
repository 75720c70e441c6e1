#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <pram/programs/input/kind.hpp>

namespace pram::programs {

/// Shapes that have the names of another kind's, and inputs made of its inputs.
/// @param made_of  makes an input of one of the other kind, n and seed
template <class Kind, class Other, class MadeOf>
Shapes<typename Kind::Value> shapes_made_of(MadeOf made_of) {
  Shapes<typename Kind::Value> shapes;
  for (Shape<typename Other::Value>& shape : Other::shapes()) {
    shapes.push_back(
        {shape.name, shape.what, [make = std::move(shape.make), made_of](std::uint64_t n, std::uint64_t seed) {
           return made_of(make(n, seed), n, seed);
         }});
  }
  return shapes;
}

}  // namespace pram::programs
