#pragma once

#include "input/file/text.hpp"

namespace pram::programs {

enum class MatrixField { pattern, integer, real, complex };
enum class MatrixSymmetry { general, symmetric, skew_symmetric, hermitian };

/// What the first line of a Matrix Market file says.
struct MatrixMarketBanner {
  MatrixField field = MatrixField::pattern;
  MatrixSymmetry symmetry = MatrixSymmetry::general;
};

/// Reads "%%MatrixMarket matrix coordinate FIELD SYMMETRY", in any case, from the row in which the scanner stands.
/// Source: Boisvert, Pozo, Remington, The Matrix Market exchange formats (1996).
/// @throws InputError
MatrixMarketBanner read_matrix_market_banner(Scanner& scanner);

}  // namespace pram::programs
