#pragma once

#include <fmt/format.h>

#include <bit>
#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include <pram/programs/program.hpp>
#include "input/file/text.hpp"
#include "input/sizes.hpp"

/// Kinds of input. A kind is a struct of static functions in a file of its own, which says how inputs are generated,
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
  { Kind::file } -> std::convertible_to<std::string>;
  { Kind::shapes() } -> std::same_as<Shapes<typename Kind::Value>>;
  { Kind::read(request, sizes) } -> std::same_as<typename Kind::Value>;
  { Kind::sizes(value) } -> std::same_as<InputSizes>;
};

template <class Kind>
concept BeginsSomewhere = requires(typename Kind::Value& value, const InputRequest& request) {
  Kind::begin_at(value, request.source);
};

/// The kind of input for a function of a machine and these parameters. arguments(value) makes a tuple of them.
/// Specialised beside each kind.
template <class... Parameters>
struct KindOf;

/// The input of a program, and its name in reports.
template <class Value>
struct NamedInput {
  std::string source;
  Value value;
};

/// Reads the request's file, or generates what it asks for.
/// @throws as Program::prepare
template <InputKind Kind>
NamedInput<typename Kind::Value> make_input(const InputRequest& request, const Sizes& sizes) {
  using Value = typename Kind::Value;
  if (!request.file.empty()) {
    NamedInput<Value> input{shown_path(request.file), Kind::read(request, sizes)};
    const std::uint64_t n = Kind::sizes(input.value).front().second;
    if (sizes.power_of_two && !std::has_single_bit(n))
      throw InputError(input.source, 0, fmt::format("it holds {} {}, not a power of two", n, Kind::file));
    return input;
  }
  const Shapes<Value> shapes = Kind::shapes();
  std::vector<std::string> names;
  for (const Shape<Value>& shape : shapes) {
    if (request.shape.empty() || request.shape == shape.name)
      return {shape.what, shape.make(size_of(request, sizes), request.seed)};
    names.emplace_back(shape.name);
  }
  throw ConfigError("--shape", request.shape, allowed_names(request.shape, names));
}

}  // namespace pram::programs
