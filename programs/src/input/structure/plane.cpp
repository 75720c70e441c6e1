#include <pram/programs/input/structure/plane.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <pram/programs/input/sequence/numbers.hpp>
#include "input/file/counted.hpp"
#include "input/file/text.hpp"
#include "input/shapes_made_of.hpp"
#include "random.hpp"

namespace pram::programs {

namespace {

constexpr std::int64_t radius = 1'000'000;

std::vector<Point> points_of(const std::vector<std::int64_t>& numbers) {
  std::vector<Point> points;
  for (std::size_t i = 0; i + 1 < numbers.size(); i += 2)
    points.push_back({static_cast<std::int32_t>(numbers[i]), static_cast<std::int32_t>(numbers[i + 1])});
  return points;
}

/// The k-th random point with both coordinates from -half to half: draws 2k and 2k + 1 of the stream.
Point in_square(const Random& random, std::uint64_t k, std::int64_t half) {
  const auto draw = [&](std::uint64_t counter) {
    return static_cast<std::int32_t>(random.below(counter, static_cast<std::uint32_t>(2 * half + 1)) - half);
  };
  return {draw(2 * k), draw(2 * k + 1)};
}

std::int64_t squared_distance(Point point) { return std::int64_t{point.x} * point.x + std::int64_t{point.y} * point.y; }

}  // namespace

Shapes<Points::Value> Points::shapes() {
  return {{"disc", "random points of a disc",
           [](std::uint64_t n, std::uint64_t seed) {
             const Random random(seed, numbers_stream);
             Value points;
             for (std::uint64_t k = 0; points.size() < n; ++k) {
               const Point point = in_square(random, k, radius);
               if (squared_distance(point) <= radius * radius) points.push_back(point);
             }
             return points;
           }},
          {"square", "random points of a square",
           [](std::uint64_t n, std::uint64_t seed) {
             const Random random(seed, numbers_stream);
             Value points;
             for (std::uint64_t k = 0; k < n; ++k) points.push_back(in_square(random, k, radius));
             return points;
           }},
          {"parabola", "points of a parabola, all of them on their hull",
           [](std::uint64_t n, std::uint64_t seed) {
             Value points;
             for (const std::uint32_t k : random_permutation(static_cast<std::uint32_t>(n), seed)) {
               const std::int64_t x = std::int64_t{k} - static_cast<std::int64_t>(n / 2);
               points.push_back(
                   {static_cast<std::int32_t>(x % 30'000), static_cast<std::int32_t>(x % 30'000 * (x % 30'000))});
             }
             return points;
           }},
          {"collinear", "points of a line",
           [](std::uint64_t n, std::uint64_t seed) {
             const Random random(seed, numbers_stream);
             Value points;
             for (std::uint64_t k = 0; k < n; ++k) {
               const auto x = static_cast<std::int32_t>(random.below(k, 1000));
               points.push_back({x, 2 * x + 1});
             }
             return points;
           }},
          {"grid", "random points of a small grid, many of them twice", [](std::uint64_t n, std::uint64_t seed) {
             const Random random(seed, numbers_stream);
             Value points;
             for (std::uint64_t k = 0; k < n; ++k) points.push_back(in_square(random, k, 3));
             return points;
           }}};
}

Points::Value Points::read(const InputRequest& request, const Sizes& sizes) {
  const std::vector<std::int64_t> numbers = read_in_twos(request, sizes, ", not two for each point");
  const std::string name = shown_path(request.file);
  if (numbers.size() < 2 * sizes.least) {
    throw InputError(
        name, 0,
        fmt::format("it holds {}; the program takes at least {}", counted(numbers.size() / 2, "point"), sizes.least));
  }
  for (const std::int64_t number : numbers) {
    if (number < -most_coordinate || number > most_coordinate) {
      throw InputError(name, 0,
                       fmt::format("coordinate {} is not from -{} to {}", number, most_coordinate, most_coordinate));
    }
  }
  return points_of(numbers);
}

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
  check_items(request, sizes, n, "cells");
  return grid;
}

template const UntypedKind& untyped_kind<Points>();
template const UntypedKind& untyped_kind<CellGrids>();

}  // namespace pram::programs
