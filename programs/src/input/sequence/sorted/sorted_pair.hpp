#pragma once

#include <cstdint>
#include <span>

#include "input/sequence/pair.hpp"

namespace pram::programs {

/// Two sequences in ascending order.
using SortedPair = SequencePair<std::int64_t>;

/// Pairs of sorted sequences; from a file they are the first half and the second half of its numbers, each sorted.
struct SortedPairs : SequencePairs<std::int64_t> {
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
  static const UntypedKind& untyped();
};

template <>
struct KindOf<std::span<const std::int64_t>, std::span<const std::int64_t>> : SortedPairs {};

}  // namespace pram::programs
