#pragma once

#include <cstdint>
#include <vector>

#include <pram/programs/input/both.hpp>
#include <pram/programs/input/kind.hpp>
#include <pram/programs/scan.hpp>

namespace pram::programs {

/// A number of either sign modulo a modulus, from 0 on.
constexpr std::uint32_t residue_of(std::int64_t number, std::uint32_t modulus) {
  const std::int64_t rest = number % std::int64_t{modulus};
  return static_cast<std::uint32_t>(rest < 0 ? rest + modulus : rest);
}

/// Pairs of polynomials by their coefficients modulo polynomial_modulus, the constant ones first, n together; a file
/// has the two halves of its numbers, any whole numbers.
struct ResiduePairs : Both<std::vector<std::uint32_t>> {
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
};

/// Linear functions of a recurrence; a file has factor and summand of each, two whole numbers.
struct LinearFunctions {
  using Value = std::vector<LinearFunction>;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also for an odd number of them
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& functions) { return {{"n", functions.size()}}; }
};

/// Linear recurrences of n values; a file has the order, then the factors and the summand of each value, all of them
/// whole numbers.
struct LinearRecurrences {
  using Value = LinearRecurrence;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also for an order out of range, or numbers that are not m + 1 a value
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& recurrence) { return {{"n", recurrence.values()}, {"order", recurrence.order}}; }
};

extern template const UntypedKind& untyped_kind<ResiduePairs>();
extern template const UntypedKind& untyped_kind<LinearFunctions>();
extern template const UntypedKind& untyped_kind<LinearRecurrences>();

}  // namespace pram::programs
