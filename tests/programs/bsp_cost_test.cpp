#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <pram/pram.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/input/structure/lists.hpp>
#include <pram/programs/input/structure/matrices.hpp>
#include <pram/programs/list.hpp>
#include <pram/programs/matrix.hpp>
#include <pram/programs/number.hpp>
#include <pram/programs/program.hpp>
#include <pram/programs/sort.hpp>
#include "support.hpp"

namespace pram::testing {

namespace {

/// h and w, summed over the supersteps.
std::uint64_t relations(const Machine& machine) {
  std::uint64_t sum = 0;
  for (const SuperstepRecord& record : machine.ledger().superstep_records()) sum += record.relation();
  return sum;
}
std::uint64_t works(const Machine& machine) {
  std::uint64_t sum = 0;
  for (const SuperstepRecord& record : machine.ledger().superstep_records()) sum += record.largest_work;
  return sum;
}

}  // namespace

TEST_CASE("a router charges every superstep of a BSP program g h + l, with h = 0 where nobody sends, and all is read") {
  for (const programs::Program& program : programs::programs().entries()) {
    if (!program.model.is_bsp()) continue;
    CAPTURE(program.name);
    CHECK(program.components > 1);
    const std::uint64_t n = std::min<std::uint64_t>(program.default_size, 64);
    Machine machine({.components = 16, .network = "router:g=3,l=50", .rule = program.model, .seed = seed()});
    CHECK(program.prepare({.size = n, .file = "", .seed = seed()})->run(machine).verified);
    std::uint64_t charge = 0;
    for (const SuperstepRecord& record : machine.ledger().superstep_records()) {
      charge += record.charge + record.charge_back;
      REQUIRE(record.shared.requests.total() == 0);
      if (record.charge_back > 0) continue;  // of gets: requests and what they bring are two relations
      CHECK(record.charge == 3 * record.relation() + 50);
    }
    CHECK(charge > 0);
    CHECK(machine.ledger().superstep_charge() == charge);
    // PageRank learns that it has come to its end by the sync that brings contributions, which nobody needs then.
    for (const UnreadMessages& one : machine.ledger().unread_messages()) {
      CHECK(program.name == "bsp-page-rank");
      CHECK(one.queue == "contributions");
    }
  }
}

TEST_CASE("list ranking on processes moves O(n / p) words with high probability, whatever the seed") {
  const std::uint64_t p = 16;
  const std::uint64_t n = size() == Size::small ? 4096 : 65536;
  for (std::uint64_t one = seed(); one < seed() + 5; ++one) {
    CAPTURE(one);
    const std::vector<std::uint32_t> next = programs::random_list(static_cast<std::uint32_t>(n), one);
    Machine machine({.components = p, .network = "ideal", .seed = one});
    programs::bsp_list_ranking(machine, next);
    // Before, twice two words for each node that leaves, a word back, and (3/4)^12 of the nodes to process 0.
    CHECK(relations(machine) <= 10 * (n / p));
    CHECK(works(machine) <= 10 * (n / p));
  }
}

TEST_CASE("parts of a sample sort are even, whatever the values") {
  const std::uint64_t p = 8;
  const std::uint64_t n = size() == Size::small ? 5000 : 100000;
  for (const auto& shape : programs::Numbers::shapes()) {
    CAPTURE(shape.name);
    const std::vector<std::int64_t> values = shape.make(n, seed());
    Machine machine({.components = p, .network = "ideal", .seed = seed()});
    CHECK(programs::bsp_sample_sort_regular(machine, values).largest_part < 2 * n / p + 2 * p);
    CHECK(programs::bsp_sample_sort_oversampling(machine, values).largest_part <= 3 * ((n + p - 1) / p));
  }
}

TEST_CASE("LU factors and Jacobi's points have the same bits on any number of processes") {
  const programs::SquareMatrix matrix = programs::SquareMatrices::shapes().front().make(21, seed());
  Machine alone({.components = 1, .network = "ideal"});
  const programs::LuFactors factors = programs::bsp_lu(alone, matrix.values, matrix.order);
  const std::vector<double> points = programs::bsp_jacobi(alone, matrix.values, matrix.order, 10);
  for (const std::uint32_t p : {2U, 4U, 9U, 30U}) {
    CAPTURE(p);
    Machine machine({.components = p, .network = "ideal"});
    const programs::LuFactors found = programs::bsp_lu(machine, matrix.values, matrix.order);
    CHECK(found.factors == factors.factors);
    CHECK(found.row == factors.row);
    CHECK(programs::bsp_jacobi(machine, matrix.values, matrix.order, 10) == points);
  }
}

TEST_CASE("BSP programs refuse inputs that do not fit together") {
  Machine machine({.components = 4});
  const std::vector<double> three(3, 1);
  const std::vector<std::complex<double>> complex(3);
  CHECK_THROWS_WITH_AS(programs::bsp_inner_product(machine, three, std::vector<double>(2)),
                       doctest::Contains("vectors = '3 and 2 numbers'"), ConfigError);
  CHECK_THROWS_WITH_AS(programs::bsp_fft(machine, complex), doctest::Contains("a power of two"), ConfigError);
  CHECK_THROWS_WITH_AS(programs::bsp_lu(machine, three, 2), doctest::Contains("n * n = 4 numbers"), ConfigError);
  CHECK_THROWS_WITH_AS(programs::bsp_jacobi(machine, three, 2, 1), doctest::Contains("n * n = 4 numbers"), ConfigError);
  const std::vector<std::int64_t> whole(3);
  CHECK_THROWS_AS(programs::bsp_matrix_product_summa(machine, whole, whole, 2), ConfigError);
  CHECK_THROWS_AS(programs::bsp_matrix_product_3d(machine, whole, whole, 2), ConfigError);
  CHECK_THROWS_WITH_AS(programs::bsp_sparse_matrix_vector(machine, {.rows = 2, .columns = 2}, three),
                       doctest::Contains("a number for each of 2 columns"), ConfigError);
  CHECK(machine.ledger().supersteps() == 0);
}

}  // namespace pram::testing
