#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pram::perf {

/// What is asked of a matrix: n words at a time.
struct MatrixAccess {
  std::uint32_t size = 0;    ///< n
  std::uint32_t stride = 1;  ///< from 1 to n: words apart in order of rows
};

struct MatrixPlace {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
};

/// A row of the table: which n words of an n × n matrix are accessed together.
struct AccessPattern {
  std::string name;  ///< "any-block"
  std::string heading;
  /// At how many positions it lies in the matrix; 0: it has no shape of that size.
  std::uint64_t (*positions)(const MatrixAccess& access);
  /// Word t of the n words at a position, t below n.
  MatrixPlace (*place)(const MatrixAccess& access, std::uint64_t position, std::uint32_t t);
};

const std::vector<AccessPattern>& access_patterns();

}  // namespace pram::perf
