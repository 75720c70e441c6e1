#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "input/kind.hpp"

/// What files of kinds are made with.
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

template <class Kind>
const UntypedKind& untyped_kind() {
  static_assert(InputKind<Kind>);
  using Value = typename Kind::Value;
  static constexpr UntypedKind made = [] {
    UntypedKind kind = {.file = Kind::file,
                        .shapes =
                            [] {
                              std::vector<ShapeName> names;
                              for (const Shape<Value>& shape : Kind::shapes())
                                names.push_back({shape.name, shape.what});
                              return names;
                            },
                        .make = [](std::size_t shape, std::uint64_t n, std::uint64_t seed) -> void* {
                          return new Value(Kind::shapes()[shape].make(n, seed));
                        },
                        .read = [](const InputRequest& request, const Sizes& sizes) -> void* {
                          return new Value(Kind::read(request, sizes));
                        },
                        .sizes = [](const void* value) { return Kind::sizes(*static_cast<const Value*>(value)); },
                        .destroy = [](const void* value) { delete static_cast<const Value*>(value); }};
    if constexpr (requires(const Value& value) { Kind::read_as(value); })
      kind.read_as = [](const void* value) { return Kind::read_as(*static_cast<const Value*>(value)); };
    if constexpr (requires(Value & value, const InputRequest& request) { Kind::begin_at(value, request.source); }) {
      kind.begin_at = [](void* value, const std::optional<std::uint64_t>& source) {
        Kind::begin_at(*static_cast<Value*>(value), source);
      };
    }
    return kind;
  }();
  return made;
}

}  // namespace pram::programs
