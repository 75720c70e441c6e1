#include <pram/programs/matrix.hpp>

#include <algorithm>
#include <string>

#include <pram/programs/input/structure/plane.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"

namespace pram::programs {

namespace {

/// The generations that the bundled program computes.
constexpr std::uint64_t usual_generations = 32;

constexpr bool lives_on(bool alive, unsigned neighbours) { return neighbours == 3 || (alive && neighbours == 2); }

/// The cells after these generations, by counting neighbours cell by cell.
std::vector<std::uint8_t> life_by_counting(const CellGrid& grid) {
  std::vector<std::uint8_t> cells = grid.cells;
  for (std::uint64_t generation = 0; generation < usual_generations; ++generation) {
    std::vector<unsigned> neighbours(cells.size(), 0);
    for (std::uint64_t i = 0; i < cells.size(); ++i) {
      if (cells[i] == 0) continue;
      for (const std::uint64_t down : {std::uint64_t{0}, std::uint64_t{1}, grid.rows - 1}) {
        for (const std::uint64_t right : {std::uint64_t{0}, std::uint64_t{1}, grid.columns - 1}) {
          const std::uint64_t row = (i / grid.columns + down) % grid.rows;
          ++neighbours[row * grid.columns + (i % grid.columns + right) % grid.columns];
        }
      }
      --neighbours[i];  // itself
    }
    for (std::uint64_t i = 0; i < cells.size(); ++i) cells[i] = lives_on(cells[i] != 0, neighbours[i]) ? 1 : 0;
  }
  return cells;
}

}  // namespace

std::vector<std::uint8_t> game_of_life(Machine& machine, std::span<const std::uint8_t> cells, std::uint64_t rows,
                                       std::uint64_t columns, std::uint64_t generations) {
  // A product of the two might not fit into 64 bits.
  if (columns == 0 ? !cells.empty() : cells.size() / columns != rows || cells.size() % columns != 0)
    throw ConfigError("cells", std::to_string(cells.size()),
                      "rows * columns = " + std::to_string(rows) + " * " + std::to_string(columns));
  const auto cell = machine.array(cells, "cell");
  machine.pardo(cells.size(), [&](Processor self) -> Task<> {
    const std::uint64_t row = self.id() / columns;
    const std::uint64_t column = self.id() % columns;
    bool alive = co_await cell[self.id()] != 0;
    for (std::uint64_t generation = 0; generation < generations; ++generation) {
      unsigned neighbours = 0;
      for (std::uint64_t side = 0; side < 9; ++side) {
        if (side == 4) continue;  // itself
        const std::uint64_t above = (row + rows + side / 3 - 1) % rows;
        const std::uint64_t beside = (column + columns + side % 3 - 1) % columns;
        if (co_await cell[above * columns + beside] != 0) ++neighbours;
      }
      alive = lives_on(alive, neighbours);
      co_await (cell[self.id()] = alive ? 1 : 0);
    }
  });
  return cell.host();
}

Program game_of_life_program() {
  return program<CellGrids>(
      +[](Machine& machine, const CellGrid& grid) {
        return game_of_life(machine, grid.cells, grid.rows, grid.columns, usual_generations);
      },
      {.name = "game-of-life",
       .alias = "life",
       .what = "32 generations of the game of life on a torus of n cells",
       .columns = "row of cells: # is alive and . is not",
       .source = "Gardner 1970; Keller, Keßler, Träff 2001",
       .model = Rule::erew,
       .time = "O(generations)",
       .steps = [](std::uint64_t n) { return n == 0 ? 0 : 1 + 9 * usual_generations; },
       .work = "O(n generations)",
       .work_at_most = [](std::uint64_t n) { return n * (1 + 9 * usual_generations); },
       .degree_at_most = 1,
       .size = {.usual = 1 << 10, .bytes_each = 2 + processor_bytes, .tested = 64},
       .oracle = [](const CellGrid& grid,
                    const std::vector<std::uint8_t>& found) { return found == life_by_counting(grid); },
       .against = "counts of neighbours on one thread",
       .facts = [](const CellGrid&, const std::vector<std::uint8_t>& found) -> Facts {
         return {{"alive", std::ranges::count(found, 1)}};
       },
       .write =
           [](std::ostream& out, const CellGrid& grid, const std::vector<std::uint8_t>& found) {
             for (std::uint64_t i = 0; i < found.size(); ++i)
               out << (found[i] != 0 ? '#' : '.') << ((i + 1) % grid.columns == 0 ? "\n" : "");
           }});
}

}  // namespace pram::programs
