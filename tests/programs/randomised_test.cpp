#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include <pram/programs/graph.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/input/structure/lists.hpp>
#include <pram/programs/input/structure/matrices.hpp>
#include <pram/programs/input/structure/trees.hpp>
#include <pram/programs/list.hpp>
#include <pram/programs/matrix.hpp>
#include <pram/programs/search.hpp>
#include <pram/programs/sort.hpp>
#include <pram/programs/tree.hpp>
#include "logarithm.hpp"
#include "support.hpp"

// What randomised programs say of time and work "with high probability", over 30 seeds of the machine.
namespace pram::testing {

namespace {

/// Calls check(machine, seed) for 30 machines.
template <class Check>
void for_each_seed(Rule rule, Check check) {
  for (std::uint64_t one = seed(); one < seed() + 30; ++one) {
    CAPTURE(one);
    Machine machine({.components = 8, .network = "ideal", .access = "direct", .rule = rule, .seed = one});
    check(machine, one);
  }
}

std::uint64_t usual_size() { return size() == Size::tiny ? 100 : size() == Size::small ? 500 : 20000; }

/// The rounds after which none of n is left but with a chance of 10^-9, if each goes with a chance of 1/4 in a round.
std::uint64_t rounds_of_quarters(std::uint64_t n) {
  return 1 + static_cast<std::uint64_t>(std::ceil((std::log(static_cast<double>(n)) + 21) / std::log(4.0 / 3)));
}

}  // namespace

TEST_CASE("the maximum by a random sample takes a few rounds, whatever the seed") {
  const std::uint64_t n = usual_size();
  for_each_seed(Rule::arbitrary, [&](Machine& machine, std::uint64_t one) {
    const auto found = programs::maximum_random_sampling(machine, programs::random_numbers(n, one));
    CHECK(found.rounds <= 12);
    CHECK(machine.ledger().steps() <= 1 + 14 * found.rounds);
  });
}

TEST_CASE("selection by random samples takes a few rounds, and linear work, whatever the seed") {
  const std::uint64_t n = usual_size();
  for_each_seed(Rule::crew, [&](Machine& machine, std::uint64_t one) {
    const auto found = programs::selection_random_sampling(machine, programs::random_numbers(n, one), n / 2);
    CHECK(found.rounds <= 14);
    CHECK(machine.ledger().work() <= 200 * n);
  });
}

TEST_CASE("the parts of a sample sort are short, whatever the seed") {
  const std::uint64_t n = usual_size();
  for_each_seed(Rule::sum, [&](Machine& machine, std::uint64_t one) {
    const auto found = programs::sample_sort(machine, programs::random_numbers(n, one));
    CHECK(found.largest_part <= programs::ceil_log2(n) * static_cast<std::uint64_t>(std::log(n) + 21));
    CHECK(machine.ledger().work() <= 20 * n * programs::ceil_log2(n));
  });
}

TEST_CASE("ranking a list by a sparse ruling set is linear in work, whatever the seed") {
  const std::uint64_t n = usual_size();
  const std::uint64_t block = programs::ceil_log2(n);
  for_each_seed(Rule::erew, [&](Machine& machine, std::uint64_t one) {
    programs::list_ranking_sparse_ruling_set(machine, programs::random_list(static_cast<std::uint32_t>(n), one));
    CHECK(machine.ledger().work() <= 34 * n);
    CHECK(machine.ledger().steps() <= 14 + 4 * block * (block + 21) + 8 * block);
  });
}

TEST_CASE("components by random mate, and colours, take a logarithmic number of rounds, whatever the seed") {
  const std::uint64_t m = usual_size();
  for_each_seed(Rule::arbitrary, [&](Machine& machine, std::uint64_t one) {
    const programs::Graph graph = programs::rmat_graph(m, one);
    CHECK(programs::connected_components_random_mate(machine, graph).rounds <= rounds_of_quarters(graph.vertices));
    CHECK(programs::vertex_colouring(machine, graph).rounds <= rounds_of_quarters(graph.vertices));
  });
}

TEST_CASE("rake and compress takes a logarithmic number of rounds and linear work, whatever the seed") {
  const std::uint64_t n = usual_size();
  for (const auto& shape : programs::Forests::shapes()) {
    CAPTURE(shape.name);
    for_each_seed(Rule::sum, [&](Machine& machine, std::uint64_t one) {
      const auto found = programs::rake_and_compress(machine, shape.make(n, one).parent);
      CHECK(found.rounds <= rounds_of_quarters(n));
      CHECK(machine.ledger().work() <= 120 * n);
    });
  }
}

TEST_CASE("a wrong product of matrices is found, and a right one never refused, whatever the seed") {
  const std::uint64_t n = size() <= Size::small ? 4 : 20;
  for (const auto& shape : programs::MatrixTriples::shapes()) {
    for_each_seed(Rule::crew, [&](Machine& machine, std::uint64_t one) {
      const programs::MatrixTriple made = shape.make(n, one);
      const auto found = programs::product_check(machine, made.left, made.right, made.product, n, 40);
      CHECK(found.is_product == (std::string(shape.name) == "right"));
    });
  }
}

}  // namespace pram::testing
