#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "input/kind.hpp"

namespace pram::programs {

/// A grid of cells that live or not, row by row.
struct CellGrid {
  std::vector<std::uint8_t> cells;
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
};

/// Square grids of at most n cells; a file has a row a line, # for a cell that lives and . for one that does not.
struct CellGrids {
  using Value = CellGrid;
  static constexpr const char* file = "text";
  static Shapes<Value> shapes();
  /// @throws InputError also for another letter, or rows of different lengths
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& grid) {
    return {{"n", grid.cells.size()}, {"rows", grid.rows}, {"columns", grid.columns}};
  }
  static const UntypedKind& untyped();
};

template <>
struct KindOf<const CellGrid&> : CellGrids {
  static std::tuple<const CellGrid&> arguments(const Value& grid) { return {grid}; }
};

}  // namespace pram::programs
