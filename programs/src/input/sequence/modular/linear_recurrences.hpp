#pragma once

#include <cstdint>
#include <tuple>

#include <pram/programs/scan.hpp>
#include "input/kind.hpp"

namespace pram::programs {

/// Linear recurrences of n values; a file has the order, then the factors and the summand of each value, all of them
/// whole numbers.
struct LinearRecurrences {
  using Value = LinearRecurrence;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also for an order out of range, or numbers that are not m + 1 a value
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& recurrence) { return {{"n", recurrence.values()}, {"order", recurrence.order}}; }
  static const UntypedKind& untyped();
};

template <>
struct KindOf<const LinearRecurrence&> : LinearRecurrences {
  static std::tuple<const LinearRecurrence&> arguments(const Value& recurrence) { return {recurrence}; }
};

}  // namespace pram::programs
