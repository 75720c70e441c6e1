#include "input/structure/cell_grid.hpp"

#include <fmt/format.h>

#include <utility>

#include "input/file/text.hpp"
#include "random.hpp"

namespace pram::programs {

namespace {

/// The largest square grid of at most n cells, all of them dead.
CellGrid empty_grid(std::uint64_t n) {
  std::uint64_t side = 0;
  while ((side + 1) * (side + 1) <= n) ++side;
  return {std::vector<std::uint8_t>(side * side, 0), side, side};
}

}  // namespace

Shapes<CellGrid> CellGrids::shapes() {
  return {{"random", "random cells",
           [](std::uint64_t n, std::uint64_t seed) {
             CellGrid grid = empty_grid(n);
             const Random random(seed, bits_stream);
             for (std::uint64_t i = 0; i < grid.cells.size(); ++i)
               grid.cells[i] = static_cast<std::uint8_t>(random.below(i, 2));
             return grid;
           }},
          {"glider", "glider",
           [](std::uint64_t n, std::uint64_t) {
             CellGrid grid = empty_grid(n);
             if (grid.rows < 3) return grid;
             for (const auto& [row, column] : {std::pair{0U, 1U}, {1U, 2U}, {2U, 0U}, {2U, 1U}, {2U, 2U}})
               grid.cells[row * grid.columns + column] = 1;
             return grid;
           }},
          {"full", "living cells", [](std::uint64_t n, std::uint64_t) {
             CellGrid grid = empty_grid(n);
             grid.cells.assign(grid.cells.size(), 1);
             return grid;
           }}};
}

CellGrid CellGrids::read(const InputRequest& request, const Sizes& sizes) {
  const std::string text = read_content(request.file, request.memory_limit);
  Scanner scanner(text, shown_path(request.file));
  CellGrid grid;
  while (scanner.next_line()) {
    if (scanner.row_done()) continue;
    const std::string_view row = scanner.word();
    scanner.end_row();
    if (grid.rows > 0 && row.size() != grid.columns)
      scanner.fail(fmt::format("this row has {} cells, those before it have {}", row.size(), grid.columns));
    for (const char letter : row) {
      if (letter != '#' && letter != '.')
        scanner.fail(fmt::format("{} is no cell: they are # and .", in_quotes(std::string_view(&letter, 1))));
      grid.cells.push_back(letter == '#' ? 1 : 0);
    }
    grid.columns = row.size();
    ++grid.rows;
  }
  const std::uint64_t n = grid.cells.size();
  if (n == 0) scanner.fail_file("it holds no cells");
  if (n > sizes.most) scanner.fail_file(fmt::format("it holds {} cells; the program takes at most {}", n, sizes.most));
  check_room(fmt::format("{}, of {} cells,", scanner.file(), n), n, sizes.bytes_each, request);
  return grid;
}

const UntypedKind& CellGrids::untyped() { return untyped_kind<CellGrids>; }

}  // namespace pram::programs
