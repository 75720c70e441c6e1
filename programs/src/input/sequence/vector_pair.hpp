#pragma once

#include <span>

#include "input/sequence/pair.hpp"

namespace pram::programs {

/// Two vectors of n real numbers.
using VectorPair = SequencePair<double>;

/// Pairs of vectors; a file has whole numbers.
struct VectorPairs : SequencePairs<double> {
  static Shapes<Value> shapes();
  /// @throws InputError also if the numbers are not two vectors of one length
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& pair) { return {{"n", pair.left.size()}}; }
  static const UntypedKind& untyped();
};

template <>
struct KindOf<std::span<const double>, std::span<const double>> : VectorPairs {};

}  // namespace pram::programs
