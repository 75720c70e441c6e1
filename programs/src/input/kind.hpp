#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <pram/programs/program.hpp>
#include "input/sizes.hpp"
#include "input/untyped_kind.hpp"

/// Kinds of input. A kind is a struct of static functions in a file of its own, which says how inputs are generated,
/// read and measured:
///
///     struct Numbers {
///       using Value = std::vector<std::int64_t>;
///       static constexpr const char* file = "numbers";                       // what --input reads
///       static Shapes<Value> shapes();                                       // the usual one first
///       static Value read(const InputRequest& request, const Sizes& sizes);  // the request's file
///       static InputSizes sizes(const Value& values);                        // n, or the like, first
///       static const UntypedKind& untyped();                                 // untyped_kind<Numbers>
///     };
///
/// and where it matters
///
///       static std::string read_as(const Value& value);  // InputFacts::read_as
///       static void begin_at(Value& value, const std::optional<std::uint64_t>& source);  // --source
///
/// KindOf then says which parameters of a program's function it serves.
namespace pram::programs {

/// A way to generate inputs.
template <class Value>
struct Shape {
  const char* name;  ///< as --shape names it
  const char* what;  ///< as reports name such an input: "random numbers"
  std::function<Value(std::uint64_t n, std::uint64_t seed)> make;
};

template <class Value>
using Shapes = std::vector<Shape<Value>>;

template <class Kind>
concept InputKind = requires(const typename Kind::Value& value, const InputRequest& request, const Sizes& sizes) {
  { Kind::file } -> std::convertible_to<const char*>;
  { Kind::shapes() } -> std::same_as<Shapes<typename Kind::Value>>;
  { Kind::read(request, sizes) } -> std::same_as<typename Kind::Value>;
  { Kind::sizes(value) } -> std::same_as<InputSizes>;
  { Kind::untyped() } -> std::same_as<const UntypedKind&>;
};

/// The kind of input for a function of a machine and these parameters. arguments(value) makes a tuple of them.
/// Specialised beside each kind.
template <class... Parameters>
struct KindOf;

/// The functions of a kind without its type. Kind::untyped() has them in the kind's own file, where alone they are
/// compiled.
template <class Kind>
inline constexpr UntypedKind untyped_kind = [] {
  using Value = typename Kind::Value;
  UntypedKind kind = {.file = Kind::file,
                      .shapes =
                          [] {
                            std::vector<ShapeName> names;
                            for (const Shape<Value>& shape : Kind::shapes()) names.push_back({shape.name, shape.what});
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

}  // namespace pram::programs
