#include "input/structure/points.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "input/file/counted.hpp"
#include "input/sequence/numbers.hpp"
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
  const std::vector<std::int64_t> numbers =
      Numbers::read(request, {.usual = 0, .bytes_each = sizes.bytes_each / 2, .most = 2 * sizes.most});
  const std::string name = shown_path(request.file);
  if (numbers.size() % 2 == 1)
    throw InputError(name, 0, fmt::format("it holds {}, not two for each point", counted(numbers.size(), "number")));
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

const UntypedKind& Points::untyped() { return untyped_kind<Points>; }

}  // namespace pram::programs
