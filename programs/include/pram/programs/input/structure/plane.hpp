#pragma once

#include <cstdint>
#include <vector>

#include <pram/programs/geometry.hpp>
#include <pram/programs/input/kind.hpp>

namespace pram::programs {

/// Points of the plane; a file has two whole numbers for each, from -10^9 to 10^9.
struct Points {
  using Value = std::vector<Point>;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also for a number that is too large, or an odd number of them
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& points) { return {{"n", points.size()}}; }
};

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
};

extern template const UntypedKind& untyped_kind<Points>();
extern template const UntypedKind& untyped_kind<CellGrids>();

}  // namespace pram::programs
