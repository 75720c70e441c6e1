#pragma once

#include <cstdint>
#include <span>

#include "input/sequence/pair.hpp"

namespace pram::programs {

/// The coefficients of two polynomials modulo polynomial_modulus, the constant ones first.
using ResiduePair = SequencePair<std::uint32_t>;

/// Pairs of polynomials with n coefficients together; a file has the two halves of its numbers, any whole numbers.
struct ResiduePairs : SequencePairs<std::uint32_t> {
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
  static const UntypedKind& untyped();
};

template <>
struct KindOf<std::span<const std::uint32_t>, std::span<const std::uint32_t>> : ResiduePairs {};

}  // namespace pram::programs
