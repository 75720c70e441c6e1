#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

#include <pram/programs/detail/input/untyped_kind.hpp>
#include <pram/programs/input/sizes.hpp>
#include <pram/programs/program.hpp>

/// Kinds of input. A program's row names its kind, a struct of static functions, which says how inputs are generated,
/// read and measured:
///
///     struct Numbers {
///       using Value = std::vector<std::int64_t>;
///       static constexpr const char* file = "numbers";                       // what --input reads
///       static Shapes<Value> shapes();                                       // the usual one first
///       static Value read(const InputRequest& request, const Sizes& sizes);  // the request's file
///       static InputSizes sizes(const Value& values);                        // n, or the like, first
///     };
///
/// and where it matters
///
///       static std::string read_as(const Value& value);  // InputFacts::read_as
///       static void begin_at(Value& value, const std::optional<std::uint64_t>& source);  // --source
///       static void take_options(Value& value, const OptionValues& options);  // own options of programs
///       static std::tuple<…> arguments(const Value& value);  // what functions take in place of the value's members
///
/// Kinds of a family share a file. Its last lines compile what rows know of each kind:
/// `template const UntypedKind& untyped_kind<Numbers>();`.
namespace pram::programs {

/// A shape of generated inputs.
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
};

/// The functions of a kind without its type. Bundled kinds are compiled once: their headers say so by `extern
/// template`.
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
    if constexpr (requires(Value & value, const OptionValues& options) { Kind::take_options(value, options); }) {
      kind.take_options = [](void* value, const OptionValues& options) {
        Kind::take_options(*static_cast<Value*>(value), options);
      };
    }
    return kind;
  }();
  return made;
}

/// Fits every member of a struct.
struct AnyMember {
  template <class Member>
  operator Member() const;
};

/// Calls a function with `first`, and with an input behind it: with the input itself, or else with its members one by
/// one.
template <class Kind, class Function, class... First>
decltype(auto) call_with_input(const Function& function, const typename Kind::Value& value, First&... first) {
  using Value = typename Kind::Value;
  constexpr AnyMember any;
  if constexpr (std::invocable<const Function&, First&..., const Value&>) {
    return function(first..., value);
  } else if constexpr (requires { typename Kind::WithoutOptions; }) {
    // A lambda whose type says whether it can be called, as that of the function does.
    const auto with_options = [&](auto&&... arguments) -> decltype(function(arguments..., value.options)) {
      return function(arguments..., value.options);
    };
    return call_with_input<typename Kind::WithoutOptions>(with_options, value.input, first...);
  } else if constexpr (requires { Kind::arguments(value); }) {
    return std::apply([&](const auto&... arguments) { return function(first..., arguments...); },
                      Kind::arguments(value));
  } else if constexpr (requires { Value{any, any, any, any}; }) {
    const auto& [a, b, c, d] = value;
    return function(first..., a, b, c, d);
  } else if constexpr (requires { Value{any, any, any}; }) {
    const auto& [a, b, c] = value;
    return function(first..., a, b, c);
  } else if constexpr (requires { Value{any, any}; }) {
    const auto& [a, b] = value;
    return function(first..., a, b);
  } else {
    const auto& [a] = value;
    return function(first..., a);
  }
}

}  // namespace pram::programs
