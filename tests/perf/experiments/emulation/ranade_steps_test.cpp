#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <vector>

#include "experiments/emulation/ranade_steps.hpp"
#include "support/naive_streams.hpp"

namespace pram::perf {

TEST_CASE("Ranade's table: steps, queues and ghosts are those of a naive simulation") {
  const RanadeTables tables = ranade_tables({.most_rows = 64, .runs = 3, .seed = 5});
  REQUIRE(tables.distinct.size() == 6);
  for (const RanadeRow& row : tables.distinct) {
    CAPTURE(row.requests);
    CAPTURE(row.buffers);
    std::vector<std::uint64_t> steps;
    std::uint64_t largest_queue = 0;
    double ghosts = 0;
    double last = 0;
    for (std::uint64_t run = 0; run < 3; ++run) {
      std::mt19937_64 random(5 + run);
      std::vector<testing::NaiveStreams::Asked> asked;
      for (std::uint64_t k = 0; k < row.rows * row.requests; ++k) {
        asked.push_back(
            {static_cast<std::uint32_t>(k / row.requests), static_cast<std::uint32_t>(random() % row.rows), k});
      }
      RanadeOptions options{.buffers = static_cast<std::uint32_t>(row.buffers)};
      options.keys = RanadeOptions::Keys::last;
      last += static_cast<double>(testing::NaiveStreams(6, options).run(asked).steps) / 3;
      options.keys = RanadeOptions::Keys::first;
      testing::NaiveStreams naive(6, options);
      const RanadeCounts counts = naive.run(asked);
      steps.push_back(counts.steps);
      largest_queue = std::max(largest_queue, counts.largest_queue);
      ghosts += static_cast<double>(counts.ghosts) / static_cast<double>(counts.crossings) / 3;
    }
    CHECK(row.fewest == std::ranges::min(steps));
    CHECK(row.steps.largest() == static_cast<double>(std::ranges::max(steps)));
    CHECK(row.steps.mean() == doctest::Approx(static_cast<double>(steps[0] + steps[1] + steps[2]) / 3));
    CHECK(row.of_logarithm() == doctest::Approx(row.steps.mean() / 6));
    CHECK(row.largest_queue == largest_queue);
    CHECK(row.last.mean() == doctest::Approx(last));
    CHECK(row.ghosts.mean() == doctest::Approx(ghosts));
  }
}

TEST_CASE("Ranade's table: one cell takes log2 N + 2 steps, and without merging a step for each request") {
  const RanadeTables tables = ranade_tables({.most_rows = 1024, .runs = 1});
  REQUIRE(tables.one_cell.size() == 3);
  for (const RanadeHotRow& row : tables.one_cell) {
    CHECK(row.steps == static_cast<std::uint64_t>(std::bit_width(row.rows)) + 1);
    CHECK(row.merges == row.rows - 1);
    CHECK(row.crossings == 2 * row.rows - 2);
    CHECK(row.unmerged == row.rows + row.steps - 1);
  }
}

TEST_CASE("Ranade's table: what is stopped has the rows that are done") {
  std::uint64_t asked = 0;
  RanadeTableRequest request{.most_rows = 256, .runs = 1};
  request.progress = [&](std::uint64_t done, std::uint64_t of) {
    CHECK(done == asked);
    CHECK(of == 12);
    return ++asked < 8;
  };
  CHECK(ranade_tables(request).distinct.size() == 7);
}

}  // namespace pram::perf
