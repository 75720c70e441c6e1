#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <pram/programs/input/kind.hpp>
#include <pram/programs/row/options.hpp>

namespace pram::programs {

/// A kind of input together with the values of a program's own options. Behind the input, functions of the program's
/// row get the values: `walk(Machine& machine, std::span<const std::int64_t> numbers, const OptionValues& options)` is
/// a program of WithOptions<Numbers>.
template <InputKind Kind>
struct WithOptions {
  using WithoutOptions = Kind;
  struct Value {
    typename Kind::Value input;
    OptionValues options = {};
  };

  static constexpr const char* file = Kind::file;

  static Shapes<Value> shapes() {
    Shapes<Value> all;
    for (auto& shape : Kind::shapes()) {
      all.push_back({shape.name, shape.what, [make = std::move(shape.make)](std::uint64_t n, std::uint64_t seed) {
                       return Value{make(n, seed)};
                     }});
    }
    return all;
  }
  static Value read(const InputRequest& request, const Sizes& sizes) { return {Kind::read(request, sizes)}; }
  static InputSizes sizes(const Value& value) { return Kind::sizes(value.input); }
  static std::string read_as(const Value& value) requires requires { Kind::read_as(value.input); }
  { return Kind::read_as(value.input); }
  static void begin_at(Value& value, const std::optional<std::uint64_t>& source) requires requires {
    Kind::begin_at(value.input, source);
  }
  { Kind::begin_at(value.input, source); }
  static void take_options(Value& value, const OptionValues& options) { value.options = options; }
};

}  // namespace pram::programs
